// A technician's tests: walk the lamps, show a text, echo a badge. They exist in `service` only.

import { command } from "./ask.js";
import { roleOf } from "./commands.js";
import { button, html, setText } from "./svg.js";

const WAY_IN = "Tests run in service. Close the table, put in a technician's badge and press Service on the Table page.";

export function makeTests() {
  const text = Object.assign(html("input", ""), { type: "text", maxLength: 24, value: "HELLO" });
  text.setAttribute("aria-label", "Text for every display");
  const test = (label, ...words) => button("action", label, () => command(["test", ...words]));
  const note = html("p", "note"), row = html("div", "actions", test("Walk the lamps", "lamps"), text,
    button("action", "Show text", () => command(["test", "text", ...text.value.trim().split(/\s+/)])),
    test("Echo a badge", "badge"), test("End test", "off"));
  const node = html("section", "", html("h2", "", "Tests"), note, row);
  node.id = "tests";
  function show(picture) {
    const open = picture.phase === "service" && roleOf(picture) === "technician";
    row.hidden = !open;
    setText(note, open ? picture.prompt.filter(Boolean).join(" · ") : WAY_IN);
  }
  row.hidden = true;
  return { node, show };
}
