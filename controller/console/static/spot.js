// A betting spot: its shape on the cloth, the lamp in it by ring, shape and word, and the chip.

import { asButton, dollars, el, round, setAttribute, setText } from "./svg.js";

const ARROW = "M-25 33V-11L0-35 25-11V33z";
const TOUCH = 35; // on the narrowest tablet 44 pixels across
export const WORDS = { open: "", locked: "LOCKED", no_bet: "NO BET", removed: "REMOVED" };
const CHIPS = [[50000, "purple"], [10000, "black"], [2500, "green"], [500, "red"], [0, "white"]];

export function makeSpot({ spot, x, y, r, arrow }, seat, hands) {
  const outline = (name, grow = 0) => arrow
    ? el("path", { class: name, d: ARROW, transform: `scale(${1 + grow / 30})` })
    : el("circle", { class: name, r: r + grow });
  const label = el("text", { class: arrow ? "spot-letter" : spot.length > 4 ? "spot-label long" : "spot-label", y: arrow ? 10 : 4 });
  label.textContent = spot === "main" ? seat : spot.toUpperCase();
  const chip = makeChip(r * (arrow ? 0.82 : 0.78)), word = makeWord(arrow ? 35 : r - 1);
  const node = el("g", { class: "spot", "data-spot": spot, transform: `translate(${round(x)} ${round(y)})` },
    el("circle", { class: "touch", r: Math.max(TOUCH, r) }), outline("spot-bed"), label, outline("lamp"),
    outline("lamp-outer", 5), chip.node, word.node);
  let covered = false;
  if (hands) asButton(node, () => hands.chip(seat, spot, !covered));
  function show(picture) {
    covered = Boolean(picture?.covered);
    setAttribute(node, "data-lamp", picture?.lamp ?? "open");
    node.classList.toggle("covered", covered);
    word.show(WORDS[picture?.lamp] ?? "");
    chip.show(picture?.amount ?? null);
    if (hands) setAttribute(node, "aria-label", `Seat ${seat} ${spot}: ${covered ? "lift the chip" : "place a chip"}`);
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
    setAttribute(amount, "font-size", round(Math.min(r * 0.66, r * 2.7 / Math.max(1, text.length))));
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
