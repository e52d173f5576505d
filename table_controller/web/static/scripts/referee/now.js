// The referee's page: what is on, what was found, and what the table asks.

import { forgetCrops } from "../asked/crops.js";
import { allAsked, askedBox, asksWhose } from "../asked/question.js";
import { buttons, byId, make, pressed } from "../page/dom.js";
import { board } from "../page/line.js";
import { W } from "../page/words.js";
import { ask } from "./door.js";
import { act, choose, told } from "./overview.js";

export function drawNow() {
  const score = (side, index) =>
    make("li", { class: `side${index}` }, make("span", {}, side.name), make("b", {}, side.score));
  const calls = board.surroundings.calls.map((call) =>
    make("article", { class: "notice call" }, make("strong", {}, call.text)),
  );
  byId("part-now").replaceChildren(
    make("h2", {}, W.now),
    make("p", { class: "now", role: "status" }, board.headline),
    make("p", { class: "soft" }, board.detail),
    make("ul", { class: "score" }, board.sides.map(score)),
    make("div", { "aria-live": "polite" }, calls, board.findings.map(findingNotice)),
    buttons(
      calls.length ? pressed(W.called_done, () => ask("calls", null, "DELETE"), "main") : "",
      clockButton(),
      told.can_undo ? pressed(W.undo, () => act({ kind: "Undo" })) : "",
      told.can_redo ? pressed(W.redo, () => act({ kind: "Redo" })) : "",
    ),
  );
}

function clockButton() {
  if (told.preferences.paused) return pressed(W.resume, () => choose({ paused: false }), "main");
  return told.match ? pressed(W.pause, () => choose({ paused: true })) : "";
}

function findingNotice(finding) {
  return make(
    "article",
    { class: "notice" },
    make("strong", {}, finding.title),
    make("p", {}, finding.text),
    finding.proof.length ? make("p", { class: "proof" }, finding.proof.join(" · ")) : "",
    finding.ruling ? make("p", {}, finding.ruling) : "",
  );
}

export function drawAsked() {
  const asked = allAsked(board.questions, board.doubts);
  const box = byId("part-asked");
  const notice = (one) => {
    const question = askedBox(one, {}, board.seats, (chosen) => answer(one, chosen));
    return make("article", { class: "notice question" }, question);
  };
  forgetCrops(asked);
  box.hidden = !asked.length;
  box.replaceChildren(make("h2", {}, W.asked), ...asked.map(notice));
}

function answer(one, chosen) {
  if (asksWhose(one)) return ask(`asked/${one.mark}/owner`, { seat: chosen, after: told.sequence });
  return act({ kind: "AnswerQuestion", mark: one.mark, card: chosen });
}
