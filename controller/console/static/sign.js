// The Sign page: what players read beside the table, large: the game, what pays, the limits and the edge.

import { openPage } from "./frame.js";
import { byId, fill, html, words } from "./svg.js";

const ROW = /^(.*) pays (.*)$/;

let notes = [];

function showSign({ sign }) {
  const [title, ...lines] = sign;
  const rows = lines.filter((line) => ROW.test(line)).map((line) => ROW.exec(line).slice(1));
  const below = [...lines.filter((line) => !ROW.test(line)), ...notes].map((line) => ["note", line]);
  fill(byId("sign"), [["title", title], ["rows", rows], ...below], part);
}

function part([kind, said]) {
  if (kind === "title") return heading(said);
  if (kind === "note") return html("p", "note", said);
  return html("dl", "pays", ...said.map(([what, odds]) => html("div", "", html("dt", "", rowWords(what)), html("dd", "", odds))));
}

// `10 J Q K` or `lower dealer_blackjack bust`: what stands on one row, each a word of its own.
function rowWords(what) {
  const said = what.split(" ").map(words).join(" · ");
  return said[0].toUpperCase() + said.slice(1);
}

function heading(said) {
  const [game, table] = said.split(" · ");
  return html("h2", "", game, table ? html("small", "", `Pay table ${table}`) : "");
}

openPage({ table: (facts) => { notes = facts.notes ?? []; }, picture: showSign });
