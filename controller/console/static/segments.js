// Fourteen-segment letters, as the little displays at the seats have them: dim segments behind, lit ones
// before. The words themselves stand in `data-text` and in the list of seats.

import { el, round, setAttribute } from "./svg.js";

// A cell is 10 by 16. a top, b c right, d bottom, e f left, g h middle left and right,
// i k upper diagonals, j upper stem, l n lower diagonals, m lower stem.
const SEGMENTS = {
  a: "M1.6 0h6.8l-1.3 1.5H2.9z", d: "M2.9 14.5h4.2l1.3 1.5H1.6z",
  f: "M0 1.3 1.5 2.8v3.8L.7 7.5 0 6.9z", b: "M10 1.3 8.5 2.8v3.8l.8.9.7-.6z",
  e: "M0 14.7 1.5 13.2V9.4L.7 8.5 0 9.1z", c: "M10 14.7 8.5 13.2V9.4l.8-.9.7.6z",
  g: "M1 8l.8-.75h2L4.6 8l-.8.75h-2z", h: "M5.4 8l.8-.75h2L9 8l-.8.75h-2z",
  j: "M4.3 2h1.4v4.3L5 7.1l-.7-.8z", m: "M4.3 14h1.4V9.7L5 8.9l-.7.8z",
  i: "M2 2h.6l1.6 3.7v1.1h-.5L2 3.3z", k: "M8 2h-.6L5.8 5.7v1.1h.5L8 3.3z",
  l: "M2 14h.6l1.6-3.7V9.2h-.5L2 12.7z", n: "M8 14h-.6l-1.6-3.7V9.2h.5L8 12.7z",
};
const ALL = Object.keys(SEGMENTS).join("");
const LETTERS = {
  0: "abcdef", 1: "bc", 2: "abghed", 3: "abcdh", 4: "fghbc", 5: "afghcd", 6: "afedcgh", 7: "abc", 8: "abcdefgh", 9: "abcdfgh",
  A: "abcefgh", B: "cdefgh", C: "adef", D: "bcdegh", E: "adefg", F: "aefg", G: "acdefh", H: "bcefgh", I: "adjm", J: "bcde",
  K: "efgkn", L: "def", M: "bcefik", N: "bcefin", O: "abcdef", P: "abefgh", Q: "abcdefn", R: "abefghn", S: "afghcd", T: "ajm",
  U: "bcdef", V: "efkl", W: "bcefln", X: "ikln", Y: "ikm", Z: "adkl",
  "-": "gh", "+": "ghjm", "/": "kl", "?": "abhm", "*": "ghijklmn", "−": "gh", "=": "dgh", " ": "", ":": "jm", "$": "afghcdjm",
};
const PITCH = 13, POINT = "M.2 13.8h2.2V16H.2z", POINT_PITCH = 6;

export function makeSegments(width) {
  const dim = el("g", { class: "dim" }), lit = el("g", { class: "lit" });
  const node = el("g", { class: "segments" }, dim, lit);
  return { node, show: (text) => show(node, dim, lit, text, width) };
}

// Eight letters fill the width; a longer text is set narrower, never cut.
function show(node, dim, lit, text, width) {
  const letters = [...text.toUpperCase()], places = [];
  let end = 0;
  for (const letter of letters) {
    places.push(end);
    end += letter === "." ? POINT_PITCH : PITCH;
  }
  const behind = Array.from({ length: Math.max(0, Math.floor((8 * PITCH - end) / PITCH)) }, (_, index) => end + index * PITCH);
  const cells = letters.map((letter, index) => cell(places[index], shape(letter)));
  const back = places.filter((_, index) => letters[index] !== ".").concat(behind).map((x) => cell(x, shape("all")));
  setAttribute(node, "transform", `scale(${round(width / (Math.max(8 * PITCH, end) - 3), 1000)} 1)`);
  dim.replaceChildren(...back);
  lit.replaceChildren(...cells);
}

function shape(letter) {
  if (letter === ".") return POINT;
  const names = letter === "all" ? ALL : LETTERS[letter] ?? LETTERS["*"];
  return [...names].map((name) => SEGMENTS[name]).join("");
}

const cell = (x, d) => el("path", { d, transform: `translate(${x} 0)` });
