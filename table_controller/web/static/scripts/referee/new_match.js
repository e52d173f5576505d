// The referee's page: another match to be begun, with a preset or a house's own rules.

import { buttons, field, make, pressed } from "../page/dom.js";
import { tell } from "../page/notice.js";
import { W, word } from "../page/words.js";
import { ask } from "./door.js";
import { told } from "./overview.js";
import { nameInputs, rulesList } from "./players.js";

/** The parts of the form. */
export function newMatch() {
  const rules = rulesChoice();
  const seating = seatingChoice();
  const answer = make("div", { "aria-live": "polite" });
  const check = async () => {
    const heard = await ask("rules", rules.chosen());
    if (!heard) return false;
    if (heard.players) seating.seat(heard.players);
    answer.replaceChildren(...answerParts(heard));
    return !heard.faults.length;
  };
  const start = async () => {
    if (!(await check())) return;
    if (await ask("match", { ...rules.chosen(), ...seating.chosen() })) tell(W.saved);
  };
  rules.preset.addEventListener("change", check);
  return [
    ...rules.parts,
    buttons(pressed(W.check_rules, check)),
    answer,
    ...seating.parts,
    make("p", { class: "soft" }, W.begin_help),
    buttons(pressed(W.begin_match, start, "main")),
  ];
}

// A preset with options, and a house file.
function rulesChoice() {
  const option = ([name, title]) => make("option", { value: name, selected: name === "iowa_standard" }, title);
  const preset = make("select", {}, Object.entries(told.presets).map(option));
  const options = make("input", { type: "text", list: "known-options", maxlength: 150 });
  const known = make("datalist", { id: "known-options" }, told.options.map((name) => make("option", { value: name })));
  const house = make("textarea", { maxlength: 20000, placeholder: W.house_help, spellcheck: "false" });
  const named = () => [preset.value, ...options.value.split(/[\s+,]+/).filter(Boolean)].join("+");
  return {
    preset,
    parts: [field(W.preset, preset), field(W.options, options), known, field(W.house_file, house)],
    chosen: () => ({ preset: named(), house: house.value }),
  };
}

// Who sits where, and who deals first; names stay when the number of players changes.
function seatingChoice() {
  const row = make("div", { class: "row" });
  const dealer = make("select", {});
  const seatWords = (at) => word("seat_n", { number: at + 1 });
  let names = [];
  const seat = (players) => {
    const nameAt = (at) => (names[at] ? names[at].value : told.names[at]) || "";
    names = nameInputs(Array.from({ length: players }, (_, at) => nameAt(at)));
    row.replaceChildren(...names.map((input, at) => field(seatWords(at), input)));
    const before = dealer.value;
    const option = (_, at) => make("option", { value: at + 1, selected: String(at + 1) === before }, seatWords(at));
    dealer.replaceChildren(...names.map(option));
  };
  seat(told.names.length || 4);
  return {
    seat,
    parts: [make("h3", {}, W.names), row, field(W.first_dealer, dealer)],
    chosen: () => ({ names: names.map((input, at) => input.value || seatWords(at)), dealer: Number(dealer.value) }),
  };
}

function answerParts(heard) {
  if (heard.faults.length) return heard.faults.map((fault) => make("p", { class: "fault" }, fault));
  const sentences = make("details", {}, make("summary", {}, W.rules), rulesList(heard.told));
  return [make("p", {}, `${heard.title}. ${W.rules_good}`), sentences];
}
