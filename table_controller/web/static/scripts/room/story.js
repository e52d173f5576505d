// The room page: how the last hand was scored and why, in its panel and, between two hands, larger.

import { byId, make } from "../page/dom.js";
import { board } from "../page/line.js";
import { W, word } from "../page/words.js";

const EARLIER = 6; // hands before the last one that are listed

export function drawStory() {
  const box = byId("story");
  const last = board.last_hand;
  const told = last ? [make("h2", {}, word("hand_n", { number: last.number })), ...handParts(last)] : [];
  const earlier = board.history.length > 1 ? [earlierHands()] : [];
  box.replaceChildren(make("div", {}, ...told, ...earlier));
  box.hidden = !last;
}

/** Between two hands the whole of the panels' place tells how the last one ended; the table stays in sight. */
export function drawResult() {
  const box = byId("result");
  const last = board.last_hand;
  const resting = Boolean(last) && ["dealing", "over"].includes(board.phase);
  document.body.toggleAttribute("data-resting", resting);
  box.hidden = !resting;
  if (resting) box.replaceChildren(make("div", {}, make("h2", {}, endWords(last)), ...handParts(last)));
}

function endWords(last) {
  const won = board.sides.find((side) => side.won);
  if (!won) return word("over", { number: last.number });
  return word(won.seats.length > 1 ? "win" : "wins", { who: won.name });
}

function handParts(hand) {
  const made = hand.made === null ? "" : `, ${hand.made ? W.made : W.failed}`;
  return [
    make("p", { class: "last" }, `${hand.contract}${made}`),
    deltas(hand),
    make("ul", { class: "why" }, hand.why.map((sentence) => make("li", {}, sentence))),
    hand.could_make ? make("p", { class: "could" }, hand.could_make) : "",
  ];
}

function deltas(hand) {
  const name = (index) => (board.sides[index] || { name: "" }).name;
  const row = (delta, index) =>
    make("li", { class: `side${index}` }, make("span", {}, name(index)), make("b", {}, delta));
  return make("ul", { class: "deltas" }, hand.delta.map(row));
}

function earlierHands() {
  const row = (hand) =>
    make(
      "tr",
      {},
      make("td", {}, String(hand.number)),
      make("td", { class: "what" }, hand.contract),
      hand.delta.map((delta, index) => make("td", { class: `side${index}` }, delta)),
    );
  const hands = board.history.slice(0, -1).slice(-EARLIER).reverse();
  return make("table", { class: "history" }, make("caption", {}, W.earlier), make("tbody", {}, hands.map(row)));
}
