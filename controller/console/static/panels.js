// Everything on the Table page that is words: phases, dealer's display, alerts, results, list of seats.

import { alertItem } from "./alerts.js";
import { cardShort } from "./cards.js";
import { roleOf } from "./commands.js";
import { resultItem } from "./results.js";
import { WORDS } from "./spot.js";
import { byId, dollars, fill, html, setText, words } from "./svg.js";

const STEPS = ["betting", "locking", "dealing", "playing", "dealer_turn", "resolving"];

export function showPanels(picture) {
  showPhase(picture.phase);
  picture.prompt.forEach((line, index) => setText(byId("prompt").children[index], line));
  showAlerts(picture);
  fill(byId("results"), picture.results, resultItem);
  fill(byId("seats"), picture.seats, seatItem);
}

// An item also depends on who is there to act on it.
function showAlerts(picture) {
  const role = roleOf(picture);
  const stop = picture.phase === "suspended" ? [{ alert: "suspended", dealer: picture.prompt[0], technician: picture.prompt[1] }] : [];
  fill(byId("alerts"), [...stop, ...picture.alerts].map((alert) => ({ ...alert, role })), alertItem);
  setText(byId("alerts-count"), picture.alerts.length ? String(picture.alerts.length) : "");
  byId("alerts-panel").classList.toggle("quiet", !picture.alerts.length && !stop.length);
}

export function showPhase(phase) {
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
