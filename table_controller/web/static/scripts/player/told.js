// What a phone and the table's screen are told besides choices: the trick, the last one, the tally, what was found.

import { byId, make } from "../page/dom.js";
import { board } from "../page/line.js";
import { colourOf, suitMark } from "../page/suits.js";
import { seatName, W } from "../page/words.js";

/** A card drawn as a card, in a line of text. */
function cardChip(card) {
  if (!card) return make("span", { class: "chip", role: "img", "aria-label": W.unread }, "?");
  const parts = card.suit ? [card.rank, suitMark(card.suit)] : [W.joker];
  return make("span", { class: `chip ${colourOf(card.suit)}`, role: "img", "aria-label": card.words }, parts);
}

/** What was decided last, and everything found wrong, each once. */
export function drawTold(box) {
  const told = [
    ...(board.news ? [[make("strong", {}, board.news)]] : []),
    ...board.findings.map(findingParts),
    ...board.surroundings.calls.map((call) => [make("strong", {}, call.text)]),
  ];
  box.replaceChildren(...told.slice(-3).map((parts) => make("article", { class: "notice" }, parts)));
}

function findingParts(finding) {
  return [
    make("strong", {}, finding.title),
    make("p", {}, finding.text),
    finding.proof.length ? make("p", { class: "proof" }, finding.proof.join(" · ")) : null,
    finding.ruling ? make("p", {}, finding.ruling) : null,
  ];
}

/** The cards that lie, those of the trick before in small, and how many tricks each side has. */
export function drawTricks() {
  const box = byId("tricks");
  const lies = board.trick && board.trick.plays.length ? board.trick : null;
  const before = board.last_trick;
  const sides = board.trick ? board.sides.map((side) => `${side.name}: ${side.tricks}`).join(" · ") : "";
  box.replaceChildren(
    ...(lies ? [trickRow(lies, "")] : []),
    ...(before ? [make("details", {}, make("summary", {}, W.last_trick), trickRow(before, "before"))] : []),
    ...(sides ? [make("p", { class: "tally" }, `${W.tricks}: ${sides}`)] : []),
  );
}

function trickRow(trick, className) {
  const one = (play) =>
    make(
      "li",
      { class: play.winning ? "winning" : "" },
      cardChip(play.card),
      make("span", {}, seatName(board.seats, play.seat)),
    );
  return make("ol", { class: `trick ${className}` }, trick.plays.map(one));
}
