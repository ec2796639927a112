// Plots from plain numbers: what was observed, with the band in which the truth lies as far as the results tell,
// against the exact probability; and bars for counts.

import { el, round } from "./svg.js";

const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2];
const WIDTH = 520, LEFT = 135, RIGHT = 90, ROW = 29, Z = 1.96;

// Wilson's interval, where the record gives no band of its own: true to its word also for few rounds and rare hits.
export function observed(row, hits, of) {
  const share = hits / of, spread = Z * Math.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of)), base = 1 + Z * Z / of;
  const middle = share + Z * Z / (2 * of), low = Math.max(0, (middle - spread) / base), high = Math.min(1, (middle + spread) / base);
  return { row, counted: hits, observed: share, low, high, exact: null };
}

// Rows as the record tells them: row, counted, observed, low, high, and exact or null.
export function oddsPlot(rows) {
  const most = Math.min(1, 1.1 * Math.max(...rows.flatMap((row) => [row.observed, row.exact ?? 0, Math.min(row.high, 2 * row.observed + 0.05)])));
  const x = (share) => round(LEFT + Math.min(1, share / most) * (WIDTH - LEFT - RIGHT)), bottom = rows.length * ROW + 8;
  const step = STEPS.find((one) => most / one <= 6), ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  return el("svg", { viewBox: `0 0 ${WIDTH} ${bottom + 44}`, class: "plot", role: "img", "aria-label": rows.map(told).join("; ") },
    ...ticks.flatMap((share) => [el("path", { class: "grid", d: `M${x(share)} 0V${bottom}` }), text("tick", x(share), bottom + 15, percent(share))]),
    ...rows.flatMap((row, index) => oddsRow(row, x, index * ROW + ROW / 2 + 4)), ...legend(bottom + 36));
}

function oddsRow({ row, counted, observed: share, low, high, exact }, x, y) {
  const outside = exact !== null && (exact < low || exact > high);
  return [
    text("row-name", LEFT - 12, y + 4, row, "end"),
    el("rect", { class: outside ? "band outside" : "band", x: x(low), y: y - 7, width: Math.max(2, x(high) - x(low)), height: 14, rx: 7 }),
    el("circle", { class: "observed", cx: x(share), cy: y, r: 4.5 }),
    ...(exact === null ? [] : [el("path", { class: "exact", d: `M${x(exact)} ${y - 12}V${y + 12}` })]),
    text("row-count", WIDTH - 4, y + 4, `${outside ? "⚠ " : ""}${counted} hits`, "end"),
  ];
}

function legend(y) {
  return [el("circle", { class: "observed", cx: LEFT, cy: y - 4, r: 4.5 }), text("tick", LEFT + 10, y, "observed", "start"),
    el("rect", { class: "band", x: LEFT + 78, y: y - 11, width: 26, height: 14, rx: 7 }), text("tick", LEFT + 110, y, "band", "start"),
    el("path", { class: "exact", d: `M${LEFT + 162} ${y - 15}V${y + 5}` }), text("tick", LEFT + 170, y, "exact odds", "start")];
}

function told({ row, counted, observed: share, exact }) {
  return `${row}: ${counted} hits, ${percent(share)}${exact === null ? "" : `, exact ${percent(exact)}`}`;
}

export function bars(rows) {
  const most = Math.max(...rows.map(([, count]) => count)), row = 22;
  const width = (count) => round(count / most * (WIDTH - LEFT - 80));
  return el("svg", { viewBox: `0 0 ${WIDTH} ${rows.length * row + 4}`, class: "plot", role: "img",
    "aria-label": rows.map(([name, count]) => `${name}: ${count}`).join("; ") },
  ...rows.flatMap(([name, count], index) => [
    text("row-name", LEFT - 12, index * row + 16, name, "end"),
    el("rect", { class: "bar", x: LEFT, y: index * row + 4, width: Math.max(2, width(count)), height: 15, rx: 3 }),
    text("row-count", LEFT + width(count) + 8, index * row + 16, String(count), "start")]));
}

const percent = (share) => `${round(share * 100, 100)}%`;

function text(name, x, y, words, anchor = "middle") {
  const node = el("text", { class: name, x, y, "text-anchor": anchor });
  node.textContent = words;
  return node;
}
