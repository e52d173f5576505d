// A finished hand once more, board by board, on the drawn table: by buttons, arrow keys, or by itself.

import { drawCards, drawGround, drawSeats } from "./drawn/felt.js";
import { byId, make, pressed } from "./page/dom.js";
import { prepareHead, within } from "./page/head.js";
import { listen } from "./page/line.js";
import { suitMark } from "./page/suits.js";
import { LANG, W, word } from "./page/words.js";

const [, , MATCH, HAND] = location.pathname.split("/");
const PACE_MS = 1200;
let hand = null;
let at = 0;
let playing = 0;

function drawSteps() {
  const last = hand.boards.length - 1;
  const slider = make("input", { type: "range", min: 0, max: last, value: 0, id: "where", "aria-label": W.replay });
  slider.addEventListener("input", () => stepTo(Number(slider.value)));
  const playButton = pressed(W.play_all, () => (playing ? stop() : play()));
  playButton.id = "play";
  byId("steps").replaceChildren(
    slider,
    pressed(W.first, () => stepTo(0)),
    pressed(W.back, () => stepTo(at - 1)),
    pressed(W.next, () => stepTo(at + 1)),
    playButton,
    make("span", { id: "count" }),
    ...neighbours(),
  );
}

// The hands before and after this one.
function neighbours() {
  const where = hand.hands.indexOf(hand.hand);
  const link = (number) =>
    make("a", { class: "plate", href: within(`/history/${MATCH}/${number}`) }, word("hand_n", { number }));
  return [hand.hands[where - 1], hand.hands[where + 1]].filter((number) => number !== undefined).map(link);
}

function play() {
  const last = hand.boards.length - 1;
  if (at === last) turnTo(0);
  playing = setInterval(() => {
    if (at === last) stop();
    else turnTo(at + 1);
  }, PACE_MS);
  byId("play").textContent = W.stop;
}

function stop() {
  clearInterval(playing);
  playing = 0;
  byId("play").textContent = W.play_all;
}

function stepTo(wanted) {
  stop();
  turnTo(wanted);
}

function turnTo(wanted) {
  at = Math.max(0, Math.min(hand.boards.length - 1, wanted));
  const board = hand.boards[at];
  byId("where").value = at;
  byId("count").textContent = word("step_of", { step: at + 1, of: hand.boards.length });
  drawSeats(board);
  drawCards(board);
  drawTold(board);
  document.body.dataset.step = at;
}

function drawTold(board) {
  const last = board.last_hand;
  const findings = board.findings.map((finding) =>
    make("article", { class: "notice" }, make("strong", {}, finding.title), make("p", {}, finding.text)),
  );
  byId("told").replaceChildren(
    make("h2", {}, last ? last.contract : board.headline),
    ...(last ? resultParts(board, last) : contractParts(board)),
    ...findings,
  );
}

function contractParts({ contract, detail }) {
  const mark = contract && contract.trump ? suitMark(contract.trump, "small") : "";
  return [make("p", { class: "soft" }, detail), ...(contract ? [make("p", {}, mark, " ", contract.text)] : [])];
}

function resultParts(board, last) {
  const score = (side, index) =>
    make("li", { class: `side${index}` }, make("span", {}, side.name), make("b", {}, side.score));
  return [
    make("h3", {}, word("over", { number: last.number })),
    make("ul", { class: "why" }, last.why.map((why) => make("li", {}, why))),
    make("ul", { class: "score" }, board.sides.map(score)),
  ];
}

async function begin() {
  const answer = await fetch(`/api/v1/matches/${MATCH}/hands/${HAND}?lang=${LANG}`);
  const heard = await answer.json();
  if (!answer.ok) {
    byId("said").textContent = heard.refused || W.could_not;
    return;
  }
  hand = heard;
  byId("title").textContent = word("hand_n", { number: hand.hand });
  drawGround();
  drawSteps();
  await document.fonts.ready;
  turnTo(0);
}

addEventListener("keydown", (event) => {
  if (!hand || event.target.matches("input, select")) return;
  if (event.key === "ArrowRight") stepTo(at + 1);
  if (event.key === "ArrowLeft") stepTo(at - 1);
});
document.title = `${W.replay} – Pepper Table`;
prepareHead();
listen((board) => {
  document.body.dataset.sequence = board.sequence;
});
begin().finally(() => {
  document.body.dataset.drawn = "";
});
