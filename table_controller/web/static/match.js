// The referee's page: the match that is on, its players and rules, and another one to be begun.
"use strict";

function nameInputs(names) {
  return names.map((name, at) => make("input", { type: "text", maxlength: 24, value: name, "aria-label": word("name_of", { number: at + 1 }) }));
}

function drawMatch() {
  const names = nameInputs(told.names);
  const save = async () => { if (await ask("act", { input: { kind: "NamePlayers", names: names.map((input) => input.value) }, after: told.sequence })) tell(W.saved); };
  const own = told.names.length ? [make("h3", {}, W.names), make("div", { class: "row" }, names.map((input, at) => field(word("seat_n", { number: at + 1 }), input))), make("div", { class: "buttons" }, pressed(W.save_names, save))] : [];
  byId("part-match").replaceChildren(make("h2", {}, W.match), ...own, make("details", {}, make("summary", {}, W.new_match), ...newMatch()));
}

function newMatch() {
  const preset = make("select", {}, Object.entries(told.presets).map(([name, title]) => make("option", { value: name, selected: name === "iowa_standard" }, title)));
  const options = make("input", { type: "text", list: "known-options", maxlength: 150 });
  const known = make("datalist", { id: "known-options" }, told.options.map((name) => make("option", { value: name })));
  const house = make("textarea", { maxlength: 20000, placeholder: W.house_help, spellcheck: "false" });
  const rulesOf = () => ({ preset: [preset.value, ...options.value.split(/[\s+,]+/).filter(Boolean)].join("+"), house: house.value });
  const answer = make("div", { "aria-live": "polite" });
  const seats = make("div", { class: "row" });
  const dealer = make("select", {});
  let names = [];
  const seat = (players) => {
    names = nameInputs(Array.from({ length: players }, (_, at) => (names[at] ? names[at].value : told.names[at]) || ""));
    seats.replaceChildren(...names.map((input, at) => field(word("seat_n", { number: at + 1 }), input)));
    const chosen = dealer.value;
    dealer.replaceChildren(...names.map((_, at) => make("option", { value: at + 1, selected: String(at + 1) === chosen }, word("seat_n", { number: at + 1 }))));
  };
  const check = async () => {
    const heard = await ask("rules", rulesOf());
    if (!heard) return null;
    if (heard.players) seat(heard.players);
    answer.replaceChildren(...(heard.faults.length ? heard.faults.map((fault) => make("p", { class: "fault" }, fault)) : [make("p", {}, `${heard.title}. ${W.rules_good}`), make("details", {}, make("summary", {}, W.rules), make("ul", { class: "rules" }, heard.told.map((line) => make("li", {}, line))))]));
    return heard;
  };
  preset.addEventListener("change", check);
  seat(told.names.length || 4);
  const start = async () => {
    const heard = await check();
    if (!heard || heard.faults.length) return;
    const begun = await ask("match", { ...rulesOf(), names: names.map((input, at) => input.value || word("seat_n", { number: at + 1 })), dealer: Number(dealer.value) });
    if (begun) tell(W.saved);
  };
  return [
    field(W.preset, preset), field(W.options, options), known, field(W.house_file, house),
    make("div", { class: "buttons" }, pressed(W.check_rules, check)), answer,
    make("h3", {}, W.names), seats, field(W.first_dealer, dealer), make("p", { class: "soft" }, W.begin_help),
    make("div", { class: "buttons" }, pressed(W.begin_match, start, "main")),
  ];
}

function drawRules() {
  byId("part-rules").replaceChildren(make("h2", {}, W.rules), make("p", {}, told.rules.title), make("details", {}, make("summary", {}, W.more), make("ul", { class: "rules" }, told.rules.told.map((line) => make("li", {}, line)))));
}
