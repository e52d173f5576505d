// A player's own page (/seat/2): what this seat may say now, as buttons, and nothing else. No hand is ever shown on it.

import { byId, pressed } from "./page/dom.js";
import { prepareHead } from "./page/head.js";
import { board, listen } from "./page/line.js";
import { drawIfChanged } from "./page/redraw.js";
import { W, word } from "./page/words.js";
import { callReferee } from "./player/acting.js";
import {
  drawContractLine,
  drawLast,
  drawOffered,
  drawQuestion,
  inputButton,
  scoreLine,
} from "./player/controls.js";
import { SEAT } from "./player/secret.js";
import { drawTold, drawTricks } from "./player/told.js";

function drawChoices() {
  const offered = board.choices.filter((choice) => choice.seat === SEAT);
  drawOffered(offered, () => "");
  const mine = board.choices.filter((choice) => choice.input.kind === "TakeBack" && choice.input.seat === SEAT);
  const tools = mine.map((choice) => inputButton(W.take_back_card, choice.input, "quiet"));
  byId("corrections").replaceChildren(...tools, pressed(W.call_referee, callReferee, "quiet"));
}

function drawNow() {
  const [strong, span] = byId("now").children;
  const mine = board.asked.find((one) => one.seat === SEAT);
  if (mine && !document.body.hasAttribute("data-asked")) shake();
  document.body.toggleAttribute("data-asked", Boolean(mine));
  strong.textContent = mine ? mine.text : board.headline;
  span.textContent = mine ? mine.detail : board.detail;
}

// A phone that nobody has touched yet may not shake, and a browser complains when asked to.
function shake() {
  const touched = navigator.userActivation && navigator.userActivation.hasBeenActive;
  if (touched && navigator.vibrate) navigator.vibrate(200);
}

function show() {
  document.body.dataset.sequence = board.sequence;
  document.body.dataset.phase = board.phase;
  const me = board.seats.find((one) => one.seat === SEAT);
  byId("who").textContent = me ? me.name : word("seat_n", { number: SEAT });
  document.title = `${byId("who").textContent} – Pepper Table`;
  byId("score").textContent = scoreLine();
  drawIfChanged("now", [board.asked, board.headline, board.detail], drawNow);
  drawIfChanged("choices", board.choices, drawChoices);
  drawIfChanged("told", [board.news, board.findings, board.surroundings.calls], () => drawTold(byId("notices")));
  drawIfChanged("tricks", [board.trick, board.last_trick, board.sides, board.seats], drawTricks);
  const questions = board.questions.filter((one) => one.seat === SEAT);
  const doubts = board.doubts.filter((one) => one.seats.includes(SEAT));
  const names = board.seats.map((seat) => seat.name);
  drawIfChanged("question", [questions, doubts, names], () => drawQuestion(questions, doubts));
  drawIfChanged("contract", board.contract, drawContractLine);
  drawIfChanged("last", board.last_hand, drawLast);
}

prepareHead();
listen(show);
