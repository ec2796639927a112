// Chips against the first card: when each spot was covered, before or after the instant that locked the bets.
// The scale is even near that instant and shrinks outwards, so that 20 seconds and 20 milliseconds fit.

import { el, round } from "./svg.js";

const WIDTH = 440, EVEN = 20, ROW = 15, TOP = 34;
const TICKS = [-60000, -10000, -1000, -100, 0, 100, 1000, 10000, 60000];
const SHAPES = {
  admitted: ["circle", { r: 5 }],
  late: ["path", { d: "M0-6 6 0 0 6-6 0z" }],
  photo: ["path", { d: "M0-6 6 5H-6z" }],
};
const OTHER = ["path", { d: "M-5-5H5V5H-5z" }];
const NAMES = { admitted: "admitted", late: "too late", photo: "close call", orphan: "no base bet", refused: "refused", arrow: "both arrows" };

// `uncertain`: milliseconds around the first card within which a supervisor decides.
export function makeTimeline(margins, uncertain) {
  const sorted = [...margins].sort((a, b) => a.ms - b.ms);
  const far = Math.max(1000, ...margins.map(({ ms }) => Math.abs(ms)));
  const x = (ms) => round(WIDTH / 2 + Math.asinh(ms / EVEN) / Math.asinh(far * 1.5 / EVEN) * (WIDTH / 2 - 20));
  const rows = stack(sorted, x), height = TOP + 24 + ROW * Math.max(...rows, 2);
  const ticks = TICKS.filter((ms) => Math.abs(ms) <= far * 1.5);
  return el("svg", { viewBox: `0 0 ${WIDTH} ${height + 40}`, class: "timeline", role: "img", "aria-label": sorted.map(told).join("; ") },
    el("rect", { class: "uncertain", x: x(-uncertain), y: TOP - 10, width: x(uncertain) - x(-uncertain), height: height - TOP + 10 }),
    text("uncertain-word", x(0), TOP - 16, `±${uncertain} ms: a supervisor decides`), el("path", { class: "first-card", d: `M${x(0)} ${TOP - 10}V${height}` }),
    text("side", 4, 14, "◀ before the first card", "start"), text("side", WIDTH - 4, 14, "after ▶", "end"),
    ...legend(margins, height + 34), el("path", { class: "axis", d: `M0 ${height}H${WIDTH}` }), ...ticks.map((ms) => text("tick", x(ms), height + 14, span(ms))),
    ...sorted.map((chip, index) => mark(chip, x(chip.ms), height - 14 - rows[index] * ROW)));
}

// Chips that landed together stand one above the other.
function stack(sorted, x) {
  const ends = [];
  return sorted.map((chip) => {
    const at = x(chip.ms), free = ends.findIndex((end) => at > end), row = free < 0 ? ends.length : free;
    ends[row] = at + 62;
    return row;
  });
}

function mark(chip, x, y) {
  const [name, attributes] = SHAPES[chip.bet] ?? OTHER;
  const title = el("title");
  title.textContent = told(chip);
  return el("g", { class: `chip-mark ${chip.bet}`, transform: `translate(${x} ${y})` }, el(name, attributes),
    text("chip-word", 9, 4, `${chip.seat} ${chip.spot}`, "start"), title);
}

// What each shape says, of those that are there.
function legend(margins, y) {
  return [...new Set(margins.map(({ bet }) => bet))].flatMap((bet, index) => {
    const [name, attributes] = SHAPES[bet] ?? OTHER;
    return [el("g", { class: `shape ${bet}`, transform: `translate(${12 + index * 100} ${y - 4})` }, el(name, attributes)),
      text("side", 22 + index * 100, y, NAMES[bet] ?? bet, "start")];
  });
}

const told = ({ seat, spot, ms, bet }) => `seat ${seat} ${spot} ${span(Math.abs(ms))} ${ms < 0 ? "before" : "after"} the first card, ${NAMES[bet] ?? bet}`;

function span(ms) {
  if (ms === 0) return "first card";
  return Math.abs(ms) < 1000 ? `${round(ms)} ms` : `${round(ms / 1000)} s`;
}

function text(name, x, y, words, anchor = "middle") {
  const node = el("text", { class: name, x, y, "text-anchor": anchor });
  node.textContent = words;
  return node;
}
