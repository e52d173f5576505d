// A player's own page (/seat/2): what this seat may say now, as buttons, and nothing else. No hand is ever shown on it.
"use strict";

function drawChoices() {
  const offered = board.choices.filter((choice) => choice.seat === SEAT);
  const box = byId("choices");
  box.replaceChildren(...offered.map((choice) => choiceButton(choice, "")));
  box.classList.toggle("cards", offered.some((choice) => choice.card));
  const mine = board.choices.filter((choice) => choice.input.kind === "TakeBack" && choice.input.seat === SEAT);
  const tools = mine.map((choice) => button(W.take_back_card, choice.input, "quiet"));
  byId("corrections").replaceChildren(...tools, pressed(W.call_referee, callReferee, "quiet"));
  return offered;
}

function drawNow(offered) {
  const [strong, span] = byId("now").children;
  const asked = offered.length > 0;
  const before = document.body.hasAttribute("data-asked");
  document.body.toggleAttribute("data-asked", asked);
  // A phone that nobody has touched yet may not shake, and a browser complains when asked to.
  const touched = navigator.userActivation && navigator.userActivation.hasBeenActive;
  if (asked && !before && touched && navigator.vibrate) navigator.vibrate(200);
  strong.textContent = asked ? W.your_turn : board.headline;
  span.textContent = asked ? board.detail || board.headline : board.detail;
}

function show(next) {
  board = next;
  document.body.dataset.sequence = board.sequence;
  document.body.dataset.phase = board.phase;
  const me = board.seats.find((one) => one.seat === SEAT);
  document.body.dataset.lamp = me ? me.lamp : "";
  byId("who").textContent = me ? me.name : word("seat_n", { number: SEAT });
  document.title = `${byId("who").textContent} – Pepper Table`;
  byId("score").textContent = scoreLine();
  part("choices", [board.choices, board.headline, board.detail], () => drawNow(drawChoices()));
  part("question", board.questions, () => drawQuestion(board.questions.filter((one) => one.seat === SEAT)));
  part("contract", board.contract, drawContractLine);
  part("last", board.last_hand, drawLast);
}

chooseLanguage();
listen(show);
