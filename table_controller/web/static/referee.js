// The referee's page: what was decided and how to put it right, rulings, looks. The match, the table's health and the
// recordings have files of their own; what may be done is decided by the service.
"use strict";

let board = null;
let told = null; // the overview
let asking = false;

// ---------------------------------------------------------------- what is on

// One overview at a time; what changed meanwhile is asked for once more.
async function refresh() {
  if (!signedIn || asking) { asking = asking && "again"; return; }
  asking = true;
  const heard = await ask("overview");
  const again = asking === "again";
  asking = false;
  if (heard) { told = heard; drawAll(); }
  if (again) refresh();
}

const PARTS = ["now", "asked", "decisions", "ruling", "match", "looks", "rules", "health", "recordings"];

function drawAll() {
  const main = byId("main");
  if (!byId("part-now")) {
    main.replaceChildren(...PARTS.map((name) => make("section", { id: `part-${name}`, "aria-label": W[name === "looks" ? "look" : name] })));
    shown.clear();
  }
  part("now", [board.headline, board.detail, board.sides, board.findings, board.surroundings.calls, told.can_undo, told.can_redo, told.preferences.paused], drawNow);
  part("asked", [board.questions, board.doubts], drawAsked);
  part("decisions", [told.decisions], drawDecisions);
  part("ruling", [told.sides], drawRuling);
  part("match", [told.names, told.match], drawMatch);
  part("looks", [told.preferences, told.can_speak], drawLooks);
  part("rules", [told.rules], drawRules);
  part("health", [board.surroundings, told.watching, told.sequence, told.has_picture, told.match], drawHealth);
  part("recordings", [told.keeping], drawRecordings);
}

function drawNow() {
  const act = (input) => ask("act", { input, after: told.sequence });
  const notices = board.findings.map((finding) => make("article", { class: "notice" }, make("strong", {}, finding.title), make("p", {}, finding.text), finding.proof.length ? make("p", { class: "proof" }, finding.proof.join(" · ")) : "", finding.ruling ? make("p", {}, finding.ruling) : ""));
  const calls = board.surroundings.calls.map((call) => make("article", { class: "notice call" }, make("strong", {}, call.text)));
  byId("part-now").replaceChildren(
    make("h2", {}, W.now),
    make("p", { class: "now", role: "status" }, board.headline),
    make("p", { class: "soft" }, board.detail),
    make("ul", { class: "score" }, board.sides.map((side, index) => make("li", { class: `side${index}` }, make("span", {}, side.name), make("b", {}, side.score)))),
    make("div", { "aria-live": "polite" }, calls, notices),
    make("div", { class: "buttons" },
      calls.length ? pressed(W.called_done, () => ask("calls", null, "DELETE"), "main") : "",
      told.preferences.paused ? pressed(W.resume, () => choose({ paused: false }), "main") : told.match ? pressed(W.pause, () => choose({ paused: true })) : "",
      told.can_undo ? pressed(W.undo, () => act({ kind: "Undo" })) : "",
      told.can_redo ? pressed(W.redo, () => act({ kind: "Redo" })) : ""),
  );
}

function drawAsked() {
  const asked = allAsked(board.questions, board.doubts);
  const answer = (one) => (chosen) => ("seats" in one
    ? ask(`asked/${one.mark}/owner`, { seat: chosen, after: board.sequence })
    : ask("act", { input: { kind: "AnswerQuestion", mark: one.mark, card: chosen }, after: board.sequence }));
  forgetCrops(asked);
  byId("part-asked").hidden = !asked.length;
  byId("part-asked").replaceChildren(make("h2", {}, W.asked), ...asked.map((one) => make("article", { class: "notice question" }, askedBox(one, {}, answer(one)))));
}

// ---------------------------------------------------------------- corrections

function drawDecisions() {
  const list = make("ul", { class: "decisions", tabindex: 0, "aria-label": W.decisions });
  let hand = null;
  for (const decision of told.decisions) {
    if (decision.hand !== hand) list.append(make("li", { class: "hand" }, word("hand_n", { number: decision.hand })));
    hand = decision.hand;
    const fix = pressed(W.correct, () => correct(decision));
    fix.setAttribute("aria-label", `${W.correct}: ${decision.text}`);
    list.append(make("li", {}, make("p", {}, decision.text), fix));
  }
  byId("part-decisions").replaceChildren(make("h2", {}, W.decisions), make("p", { class: "soft" }, W.decisions_help), list);
}

function correct(decision) {
  const box = byId("ask");
  const choice = (text, instead, className = "") => pressed(text, () => foresee(decision, text, instead), className);
  box.replaceChildren(
    make("h2", { id: "ask-title" }, decision.text),
    make("p", {}, W.instead),
    make("div", { class: "answers" }, decision.instead.map((each) => choice(each.text, each.input)), choice(W.leave_out, null)),
    make("div", { class: "buttons" }, pressed(W.cancel, () => box.close())),
  );
  if (!box.open) box.showModal();
}

async function foresee(decision, text, instead) {
  const wanted = { at: decision.at, instead, after: told.sequence };
  const seen = await ask("preview", wanted);
  const box = byId("ask");
  if (!seen) return box.close();
  const rows = seen.changes.map((change) => make("tr", {}, make("th", { scope: "row" }, change.what), make("td", {}, change.before), make("td", {}, change.after)));
  const table = make("table", {}, make("thead", {}, make("tr", {}, make("td", {}, ""), make("th", { scope: "col" }, W.before), make("th", { scope: "col" }, W.after))), make("tbody", {}, rows));
  box.replaceChildren(
    make("h2", { id: "ask-title" }, `${decision.text} → ${text}`),
    make("h3", {}, W.preview),
    rows.length ? table : make("p", {}, W.nothing_changes),
    ...(seen.dropped.length ? [make("h3", {}, W.no_longer_fit), make("ul", {}, seen.dropped.map((each) => make("li", {}, each)))] : []),
    make("div", { class: "buttons" },
      pressed(W.confirm, async () => { if (await ask("correct", wanted)) tell(W.saved); box.close(); }, "main"),
      pressed(W.cancel, () => correct(decision))),
  );
}

function drawRuling() {
  const text = make("input", { type: "text", maxlength: 200 });
  const points = told.sides.map(() => make("input", { type: "number", step: 0.5, value: 0 }));
  const give = () => {
    const delta = points.map((input) => Number(input.value));
    const before = told.score.map((score, side) => `${told.sides[side]}: ${score} → ${score + delta[side]}`);
    const box = byId("ask");
    box.replaceChildren(
      make("h2", { id: "ask-title" }, W.preview),
      make("p", {}, text.value),
      make("ul", {}, before.map((line) => make("li", {}, line))),
      make("div", { class: "buttons" },
        pressed(W.give_ruling, async () => {
          const said = await ask("act", { input: { kind: "GiveRuling", text: text.value || W.ruling, delta }, after: told.sequence });
          if (said) { tell(W.saved); shown.delete("ruling"); refresh(); }
          box.close();
        }, "main"),
        pressed(W.cancel, () => box.close())),
    );
    box.showModal();
  };
  byId("part-ruling").replaceChildren(
    make("h2", {}, W.ruling),
    make("p", { class: "soft" }, W.ruling_help),
    field(W.ruling_text, text),
    make("div", { class: "row" }, points.map((input, side) => field(word("ruling_points", { who: told.sides[side] }), input))),
    make("div", { class: "buttons" }, pressed(W.preview, give)),
  );
}

// ---------------------------------------------------------------- looks

async function choose(change) {
  if (await ask("preferences", { ...told.preferences, ...change })) refresh();
}

function select(text, key, choices) {
  const box = make("select", {}, choices.map(([value, name]) => make("option", { value: String(value), selected: told.preferences[key] === value }, name)));
  box.addEventListener("change", () => choose({ [key]: choices[box.selectedIndex][0] }));
  return field(text, box);
}

function drawLooks() {
  const named = told.languages.map((code) => [code, W.languages[code]]);
  byId("part-looks").replaceChildren(
    make("h2", {}, W.look),
    make("div", { class: "row" },
      select(W.language, "language", named),
      select(W.letters, "letters", named),
      select(W.theme, "theme", [["dark", W.dark], ["light", W.light]]),
      select(W.suits, "suits", [["two", W.two_colours], ["four", W.four_colours]]),
      select(W.sounds, "voice", [[false, W.voice_off], [true, W.voice_on]])),
    told.can_speak ? "" : make("p", { class: "soft" }, W.no_voice),
  );
}

function show(next) {
  board = next;
  document.body.dataset.sequence = board.sequence;
  if (signedIn) refresh();
}

document.title = `${W.referee} – Pepper Table`;
chooseLanguage();
listen(show);
begin();
