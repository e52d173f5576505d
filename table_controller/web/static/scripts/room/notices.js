// The room page: findings, calls and questions, the newest three. One that stays is not drawn anew, so it is read once.

import { byId, make } from "../page/dom.js";
import { board } from "../page/line.js";
import { suitMark } from "../page/suits.js";
import { W } from "../page/words.js";

const MOST = 3;

export function drawNotices() {
  const box = byId("notices");
  const wanted = allNotices().slice(-MOST);
  const kept = new Map([...box.children].map((child) => [child.dataset.key, child]));
  const keys = new Set(wanted.map(([key]) => key));
  for (const [key, child] of kept) if (!keys.has(key)) child.remove();
  for (const [key, build] of wanted) {
    if (kept.has(key)) continue;
    const notice = build();
    notice.dataset.key = key;
    box.append(notice);
  }
  document.body.toggleAttribute("data-notices", wanted.length > 0);
}

function allNotices() {
  return [
    ...board.findings.map((one) => [`finding ${one.id}`, () => findingNotice(one)]),
    ...board.surroundings.calls.map((one) => [`call ${one.seat} ${one.kind}`, () => callNotice(one)]),
    ...board.questions.map((one) => [`question ${one.mark} ${one.text}`, () => questionNotice(one)]),
    ...board.doubts.map((one) => [`doubt ${one.mark} ${one.text}`, () => lookNotice(one.text)]),
  ];
}

function findingNotice(finding) {
  return make(
    "article",
    { class: "notice finding" },
    make("h3", {}, finding.title),
    make("p", {}, finding.text),
    finding.proof.length ? make("p", { class: "proof" }, finding.proof.join(" · ")) : null,
    finding.ruling ? make("p", { class: "ruling" }, finding.ruling) : null,
  );
}

function callNotice(call) {
  return make("article", { class: "notice call" }, make("h3", {}, call.text));
}

function questionNotice(question) {
  const likely = question.likeliest.map((card) =>
    make("span", { class: "likely" }, card.rank, suitMark(card.suit, "small")),
  );
  return lookNotice(question.text, likely.length ? " " : "", likely);
}

function lookNotice(...told) {
  return make("article", { class: "notice question" }, make("h3", {}, W.please_look), make("p", {}, ...told));
}
