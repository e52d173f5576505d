// The screen beside the table (/table): the table drawn, buttons for whoever is asked, and what a table needs besides:
// a card taken back, tricks claimed, a misdeal, a card read wrongly, the referee called.
"use strict";

function drawChoices() {
  const offered = board.choices.filter((choice) => choice.seat !== 0);
  const box = byId("choices");
  const several = new Set(offered.map((choice) => choice.seat)).size > 1;
  box.replaceChildren(...offered.map((choice) => choiceButton(choice, several ? `${nameOf(choice.seat)}: ` : "")));
  box.classList.toggle("cards", offered.some((choice) => choice.card));
  return offered;
}

function drawNow(offered) {
  const [strong, span] = byId("now").children;
  const seats = [...new Set(offered.map((choice) => choice.seat))];
  document.body.toggleAttribute("data-asked", seats.length > 0);
  strong.textContent = seats.length === 1 ? nameOf(seats[0]) : board.headline;
  span.textContent = seats.length === 1 ? board.headline : board.detail;
}

// ---------------------------------------------------------------- tools

function drawTools() {
  const forTable = board.choices.filter((choice) => choice.seat === 0);
  const backs = forTable.filter((choice) => choice.input.kind === "TakeBack");
  const others = forTable.filter((choice) => choice.input.kind !== "TakeBack");
  const inPlay = board.phase === "playing" && !board.paused;
  const tools = others.map((choice) => button(choice.text, choice.input, "quiet"));
  if (backs.length) tools.push(pressed(W.take_back_card, () => takeBack(backs), "quiet"));
  if (inPlay && readCards().length) tools.push(pressed(W.wrong_card, wrongCard, "quiet"));
  if (inPlay) tools.push(pressed(W.claim, claim, "quiet"));
  if (board.choices.length && board.phase !== "over") tools.push(pressed(W.misdeal, misdeal, "quiet"));
  tools.push(pressed(W.call_referee, callReferee, "quiet"));
  byId("tools").replaceChildren(...tools);
}

async function takeBack(backs) {
  const chosen = backs.length === 1 ? backs[0].input : await ask(W.take_back_card, backs.map((choice) => ({ text: choice.text, value: choice.input })));
  if (chosen) act(chosen);
}

async function claim() {
  const players = board.seats.filter((seat) => !seat.out);
  const who = await ask(W.claim_who, players.map((seat) => ({ text: seat.name, value: seat.seat })));
  if (!who) return;
  const taken = board.sides.reduce((sum, side) => sum + side.tricks, 0);
  const left = board.trick.of - taken;
  const counts = Array.from({ length: left + 1 }, (_, count) => ({ text: String(count), value: { count } }));
  const chosen = await ask(word("claim_how_many", { who: nameOf(who) }), counts);
  if (chosen) act({ kind: "ClaimTricks", seat: who, tricks: chosen.count });
}

async function misdeal() {
  const reasons = [W.misdeal_count, W.misdeal_seen, W.misdeal_order];
  const reason = await ask(W.misdeal_why, reasons.map((text) => ({ text, value: text })));
  if (reason) act({ kind: "DeclareMisdeal", reason });
}

// Cards of the trick that the camera read: what it read can be put right by its number for them.
const readCards = () => (board.trick ? board.trick.plays.filter((play) => play.card && play.mark !== null) : []);

async function wrongCard() {
  const mark = await ask(W.wrong_card_which, readCards().map((play) => ({ card: play.card, value: play.mark })));
  if (mark === undefined) return;
  const others = board.choices.filter((choice) => choice.card && choice.input.kind === "PlayCard").map((choice) => choice.card);
  const card = await ask(W.wrong_card_is, others.map((one) => ({ card: one, value: one.text })));
  if (card) act({ kind: "AnswerQuestion", mark, card });
}

// ---------------------------------------------------------------- the page

function drawNotices() {
  const told = [
    ...board.findings.map((finding) => [make("strong", {}, finding.title), make("p", {}, finding.text), make("p", { class: "proof" }, finding.proof.join(" · "))]),
    ...board.surroundings.calls.map((call) => [make("strong", {}, call.text)]),
  ].slice(-2);
  byId("notices").replaceChildren(...told.map((parts) => make("article", { class: "notice" }, parts)));
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

function show(next) {
  board = next;
  document.body.dataset.sequence = board.sequence;
  document.body.dataset.phase = board.phase;
  document.title = `${W.the_screen} – Pepper Table`;
  byId("score").textContent = scoreLine();
  part("choices", [board.choices, board.headline, board.detail], () => drawNow(drawChoices()));
  part("tools", [board.choices, board.phase, board.paused, board.trick], drawTools);
  part("question", [board.questions, board.doubts], () => drawQuestion(board.questions, board.doubts));
  part("contract", board.contract, drawContractLine);
  part("notices", [board.findings, board.surroundings.calls], drawNotices);
  part("last", [board.last_hand, board.phase], () => { if (board.phase === "dealing" || board.phase === "over") drawLast(); else byId("last").replaceChildren(); });
  part("places", board.seats, () => drawSeats(board));
  part("cards", [board.match, board.hand, board.trick, board.headline], () => drawCards(board));
  fitSide();
}

chooseLanguage();
drawGround();
listen(show);
addEventListener("resize", fitSide);
addEventListener("shown", fitSide);
document.fonts.addEventListener("loadingdone", fitSide);
