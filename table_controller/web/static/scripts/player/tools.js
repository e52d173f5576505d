// What a table needs besides its turn: a card taken back, tricks claimed, a misdeal, a card read wrongly, the referee.

import { showCodes } from "../page/codes.js";
import { byId, pressed } from "../page/dom.js";
import { board } from "../page/line.js";
import { seatName, W, word } from "../page/words.js";
import { act, callReferee } from "./acting.js";
import { askBack, inputButton } from "./controls.js";
import { secretHeader } from "./secret.js";

export function drawTools() {
  const forTable = board.choices.filter((choice) => choice.seat === 0);
  const backs = forTable.filter((choice) => choice.input.kind === "TakeBack");
  const others = forTable.filter((choice) => choice.input.kind !== "TakeBack");
  const inPlay = board.phase === "playing" && !board.paused;
  const canMisdeal = board.choices.length > 0 && board.phase !== "over";
  const tools = [
    [backs.length > 0, W.take_back_card, () => takeBack(backs)],
    [inPlay && readCards().length > 0, W.wrong_card, wrongCard],
    [inPlay, W.claim, claim],
    [canMisdeal, W.misdeal, misdeal],
    [board.seats.length > 0, W.phones, () => showCodes(secretHeader())],
    [true, W.call_referee, callReferee],
  ];
  byId("tools").replaceChildren(
    ...others.map((choice) => inputButton(choice.text, choice.input, "quiet")),
    ...tools.filter(([may]) => may).map(([, text, does]) => pressed(text, does, "quiet")),
  );
}

async function takeBack(backs) {
  const answers = backs.map((choice) => ({ text: choice.text, value: choice.input }));
  const chosen = backs.length === 1 ? backs[0].input : await askBack(W.take_back_card, answers);
  if (chosen) act(chosen);
}

async function claim() {
  const players = board.seats.filter((seat) => !seat.out);
  const who = await askBack(W.claim_who, players.map((seat) => ({ text: seat.name, value: seat.seat })));
  if (!who) return;
  const taken = board.sides.reduce((sum, side) => sum + side.tricks, 0);
  const left = board.trick.of - taken;
  const counts = Array.from({ length: left + 1 }, (_, count) => ({ text: String(count), value: { count } }));
  const chosen = await askBack(word("claim_how_many", { who: seatName(board.seats, who) }), counts);
  if (chosen) act({ kind: "ClaimTricks", seat: who, tricks: chosen.count });
}

async function misdeal() {
  const reasons = [W.misdeal_count, W.misdeal_seen, W.misdeal_order];
  const reason = await askBack(W.misdeal_why, reasons.map((text) => ({ text, value: text })));
  if (reason) act({ kind: "DeclareMisdeal", reason });
}

// Cards of the trick that the camera read: what it read can be put right by its number for them.
function readCards() {
  return board.trick ? board.trick.plays.filter((play) => play.card && play.mark !== null) : [];
}

async function wrongCard() {
  const mark = await askBack(W.wrong_card_which, readCards().map((play) => ({ card: play.card, value: play.mark })));
  if (mark === undefined) return;
  const others = board.choices.filter((choice) => choice.card && choice.input.kind === "PlayCard");
  const answers = others.map(({ card }) => ({ card, value: card.text }));
  const card = await askBack(W.wrong_card_is, answers);
  if (card) act({ kind: "AnswerQuestion", mark, card });
}
