// A player's own page (/seat/2): what this seat may say now, as buttons, and nothing else. No hand is ever shown on it.

import { byId, pressed } from "./page/dom.js";
import { prepareHead } from "./page/head.js";
import { board, listen } from "./page/line.js";
import { drawIfChanged } from "./page/redraw.js";
import { W, word } from "./page/words.js";
import { callReferee } from "./player/acting.js";
import {
  choiceButton,
  drawContractLine,
  drawLast,
  drawQuestion,
  inputButton,
  scoreLine,
} from "./player/controls.js";
import { SEAT } from "./player/secret.js";

// What the lamp at this seat shows now, for whoever does not see it from there.
const LAMPS = {
  off: W.lamp_off,
  your_turn: W.lamp_your_turn,
  bid_wanted: W.lamp_bid_wanted,
  dealer: W.lamp_dealer,
  took_trick: W.lamp_took_trick,
  finding: W.lamp_finding,
  question: W.lamp_question,
  waiting: W.lamp_waiting,
  no_referee: W.lamp_no_referee,
};

function drawChoices() {
  const offered = board.choices.filter((choice) => choice.seat === SEAT);
  const box = byId("choices");
  box.replaceChildren(...offered.map((choice) => choiceButton(choice, "")));
  box.classList.toggle("cards", offered.some((choice) => choice.card));
  const mine = board.choices.filter((choice) => choice.input.kind === "TakeBack" && choice.input.seat === SEAT);
  const tools = mine.map((choice) => inputButton(W.take_back_card, choice.input, "quiet"));
  byId("corrections").replaceChildren(...tools, pressed(W.call_referee, callReferee, "quiet"));
  return offered;
}

function drawNow(offered) {
  const [strong, span] = byId("now").children;
  const asked = offered.length > 0;
  if (asked && !document.body.hasAttribute("data-asked")) shake();
  document.body.toggleAttribute("data-asked", asked);
  strong.textContent = asked ? W.your_turn : board.headline;
  span.textContent = asked ? board.detail || board.headline : board.detail;
}

// A phone that nobody has touched yet may not shake, and a browser complains when asked to.
function shake() {
  const touched = navigator.userActivation && navigator.userActivation.hasBeenActive;
  if (touched && navigator.vibrate) navigator.vibrate(200);
}

function drawLamp(me) {
  const lamp = me ? LAMPS[me.lamp] : "";
  document.body.dataset.lamp = me ? me.lamp : "";
  byId("lamp").hidden = !lamp;
  const isDoubted = board.doubts.some((one) => one.waits && one.seats.includes(SEAT));
  byId("lamp-words").textContent = (isDoubted ? W.lamp_doubt : lamp) || "";
}

function show() {
  document.body.dataset.sequence = board.sequence;
  document.body.dataset.phase = board.phase;
  const me = board.seats.find((one) => one.seat === SEAT);
  drawLamp(me);
  byId("who").textContent = me ? me.name : word("seat_n", { number: SEAT });
  document.title = `${byId("who").textContent} – Pepper Table`;
  byId("score").textContent = scoreLine();
  drawIfChanged("choices", [board.choices, board.headline, board.detail], () => drawNow(drawChoices()));
  const questions = board.questions.filter((one) => one.seat === SEAT);
  const doubts = board.doubts.filter((one) => one.seats.includes(SEAT));
  drawIfChanged("question", [questions, doubts], () => drawQuestion(questions, doubts));
  drawIfChanged("contract", board.contract, drawContractLine);
  drawIfChanged("last", board.last_hand, drawLast);
}

prepareHead();
listen(show);
