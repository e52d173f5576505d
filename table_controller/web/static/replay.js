// A finished hand once more, board by board, on the drawn table: by buttons, arrow keys, or by itself.
"use strict";

const [, , MATCH, HAND] = location.pathname.split("/");
const PACE_MS = 1200;
let hand = null;
let at = 0;
let playing = 0;

function pressed(text, does) {
  const made = make("button", { type: "button" }, text);
  made.addEventListener("click", does);
  return made;
}

function drawSteps() {
  const go = (number) => make("a", { class: "plate", href: within(`/history/${MATCH}/${number}`) }, word("hand_n", { number }));
  const slider = make("input", { type: "range", min: 0, max: hand.boards.length - 1, value: 0, id: "where", "aria-label": W.replay });
  slider.addEventListener("input", () => { stop(); turnTo(Number(slider.value)); });
  const where = hand.hands.indexOf(hand.hand);
  byId("steps").replaceChildren(
    slider,
    pressed(W.first, () => { stop(); turnTo(0); }),
    pressed(W.back, () => { stop(); turnTo(at - 1); }),
    pressed(W.next, () => { stop(); turnTo(at + 1); }),
    Object.assign(pressed(W.play_all, () => (playing ? stop() : play())), { id: "play" }),
    make("span", { id: "count" }),
    where > 0 ? go(hand.hands[where - 1]) : "",
    where < hand.hands.length - 1 ? go(hand.hands[where + 1]) : "",
  );
}

function play() {
  if (at === hand.boards.length - 1) turnTo(0);
  playing = setInterval(() => { if (at === hand.boards.length - 1) stop(); else turnTo(at + 1); }, PACE_MS);
  byId("play").textContent = W.stop;
}

function stop() {
  clearInterval(playing);
  playing = 0;
  byId("play").textContent = W.play_all;
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
  const contract = board.contract ? [make("p", {}, board.contract.trump ? suitMark(board.contract.trump, "small") : "", " ", board.contract.text)] : [];
  const last = board.last_hand;
  const result = last ? [make("h3", {}, word("over", { number: last.number })), make("ul", { class: "why" }, last.why.map((why) => make("li", {}, why))), make("ul", { class: "score" }, board.sides.map((side, index) => make("li", { class: `side${index}` }, make("span", {}, side.name), make("b", {}, side.score))))] : [];
  const findings = board.findings.map((finding) => make("article", { class: "notice" }, make("strong", {}, finding.title), make("p", {}, finding.text)));
  byId("told").replaceChildren(make("h2", {}, last ? last.contract : board.headline), ...(last ? [] : [make("p", { class: "soft" }, board.detail), ...contract]), ...result, ...findings);
}

async function begin() {
  const answer = await fetch(`/api/v1/matches/${MATCH}/hands/${HAND}?lang=${LANG}`);
  const heard = await answer.json();
  if (!answer.ok) { byId("said").textContent = heard.refused || W.could_not; return; }
  hand = heard;
  byId("title").textContent = word("hand_n", { number: hand.hand });
  drawGround();
  drawSteps();
  await document.fonts.ready;
  turnTo(0);
}

addEventListener("keydown", (event) => {
  if (!hand || event.target.matches("input, select")) return;
  if (event.key === "ArrowRight") { stop(); turnTo(at + 1); }
  if (event.key === "ArrowLeft") { stop(); turnTo(at - 1); }
});
document.title = `${W.replay} – Pepper Table`;
chooseLanguage();
listen((board) => { document.body.dataset.sequence = board.sequence; });
begin().finally(() => { document.body.dataset.drawn = ""; });
