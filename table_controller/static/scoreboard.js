// The room page: draws whatever board the server hangs up. It needs nobody to touch it.
"use strict";

const CARD = { w: 158, h: 220 };
const MIDDLE = { x: 480, y: 450 };
const PLATE = { w: 206, h: 92 };
const LONG = 16; // letters of a name that get smaller ones

// ---------------------------------------------------------------- the table seen from above

// Seat 1 sits at the bottom edge, the others follow clockwise; distances in units of the drawing.
function around(seat, of, rx, ry) {
  const angle = Math.PI / 2 + ((seat - 1) * 2 * Math.PI) / of;
  return [MIDDLE.x + rx * Math.cos(angle), MIDDLE.y + ry * Math.sin(angle)];
}

function cardPicture(card) {
  const face = draw("g", { class: "face" });
  const { w, h } = CARD;
  face.append(draw("rect", { class: "paper", x: -w / 2, y: -h / 2, width: w, height: h, rx: 14 }));
  if (!card) {
    face.append(draw("text", { class: "unread", x: 0, y: 42, "text-anchor": "middle" }, "?"));
    return face;
  }
  const colour = card.suit === "H" || card.suit === "D" ? "red" : "black";
  if (!card.suit) {
    face.append(draw("text", { class: "joker", x: 0, y: 16, "text-anchor": "middle" }, "Joker"));
    return face;
  }
  const narrow = card.rank.length > 1 ? " ten" : "";
  face.append(
    draw("text", { class: `rank ${colour}${narrow}`, x: -w / 2 + 40, y: -h / 2 + 76, "text-anchor": "middle" }, card.rank),
    draw("path", { class: colour, d: SUITS[card.suit], transform: `translate(${-w / 2 + 40} ${-h / 2 + 116}) scale(.46)` }),
    draw("path", { class: colour, d: SUITS[card.suit], transform: `translate(${w / 2 - 58} ${h / 2 - 62}) scale(.9)` }),
  );
  return face;
}

function drawGround() {
  byId("ground").replaceChildren(
    draw("rect", { class: "rim", x: 92, y: 52, width: 776, height: 796, rx: 330 }),
    draw("rect", { class: "cloth", x: 114, y: 74, width: 732, height: 752, rx: 310 }),
    draw("rect", { class: "line", x: 142, y: 102, width: 676, height: 696, rx: 284 }),
  );
}

function plate(seat, board) {
  const [x, y] = around(seat.seat, board.seats.length, MIDDLE.x - PLATE.w / 2 - 4, MIDDLE.y - PLATE.h / 2 - 14);
  const group = draw("g", {
    class: `seat side${seat.side}${seat.turn ? " turn" : ""}${seat.out ? " out" : ""}`,
    transform: `translate(${x} ${y})`,
  });
  const { w, h } = PLATE;
  const told = [seat.note, seat.tricks ? `${seat.tricks} trick${seat.tricks === 1 ? "" : "s"}` : ""].filter(Boolean).join(" · ");
  group.append(
    draw("rect", { class: "plate", x: -w / 2, y: -h / 2, width: w, height: h, rx: 22 }),
    ...plateTexts(seat.name, told, w - 24),
  );
  if (seat.dealer) {
    // Towards the middle of the table, where the dealer's button lies.
    const [dx, dy] = Math.abs(x - MIDDLE.x) < 60 ? [w / 2 + 22, 0] : [0, y > MIDDLE.y + 1 ? -h / 2 - 22 : h / 2 + 22];
    group.append(
      draw("circle", { class: "dealer", cx: dx, cy: dy, r: 26 }, draw("title", {}, "Dealer")),
      draw("text", { class: "dealer-letter", x: dx, y: dy + 11, "text-anchor": "middle" }, "D"),
    );
  }
  return group;
}

function drawCards(board) {
  const layer = byId("cards");
  const wanted = new Map();
  const trick = board.trick;
  if (trick) {
    trick.plays.forEach((play, order) => {
      wanted.set(`${board.match}:${board.hand}:${trick.number}:${order}:${play.card ? play.card.text : "?"}`, [play, order]);
    });
  }
  for (const old of [...layer.children]) if (!wanted.has(old.dataset.key)) old.remove();
  for (const [key, [play, order]] of wanted) {
    let group = [...layer.children].find((child) => child.dataset.key === key);
    if (!group) {
      const four = board.seats.length === 4; // elsewhere the seats' plates reach further in
      const [x, y] = around(play.seat, board.seats.length, four ? 172 : 165, four ? 178 : 200);
      const [fromX, fromY] = around(play.seat, board.seats.length, 330, 340);
      const tilt = ((play.seat * 37 + order * 11) % 7) - 3;
      group = draw("g", { class: "card", transform: `translate(${x} ${y}) rotate(${tilt}) scale(${four ? 1.04 : 0.8})` });
      group.dataset.key = key;
      const moved = draw("g", { class: "laid" });
      moved.style.setProperty("--dx", `${fromX - x}px`);
      moved.style.setProperty("--dy", `${fromY - y}px`);
      moved.append(draw("title", {}, play.card ? play.card.words : "a card nobody can read yet"), cardPicture(play.card));
      moved.append(draw("rect", { class: "glow", x: -CARD.w / 2, y: -CARD.h / 2, width: CARD.w, height: CARD.h, rx: 14 }));
      group.append(moved);
    }
    group.classList.toggle("winning", play.winning);
    group.classList.toggle("taken", Boolean(trick.taken_by));
    layer.append(group);
  }
  byId("table-words").textContent = tableWords(board);
}

function tableWords(board) {
  if (!board.trick || !board.trick.plays.length) return board.headline;
  const name = (number) => (board.seats.find((seat) => seat.seat === number) || { name: `seat ${number}` }).name;
  const plays = board.trick.plays.map((play) => `${name(play.seat)}: ${play.card ? play.card.words : "unread"}`).join(", ");
  return `Trick ${board.trick.number}: ${plays}`;
}

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
    box.append(make("h2", {}, "Contract"), make("p", { class: "none" }, board.phase === "calling" ? "no bid yet" : "none yet"));
    return;
  }
  const told = [
    make("h2", {}, "Contract"),
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
  return hand.made ? "made" : "failed";
}

function drawStory(board) {
  const box = byId("story");
  const inner = make("div", {});
  box.replaceChildren(inner);
  const last = board.last_hand;
  if (last) {
    inner.append(
      make("h2", {}, `Hand ${last.number}`),
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
  return make("table", { class: "history" }, make("caption", {}, "Earlier hands"), make("tbody", {}, rows));
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
    make("h2", {}, won ? `${won.name} win${won.seats.length > 1 ? "" : "s"} the match` : `Hand ${last.number} is over`),
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
    ...board.questions.map((question) => [`question ${question.mark} ${question.text}`, () => questionNotice(question)]),
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

function questionNotice(question) {
  const likely = question.likeliest.map((card) => make("span", { class: "likely" }, card.rank, suitMark(card.suit, "small")));
  return make("article", { class: "notice question" }, make("h3", {}, "Please look"), make("p", {}, question.text, likely.length ? " " : "", likely));
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
    const picture = make("img", { src: `/api/v1/seats/${seat.seat}/code.svg?${encodeURIComponent(board.match)}`, alt: `Code for ${seat.name}'s phone` });
    const shownCode = make("figure", {}, picture, make("figcaption", {}, seat.name));
    picture.addEventListener("load", () => { box.append(shownCode); box.hidden = false; });
  }
}

let latest = null;
function show(board) {
  latest = board;
  document.body.dataset.phase = board.phase;
  document.body.dataset.sequence = board.sequence;
  document.body.toggleAttribute("data-many", board.sides.length > 2);
  document.title = board.sides.length ? `${board.sides.map((side) => side.score).join(" : ")} – Pepper Table` : "Pepper Table";
  byId("title").textContent = board.title;
  byId("hand").textContent = board.hand ? `Hand ${board.hand}` : "";
  byId("target").textContent = board.target;
  part("headline", [board.headline, board.detail], () => drawHeadline(board));
  part("sides", board.sides, () => drawSides(board));
  part("places", board.seats, () => byId("places").replaceChildren(...board.seats.map((seat) => plate(seat, board))));
  part("cards", [board.match, board.hand, board.trick, board.headline], () => drawCards(board));
  part("contract", [board.contract, board.sides, board.trick && board.trick.of, board.phase, Boolean(board.trick)], () => drawContract(board));
  part("story", [board.last_hand, board.history, board.sides], () => drawStory(board));
  part("result", [board.last_hand, board.phase, board.trick, board.sides], () => drawResult(board));
  part("codes", [board.joining, board.match], () => drawCodes(board));
  part("notices", [board.findings, board.questions], () => drawNotices(board));
  const calls = board.surroundings.calls.map((call) => call.text);
  const around = [...calls, board.surroundings.source, ...board.surroundings.missing, ...board.surroundings.health];
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
