// The display at a seat: eight lit letters, the seat's number, and how many more words wait behind the first.

import { makeSegments } from "./segments.js";
import { el, round, setAttribute, setText } from "./svg.js";

const WIDTH = 106, HEIGHT = 29;

export function makePlate(number, { up, base }) {
  const reach = Math.min(base, 38) + 11 + Math.abs(up.x) * WIDTH / 2 + Math.abs(up.y) * HEIGHT / 2;
  const segments = makeSegments(WIDTH - 16);
  const more = makeMore();
  const tab = el("text", { class: "plate-seat", x: -WIDTH / 2 - 9, y: 4.5 });
  tab.textContent = number;
  const node = el("g", { class: "plate", transform: `translate(${round(-up.x * reach + 8)} ${round(-up.y * reach)})` },
    el("rect", { class: "plate-rim", x: -WIDTH / 2 - 19, y: -HEIGHT / 2 - 2, width: WIDTH + 21, height: HEIGHT + 4, rx: 6 }),
    el("rect", { class: "plate-glass", x: -WIDTH / 2, y: -HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 4 }),
    el("g", { transform: `translate(${-WIDTH / 2 + 8} ${-8})` }, segments.node), tab, more.node);
  function show(text, others) {
    setAttribute(node, "data-text", text);
    segments.show(text);
    more.show(others);
  }
  show("", 0);
  return { node, show };
}

function makeMore() {
  const text = el("text", { y: 5 });
  const node = el("g", { class: "plate-more", transform: `translate(${WIDTH / 2 + 2} ${-HEIGHT / 2})` },
    el("rect", { x: -15, y: -9, width: 30, height: 18, rx: 9 }), text);
  function show(others) {
    setText(text, others > 0 ? `+${others}` : "");
    node.classList.toggle("none", others <= 0);
  }
  return { node, show };
}
