// One round, step by step: the felt as it was shown, what was told, the margins of the lock, the settlements.

import { makeFelt } from "./felt.js";
import { resultItem } from "./results.js";
import { button, fill, html, setText } from "./svg.js";
import { makeTimeline } from "./timeline.js";

export function makeRound(told, table) {
  const { round, frames, margins } = told;
  const steps = frames.length ? [makeSteps(frames, table)] : [];
  return [heading(round), ...steps, lock(margins, table.uncertainty_ms), settlements(round)];
}

function heading(round) {
  const link = (words, kind) => Object.assign(html("a", "export", words), { href: `/api/export.${kind}?round=${round.round}`, download: `round-${round.round}.${kind}` });
  return html("div", "title", html("h2", "", `Round ${round.round}`), html("span", `status ${round.status}`, round.status),
    ...(round.status === "partial" ? [] : [link("CSV", "csv"), link("JSON lines", "jsonl")]));
}

// The slider is the one thing that has a place; felt, time and lines follow it.
function makeSteps(frames, table) {
  const first = frames[0].picture;
  const felt = makeFelt({ ...table, seats: first.seats.length, spots: first.seats[0].spots.map((spot) => spot.spot) });
  const slider = Object.assign(html("input", ""), { type: "range", min: 0, max: frames.length - 1, value: 0 });
  slider.setAttribute("aria-label", "Step of the round");
  const prompt = html("p", "prompt"), place = html("p", "place"), lines = makeLines(frames, (index) => go(index));
  function go(index) {
    const at = Math.min(frames.length - 1, Math.max(0, index)), { picture, at: wall } = frames[at];
    slider.value = at;
    slider.setAttribute("aria-valuetext", frames[at].lines[0] ?? picture.phase);
    felt.show(picture);
    setText(prompt, picture.prompt.filter(Boolean).join(" · "));
    setText(place, `${clock(wall)} · ${picture.phase.replace("_", " ")} · step ${at + 1} of ${frames.length}`);
    lines.mark(at);
  }
  slider.addEventListener("input", () => go(Number(slider.value)));
  const press = (words, name, where) => named(button("step", words, () => go(where(Number(slider.value)))), name);
  const bar = html("div", "steps", press("◀◀", "First step", () => 0), press("◀", "Step back", (at) => at - 1), slider,
    press("▶", "Step on", (at) => at + 1), press("▶▶", "Last step", () => frames.length - 1));
  const node = html("div", "replay", html("div", "stage", prompt, felt.node, bar, place), lines.node);
  go(fullest(frames));
  return node;
}

// The fullest felt: all cards are dealt and nothing is paid or taken yet; of a round that never came so far, the end.
function fullest(frames) {
  const resolving = frames.findIndex(({ picture }) => picture.phase === "resolving");
  return resolving < 0 ? frames.length - 1 : resolving;
}

function named(node, name) {
  node.setAttribute("aria-label", name);
  return node;
}

function makeLines(frames, go) {
  const items = frames.map((frame, index) => html("li", "", button("told", html("span", "when", clock(frame.at)), () => go(index))));
  items.forEach((item, index) => item.firstChild.append(html("span", "", ...told(frames[index]))));
  const node = html("ol", "lines", ...items);
  node.setAttribute("aria-label", "What happened");
  let last = null;
  function mark(at) {
    last?.removeAttribute("aria-current");
    last = items[at].firstChild;
    last.setAttribute("aria-current", "step");
    requestAnimationFrame(() => { node.scrollTop = items[at].offsetTop - node.clientHeight / 2; });
  }
  return { node, mark };
}

// The clauses stand with the settlements.
function told({ lines, picture }) {
  if (!lines.length) return [html("span", "", picture.phase)];
  return lines.map((line) => html("span", line.startsWith("display: ") ? "shown" : "", line.replace(/^display: /, "").replace(/ \[[^\]]*\]/, "")));
}

const clock = (wall) => `${new Date(wall).toLocaleTimeString("en-GB")}.${String(Math.floor(wall) % 1000).padStart(3, "0")}`;

// A spot that was cleared before the first card has a margin and no bet.
function lock(margins, uncertain) {
  const bets = margins.filter(({ bet }) => bet !== "none");
  const body = bets.length ? makeTimeline(bets, uncertain) : html("p", "empty-note", "No chip lay on a spot.");
  return html("div", "panel lock", html("h2", "", "The lock: chips against the first card"), body);
}

function settlements(round) {
  const list = html("ol", "settled");
  fill(list, round.settlements, resultItem);
  return html("div", "panel", html("h2", "", "Settlements"),
    round.settlements.length ? list : html("p", "empty-note", "Nothing was settled."));
}
