// An alert: what it is, where, a sentence for the dealer and one for the technician, and the ways out of it.

import { doAction, may, orderButton } from "./commands.js";
import { html, words } from "./svg.js";

const WAYS_OUT = {
  photo_finish: ["admit", "refuse"],
  both_arrows: ["admit", "refuse"],
  unread_card: ["correct", "assign"],
  impossible_card: ["correct", "assign"],
  stray_card: ["assign"],
  suspended: ["resume", "void"],
};

// `alert` is the picture's alert and the `role` of the badge that is in.
export function alertItem(alert) {
  const where = [alert.seat && `seat ${alert.seat}`, alert.spot].filter(Boolean).join(" ");
  return html("li", "", html("div", "kind", html("b", "", words(alert.alert)), where ? html("span", "where", where) : ""),
    html("p", "for-dealer", alert.dealer), html("p", "for-technician", alert.technician), ...waysOut(alert));
}

function waysOut(alert) {
  const names = WAYS_OUT[alert.alert] ?? [];
  if (!names.length) return [];
  const open = names.filter((name) => may(alert.role, name));
  if (!open.length) return [html("p", "needs", `A supervisor's badge is needed to ${names.join(" or ")}.`)];
  return [html("div", "ways", ...open.flatMap((name) => wayButtons(name, alert)))];
}

// Which of the two arrows is decided by a button of its own.
function wayButtons(name, alert) {
  if (alert.alert === "both_arrows") {
    return name === "admit" ? ["p", "d"].map((spot) => way(`Admit ${spot.toUpperCase()}`, ["admit", String(alert.seat), spot])) : [];
  }
  const place = alert.spot && alert.seat ? [String(alert.seat), alert.spot] : [];
  return [way(LABELS[name], [name, ...(name === "admit" || name === "refuse" ? place : [])])];
}

const LABELS = { admit: "Admit", refuse: "Refuse", correct: "Correct card…", assign: "Assign card…", resume: "Resume", void: "Void…" };
const way = (label, order) => orderButton(order[0], label, () => doAction(order));
