// The room page: draws whatever board the server hangs up. It needs nobody to touch it.
"use strict";

const LONG = 16; // letters of a name that get smaller ones

// ---------------------------------------------------------------- panels

function drawSides(board) {
  byId("sides").replaceChildren(
    ...board.sides.map((side, index) =>
      make(
        "article",
        { class: `panel side side${index}${side.making ? " making" : ""}${side.won ? " won" : ""}` },
        make("div", {}, make("h2", {}, side.name), make("p", { class: "score" }, side.score), make("p", { class: "needs" }, side.needs)),
      ),
    ),
  );
}

function drawContract(board) {
  const contract = board.contract;
  const box = byId("contract");
  box.replaceChildren();
  if (!contract) {
    box.append(make("h2", {}, W.contract), make("p", { class: "none" }, board.phase === "calling" ? W.no_bid_yet : W.none_yet));
    return;
  }
  const told = [
    make("h2", {}, W.contract),
    make("div", { class: "trump" }, make("span", { class: contract.bid.length > 2 ? "bid word" : "bid" }, contract.bid), contract.trump ? suitMark(contract.trump, "big") : null),
    make("p", { class: "contract-text" }, contract.text),
    contract.detail ? make("p", { class: "contract-detail" }, contract.detail) : "",
    board.trick ? tricksBySide(board) : "",
  ];
  box.append(...told);
}

function tricksBySide(board) {
  const list = make("ul", { class: "tricks" });
  const of = board.trick ? board.trick.of : 0;
  board.sides.forEach((side, index) => {
    const pips = make("span", { class: "pips", "aria-hidden": true });
    for (let n = 0; n < of; n += 1) pips.append(make("i", { class: n < side.tricks ? "full" : "" }));
    list.append(make("li", { class: `side${index}` }, make("span", { class: side.name.length > LONG ? "whose long" : "whose" }, side.name), make("b", {}, String(side.tricks)), pips));
  });
  return list;
}

function madeWords(hand) {
  if (hand.made === null) return "";
  return hand.made ? W.made : W.failed;
}

function drawStory(board) {
  const box = byId("story");
  const inner = make("div", {});
  box.replaceChildren(inner);
  const last = board.last_hand;
  if (last) {
    inner.append(
      make("h2", {}, word("hand_n", { number: last.number })),
      make("p", { class: "last" }, `${last.contract}${last.made === null ? "" : `, ${madeWords(last)}`}`),
      deltas(board, last),
      make("ul", { class: "why" }, last.why.map((sentence) => make("li", {}, sentence))),
      last.could_make ? make("p", { class: "could" }, last.could_make) : "",
    );
  }
  if (board.history.length > 1) inner.append(historyTable(board));
  box.hidden = !last;
}

function deltas(board, hand) {
  return make(
    "ul",
    { class: "deltas" },
    hand.delta.map((delta, index) => make("li", { class: `side${index}` }, make("span", {}, (board.sides[index] || { name: "" }).name), make("b", {}, delta))),
  );
}

// How the scores went, once there is something to see.
function drawCurve(board) {
  const box = byId("curve");
  box.hidden = board.history.length < 2;
  box.replaceChildren(...(box.hidden ? [] : [curve(board, 460, 92)]));
}

function historyTable(board) {
  const rows = board.history.slice(0, -1).slice(-6).reverse().map((hand) =>
    make(
      "tr",
      {},
      make("td", {}, String(hand.number)),
      make("td", { class: "what" }, hand.contract),
      ...hand.delta.map((delta, index) => make("td", { class: `side${index}` }, delta)),
    ),
  );
  return make("table", { class: "history" }, make("caption", {}, W.earlier), make("tbody", {}, rows));
}

// Between two hands the middle of the table tells how the last one ended.
function drawResult(board) {
  const box = byId("result");
  const last = board.last_hand;
  const resting = last && (!board.trick || !board.trick.plays.length) && ["dealing", "over"].includes(board.phase);
  box.hidden = !resting;
  if (!resting) return;
  const won = board.sides.find((side) => side.won);
  const told = [
    make("h2", {}, won ? word(won.seats.length > 1 ? "win" : "wins", { who: won.name }) : word("over", { number: last.number })),
    make("p", { class: "last" }, `${last.contract}${last.made === null ? "" : `, ${madeWords(last)}`}`),
    deltas(board, last),
    make("ul", { class: "why" }, last.why.map((sentence) => make("li", {}, sentence))),
      last.could_make ? make("p", { class: "could" }, last.could_make) : "",
  ];
  box.replaceChildren(make("div", {}, ...told));
}

// What is drawn is made to fit once all of it is there: how much room a panel has depends on the others.
function fitAll() {
  for (const side of document.querySelectorAll(".side")) shrink(side, side.querySelector(document.body.hasAttribute("data-many") ? "h2" : "div"));
  fitPanel(byId("story"), ".history", ".could", ".why", ".deltas");
  const result = byId("result");
  result.removeAttribute("data-full");
  if (result.scrollHeight > result.clientHeight + 1) result.setAttribute("data-full", "");
  fitPanel(result, ".could", ".why");
}

function drawNotices(board) {
  const box = byId("notices");
  const kept = new Map([...box.children].map((child) => [child.dataset.key, child]));
  const wanted = [
    ...board.findings.map((finding) => [`finding ${finding.id}`, () => findingNotice(finding)]),
    ...board.surroundings.calls.map((call) => [`call ${call.seat} ${call.kind}`, () => callNotice(call)]),
    ...board.questions.map((question) => [`question ${question.mark} ${question.text}`, () => questionNotice(question)]),
    ...board.doubts.filter((doubt) => doubt.waits).map((doubt) => [`doubt ${doubt.mark} ${doubt.text}`, () => doubtNotice(doubt)]),
  ].slice(-3);
  const keys = new Set(wanted.map(([key]) => key));
  for (const [key, child] of kept) if (!keys.has(key)) child.remove();
  for (const [key, build] of wanted) {
    if (kept.has(key)) continue;
    const notice = build();
    notice.dataset.key = key;
    box.append(notice);
  }
  document.body.toggleAttribute("data-notices", wanted.length > 0);
}

function findingNotice(finding) {
  return make(
    "article",
    { class: "notice finding" },
    make("h3", {}, finding.title),
    make("p", {}, finding.text),
    finding.proof.length ? make("p", { class: "proof" }, finding.proof.join(" · ")) : null,
    finding.ruling ? make("p", { class: "ruling" }, finding.ruling) : null,
  );
}

function callNotice(call) {
  return make("article", { class: "notice call" }, make("h3", {}, call.text));
}

function questionNotice(question) {
  const likely = question.likeliest.map((card) => make("span", { class: "likely" }, card.rank, suitMark(card.suit, "small")));
  return make("article", { class: "notice question" }, make("h3", {}, W.please_look), make("p", {}, question.text, likely.length ? " " : "", likely));
}

function doubtNotice(doubt) {
  return make("article", { class: "notice question" }, make("h3", {}, W.please_look), make("p", {}, doubt.text));
}

function drawHeadline(board) {
  const [strong, span] = byId("headline").children;
  strong.textContent = board.headline;
  span.textContent = board.detail;
}

// Before the first call phones may take their seats: a code for each. An image's onload keeps an empty one away.
function drawCodes(board) {
  const box = byId("codes");
  box.replaceChildren();
  box.hidden = true;
  if (!board.joining) return;
  for (const seat of board.seats) {
    const picture = make("img", { src: `/api/v1/seats/${seat.seat}/code.svg?${encodeURIComponent(board.match)}`, alt: word("code_for", { who: seat.name }) });
    const shownCode = make("figure", {}, picture, make("figcaption", {}, seat.name));
    picture.addEventListener("load", () => { box.append(shownCode); box.hidden = false; });
  }
}

let latest = null;
function show(board) {
  latest = board;
  document.body.dataset.phase = board.phase;
  document.body.dataset.sequence = board.sequence;
  document.body.toggleAttribute("data-paused", board.paused);
  document.body.toggleAttribute("data-many", board.sides.length > 2);
  document.title = board.sides.length ? `${board.sides.map((side) => side.score).join(" : ")} – Pepper Table` : "Pepper Table";
  byId("title").textContent = board.title;
  byId("hand").textContent = board.hand ? word("hand_n", { number: board.hand }) : "";
  byId("target").textContent = board.target;
  part("headline", [board.headline, board.detail], () => drawHeadline(board));
  part("sides", board.sides, () => drawSides(board));
  part("places", board.seats, () => drawSeats(board));
  part("cards", [board.match, board.hand, board.trick, board.headline], () => drawCards(board));
  part("contract", [board.contract, board.sides, board.trick && board.trick.of, board.phase, Boolean(board.trick)], () => drawContract(board));
  part("curve", [board.history, board.sides], () => drawCurve(board));
  part("story", [board.last_hand, board.history, board.sides], () => drawStory(board));
  part("result", [board.last_hand, board.phase, board.trick, board.sides], () => drawResult(board));
  part("codes", [board.joining, board.match], () => drawCodes(board));
  part("notices", [board.findings, board.questions, board.doubts, board.surroundings.calls], () => drawNotices(board));
  const around = [board.surroundings.source, ...board.surroundings.missing, ...board.surroundings.health];
  byId("surroundings").textContent = around.filter(Boolean).join(" · ");
  fitAll();
}

drawGround();
listen(show);
window.addEventListener("resize", fitAll);
// Names were fitted to their plates with whatever letters were at hand: once more, now that the real ones are here.
Promise.all(["600 46px 'Table Sans'", "400 29px 'Table Sans'"].map((font) => document.fonts.load(font))).then(() => {
  shown.delete("places");
  if (latest) show(latest);
});
