// Small words for drawing. Attributes only: the page's policy allows no inline style.

const SVG = "http://www.w3.org/2000/svg";

export function el(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export function html(name, className, ...children) {
  const node = document.createElement(name);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

export function button(className, words, pressed) {
  const node = html("button", className, words);
  node.type = "button";
  node.addEventListener("click", () => pressed(node));
  return node;
}

// Makes a drawn thing a button for mouse, touch and keys.
export function asButton(node, pressed) {
  node.setAttribute("role", "button");
  node.setAttribute("tabindex", 0);
  node.addEventListener("click", pressed);
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pressed();
  });
}

// A choice with its name for those who hear it; options are [value, words].
export function select(name, options) {
  const node = html("select", "", ...options.map(([value, words]) => new Option(words, value)));
  node.setAttribute("aria-label", name);
  return node;
}

// Writing only what differs keeps the browser from painting, and a screen reader from speaking, twice.
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

// Keeps the items whose content is the same, in place: a list may be long, is read aloud, and may have the focus.
export function fill(list, things, make) {
  things.forEach((thing, index) => {
    const key = JSON.stringify(thing), old = list.children[index];
    if (old?.dataset.key === key) return;
    const item = make(thing);
    item.dataset.key = key;
    if (old) old.replaceWith(item); else list.append(item);
  });
  while (list.children.length > things.length) list.lastChild.remove();
}

export const byId = (id) => document.getElementById(id);
export const words = (name) => name.replaceAll("_", " ");
export const round = (number, parts = 10) => Math.round(number * parts) / parts;

export function dollars(cents) {
  const amount = Math.abs(cents) / 100;
  const text = amount.toLocaleString("en-US", { minimumFractionDigits: amount % 1 ? 2 : 0, maximumFractionDigits: 2 });
  return `${cents < 0 ? "−" : ""}$${text}`;
}
