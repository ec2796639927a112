// The Rounds page: the list of past rounds, newest first, what to search for, and the round that is looked at.

import { get } from "./ask.js";
import { cardShort } from "./cards.js";
import { openPage } from "./frame.js";
import { net } from "./results.js";
import { makeRound } from "./round.js";
import { byId, button, html, select, words } from "./svg.js";

const PAGE = 50;
const ALERTS = ["late_wager", "wager_removed", "no_main_wager", "photo_finish", "both_arrows", "unread_card", "impossible_card",
  "shoe_lost", "shoe_empty", "missed_natural", "stray_card", "losing_wager_left", "winner_removed", "untucked", "box_early", "box_empty",
  "overdraw", "bad_key", "over_limit", "under_limit", "early_wager", "sensor_flaps", "sensor_changed"];
const list = html("ol", "rounds"), more = button("more", "Older rounds", () => load(oldest()));
const number = Object.assign(html("input", ""), { type: "number", min: 1, placeholder: "Round" });
const seat = select("Seat", [["", "Any seat"]]);
const alert = select("Alert", [["", "All rounds"], ["any", "With any alert"], ...ALERTS.map((kind) => [kind, words(kind)])]);
let table = null, shown = null, asked = 0;

function page() {
  number.setAttribute("aria-label", "Round number");
  for (const field of [number, seat, alert]) field.addEventListener("input", () => load());
  const search = html("div", "search", number, seat, alert);
  search.setAttribute("role", "search");
  const view = html("section", "view", html("p", "empty-note", "Choose a round on the left."));
  view.id = "view";
  view.setAttribute("aria-label", "One round");
  const aside = html("section", "list", html("h2", "", "Rounds"), search, list, more);
  aside.setAttribute("aria-label", "Rounds");
  byId("rounds").append(aside, view);
}

const oldest = () => list.lastElementChild?.dataset.round ?? null;

// A list that was asked for later wins, whichever answer comes first.
async function load(before = null) {
  const mine = ++asked;
  const query = new URLSearchParams({ limit: PAGE });
  const fields = { before, round: number.value, seat: seat.value, alert: alert.value };
  for (const [name, value] of Object.entries(fields)) if (value) query.set(name, value);
  try {
    const found = await get(`/api/rounds?${query}`);
    if (mine === asked) showList(found, before !== null);
  } catch (error) {
    if (mine === asked) tellEmpty(error.message);
  }
}

function showList(found, append) {
  const items = found.rounds.map(item);
  if (append) list.append(...items); else list.replaceChildren(...items);
  more.hidden = !found.more;
  if (!list.children.length) tellEmpty("No round fits.");
  const wanted = Number(location.hash.slice(1)) || found.rounds[0]?.round;
  if (shown === null && wanted) look(wanted);
  mark();
}

function tellEmpty(text) {
  list.replaceChildren(html("li", "empty-note", text));
  more.hidden = true;
}

function item(round) {
  const time = new Date(round.at).toLocaleTimeString("en-GB");
  const dealer = round.dealer.map(cardShort).join(" ");
  const node = html("li", "", button("", html("span", "top", html("b", "", `Round ${round.round}`), html("span", round.status, round.status),
    html("span", "when", time)), () => look(round.round)));
  node.firstChild.append(html("span", "cards", dealer || "no cards", round.total ? html("b", "", ` ${round.total}`) : "",
    html("span", "money", round.net === null ? "" : net(round.net))),
  ...(round.alerts.length ? [html("span", "flags", `⚠ ${[...new Set(round.alerts)].map(words).join(", ")}`)] : []));
  node.dataset.round = round.round;
  return node;
}

async function look(wanted) {
  shown = wanted;
  history.replaceState(null, "", `#${wanted}`);
  mark();
  try {
    const told = await get(`/api/rounds/${wanted}`);
    if (shown === wanted) byId("view").replaceChildren(...makeRound(told, table));
  } catch (error) {
    byId("view").replaceChildren(html("p", "empty-note", error.message));
  }
}

function mark() {
  for (const node of list.children) {
    if (Number(node.dataset.round) === shown) node.firstChild.setAttribute("aria-current", "true");
    else node.firstChild.removeAttribute?.("aria-current");
  }
}

function onTable(facts) {
  table = facts;
  seat.replaceChildren(new Option("Any seat", ""), ...Array.from({ length: facts.seats }, (_, index) => new Option(`Seat ${index + 1}`, index + 1)));
}

let round = null;
function onPicture(picture) {
  const ended = picture.status === "partial" ? picture.round - 1 : picture.round;
  if (round !== ended && list.children.length <= PAGE) load(); // a round is over; who looks at older ones is left alone
  round = ended;
}

page();
load();
openPage({ table: onTable, picture: onPicture });
addEventListener("hashchange", () => look(Number(location.hash.slice(1))));
