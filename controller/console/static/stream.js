// The page's life: one event stream in, at most one picture drawn per frame, and an honest word when the table is
// silent. What was seen last stays, dimmed, until a new picture comes.

import { byId } from "./svg.js";

const RETRY_MS = 2000;

// `see` has a function for each kind of event the page wants: table, picture, devices, bench.
export function watch(see, path = "/events") {
  const life = { see, facts: "", waiting: null, seen: false };
  connect(life, path);
}

function connect(life, path) {
  const source = new EventSource(path);
  source.addEventListener("table", (event) => onTable(life, event.data));
  source.addEventListener("picture", (event) => onPicture(life, event.data));
  for (const name of ["devices", "bench"]) {
    source.addEventListener(name, (event) => life.see[name]?.(JSON.parse(event.data)[name]));
  }
  source.addEventListener("offline", () => lose(life, life.seen ? "What you see is the last it said." : ""));
  source.addEventListener("error", () => {
    lose(life, "This page lost its server; it tries again by itself.");
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS, life, path);
  });
}

function onTable(life, text) {
  if (text === life.facts) return;
  life.facts = text;
  life.see.table?.(JSON.parse(text).table);
}

function onPicture(life, text) {
  const first = life.waiting === null;
  life.waiting = text;
  if (first) requestAnimationFrame(() => draw(life));
}

function draw(life) {
  if (life.waiting === null) return;
  const picture = JSON.parse(life.waiting);
  life.waiting = null;
  life.seen = true;
  life.see.picture?.(picture);
  setStale(false);
}

function lose(life, more) {
  life.waiting = null; // a picture not yet drawn is old news now
  setStale(true, more);
}

function setStale(stale, more = "") {
  document.body.classList.toggle("stale", stale);
  byId("offline").hidden = !stale;
  byId("offline-more").textContent = more;
}
