// A player's own page (/seat/2): what this seat may say now, as buttons, and nothing else. No hand is ever shown on it.
"use strict";

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
  byId("lamp").hidden = !(me && LAMPS[me.lamp]);
  const isDoubted = board.doubts.some((one) => one.waits && one.seats.includes(SEAT));
  byId("lamp-words").textContent = (isDoubted ? W.lamp_doubt : me && LAMPS[me.lamp]) || "";
  byId("who").textContent = me ? me.name : word("seat_n", { number: SEAT });
  document.title = `${byId("who").textContent} – Pepper Table`;
  byId("score").textContent = scoreLine();
  part("choices", [board.choices, board.headline, board.detail], () => drawNow(drawChoices()));
  const mine = [board.questions.filter((one) => one.seat === SEAT), board.doubts.filter((one) => one.seats.includes(SEAT))];
  part("question", mine, () => drawQuestion(...mine));
  part("contract", board.contract, drawContractLine);
  part("last", board.last_hand, drawLast);
}

chooseLanguage();
listen(show);
