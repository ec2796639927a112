// Settlements as a list: seat, spot, outcome by sign and word, odds, money, and why by which clause.

import { dollars, html, words } from "./svg.js";

const SIGNS = { win: "▲", lose: "▼", push: "=", half: "◐", returned: "↩", award: "★" };

export function resultItem(result) {
  const spot = html("span", "spot", words(result.spot), result.hand > 1 ? html("small", "", ` hand ${result.hand}`) : "");
  const line = html("div", "line", html("span", "seat", String(result.seat)), spot,
    html("span", "outcome", html("i", "", SIGNS[result.outcome] ?? ""), " ", result.outcome),
    html("span", "pays", result.pays ? result.pays.replace(":", " to ") : ""), html("span", "net", net(result.net)));
  line.querySelector("i").setAttribute("aria-hidden", "true");
  const clauses = html("span", "clauses", result.clauses.join(", "), result.reading ? " (reading)" : "");
  return html("li", result.outcome, line, html("p", "why", result.why, " ", clauses));
}

export function net(cents) {
  if (cents === null) return "—";
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}
