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

// Writing only what differs keeps the browser from painting, and a screen reader from speaking, twice.
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

export const round = (number, parts = 10) => Math.round(number * parts) / parts;

export function dollars(cents) {
  const amount = Math.abs(cents) / 100;
  const text = amount.toLocaleString("en-US", { minimumFractionDigits: amount % 1 ? 2 : 0, maximumFractionDigits: 2 });
  return `${cents < 0 ? "−" : ""}$${text}`;
}
