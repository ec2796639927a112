// Questions in the middle of the page: which card, which of these, really? Escape and Cancel answer nothing.

import { cardShort, cardWords } from "./cards.js";
import { button, html } from "./svg.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SUITS = ["s", "h", "d", "c"];

export function pickCard(title) {
  return open(title, (answer) => html("div", "deck", ...SUITS.map((suit) => html("div", "suit", ...RANKS.map((rank) => {
    const card = button("hd".includes(suit) ? "pick red" : "pick", cardShort(rank + suit), () => answer(rank + suit));
    card.setAttribute("aria-label", cardWords(rank + suit));
    card.dataset.pick = rank + suit;
    return card;
  })))));
}

export function choose(title, options) {
  return open(title, (answer) => html("div", "actions", ...options.map(([value, words]) =>
    button("action", words, () => answer(value)))));
}

export async function confirmVoid(round, really) {
  const reason = Object.assign(html("input", "reason"), { type: "text", maxLength: 200, placeholder: "Reason, for the record" });
  reason.setAttribute("aria-label", "Reason, for the record");
  const done = await open(`Void round ${round}?`, (answer) => html("div", "", html("p", "",
    "Every wager of this round goes back to its player. The record keeps all that happened."), reason,
  html("div", "actions", button("action danger", "Void the round", () => answer("void")))));
  if (done) await really(reason.value.trim());
}

function open(title, content) {
  return new Promise((resolve) => {
    const heading = html("h2", "", title), dialog = html("dialog", "", heading);
    heading.id = "asked";
    dialog.setAttribute("aria-labelledby", "asked");
    const answer = (value) => { dialog.close(); resolve(value); };
    dialog.append(content(answer), button("action cancel", "Cancel", () => answer(null)));
    dialog.addEventListener("cancel", () => resolve(null));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  });
}
