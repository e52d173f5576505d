// What the seats' pages and the table's screen have in common: choices as buttons, questions, the contract, the last
// hand.

import { forgetCrops } from "../asked/crops.js";
import { allAsked, askedBox, asksWhose, cardButton } from "../asked/question.js";
import { byId, make, pressed } from "../page/dom.js";
import { board } from "../page/line.js";
import { suitMark } from "../page/suits.js";
import { W, word } from "../page/words.js";
import { act, send } from "./acting.js";
import { secretHeader } from "./secret.js";

/** A button that says an input. */
export const inputButton = (text, input, className = "") => pressed(text, () => act(input), className);

/** The choices as buttons, `whose(choice)` before its text; cards in rows, a suit to a row. */
export function drawOffered(offered, whose) {
  const box = byId("choices");
  const cards = offered.filter((choice) => choice.card);
  const suits = [...new Set(cards.map((choice) => choice.card.suit))];
  const made = (choices) => choices.map((choice) => choiceButton(choice, whose(choice)));
  const row = (suit) => make("div", { class: "suit-row" }, made(cards.filter((choice) => choice.card.suit === suit)));
  box.replaceChildren(...made(offered.filter((choice) => !choice.card)), ...suits.map(row));
  box.classList.toggle("cards", cards.length > 0);
}

function choiceButton(choice, whose) {
  const made = choice.card
    ? cardButton(choice.card, () => act(choice.input))
    : inputButton(`${whose}${choice.text}`, choice.input);
  made.dataset.seat = choice.seat;
  return made;
}

/** A question on the page itself: the value of the button pressed, undefined when it is put away. */
export function askBack(title, answers) {
  const box = byId("ask");
  const heading = make("h2", { id: "ask-title" }, title);
  return new Promise((resolve) => {
    const choose = (value) => {
      box.close();
      resolve(value);
    };
    const made = answers.map(({ text, card, value }) =>
      card ? cardButton(card, () => choose(value)) : pressed(text, () => choose(value)),
    );
    const away = pressed(W.cancel, () => choose(undefined), "quiet");
    const className = answers.some((one) => one.card) ? "answers cards" : "answers";
    box.replaceChildren(heading, make("div", { class: className }, made), away);
    box.addEventListener("cancel", () => resolve(undefined), { once: true });
    box.showModal();
  });
}

export function drawContractLine() {
  const contract = board.contract;
  const parts = contract ? [contract.trump ? suitMark(contract.trump) : "", make("p", {}, contract.text)] : [];
  byId("contract").replaceChildren(...parts.filter(Boolean));
}

/** One question at a time, with the picture of its card for a page that has a secret to ask for it with. */
export function drawQuestion(questions, doubts) {
  const [one] = allAsked(questions, doubts);
  const box = byId("question");
  box.hidden = !one;
  document.body.toggleAttribute("data-question", Boolean(one));
  forgetCrops([...questions, ...doubts]);
  if (one) box.replaceChildren(askedBox(one, secretHeader(), board.seats, (chosen) => answer(one, chosen)));
  else box.replaceChildren();
}

function answer(one, chosen) {
  if (asksWhose(one)) return send(`asked/${one.mark}/owner`, { seat: chosen, after: board.sequence });
  return act({ kind: "AnswerQuestion", mark: one.mark, card: chosen });
}

export function drawLast() {
  const last = board.last_hand;
  if (!last) return byId("last").replaceChildren();
  const title = make("h2", {}, `${word("hand_n", { number: last.number })}: ${last.contract}`);
  return byId("last").replaceChildren(title, ...last.why.map((sentence) => make("p", {}, sentence)));
}

export const scoreLine = () => board.sides.map((side) => `${side.name} ${side.score}`).join(" · ");
