// The felt, dealer at the top. Seat 1, first base, is at the dealer's left: at the right of the picture.

import { cardWords, layCards } from "./cards.js";
import { makeSeat, showTotal } from "./seat.js";
import { el, round, setAttribute, setText } from "./svg.js";

const CENTRE = { x: 500, y: 150 };
const LETTERING = {
  "no-bust-21": ["CLOSEST TO 21 WINS", "21 PAYS 1 TO 1 AT ONCE"],
};
const STANDARD = ["BLACKJACK PAYS 3 TO 2", "INSURANCE PAYS 2 TO 1"];
const BOX = { x: 386, y: 74, scale: 1.35 };

export function makeFelt(table) {
  const seats = Array.from({ length: table.seats }, (_, index) =>
    makeSeat(index + 1, table.spots, placeOf(index, table.seats)));
  const dealer = makeDealer(), shoe = makeShoe();
  const node = el("svg", { viewBox: "0 0 1000 640", role: "img", class: "felt", "aria-label": "The felt" },
    definitions(), ...tableTop(), ...lettering(table), tray(), discards(), shoe.node, dealer.node,
    ...seats.map((seat) => seat.node), ...seats.map((seat) => seat.cards));
  function show(picture) {
    for (const seat of picture.seats) seats[seat.seat - 1]?.show(seat);
    dealer.show(picture);
    shoe.show(picture.shoe);
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
    x: CENTRE.x + 350 * Math.cos(angle), y: CENTRE.y + 354 * Math.sin(angle),
    lean: (90 - degrees) * 0.7 * Math.PI / 180, scale: round(Math.min(1, step / 23)),
  };
}

function tableTop() {
  const edge = (inset, top, round = 26) => `M${inset + round} ${top}H${1000 - inset - round}q${round} 0 ${round} ${round}` +
    `V150A${500 - inset} ${490 - inset} 0 0 1 ${inset} 150V${top + round}q0 ${-round} ${round} ${-round}Z`;
  return [
    el("path", { class: "floor-shadow", d: edge(4, 14), transform: "translate(0 6)" }),
    el("path", { fill: "url(#leather)", d: edge(10, 8) }),
    el("path", { class: "rail-shine", d: edge(19, 16) }),
    el("path", { class: "rail-stitch", d: edge(38, 20) }),
    el("path", { class: "rail-lip", d: edge(44, 20) }),
    el("path", { fill: "url(#cloth)", d: edge(48, 22) }),
    el("path", { fill: "url(#weave)", d: edge(48, 22) }),
  ];
}

function definitions() {
  const stops = (...pairs) => pairs.map(([offset, name]) => el("stop", { offset, class: name }));
  const arc = (id, reach) => el("path", { id, fill: "none", d: bow(reach, 80) });
  return el("defs", {},
    el("radialGradient", { id: "cloth", cx: 0.5, cy: 0.3, r: 0.75 }, ...stops([0, "cloth-1"], [0.6, "cloth-2"], [1, "cloth-3"])),
    el("linearGradient", { id: "leather", x1: 0, y1: 0, x2: 0, y2: 1 }, ...stops([0, "leather-1"], [0.5, "leather-2"], [1, "leather-3"])),
    el("pattern", { id: "weave", width: 4, height: 4, patternUnits: "userSpaceOnUse" }, el("path", { class: "weave", d: "M0 4 4 0M-1 1 1-1M3 5 5 3" })),
    el("pattern", { id: "lattice", width: 6, height: 6, patternUnits: "userSpaceOnUse" }, el("path", { class: "lattice", d: "M0 0 6 6M6 0 0 6" })),
    arc("arc-1", 0), arc("arc-2", 38), arc("arc-3", 84));
}

// A curve before the dealer, `reach` beyond the first line of lettering, this many degrees to either side.
function bow(reach, degrees) {
  const rx = 250 + reach, ry = 142 + reach, angle = degrees * Math.PI / 180;
  const dx = rx * Math.sin(angle), y = 120 + ry * Math.cos(angle);
  return `M${round(500 - dx)} ${round(y)}A${rx} ${ry} 0 0 0 ${round(500 + dx)} ${round(y)}`;
}

function lettering(table) {
  const [first, second] = table.lettering ?? LETTERING[table.game] ?? STANDARD;
  const along = (id, name, words) => {
    const path = el("textPath", { href: `#${id}`, startOffset: "50%" });
    path.textContent = words;
    return el("text", { class: `lettering ${name}` }, path);
  };
  const band = (reach) => el("path", { class: "insurance-line", d: bow(reach, 52) });
  const game = (table.game ?? "").replaceAll("-", " ").toUpperCase();
  return [band(15), band(48), along("arc-1", "first", first), along("arc-2", "second", second),
    along("arc-3", "game", game)];
}

function tray() {
  const colours = ["white", "red", "red", "green", "green", "green", "black", "black", "purple", "white"];
  const columns = colours.flatMap((colour, column) => Array.from({ length: 9 }, (_, chip) =>
    el("rect", { class: "tray-chip", "data-colour": colour, x: 372 + column * 26, y: 24 + chip * 3.6, width: 22, height: 3, rx: 1.2 })));
  return el("g", { class: "tray" }, el("rect", { class: "tray-bed", x: 364, y: 16, width: 272, height: 46, rx: 6 }), ...columns);
}

function discards() {
  return el("g", { class: "discards" }, el("rect", { class: "acrylic", x: 104, y: 38, width: 62, height: 84, rx: 6 }),
    ...[0, 1, 2, 3].map((card) => el("rect", { class: "discard", x: 112 + card, y: 46 + card * 1.5, width: 44, height: 62, rx: 4 })),
    el("rect", { fill: "url(#lattice)", x: 118, y: 54, width: 38, height: 55, rx: 3 }));
}

function makeShoe() {
  const state = el("text", { class: "shoe-state", x: 842, y: 95 }), name = el("text", { class: "shoe-name", x: 842, y: 76 });
  name.textContent = "SHOE";
  const node = el("g", { class: "shoe" },
    el("path", { class: "shoe-shadow", d: "M792 36H908Q914 36 914 44V120Q914 126 908 126H800Q776 112 774 92Q774 50 792 36z" }),
    el("path", { class: "shoe-body", d: "M796 32H904Q910 32 910 40V114Q910 120 904 120H804Q780 108 778 88Q778 46 796 32z" }),
    el("path", { class: "shoe-mouth", d: "M796 36Q780 50 780 88Q782 104 803 116Q790 100 790 76Q790 50 796 36z" }), name, state);
  return { node, show: (there) => { setText(state, there ? "READY" : "LOST"); node.classList.toggle("lost", !there); } };
}

function makeDealer() {
  const label = el("text", { class: "box-label", x: BOX.x + 27, y: BOX.y + 91 });
  label.textContent = "UP CARD";
  const frame = el("rect", { class: "box-frame", x: BOX.x - 5, y: BOX.y - 4, width: 64, height: 84, rx: 8 });
  const ghost = el("rect", { class: "box-ghost", x: BOX.x, y: BOX.y, width: 54, height: 75.6, rx: 6 });
  const boxed = el("g", { transform: `translate(${BOX.x} ${BOX.y}) scale(${BOX.scale})` });
  const row = el("g", { transform: `translate(${BOX.x + 76} ${BOX.y}) scale(${BOX.scale})` });
  const total = el("g", { class: "total dealer-total" }, el("rect", { height: 22, rx: 11 }), el("text", { y: 16 }));
  const box = el("g", { class: "box" }, frame, ghost, label, boxed);
  const node = el("g", { class: "dealer" }, box, row, total);
  function show(picture) {
    const [inBox, beside] = split(picture);
    node.classList.toggle("boxed", picture.box);
    setAttribute(box, "data-covered", picture.box);
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
