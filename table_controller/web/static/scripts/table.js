// The screen beside the table (/table): the table drawn, buttons for whoever is asked, and the table's tools.

import { drawCards, drawGround, drawSeats } from "./drawn/felt.js";
import { byId } from "./page/dom.js";
import { prepareHead } from "./page/head.js";
import { board, listen } from "./page/line.js";
import { drawAnew, drawIfChanged } from "./page/redraw.js";
import { seatName, W } from "./page/words.js";
import { drawContractLine, drawLast, drawOffered, drawQuestion, scoreLine } from "./player/controls.js";
import { drawTold } from "./player/told.js";
import { drawTools } from "./player/tools.js";

function drawChoices() {
  const asked = new Set(board.asked.map((one) => one.seat));
  const may = (choice) => asked.has(choice.seat) || choice.input.kind === "CallSuit";
  const offered = board.choices.filter((choice) => choice.seat !== 0 && may(choice));
  const several = new Set(offered.map((choice) => choice.seat)).size > 1;
  drawOffered(offered, (choice) => (several ? `${seatName(board.seats, choice.seat)}: ` : ""));
}

function drawNow() {
  const [strong, span] = byId("now").children;
  document.body.toggleAttribute("data-asked", board.asked.length > 0);
  strong.textContent = board.headline;
  span.textContent = board.detail;
}

function drawLastBetweenHands() {
  if (board.phase === "dealing" || board.phase === "over") drawLast();
  else byId("last").replaceChildren();
}

// What fits not beside the buttons is left out, the least important first: nothing here is ever scrolled to.
function fitSide() {
  const side = byId("side");
  const spare = [
    ...side.querySelectorAll(".proof"),
    ...[...byId("last").querySelectorAll("p")].reverse(),
    byId("last"),
    ...side.querySelectorAll(".notice p:not(.proof)"),
    byId("contract"),
    byId("notices"),
  ];
  for (const one of spare) one.hidden = false;
  for (const one of spare) {
    if (side.scrollHeight <= side.clientHeight) return;
    one.hidden = true;
  }
}

function show() {
  document.body.dataset.sequence = board.sequence;
  document.body.dataset.phase = board.phase;
  document.title = `${W.the_screen} – Pepper Table`;
  byId("score").textContent = scoreLine();
  drawIfChanged("now", [board.asked, board.headline, board.detail], drawNow);
  drawIfChanged("choices", [board.choices, board.asked, board.seats], drawChoices);
  drawIfChanged("tools", [board.choices, board.phase, board.paused, board.trick, board.seats, board.sides], drawTools);
  const { questions, doubts } = board;
  const names = board.seats.map((seat) => seat.name);
  drawIfChanged("question", [questions, doubts, names], () => drawQuestion(questions, doubts));
  drawIfChanged("contract", board.contract, drawContractLine);
  drawIfChanged("notices", [board.news, board.findings, board.surroundings.calls], () => drawTold(byId("notices")));
  drawIfChanged("last", [board.last_hand, board.phase], drawLastBetweenHands);
  drawIfChanged("places", board.seats, () => drawSeats(board));
  drawIfChanged("cards", [board.match, board.hand, board.trick, board.headline, board.seats], () => drawCards(board));
  fitSide();
}

prepareHead();
drawGround();
listen(show);
addEventListener("resize", fitSide);
addEventListener("shown", fitSide);
// Names were fitted to their plates with whatever letters were at hand: once more, now that the real ones are here.
document.fonts.addEventListener("loadingdone", () => {
  drawAnew("places");
  show();
});
