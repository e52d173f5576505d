// The referee's page: the match that is on, its players and rules.

import { buttons, byId, field, make, pressed } from "../page/dom.js";
import { tell } from "../page/notice.js";
import { W, word } from "../page/words.js";
import { newMatch } from "./new_match.js";
import { act, told } from "./overview.js";
import { nameInputs, rulesList } from "./players.js";

export function drawMatch() {
  const another = make("details", {}, make("summary", {}, W.new_match), ...newMatch());
  byId("part-match").replaceChildren(make("h2", {}, W.match), ...namesOfNow(), another);
}

function namesOfNow() {
  if (!told.names.length) return [];
  const names = nameInputs(told.names);
  const save = async () => {
    if (await act({ kind: "NamePlayers", names: names.map((input) => input.value) })) tell(W.saved);
  };
  const fields = names.map((input, at) => field(word("seat_n", { number: at + 1 }), input));
  return [make("h3", {}, W.names), make("div", { class: "row" }, fields), buttons(pressed(W.save_names, save))];
}

export function drawRules() {
  const more = make("details", {}, make("summary", {}, W.more), rulesList(told.rules.told));
  byId("part-rules").replaceChildren(make("h2", {}, W.rules), make("p", {}, told.rules.title), more);
}
