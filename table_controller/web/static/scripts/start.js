// The start screen, at / and /table while no match is on: who plays, which game, by which house rules, and Begin.

import { byId, field, make, pressed } from "./page/dom.js";
import { prepareHead, within } from "./page/head.js";
import { board, listen } from "./page/line.js";
import { tell } from "./page/notice.js";
import { LANG, W, word } from "./page/words.js";
import { secretHeader } from "./player/secret.js";

const AS_EVER = "as-ever"; // the target that the form itself has
const GROUPS = { 3: W.group_3, 4: W.group_4, 5: W.group_5, 6: W.group_6 }; // by players
const SIDES = 2; // of partners who sit opposite each other

async function asked(where, body) {
  const sent = { "Content-Type": "application/json", ...secretHeader() };
  const how = body ? { method: "POST", headers: sent, body: JSON.stringify(body) } : {};
  try {
    const answer = await fetch(`/api/v1/${where}?lang=${LANG}`, how);
    const heard = await answer.json();
    if (answer.ok) return heard;
    tell(heard.refused || W.could_not);
  } catch {
    tell(W.unreachable);
  }
  return null;
}

async function open() {
  const [offered, session] = [await asked("start"), await asked("referee/session")];
  if (!offered) return;
  const may = offered.may_begin || Boolean(secretHeader()) || Boolean(session && session.signed_in);
  const game = gameChoice(offered);
  const seats = seatChoice(offered.names);
  const told = make("div", { "aria-live": "polite" });
  const begin = pressed(W.begin, () => asked("start", { ...game.chosen(), ...seats.chosen() }), "main");
  const check = async () => {
    const heard = await asked("start/rules", game.chosen());
    if (!heard) return;
    begin.disabled = !may || heard.faults.length > 0;
    if (heard.players) seats.seat(heard.players);
    told.replaceChildren(...summary(heard));
  };
  game.changed(check);
  const part = (title, ...parts) => make("section", {}, make("h2", {}, title), ...parts);
  byId("main").replaceChildren(
    ...(may ? [] : [noLeave()]),
    part(W.who_plays, ...seats.parts),
    part(W.which_game, ...game.parts),
    part(W.so_it_is, told),
    make("div", { id: "begin" }, begin),
  );
  await check();
  document.body.dataset.ready = "";
}

function noLeave() {
  const link = make("a", { class: "plate", href: within("/referee") }, W.sign_in);
  return make("section", { class: "leave" }, make("p", {}, W.no_leave), make("p", {}, link));
}

const summary = ({ faults, told }) =>
  faults.length
    ? faults.map((fault) => make("p", { class: "fault" }, fault))
    : [make("ul", { class: "told", tabindex: "0" }, told.map((one) => make("li", {}, one)))];

// The form in groups with its sentence, the target, and house rules as switches.
function gameChoice(offered) {
  const groups = [...new Set(offered.forms.map((form) => form.group))].sort(byPlayers);
  const [chosen, ...switchedOn] = offered.chosen.split("+");
  const option = (form) => make("option", { value: form.name, selected: form.name === chosen }, form.title);
  const group = (name) =>
    make("optgroup", { label: GROUPS[name] || name }, offered.forms.filter((form) => form.group === name).map(option));
  const form = make("select", {}, groups.map(group));
  const target = make(
    "select",
    {},
    make("option", { value: AS_EVER }, W.usual_target),
    Object.entries(offered.targets).map(([name, title]) => make("option", { value: name }, title)),
  );
  const boxes = Object.entries(offered.options).map(([name, title]) => {
    const box = make("input", { type: "checkbox", value: name, checked: switchedOn.includes(name) });
    return [box, make("label", { class: "switch" }, box, make("span", {}, title))];
  });
  const note = make("p", { class: "soft" });
  const explain = () => {
    note.textContent = offered.forms.find((one) => one.name === form.value)?.note || "";
  };
  explain();
  const named = () => {
    const on = boxes.filter(([box]) => box.checked).map(([box]) => box.value);
    return [form.value, ...on, ...(target.value === AS_EVER ? [] : [target.value])].join("+");
  };
  const switches = make("details", {}, make("summary", {}, W.house_switches), boxes.map(([, label]) => label));
  return {
    parts: [field(W.preset, form), note, field(W.target_points, target), switches],
    chosen: () => ({ preset: named() }),
    changed: (hear) => {
      for (const each of [form, target, ...boxes.map(([box]) => box)]) {
        each.addEventListener("change", () => {
          explain();
          hear();
        });
      }
    },
  };
}

// Four players come first, then the smaller and the larger tables.
const byPlayers = (one, other) =>
  Number(other.startsWith("4")) - Number(one.startsWith("4")) || one.localeCompare(other);

// Who sits where, in the colours of the sides; who deals first, and partners drawn by lot.
function seatChoice(last) {
  const row = make("div", { class: "names" });
  const dealer = make("select", {});
  const seatWords = (at) => word("seat_n", { number: at + 1 });
  let inputs = [];
  const seat = (players) => {
    if (inputs.length === players) return;
    const names = inputs.map((input) => input.value);
    inputs = Array.from({ length: players }, (_, at) => nameInput(names[at] || last[at] || ""));
    const partners = players % SIDES === 0;
    row.replaceChildren(...inputs.map((input, at) => sided(field(seatWords(at), input), partners ? at % SIDES : at)));
    const seats = inputs.map((_, at) => make("option", { value: at + 1 }));
    dealer.replaceChildren(make("option", { value: 0 }, W.by_lot), ...seats);
    name();
  };
  const name = () => {
    for (const [at, input] of inputs.entries()) dealer.options[at + 1].textContent = input.value || seatWords(at);
  };
  row.addEventListener("input", name);
  const draw = () => {
    const names = inputs.map((input) => input.value);
    for (const input of inputs) input.value = names.splice(Math.floor(Math.random() * names.length), 1)[0];
    name();
  };
  return {
    seat,
    parts: [row, make("div", { class: "buttons" }, pressed(W.draw_partners, draw)), field(W.who_deals, dealer)],
    chosen: () => ({ names: inputs.map((input, at) => input.value || seatWords(at)), dealer: Number(dealer.value) }),
  };
}

const nameInput = (value) => make("input", { type: "text", maxlength: 24, autocomplete: "off", value });

function sided(label, side) {
  label.classList.add(`side${side}`);
  return label;
}

function show() {
  document.body.dataset.sequence = board.sequence;
  if (board.seats.length) location.reload(); // a match has begun: this address is the scoreboard now
}

prepareHead();
listen(show);
open();
