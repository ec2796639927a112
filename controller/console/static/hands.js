// A seat's hands. They lie before the bet towards the dealer, as near as no bet is covered; split hands are smaller.

import { HEIGHT, layCards } from "./cards.js";
import { el, round, setAttribute, setText } from "./svg.js";

const USUAL = 74, SPLIT = 46; // room across for the cards of one hand

export function layHands(group, hands, { up, spots }) {
  while (group.children.length > hands.length) group.lastChild.remove();
  while (group.children.length < hands.length) group.append(makeHand());
  const many = hands.length > 1, scale = [1, 1, 0.8, 0.62, 0.62][Math.min(hands.length, 4)];
  const widths = hands.map((hand, index) => showHand(group.children[index], hand, many ? SPLIT / scale : USUAL + 14));
  const cell = { width: many ? SPLIT + 4 : Math.max(USUAL, ...widths), height: HEIGHT * scale + (many ? 5 : 0) };
  const size = { width: cell.width * (many ? 2 : 1), height: cell.height * Math.ceil(hands.length / 2) };
  const centre = nearest(up, spots, { width: Math.min(size.width, 96), height: size.height });
  const aside = Math.max(0, up.x) * 18; // away from the side spot of the neighbour at the left
  hands.forEach((_, index) => {
    const slack = (cell.width - widths[index] * scale) / 2;
    const x = centre.x + aside - size.width / 2 + (index % 2) * cell.width + slack;
    const y = centre.y - size.height / 2 + Math.floor(index / 2) * cell.height;
    setAttribute(group.children[index], "transform", `translate(${round(x)} ${round(y)}) scale(${scale})`);
  });
}

// The first place on the way to the dealer at which a block of this size is clear of every spot.
function nearest(up, spots, size) {
  let out = 40, centre;
  do {
    out += 3;
    centre = { x: up.x * out, y: up.y * out };
  } while (out < 200 && spots.some((spot) => touches(spot, centre, size)));
  return centre;
}

function touches({ x, y, reach }, centre, size) {
  const dx = Math.max(0, Math.abs(centre.x - x) - size.width / 2);
  const dy = Math.max(0, Math.abs(centre.y - y) - size.height / 2);
  return Math.hypot(dx, dy) < reach;
}

function makeHand() {
  return el("g", { class: "hand" }, el("rect", { class: "turn", x: -5, y: -5, height: HEIGHT + 10, rx: 7 }),
    el("g"), el("g", { class: "total" }, el("rect", { height: 19, rx: 9.5 }), el("text", { y: 14 })));
}

function showHand(node, hand, room) {
  const [turn, cards, total] = node.children;
  const width = layCards(cards, hand.cards, room);
  node.classList.toggle("in-turn", hand.in_turn);
  setAttribute(turn, "width", width + 10);
  showTotal(total, hand.total, width, HEIGHT - 12);
  return width;
}

export function showTotal(node, text, right, y) {
  const [pill, words] = node.children, width = text.length * 8 + 13;
  setText(words, text);
  setAttribute(pill, "width", text ? width : 0);
  setAttribute(pill, "x", -width / 2);
  setAttribute(node, "transform", `translate(${round(right - width / 2 + 8)} ${y})`);
}
