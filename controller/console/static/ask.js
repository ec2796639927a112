// Questions to the console, and the short notice that says what came of one.

import { html } from "./svg.js";

const STAYS_MS = 6000;

export async function get(path) {
  const answer = await fetch(path);
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error ?? `${path}: ${answer.status}`);
  return said;
}

// Whether it was done; if not, the reason is on the page.
export async function send(path, body) {
  const said = await post(path, body);
  if (said.error) toast(said.error);
  return !said.error;
}

async function post(path, body) {
  try {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return await answer.json();
  } catch {
    return { error: "The page's server did not answer: try again." };
  }
}

export const bench = (line) => send("/api/bench", { line });
export const command = (words, reason = "said on the console's page") => send("/api/do", { words, reason });

// The newest notice, read aloud; it goes by itself, or with a press.
export function toast(words) {
  document.getElementById("toast")?.remove();
  const node = html("div", "", words);
  node.id = "toast";
  node.setAttribute("role", "alert");
  node.addEventListener("click", () => node.remove());
  document.body.append(node);
  setTimeout(() => node.remove(), STAYS_MS);
}
