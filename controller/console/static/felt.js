// The felt, dealer at the top. Seat 1, first base, is at the dealer's left: at the right of the picture.
// With `hands` (a bench) spots and box are buttons; without, the felt is a picture and nothing else.

import { cardWords } from "./cards.js";
import { makeDealer } from "./dealer.js";
import { definitions, discards, lettering, makeShoe, tableTop, tray } from "./furniture.js";
import { makeSeat } from "./seat.js";
import { el, round, setAttribute } from "./svg.js";

const CENTRE = { x: 500, y: 150 };

export function makeFelt(table, hands = null) {
  const seats = Array.from({ length: table.seats }, (_, index) =>
    makeSeat(index + 1, table.spots, placeOf(index, table.seats), hands));
  const dealer = makeDealer(hands), shoe = makeShoe();
  const node = el("svg", { viewBox: "0 0 1000 640", role: hands ? "group" : "img", class: "felt", "aria-label": "The felt" },
    definitions(), ...tableTop(), ...lettering(table), tray(), discards(), shoe.node, dealer.node,
    ...seats.map((seat) => seat.node), ...seats.map((seat) => seat.cards));
  function show(picture) {
    for (const seat of picture.seats) seats[seat.seat - 1]?.show(seat);
    dealer.show(picture);
    shoe.show(picture);
    setAttribute(node, "aria-label", label(table, picture));
  }
  return { node, show };
}

function label(table, picture) {
  const cards = picture.dealer.map(cardWords).join(", ") || "no cards";
  return `The felt, ${table.seats} seats. The dealer has ${cards}. Up-card box ${picture.box ? "covered" : "clear"}.`;
}

function placeOf(index, count) {
  const step = Math.min(30, 140 / Math.max(1, count - 1));
  const degrees = 90 - (step * (count - 1)) / 2 + index * step;
  const angle = degrees * Math.PI / 180;
  return {
    x: CENTRE.x + 352 * Math.cos(angle), y: CENTRE.y + 358 * Math.sin(angle),
    lean: (90 - degrees) * 0.7 * Math.PI / 180, scale: round(Math.min(1, step / 23)),
  };
}
