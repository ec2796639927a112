// The Devices page: every sensor, lamp, display, reader and the shoe's line, live, with rates and errors.
// Counters come once a second; a rate is what was counted over the last few of these.

import { makeTests } from "./device-tests.js";
import { openPage } from "./frame.js";
import { cardShort } from "./cards.js";
import { byId, fill, html, words } from "./svg.js";

const WINDOW = 5;
const SIGNS = { ok: "✓", open: "✓", flapping: "≈", stuck: "■", lost: "✕", none: "–", no_reader: "✕" };
const samples = [];
const tests = makeTests();

function page() {
  const part = (id, title) => Object.assign(html("section", "", html("h2", "", title), scrolled(title)), { id });
  byId("devices").append(html("div", "column", part("spots", "Spots and lamps"), tests.node), html("div", "column",
    part("shoe-line", "Shoe line"), part("readers", "Badge reader, record and displays"), part("panel", "Up-card box and keys")));
}

// On a narrow screen a table is wider than its place: the keys must reach it.
function scrolled(title) {
  const node = Object.assign(html("div", "body"), { tabIndex: 0 });
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", title);
  return node;
}

function show(devices) {
  samples.push({ at: performance.now(), devices });
  if (samples.length > WINDOW) samples.shift();
  put("shoe-line", shoeLines(devices.shoe));
  put("readers", readerLines(devices));
  put("spots", [spotTable(devices)]);
  put("panel", [keyTable(devices)]);
}

const put = (id, parts) => fill(byId(id).querySelector(".body"), parts, ([kind, ...rest]) => PARTS[kind](...rest));

const PARTS = {
  fact: (name, value, look = "") => html("p", `fact ${look}`, html("span", "", name), html("b", "", value)),
  table: (heads, rows) => html("table", "", html("thead", "", html("tr", "", ...heads.map((head) => html("th", "", head)))),
    html("tbody", "", ...rows.map((row) => html("tr", "", ...row.map(cell))))),
};

// A cell is text, or [look, text].
const cell = (what) => Array.isArray(what) ? html("td", what[0], what[1]) : html("td", "", String(what));
const state = (name) => [`state ${name}`, `${SIGNS[name] ?? ""} ${words(name)}`];

function rate(of) {
  const first = samples[0], last = samples.at(-1), seconds = (last.at - first.at) / 1000;
  if (seconds <= 0) return "–";
  if (of(first.devices) === null || of(last.devices) === null) return "–";
  const each = (of(last.devices) - of(first.devices)) / seconds;
  return each > 0 ? `${each < 10 ? each.toFixed(1) : Math.round(each)}/s` : "0/s";
}

function shoeLines(shoe) {
  const [look, said] = state(shoe.open ? "open" : "lost");
  return [
    ["fact", "Line", `${said} · ${shoe.protocol}`, look], ["fact", "Port", shoe.port],
    ["fact", "Cards", `${shoe.cards} · ${rate((all) => all.shoe.cards)}`],
    ["fact", "Frames", `${shoe.frames} · ${rate((all) => all.shoe.frames)}`],
    ["fact", "Bytes", shoe.bytes === null ? "not told now" : `${shoe.bytes} · ${rate((all) => all.shoe.bytes)}`],
    ["fact", "Bad frames", `${shoe.bad} · ${rate((all) => all.shoe.bad)}`, shoe.bad ? "state flapping" : ""],
    ["fact", "Last heard", shoe.idle_ms === null ? "never" : `${(shoe.idle_ms / 1000).toFixed(0)} s ago`],
    ["fact", "Last card", shoe.last_card ? cardShort(shoe.last_card) : "not told now"],
    ["fact", "Last frame", shoe.last_frame ? shoe.last_frame.match(/../g).join(" ") : "not told while a card lies face down", "raw"],
  ];
}

function readerLines({ badge, journal, displays }) {
  const [look, said] = state(badge.state);
  return [
    ["fact", "Badge reader", `${said} · ${badge.reader}`, look], ["fact", "Badge", badge.role ?? "none"],
    ["fact", "Record", journal.writing ? `${journal.durable} of ${journal.seq} on disk` : "✕ not written", journal.writing ? "" : "state lost"],
    ...displays.map(({ name, state: how, errors }) => ["fact", `Display ${name}`, `${state(how)[1]} · ${errors} errors`, state(how)[0]]),
  ];
}

function spotTable({ spots, lamps }) {
  const lamp = (seat, spot) => lamps.find((one) => one.seat === seat && one.spot === spot);
  const rows = spots.map((one, index) => {
    const light = lamp(one.seat, one.spot);
    return [one.seat, one.spot, state(one.state), one.covered ? "● chip" : "○ clear", one.edges, rate((all) => all.spots[index]?.edges ?? 0),
      one.bounces, light ? words(light.lamp) : "–", light?.pin ?? "–"];
  });
  return ["table", ["Seat", "Spot", "Sensor", "Now", "Edges", "Rate", "Bounces", "Lamp", "Pin"], rows];
}

function keyTable({ box, keys }) {
  const boxed = box ? [["Up-card box", "–", state(box.state), box.covered ? "● card" : "○ clear", box.edges]] : [];
  const pressed = keys.map(({ key, seat, pressed: down, edges }) => [key, seat || "dealer", "–", down ? "● pressed" : "○ up", edges]);
  return ["table", ["Key", "Seat", "Sensor", "Now", "Edges"], [...boxed, ...pressed]];
}

page();
openPage({ devices: show, picture: tests.show }, "/events?devices=1");
