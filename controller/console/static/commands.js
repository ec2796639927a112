// What the badge at the table may say, as buttons: only those of its role, and only those that fit the phase.
// Resume and void of a suspended round stand beside its reason (alerts.js).
// The page decides nothing: the table looks at the badge itself and may still refuse, with its reason.

import { command } from "./ask.js";
import { choose, confirmVoid, pickCard } from "./dialogs.js";
import { button, html, select, setText } from "./svg.js";

const DEALER = ["open", "close", "shuffle", "burn", "amount", "deal-in", "deal-out"];
const MAY = {
  dealer: DEALER,
  supervisor: [...DEALER, "resume", "void", "correct", "assign", "admit", "refuse", "seat", "pay-table"],
  technician: ["service", "leave"],
};
const during = (...phases) => ({ phase }) => phases.includes(phase);
const outside = (...phases) => ({ phase }) => !phases.includes(phase);
const ROUND = outside("closed", "betting", "service");
const ACTIONS = [
  ["open", "Open table", during("closed")],
  ["close", "Close table", during("betting")],
  ["correct", "Correct card…", ROUND],
  ["assign", "Assign card…", ROUND],
  ["void", "Void round…", outside("closed", "betting", "service", "suspended")],
  ["shuffle", "Shuffle", outside("service")],
  ["burn", "Burn next", outside("suspended", "service")],
  ["pay-table", "Approve pay table", ({ prompt }) => prompt[0].startsWith("NEW PAY TABLE")],
  ["service", "Service", during("closed", "betting")],
  ["leave", "Leave service", during("service")],
];
const SEAT_ACTIONS = [
  ["deal-in", "Deal in", during("dealing", "playing")],
  ["deal-out", "Deal out", during("dealing", "playing")],
  ["seat", "Seat off", during("closed", "betting"), "off"],
  ["seat", "Seat on", during("closed", "betting"), "on"],
];
let now = null;

export const roleOf = (picture) => picture.badge?.split(" ")[0] ?? null;
export const may = (role, name) => (MAY[role] ?? []).includes(name);

// An order whose words are not complete asks for the rest first.
export async function doAction([name, ...rest]) {
  if (name === "void") return confirmVoid(now.round, (reason) => command(["void"], reason || undefined));
  const more = rest.length ? rest : await ASKS[name]?.() ?? [];
  if (more) return command([name, ...more]);
}

const ASKS = {
  correct: async () => wrap(await pickCard("The last card was…")),
  assign: async () => wrap(await choose("The last card belongs to…", targets())),
  "pay-table": async () => [now.sign[0].split(" · ").at(-1)],
};
const wrap = (word) => word === null ? null : [word];

function targets() {
  const seats = now.seats.filter((seat) => seat.hands.length).map(({ seat }) => [String(seat), `Seat ${seat}`]);
  return [...seats, ["dealer", "Dealer"], ["burn", "Burn"]];
}

export function makeCommands(table) {
  const title = html("h2", ""), row = html("div", "actions"), seats = makeSeatActions(table);
  const node = html("div", "", title, row, seats.node);
  let last = "";
  function show(picture) {
    now = picture;
    const role = roleOf(picture), open = ACTIONS.filter(([name, , fits]) => may(role, name) && fits(picture));
    node.parentElement.hidden = !(role in MAY);
    seats.show(picture, role);
    const key = JSON.stringify([role, open]);
    if (key === last) return;
    last = key;
    setText(title, `${role}'s actions`);
    row.replaceChildren(...open.map(([name, label]) => orderButton(name, label, () => doAction([name]))));
  }
  return { node, show };
}

export function orderButton(name, label, pressed) {
  const node = button("action", label, pressed);
  node.dataset.order = name;
  return node;
}

// Orders about one seat: the seat and the spot are chosen once, for all of them.
function makeSeatActions(table) {
  const seat = select("Seat", Array.from({ length: table.seats }, (_, index) => [index + 1, `Seat ${index + 1}`]));
  const spot = select("Spot", table.spots.map((name) => [name, name]));
  const amount = Object.assign(html("input", ""), { type: "number", min: 1, step: 0.01, placeholder: "$" });
  amount.setAttribute("aria-label", "Amount in dollars");
  const set = orderButton("amount", "Set amount", () => command(["amount", seat.value, spot.value, String(Math.round(amount.value * 100))]));
  const buttons = SEAT_ACTIONS.map(([name, label, fits, word]) => [name, fits,
    orderButton(name, label, () => command([name, seat.value, ...(word ? [word] : [])]))]);
  const node = html("details", "", html("summary", "", "One seat…"),
    html("div", "actions", seat, ...buttons.map(([, , press]) => press)), html("div", "actions", spot, amount, set));
  function show(picture, role) {
    node.hidden = !may(role, "amount");
    for (const [name, fits, press] of buttons) press.hidden = !may(role, name) || !fits(picture);
  }
  return { node, show };
}
