// The screen beside the table (/table): the table drawn, buttons for whoever is asked, and the table's tools.

import { drawCards, drawGround, drawSeats } from "./drawn/felt.js";
import { byId, make } from "./page/dom.js";
import { prepareHead } from "./page/head.js";
import { board, listen } from "./page/line.js";
import { drawAnew, drawIfChanged } from "./page/redraw.js";
import { seatName, W } from "./page/words.js";
import { choiceButton, drawContractLine, drawLast, drawQuestion, scoreLine } from "./player/controls.js";
import { drawTools } from "./player/tools.js";

function drawChoices() {
  const offered = board.choices.filter((choice) => choice.seat !== 0);
  const box = byId("choices");
  const several = new Set(offered.map((choice) => choice.seat)).size > 1;
  const whose = (choice) => (several ? `${seatName(board.seats, choice.seat)}: ` : "");
  box.replaceChildren(...offered.map((choice) => choiceButton(choice, whose(choice))));
  box.classList.toggle("cards", offered.some((choice) => choice.card));
  return offered;
}

function drawNow(offered) {
  const [strong, span] = byId("now").children;
  const seats = [...new Set(offered.map((choice) => choice.seat))];
  document.body.toggleAttribute("data-asked", seats.length > 0);
  strong.textContent = seats.length === 1 ? seatName(board.seats, seats[0]) : board.headline;
  span.textContent = seats.length === 1 ? board.headline : board.detail;
}

function drawNotices() {
  const finding = (one) => [
    make("strong", {}, one.title),
    make("p", {}, one.text),
    make("p", { class: "proof" }, one.proof.join(" · ")),
  ];
  const told = [
    ...board.findings.map(finding),
    ...board.surroundings.calls.map((call) => [make("strong", {}, call.text)]),
  ].slice(-2);
  byId("notices").replaceChildren(...told.map((parts) => make("article", { class: "notice" }, parts)));
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
  drawIfChanged("choices", [board.choices, board.headline, board.detail], () => drawNow(drawChoices()));
  drawIfChanged("tools", [board.choices, board.phase, board.paused, board.trick], drawTools);
  drawIfChanged("question", [board.questions, board.doubts], () => drawQuestion(board.questions, board.doubts));
  drawIfChanged("contract", board.contract, drawContractLine);
  drawIfChanged("notices", [board.findings, board.surroundings.calls], drawNotices);
  drawIfChanged("last", [board.last_hand, board.phase], drawLastBetweenHands);
  drawIfChanged("places", board.seats, () => drawSeats(board));
  drawIfChanged("cards", [board.match, board.hand, board.trick, board.headline], () => drawCards(board));
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
