// The referee's page: what was decided, and how to put it right after a look at what that changes.

import { buttons, byId, make, pressed } from "../page/dom.js";
import { tell } from "../page/notice.js";
import { W, word } from "../page/words.js";
import { ask } from "./door.js";
import { told } from "./overview.js";

export function drawDecisions() {
  const list = make("ul", { class: "decisions", tabindex: 0, "aria-label": W.decisions });
  let hand = null;
  for (const decision of told.decisions) {
    if (decision.hand !== hand) list.append(make("li", { class: "hand" }, word("hand_n", { number: decision.hand })));
    hand = decision.hand;
    const fix = pressed(W.correct, () => correct(decision));
    fix.setAttribute("aria-label", `${W.correct}: ${decision.text}`);
    list.append(make("li", {}, make("p", {}, decision.text), fix));
  }
  const help = make("p", { class: "soft" }, W.decisions_help);
  byId("part-decisions").replaceChildren(make("h2", {}, W.decisions), help, list);
}

function correct(decision) {
  const box = byId("ask");
  const choice = (text, instead) => pressed(text, () => foresee(decision, text, instead));
  const instead = decision.instead.map((each) => choice(each.text, each.input));
  box.replaceChildren(
    make("h2", { id: "ask-title" }, decision.text),
    make("p", {}, W.instead),
    make("div", { class: "answers" }, instead, choice(W.leave_out, null)),
    buttons(pressed(W.cancel, () => box.close())),
  );
  if (!box.open) box.showModal();
}

async function foresee(decision, text, instead) {
  const wanted = { at: decision.at, instead, after: told.sequence };
  const seen = await ask("preview", wanted);
  const box = byId("ask");
  if (!seen) return box.close();
  const confirm = async () => {
    if (await ask("correct", wanted)) tell(W.saved);
    box.close();
  };
  return box.replaceChildren(
    make("h2", { id: "ask-title" }, `${decision.text} → ${text}`),
    make("h3", {}, W.preview),
    seen.changes.length ? changesTable(seen.changes) : make("p", {}, W.nothing_changes),
    ...droppedParts(seen.dropped),
    buttons(pressed(W.confirm, confirm, "main"), pressed(W.cancel, () => correct(decision))),
  );
}

function changesTable(changes) {
  const row = (change) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, change.what),
      make("td", {}, change.before),
      make("td", {}, change.after),
    );
  const heads = [W.before, W.after].map((text) => make("th", { scope: "col" }, text));
  const head = make("thead", {}, make("tr", {}, make("td", {}, ""), heads));
  return make("table", {}, head, make("tbody", {}, changes.map(row)));
}

function droppedParts(dropped) {
  if (!dropped.length) return [];
  return [make("h3", {}, W.no_longer_fit), make("ul", {}, dropped.map((each) => make("li", {}, each)))];
}
