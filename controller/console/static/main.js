// The page's life: one event stream in, one picture drawn per frame at most, and an honest word when the
// table is silent. What was seen last stays, dimmed, until a new picture comes.

import { makeFelt } from "./felt.js";
import { showPanels, showTable } from "./panels.js";

const RETRY_MS = 2000;
let facts = "", felt = null, waiting = null;

function onTable(event) {
  if (event.data === facts) return;
  facts = event.data;
  const { table } = JSON.parse(facts);
  felt = makeFelt(table);
  document.getElementById("felt").replaceChildren(felt.node);
  showTable(table);
}

function onPicture(event) {
  const first = waiting === null;
  waiting = event.data;
  if (first) requestAnimationFrame(draw);
}

function draw() {
  if (waiting === null) return;
  const picture = JSON.parse(waiting);
  waiting = null;
  felt.show(picture);
  showPanels(picture);
  setStale(false);
}

function setStale(stale, more = "") {
  document.body.classList.toggle("stale", stale);
  document.getElementById("offline").hidden = !stale;
  document.getElementById("offline-more").textContent = more;
}

function lose(more) {
  waiting = null; // a picture not yet drawn is old news now
  setStale(true, more);
}

function connect() {
  const source = new EventSource("/events");
  source.addEventListener("table", onTable);
  source.addEventListener("picture", onPicture);
  source.addEventListener("offline", () => lose(felt ? "What you see is the last it said." : ""));
  source.addEventListener("error", () => {
    lose("This page lost its server; it tries again by itself.");
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY_MS);
  });
}

connect();
