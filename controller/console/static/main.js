// The Table page: the felt, the words around it, what the badge may do, and on a bench the hands.

import { makeBench } from "./bench.js";
import { makeCommands } from "./commands.js";
import { makeFelt } from "./felt.js";
import { openPage } from "./frame.js";
import { showPanels } from "./panels.js";
import { byId } from "./svg.js";

let felt = null, hands = null, commands = null;

function onTable(table) {
  hands = table.bench ? makeBench(table) : null;
  commands = makeCommands(table);
  felt = makeFelt(table, hands);
  byId("felt").replaceChildren(felt.node);
  byId("bench").replaceChildren(...(hands ? [hands.node] : []));
  byId("bench").hidden = !hands;
  document.body.classList.toggle("benched", Boolean(hands));
  byId("commands").replaceChildren(commands.node);
}

function onPicture(picture) {
  felt.show(picture);
  hands?.show(picture);
  commands.show(picture);
  showPanels(picture);
}

openPage({ table: onTable, picture: onPicture, bench: (state) => hands?.showState(state) });
