// The bench's hands: what a person at the table could do with cards, keys, badges and plugs. Made only where the
// table says it is a bench; every press is one line of a table script, done at once.

import { bench } from "./ask.js";
import { roleOf } from "./commands.js";
import { pickCard } from "./dialogs.js";
import { button, html, select, setAttribute, setText } from "./svg.js";

const CHIPS = [["1000", "$10 chips"], ["500", "$5 chips"], ["2500", "$25 chips"], ["10000", "$100 chips"], ["", "any chips"]];
const SPEEDS = ["0.5", "1", "2", "5", "10"].map((pace) => [pace, `Speed ${pace}`]);
const BADGES = [["", "No badge"], ["dealer", "Dealer"], ["supervisor", "Supervisor"], ["technician", "Technician"]];

export function makeBench(table) {
  const chips = select("Chips to place", CHIPS), badge = makeBadge(), plugs = makePlugs(), people = makePeople();
  const node = html("section", "bench", html("h2", "", "Bench"),
    group("Cards", ...cardButtons(), chips), group("People", ...people.nodes), group("Faults", ...plugs.nodes),
    ...(table.keys?.length ? [group("Panel", ...panelKeys(table))] : []), group("Badge", ...badge.nodes));
  node.setAttribute("aria-label", "Bench");
  return {
    node,
    chip: (seat, spot, put) => bench(put ? `chip ${seat} ${spot} ${chips.value}`.trim() : `take ${seat} ${spot}`),
    box: (put) => bench(`box ${put ? "on" : "off"}`),
    show: (picture) => { badge.show(roleOf(picture)); plugs.show(picture.shoe); },
    showState: people.show,
  };
}

function group(name, ...nodes) {
  const node = html("div", `group of-${name.toLowerCase()}`, ...nodes);
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", name);
  return node;
}

const does = (words, line, look = "") => button(`do ${look}`, words, () => bench(line));

function cardButtons() {
  const choose = button("do", "Pick card…", async () => {
    const card = await pickCard("Draw this card");
    if (card) bench(`draw ${card}`);
  });
  return [does("Draw card", "draw", "main"), choose, does("Unread", "unread"), does("Cut card", "cut")];
}

// A key that is wired at the seats is pressed at the chosen one. `dealer` and `next` stand in for a box.
function panelKeys(table) {
  const wired = Map.groupBy(table.keys, ([key]) => key), seated = (key) => wired.get(key).some(([, seat]) => seat > 0);
  const keys = [...wired.keys()].filter((key) => !(table.box && ["dealer", "next"].includes(key)));
  const seat = select("Seat of the key", Array.from({ length: table.seats }, (_, index) => [index + 1, `Seat ${index + 1}`]));
  const press = (key) => button("do key", key, () => bench(seated(key) ? `press ${key} ${seat.value}` : `press ${key}`));
  const ofSeats = keys.filter(seated);
  return [...keys.filter((key) => !seated(key)).map(press), ...(ofSeats.length ? [seat, ...ofSeats.map(press)] : [])];
}

function makeBadge() {
  const nodes = BADGES.map(([role, words]) => does(words, role ? `badge in ${role}` : "badge out", "badge"));
  const show = (role) => nodes.forEach((node, index) => setAttribute(node, "aria-pressed", BADGES[index][0] === (role ?? "")));
  return { nodes, show };
}

function makePlugs() {
  let plugged = true;
  const plug = button("do", "Unplug shoe", () => bench(plugged ? "shoe unplug" : "shoe plug"));
  const show = (shoe) => { plugged = shoe; setText(plug, shoe ? "Unplug shoe" : "Plug in shoe"); };
  return { nodes: [plug, does("Line noise", "shoe noise"), does("Cut power", "power cut", "danger")], show };
}

function makePeople() {
  let playing = false;
  const auto = button("do auto", "Autoplay", () => bench(`autoplay ${playing ? "off" : "on"}`));
  const speed = select("Speed of the people", SPEEDS);
  speed.addEventListener("change", () => bench(`speed ${speed.value}`));
  function show({ autoplay, speed: pace }) {
    playing = autoplay;
    setAttribute(auto, "aria-pressed", autoplay);
    if (![...speed.options].some(({ value }) => value === String(pace))) speed.add(new Option(`Speed ${pace}`, pace));
    speed.value = String(pace);
  }
  setAttribute(auto, "aria-pressed", false);
  return { nodes: [auto, speed], show };
}
