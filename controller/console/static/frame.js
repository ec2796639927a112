// What all pages have in common: the table's name, the way to the other pages, round, badge and shoe.

import { byId, html, setText } from "./svg.js";
import { watch } from "./stream.js";

const PAGES = [["Table", "/"], ["Rounds", "/rounds"], ["Devices", "/devices"], ["Meters", "/meters"], ["Sign", "/sign"]];

// Draws the frame and keeps it true; `see` as in stream.js is told after the frame.
export function openPage(see, path) {
  document.body.prepend(offline(), header());
  watch({
    ...see,
    table: (table) => { showTable(table); see.table?.(table); },
    picture: (picture) => { showFacts(picture); see.picture?.(picture); },
  }, path);
}

function offline() {
  const node = html("div", "", html("strong", "", "The table is not answering"), " ");
  const more = html("span", "");
  Object.assign(more, { id: "offline-more" });
  Object.assign(node, { id: "offline", hidden: true });
  node.setAttribute("role", "alert");
  node.append(more);
  return node;
}

function header() {
  const name = html("h1", "", "Upcard"), title = html("p", "");
  name.id = "name";
  title.id = "title";
  return html("header", "", html("div", "name", name, title), navigation(),
    html("dl", "facts", fact("Round", "round"), fact("Badge", "badge"), fact("Shoe", "shoe")));
}

function navigation() {
  const nav = html("nav", "pages", ...PAGES.map(([words, path]) => {
    const link = html("a", "", words);
    link.href = path;
    if (location.pathname === path) link.setAttribute("aria-current", "page");
    return link;
  }));
  nav.setAttribute("aria-label", "Pages");
  return nav;
}

function fact(words, id) {
  const value = html("dd", "", "–");
  value.id = id;
  return html("div", "", html("dt", "", words), value);
}

function showTable(table) {
  setText(byId("name"), table.name ?? "Upcard");
  setText(byId("title"), table.title ?? "");
  const [page] = PAGES.find(([, path]) => path === location.pathname) ?? PAGES[0];
  document.title = `${page} · ${table.name ?? "table"} · Upcard`;
}

function showFacts(picture) {
  setText(byId("round"), picture.status === "partial" ? `${picture.round}` : `${picture.round} · ${picture.status}`);
  setText(byId("badge"), picture.badge ?? "none");
  setText(byId("shoe"), picture.shoe ? `${picture.left} left` : "lost");
  byId("shoe").classList.toggle("bad", !picture.shoe);
}
