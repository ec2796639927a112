// One seat: its betting spots with chips and lamps, its cards, its display. Built once, then patched.
//
// Spots are generic: `main` is a circle, `p` and `d` are arrows side by side, any other spot is a smaller
// circle at the upper right of the bet as its player sees it, that is, turned towards the dealer.

import { HEIGHT, layCards } from "./cards.js";
import { makeSegments } from "./segments.js";
import { dollars, el, round, setAttribute, setText } from "./svg.js";

const MAIN = 34, SIDE = 21, PLATE = { width: 106, height: 29 };
const ARROW = "M-25 33V-11L0-35 25-11V33z";
export const WORDS = { open: "", locked: "LOCKED", no_bet: "NO BET", removed: "REMOVED" };
const CHIPS = [[50000, "purple"], [10000, "black"], [2500, "green"], [500, "red"], [0, "white"]];

export function makeSeat(number, spots, place) {
  const up = { x: -Math.sin(place.lean), y: -Math.cos(place.lean) };
  const right = { x: Math.cos(place.lean), y: -Math.sin(place.lean) };
  // How much the side spot is in the way of the cards: at the left of the picture it is beside the bet.
  const aside = spots.some(isSide), crowd = aside ? Math.min(1, Math.max(0, 1 + place.lean / 0.5)) : 0;
  const frame = { up, right, reach: baseReach(spots, up), crowd, free: aside ? 1 - crowd : 0 };
  const shapes = spotShapes(spots, up, right).map((shape) => makeSpot(shape, number));
  const plate = makePlate(number, frame);
  const layer = (...children) => el("g", { class: "seat", "data-seat": number,
    transform: `translate(${round(place.x)} ${round(place.y)}) scale(${place.scale})` }, ...children);
  const node = layer(...shapes.map((shape) => shape.node), plate.node), cards = layer();
  let last = "";
  function show(seat) {
    const now = JSON.stringify(seat);
    if (now === last) return;
    last = now;
    node.classList.toggle("off", seat.off);
    node.classList.toggle("in-turn", seat.hands.some((hand) => hand.in_turn));
    for (const shape of shapes) shape.show(seat.spots.find((spot) => spot.spot === shape.spot));
    layHands(cards, seat.hands, frame);
    plate.show(seat.off ? "SEAT OFF" : seat.texts[0] ?? "", seat.texts.length - 1);
  }
  return { node, cards, show };
}

const isArrow = (spot) => spot === "p" || spot === "d";
const isSide = (spot) => spot !== "main" && !isArrow(spot);

// How far the bet itself reaches towards the dealer, and as far away from them.
function baseReach(spots, up) {
  return spots.some(isArrow) ? Math.abs(up.x) * 52 + Math.abs(up.y) * 38 : MAIN;
}

function spotShapes(spots, up, right) {
  const arrows = spots.filter(isArrow);
  let sides = 0;
  return spots.map((spot) => {
    if (spot === "main") return { spot, x: 0, y: 0, r: MAIN };
    if (isArrow(spot)) return { spot, x: arrows.length > 1 ? (spot === "p" ? -31 : 31) : 0, y: 0, r: 25, arrow: true };
    const across = sides++ ? -46 : 46;
    return { spot, x: up.x * 45 + right.x * across, y: up.y * 45 + right.y * across, r: SIDE };
  });
}

function makeSpot({ spot, x, y, r, arrow }, seat) {
  const outline = (name, grow = 0) => arrow
    ? el("path", { class: name, d: ARROW, transform: `scale(${1 + grow / 30})` })
    : el("circle", { class: name, r: r + grow });
  const label = el("text", { class: arrow ? "spot-letter" : "spot-label", y: arrow ? 10 : 4 });
  label.textContent = spot === "main" ? seat : spot.toUpperCase();
  const chip = makeChip(r * (arrow ? 0.82 : 0.78));
  const word = makeWord(arrow ? 35 : r - 1);
  const node = el("g", { class: "spot", "data-spot": spot, transform: `translate(${round(x)} ${round(y)})` },
    outline("spot-bed"), label, outline("lamp"), outline("lamp-outer", 5), chip.node, word.node);
  function show(picture) {
    setAttribute(node, "data-lamp", picture?.lamp ?? "open");
    node.classList.toggle("covered", Boolean(picture?.covered));
    word.show(WORDS[picture?.lamp] ?? "");
    chip.show(picture?.amount ?? null);
  }
  return { spot, node, show };
}

function makeChip(r) {
  const amount = el("text", { class: "chip-amount", y: r < 20 ? 3.5 : 4.5 });
  const disc = (dy) => [el("circle", { class: "chip-edge", r, cy: dy }), el("circle", { class: "chip-marks", r: r - 2.5, cy: dy,
    "stroke-dasharray": `${round((r - 2.5) * 0.44)} ${round((r - 2.5) * 0.6072)}` })];
  const node = el("g", { class: "chip" }, el("circle", { class: "chip-shadow", r: r + 1, cy: 4, cx: 1.5 }),
    ...disc(3), ...disc(0), el("circle", { class: "chip-face", r: r - 5.5 }), amount);
  function show(cents) {
    const colour = cents === null ? "red" : CHIPS.find(([least]) => cents >= least)[1];
    setAttribute(node, "data-colour", colour);
    const text = cents === null ? "" : dollars(cents);
    setText(amount, text);
    setAttribute(amount, "font-size", round(Math.min(r * 0.58, r * 2.5 / Math.max(1, text.length))));
  }
  return { node, show };
}

function makeWord(y) {
  const text = el("text", { y: 4 }), pill = el("rect", { y: -8, height: 16, rx: 8 });
  const node = el("g", { class: "lamp-word", transform: `translate(0 ${y})` }, pill, text);
  function show(word) {
    setText(text, word);
    const width = word.length * 7.4 + 12;
    setAttribute(pill, "width", word ? width : 0);
    setAttribute(pill, "x", -width / 2);
  }
  return { node, show };
}

function makePlate(number, { up, reach: base }) {
  const { width, height } = PLATE, reach = Math.min(base, 38) + 11 + Math.abs(up.x) * width / 2 + Math.abs(up.y) * height / 2;
  const segments = makeSegments(width - 16);
  const more = el("text", { class: "plate-more", x: width / 2 - 3, y: -height / 2 - 3 });
  const tab = el("text", { class: "plate-seat", x: -width / 2 - 9, y: 4.5 });
  tab.textContent = number;
  const node = el("g", { class: "plate", transform: `translate(${round(-up.x * reach + 8)} ${round(-up.y * reach)})` },
    el("rect", { class: "plate-rim", x: -width / 2 - 19, y: -height / 2 - 2, width: width + 21, height: height + 4, rx: 6 }),
    el("rect", { class: "plate-glass", x: -width / 2, y: -height / 2, width, height, rx: 4 }),
    el("g", { transform: `translate(${-width / 2 + 8} ${-8})` }, segments.node), tab, more);
  function show(text, others) {
    setAttribute(node, "data-text", text);
    segments.show(text);
    setText(more, others > 0 ? `+${others}` : "");
  }
  show("", 0);
  return { node, show };
}

// Hands lie before the bet towards the dealer, left of the side spot; split hands lie beyond it, smaller.
function layHands(group, hands, { up, right, reach, crowd, free }) {
  while (group.children.length > hands.length) group.lastChild.remove();
  while (group.children.length < hands.length) group.append(makeHand());
  const many = hands.length > 1, scale = [1, 1, 0.8, 0.6, 0.6][Math.min(hands.length, 4)];
  const widths = hands.map((hand, index) => showHand(group.children[index], hand, many ? 50 / scale : 92));
  const cell = { width: Math.max(0, ...widths) * scale + (many ? 7 : 0), height: HEIGHT * scale + (many ? 6 : 0) };
  const size = { width: cell.width * (many ? 2 : 1), height: cell.height * Math.ceil(hands.length / 2) };
  const out = reach + 8 + (many ? 18 * crowd : 0) + Math.abs(up.x) * size.width / 2 + Math.abs(up.y) * size.height / 2;
  const aside = crowd * (many ? 9 : Math.max(9, size.width / 2 - 22) * Math.abs(up.y));
  const corner = { x: up.x * out - right.x * aside - size.width / 2, y: up.y * out - right.y * aside - size.height / 2 };
  corner.x += free * Math.max(0, size.width - 59) / 2; // grow away from the left neighbour's side spot
  hands.forEach((_, index) => {
    const x = corner.x + (index % 2) * cell.width, y = corner.y + Math.floor(index / 2) * cell.height;
    setAttribute(group.children[index], "transform", `translate(${round(x)} ${round(y)}) scale(${scale})`);
  });
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
  showTotal(total, hand.total, width, HEIGHT - 8);
  return width;
}

export function showTotal(node, text, right, y) {
  const [pill, words] = node.children, width = text.length * 8 + 13;
  setText(words, text);
  setAttribute(pill, "width", text ? width : 0);
  setAttribute(pill, "x", -width / 2);
  setAttribute(node, "transform", `translate(${round(right - width / 2 + 8)} ${y})`);
}
