// One seat: its betting spots, its cards, its display. Built once, then patched.
//
// Spots are generic: `main` is a circle, `p` and `d` are arrows side by side, any other spot is a smaller
// circle at the upper right of the bet as its player sees it, that is, turned towards the dealer.

import { layHands } from "./hands.js";
import { makePlate } from "./plate.js";
import { makeSpot } from "./spot.js";
import { el, round } from "./svg.js";

const MAIN = 34, SIDE = 22;

export function makeSeat(number, names, place, hands) {
  const up = { x: -Math.sin(place.lean), y: -Math.cos(place.lean) };
  const right = { x: Math.cos(place.lean), y: -Math.sin(place.lean) };
  const spots = spotShapes(names, up, right);
  const shapes = spots.map((shape) => makeSpot(shape, number, hands));
  const plate = makePlate(number, { up, base: baseReach(names, up) });
  const layer = (...children) => el("g", { class: "seat", "data-seat": number,
    transform: `translate(${round(place.x)} ${round(place.y)}) scale(${place.scale})` }, ...children);
  const node = layer(plate.node, ...shapes.map((shape) => shape.node)), cards = layer();
  cards.classList.add("cards");
  let last = "";
  function show(seat) {
    const now = JSON.stringify(seat);
    if (now === last) return;
    last = now;
    node.classList.toggle("off", seat.off);
    node.classList.toggle("in-turn", seat.hands.some((hand) => hand.in_turn));
    for (const shape of shapes) shape.show(seat.spots.find((spot) => spot.spot === shape.spot));
    layHands(cards, seat.hands, { up, spots });
    plate.show(seat.off ? "SEAT OFF" : seat.texts[0] ?? "", seat.texts.length - 1);
  }
  return { node, cards, show };
}

const isArrow = (spot) => spot === "p" || spot === "d";

// How far the bet itself reaches away from the dealer.
function baseReach(spots, up) {
  return spots.some(isArrow) ? Math.abs(up.x) * 52 + Math.abs(up.y) * 38 : MAIN;
}

// `reach` is the circle around a spot that no card may cover.
function spotShapes(spots, up, right) {
  const arrows = spots.filter(isArrow);
  let sides = 0;
  return spots.map((spot) => {
    if (spot === "main") return { spot, x: 0, y: 0, r: MAIN, reach: MAIN + 5 };
    if (isArrow(spot)) return { spot, x: arrows.length > 1 ? (spot === "p" ? -31 : 31) : 0, y: 0, r: 25, arrow: true, reach: 42 };
    const across = sides++ ? -46 : 46;
    return { spot, x: up.x * 46 + right.x * across, y: up.y * 46 + right.y * across, r: SIDE, reach: SIDE + 7 };
  });
}
