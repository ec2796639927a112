// Cards as they lie on the felt. Suits are drawn, not written: no font decides how a heart looks.

import { el, round, setAttribute } from "./svg.js";

export const WIDTH = 40, HEIGHT = 56;
const FACE_DOWN = "??";
const SUITS = {
  h: ["hearts", "M0 8.5C-11-.5-9-8-4.5-8-2-8-.4-6 0-4.3.4-6 2-8 4.5-8 9-8 11-.5 0 8.5z"],
  d: ["diamonds", "M0-9 6.5 0 0 9-6.5 0z"],
  s: ["spades", "M0-9C9.5-1 8.5 5 4.5 5 2.6 5 1.1 4 .6 2.6.8 5.5 1.6 7.5 3 9h-6c1.4-1.5 2.2-3.5 2.4-6.4C-1.1 4-2.6 5-4.5 5-8.5 5-9.5-1 0-9z"],
  c: ["clubs", "M0-9a4 4 0 0 1 3.3 6.3A4 4 0 1 1 .7 2.9C.8 5.8 1.6 7.6 3 9h-6C-1.6 7.6-.8 5.8-.7 2.9a4 4 0 1 1-2.6-5.6A4 4 0 0 1 0-9z"],
};
const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king" };

export function cardWords(code) {
  if (code === FACE_DOWN) return "a card face down";
  const rank = code.slice(0, -1);
  return `${RANKS[rank] ?? rank} of ${SUITS[code.slice(-1)]?.[0] ?? "?"}`;
}

export function cardShort(code) {
  const glyph = { h: "♥", d: "♦", s: "♠", c: "♣" }[code.slice(-1)];
  return code === FACE_DOWN ? "face down" : `${code.slice(0, -1)}${glyph ?? ""}\uFE0E`;
}

function cardNode(code) {
  const face = code === FACE_DOWN ? back() : front(code);
  const shadow = el("rect", { class: "card-shadow", x: 1.5, y: 2.5, width: WIDTH, height: HEIGHT, rx: 4.5 });
  const node = el("g", { class: "card", "data-card": code }, el("g", { class: "card-in" }, shadow, ...face));
  return node;
}

function front(code) {
  const [, path] = SUITS[code.slice(-1)] ?? ["", ""];
  const rank = code.slice(0, -1);
  const colour = "hd".includes(code.slice(-1)) ? "red" : "black";
  const text = el("text", { class: rank === "10" ? "rank ten" : "rank", x: 10, y: 19 });
  text.textContent = rank;
  return [
    el("rect", { class: "card-face", width: WIDTH, height: HEIGHT, rx: 4.5 }),
    el("g", { class: colour }, text,
      el("path", { d: path, transform: "translate(10 30) scale(.72)" }),
      el("path", { d: path, transform: "translate(26 40) scale(1.25)" })),
  ];
}

function back() {
  return [
    el("rect", { class: "card-face", width: WIDTH, height: HEIGHT, rx: 4.5 }),
    el("rect", { class: "card-back", x: 3, y: 3, width: WIDTH - 6, height: HEIGHT - 6, rx: 2.5 }),
    el("rect", { fill: "url(#lattice)", x: 3, y: 3, width: WIDTH - 6, height: HEIGHT - 6, rx: 2.5 }),
    el("circle", { class: "card-back-eye", cx: WIDTH / 2, cy: HEIGHT / 2, r: 8 }),
    el("path", { class: "card-back-mark", d: SUITS.s[1], transform: `translate(${WIDTH / 2} ${HEIGHT / 2}) scale(.6)` }),
  ];
}

// Puts these cards into the group, left to right; a card that already lies there stays the same node,
// so that only a new card comes in with a movement. Answers the width they take.
export function layCards(group, codes, widest, step = 19) {
  const stride = codes.length > 1 ? Math.min(step, (widest - WIDTH) / (codes.length - 1)) : 0;
  codes.forEach((code, index) => {
    let node = group.children[index];
    if (node?.dataset.card !== code) {
      const fresh = cardNode(code);
      if (node) node.replaceWith(fresh); else group.append(fresh);
      node = fresh;
    }
    setAttribute(node, "transform", `translate(${round(index * stride)} 0)`);
  });
  while (group.children.length > codes.length) group.lastChild.remove();
  return WIDTH + Math.max(0, codes.length - 1) * stride;
}
