// What the table asks people, with the picture: which card is it, and whose. What an answer does is the service's
// business.

import { make, pressed } from "../page/dom.js";
import { colourOf, suitMark } from "../page/suits.js";
import { seatName, W } from "../page/words.js";
import { cropOf } from "./crops.js";

/** A button that looks like the card. */
export function cardButton(card, does) {
  const made = pressed("", does, `card ${colourOf(card.suit)}`);
  made.setAttribute("aria-label", card.words);
  if (card.suit) made.append(card.rank, suitMark(card.suit));
  else made.append(W.joker);
  return made;
}

/** What waits for an answer: a card that nobody has been given first, then cards that nobody could read. */
export function allAsked(questions, doubts) {
  return [...doubts, ...questions];
}

/** Whether it is asked whose a card is, and not which one. */
export const asksWhose = (one) => "seats" in one;

/**
 * One question with the picture of its card, fetched with `headers` (null: without a picture). `answer` is given the
 * card's text or the seat that was chosen.
 */
export function askedBox(one, headers, seats, answer) {
  const parts = asksWhose(one) ? whoseParts(one, seats, answer) : whichParts(one, answer);
  const why = one.why ? make("p", {}, one.why) : "";
  const picture = headers ? cropOf(one.mark, headers) : "";
  return make("div", { class: "asked" }, picture, make("div", {}, make("strong", {}, one.text), why, parts));
}

function whoseParts(one, seats, answer) {
  const names = one.seats.map((seat) => pressed(seatName(seats, seat), () => answer(seat)));
  return [make("div", { class: "answers names" }, names)];
}

function whichParts(one, answer) {
  const cards = (them) =>
    make("div", { class: "answers" }, them.map((card) => cardButton(card, () => answer(card.text))));
  if (!one.likeliest.length) return [cards(one.others)];
  const others = make("details", {}, make("summary", {}, W.another_card), cards(one.others));
  return [cards(one.likeliest), one.others.length ? others : ""];
}
