// What lies on every table and hardly changes: rail, cloth, lettering, tray, discards and the shoe.

import { el, round, setText } from "./svg.js";

const LETTERING = {
  "no-bust-21": ["CLOSEST TO 21 WINS", "21 PAYS 1 TO 1 AT ONCE"],
};
const STANDARD = ["BLACKJACK PAYS 3 TO 2", "INSURANCE PAYS 2 TO 1"];

export function tableTop() {
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

export function definitions() {
  const stops = (...pairs) => pairs.map(([offset, name]) => el("stop", { offset, class: name }));
  const arc = (id, reach) => el("path", { id, fill: "none", d: bow(reach, 80) });
  return el("defs", {},
    el("radialGradient", { id: "cloth", cx: 0.5, cy: 0.3, r: 0.75 }, ...stops([0, "cloth-1"], [0.6, "cloth-2"], [1, "cloth-3"])),
    el("linearGradient", { id: "leather", x1: 0, y1: 0, x2: 0, y2: 1 }, ...stops([0, "leather-1"], [0.5, "leather-2"], [1, "leather-3"])),
    el("pattern", { id: "weave", width: 4, height: 4, patternUnits: "userSpaceOnUse" }, el("path", { class: "weave", d: "M0 4 4 0M-1 1 1-1M3 5 5 3" })),
    el("pattern", { id: "lattice", width: 6, height: 6, patternUnits: "userSpaceOnUse" }, el("path", { class: "lattice", d: "M0 0 6 6M6 0 0 6" })),
    arc("arc-1", 0), arc("arc-2", 36), arc("arc-3", 76));
}

// A curve before the dealer, `reach` beyond the first line of lettering, this many degrees to either side.
function bow(reach, degrees) {
  const rx = 238 + reach, ry = 136 + reach, angle = degrees * Math.PI / 180;
  const dx = rx * Math.sin(angle), y = 112 + ry * Math.cos(angle);
  return `M${round(500 - dx)} ${round(y)}A${rx} ${ry} 0 0 0 ${round(500 + dx)} ${round(y)}`;
}

export function lettering(table) {
  const [first, second] = LETTERING[table.game] ?? STANDARD;
  const along = (id, name, words) => {
    const path = el("textPath", { href: `#${id}`, startOffset: "50%" });
    path.textContent = words;
    return el("text", { class: `lettering ${name}` }, path);
  };
  const band = (reach) => el("path", { class: "insurance-line", d: bow(reach, 46) });
  const game = (table.game ?? "").replaceAll("-", " ").toUpperCase();
  return [band(14), band(46), along("arc-1", "first", first), along("arc-2", "second", second),
    along("arc-3", "game", game)];
}

export function tray() {
  const colours = ["white", "red", "red", "green", "green", "green", "black", "black", "purple", "white"];
  const columns = colours.flatMap((colour, column) => Array.from({ length: 9 }, (_, chip) =>
    el("rect", { class: "tray-chip", "data-colour": colour, x: 372 + column * 26, y: 24 + chip * 3.6, width: 22, height: 3, rx: 1.2 })));
  return el("g", { class: "tray" }, el("rect", { class: "tray-bed", x: 364, y: 16, width: 272, height: 46, rx: 6 }), ...columns);
}

export function discards() {
  return el("g", { class: "discards" }, el("rect", { class: "acrylic", x: 104, y: 38, width: 62, height: 84, rx: 6 }),
    ...[0, 1, 2, 3].map((card) => el("rect", { class: "discard", x: 112 + card, y: 46 + card * 1.5, width: 44, height: 62, rx: 4 })),
    el("rect", { fill: "url(#lattice)", x: 118, y: 54, width: 38, height: 55, rx: 3 }));
}

export function makeShoe() {
  const write = (name, y, words = "") => {
    const node = el("text", { class: name, x: 848, y });
    node.textContent = words;
    return node;
  };
  const state = write("shoe-state", 84), left = write("shoe-left", 104);
  const node = el("g", { class: "shoe" },
    el("path", { class: "shoe-shadow", d: "M792 36H908Q914 36 914 44V120Q914 126 908 126H800Q776 112 774 92Q774 50 792 36z" }),
    el("path", { class: "shoe-body", d: "M796 32H904Q910 32 910 40V114Q910 120 904 120H804Q780 108 778 88Q778 46 796 32z" }),
    el("path", { class: "shoe-mouth", d: "M796 36Q780 50 780 88Q782 104 803 116Q790 100 790 76Q790 50 796 36z" }),
    write("shoe-name", 63, "SHOE"), state, left);
  function show(picture) {
    setText(state, picture.shoe ? "READY" : "LOST");
    setText(left, `${picture.left} left`);
    node.classList.toggle("lost", !picture.shoe);
  }
  return { node, show };
}
