// The Meters page: rounds per hour, wagers by kind, hits against the exact odds, alerts and cards, from the record.

import { get } from "./ask.js";
import { openPage } from "./frame.js";
import { bars, observed, oddsPlot } from "./plot.js";
import { net } from "./results.js";
import { byId, dollars, html, words } from "./svg.js";

const AGAIN_MS = 5000;
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

function draw(meters) {
  byId("meters").replaceChildren(tiles(meters), html("div", "column", odds(meters), wagers(meters)),
    html("div", "column", alerts(meters), ...cards(meters)));
}

function tiles(meters) {
  const tile = (name, value) => html("div", "tile", html("b", "", value), html("span", "", name));
  return html("div", "tiles", tile("rounds per hour", meters.rounds_per_hour === null ? "–" : String(meters.rounds_per_hour)),
    tile("rounds", meters.rounds.toLocaleString("en-US")), tile("void", String(meters.void)), tile("hours open", String(meters.open_hours)),
    tile("starts", String(meters.starts)), tile("events on record", meters.events.toLocaleString("en-US")));
}

const part = (title, ...nodes) => html("section", "", html("h2", "", title), ...nodes);
const nothing = (text) => html("p", "empty-note", text);

function wagers(meters) {
  const heads = ["Wager", "Pay table", "Wagers", "Hits", "Staked", "Players' net"];
  const rows = meters.wagers.map((kind) => [words(kind.spot), kind.pay_table ?? "base game", kind.wagers, kind.hits,
    `${dollars(kind.staked)}${kind.unknown ? ` + ${kind.unknown} unknown` : ""}`, net(kind.net)]);
  if (!rows.length) return part("Wagers", nothing("No wager yet."));
  return part("Wagers", html("table", "", html("thead", "", html("tr", "", ...heads.map((head) => html("th", "", head)))),
    html("tbody", "", ...rows.map((row) => html("tr", "", ...row.map((cell) => html("td", "", String(cell))))))));
}

function odds(meters) {
  const exact = meters.odds?.rows ?? [];
  const rows = exact.length ? exact : meters.wagers.filter((kind) => kind.wagers).map((kind) => observed(words(kind.spot), kind.hits, kind.wagers));
  const said = meters.odds?.text ? [html("p", "verdict", meters.odds.text)] : [];
  return part("Hits against the exact odds", ...said, rows.length ? oddsPlot(rows) : nothing("No wager yet."));
}

function alerts(meters) {
  const kinds = Object.entries(meters.alerts).map(([kind, count]) => [words(kind), count]);
  return part("Alerts", kinds.length ? bars(kinds) : nothing("None."));
}

function cards(meters) {
  const counted = meters.odds?.cards ?? {}, seen = RANKS.filter((rank) => rank in counted).map((rank) => [rank, counted[rank]]);
  return seen.length ? [part("Cards by rank", bars(seen))] : [];
}

async function refresh() {
  try {
    draw(await get("/api/meters"));
  } catch (error) {
    byId("meters").replaceChildren(nothing(error.message));
  }
  setTimeout(refresh, AGAIN_MS);
}

openPage({});
refresh();
