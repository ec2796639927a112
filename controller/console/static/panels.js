// Everything that is words: header, phases, dealer's display, alerts, results, sign, list of seats.

import { cardShort } from "./cards.js";
import { WORDS } from "./seat.js";
import { dollars, html, setText } from "./svg.js";

const STEPS = ["betting", "locking", "dealing", "playing", "dealer_turn", "resolving"];
const SIGNS = { win: "▲", lose: "▼", push: "=", half: "◐", returned: "↩", award: "★" };
const byId = (id) => document.getElementById(id);
const words = (name) => name.replaceAll("_", " ");

export function showTable(table) {
  setText(byId("name"), table.name ?? "Upcard");
  setText(byId("title"), table.title ?? "");
  document.title = `${table.name ?? "table"} · Upcard`;
}

export function showPanels(picture) {
  showHeader(picture);
  showPhase(picture.phase);
  picture.prompt.forEach((line, index) => setText(byId("prompt").children[index], line));
  fill("alerts", picture.alerts, alertItem);
  setText(byId("alerts-count"), picture.alerts.length ? String(picture.alerts.length) : "");
  byId("alerts-panel").classList.toggle("quiet", !picture.alerts.length);
  fill("results", picture.results, resultItem);
  fill("sign", picture.sign, (line) => html("li", "", line));
  byId("sign-panel").hidden = !picture.sign.length;
  fill("seats", picture.seats, seatItem);
}

function showHeader(picture) {
  setText(byId("round"), picture.status === "partial" ? `${picture.round}` : `${picture.round} · ${picture.status}`);
  setText(byId("badge"), picture.badge ?? "none");
  setText(byId("shoe"), picture.shoe ? "ready" : "lost");
  byId("shoe").classList.toggle("bad", !picture.shoe);
}

function showPhase(phase) {
  const list = byId("phases");
  if (list.dataset.phase === phase) return;
  list.dataset.phase = phase;
  const at = STEPS.indexOf(phase);
  const items = STEPS.map((step, index) => {
    const item = html("li", index < at ? "past" : "", words(step));
    if (index === at) item.setAttribute("aria-current", "step");
    return item;
  });
  if (at < 0) {
    items.unshift(html("li", `aside ${phase}`, words(phase)));
    items[0].setAttribute("aria-current", "step");
  }
  list.replaceChildren(...items);
}

// Keeps the items whose content is the same, in place: the list may be long and is read aloud.
function fill(id, things, make) {
  const list = byId(id);
  things.forEach((thing, index) => {
    const key = JSON.stringify(thing), old = list.children[index];
    if (old?.dataset.key === key) return;
    const item = make(thing);
    item.dataset.key = key;
    if (old) old.replaceWith(item); else list.append(item);
  });
  while (list.children.length > things.length) list.lastChild.remove();
}

function alertItem(alert) {
  const where = [alert.seat && `seat ${alert.seat}`, alert.spot].filter(Boolean).join(" ");
  return html("li", "", html("div", "kind", html("b", "", words(alert.alert)), where ? html("span", "where", where) : ""),
    html("p", "for-dealer", alert.dealer), html("p", "for-technician", alert.technician));
}

function resultItem(result) {
  const spot = html("span", "spot", words(result.spot), result.hand > 1 ? html("small", "", ` hand ${result.hand}`) : "");
  const line = html("div", "line", html("span", "seat", String(result.seat)), spot,
    html("span", "outcome", html("i", "", SIGNS[result.outcome] ?? ""), " ", result.outcome),
    html("span", "pays", result.pays ? result.pays.replace(":", " to ") : ""), html("span", "net", net(result.net)));
  line.querySelector("i").setAttribute("aria-hidden", "true");
  const clauses = html("span", "clauses", result.clauses.join(", "), result.reading ? " (reading)" : "");
  return html("li", result.outcome, line, html("p", "why", result.why, " ", clauses));
}

function net(cents) {
  if (cents === null) return "—";
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

function seatItem(seat) {
  const hands = seat.hands.map((hand) => html("span", hand.in_turn ? "hand in-turn" : "hand",
    hand.cards.map(cardShort).join(" "), hand.total ? html("b", "", ` ${hand.total}`) : "", hand.in_turn ? " ◀ in turn" : ""));
  const spots = seat.spots.filter((spot) => spot.covered || ["locked", "removed"].includes(spot.lamp)).map((spot) =>
    html("span", `bet ${spot.lamp}`, spot.spot, spot.amount === null ? "" : ` ${dollars(spot.amount)}`,
      WORDS[spot.lamp] ? ` ${WORDS[spot.lamp]}` : ""));
  return html("li", seat.off ? "off" : "", html("span", "number", String(seat.seat)),
    html("span", "text", seat.off ? "SEAT OFF" : seat.texts.join(" · ")), 
    html("div", "more", ...spots, ...hands, spots.length + hands.length || seat.off ? "" : html("span", "empty", "empty")));
}
