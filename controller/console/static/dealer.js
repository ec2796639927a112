// The dealer's cards and the box before them, labelled UP CARD: the card in it is the card that pays.

import { layCards } from "./cards.js";
import { showTotal } from "./hands.js";
import { asButton, el, setAttribute } from "./svg.js";

const BOX = { x: 386, y: 74, scale: 1.35 };

export function makeDealer(hands) {
  const label = el("text", { class: "box-label", x: BOX.x + 27, y: BOX.y + 93 });
  label.textContent = "UP CARD";
  const frame = el("rect", { class: "box-frame", x: BOX.x - 5, y: BOX.y - 4, width: 64, height: 84, rx: 8 });
  const ghost = el("rect", { class: "box-ghost", x: BOX.x, y: BOX.y, width: 54, height: 75.6, rx: 6 });
  const boxed = el("g", { transform: `translate(${BOX.x} ${BOX.y}) scale(${BOX.scale})` });
  const row = el("g", { transform: `translate(${BOX.x + 76} ${BOX.y}) scale(${BOX.scale})` });
  const total = el("g", { class: "total dealer-total" }, el("rect", { height: 22, rx: 11 }), el("text", { y: 16 }));
  const box = el("g", { class: "box" }, frame, ghost, label, boxed);
  const node = el("g", { class: "dealer" }, box, row, total);
  let covered = false;
  if (hands) asButton(box, () => hands.box(!covered));
  function show(picture) {
    const [inBox, beside] = split(picture);
    covered = picture.box;
    setAttribute(box, "data-covered", covered);
    if (hands) setAttribute(box, "aria-label", covered ? "Up-card box: take the card out" : "Up-card box: put the up card in");
    layCards(boxed, inBox, 40);
    const width = layCards(row, beside, 170, 30) * BOX.scale;
    showTotal(total, picture.total, BOX.x + 76 + (beside.length ? width : 0) + 14, BOX.y + 62);
  }
  return { node, show };
}

// The up card moves into its box when the box is covered; the others stay as they lie.
function split(picture) {
  const at = picture.box && picture.up_card ? picture.dealer.indexOf(picture.up_card) : -1;
  return at < 0 ? [[], picture.dealer] : [[picture.up_card], picture.dealer.filter((_, index) => index !== at)];
}
