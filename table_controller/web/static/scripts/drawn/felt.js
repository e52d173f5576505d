// The table seen from above, drawn: seats, dealer, cards of the trick. The room page, the screen beside the table and
// the replay of old hands share it. Distances are in units of the drawing.

import { byId, draw } from "../page/dom.js";
import { colourOf, SUITS } from "../page/suits.js";
import { seatName, tricksWords, W, word } from "../page/words.js";
import { plateTexts } from "./plates.js";

const CARD = { w: 158, h: 220 };
const MIDDLE = { x: 480, y: 450 };
const PLATE = { w: 206, h: 92 };

/** The cloth itself, drawn once. */
export function drawGround() {
  byId("ground").replaceChildren(
    draw("rect", { class: "rim", x: 92, y: 52, width: 776, height: 796, rx: 330 }),
    draw("rect", { class: "cloth", x: 114, y: 74, width: 732, height: 752, rx: 310 }),
    draw("rect", { class: "line", x: 142, y: 102, width: 676, height: 696, rx: 284 }),
  );
}

/** Everybody's plate at the table's edge. */
export function drawSeats(board) {
  byId("places").replaceChildren(...board.seats.map((seat) => plate(seat, board)));
}

/** The cards of the trick; those that lie already stay where they are. */
export function drawCards(board) {
  const layer = byId("cards");
  const lying = new Map([...layer.children].map((child) => [child.dataset.key, child]));
  const plays = board.trick ? board.trick.plays.map((play, order) => [keyOf(board, play, order), play, order]) : [];
  const wanted = new Set(plays.map(([key]) => key));
  for (const [key, child] of lying) if (!wanted.has(key)) child.remove();
  for (const [key, play, order] of plays) {
    const group = lying.get(key) || laidCard(board, play, order);
    group.dataset.key = key;
    group.classList.toggle("winning", play.winning);
    group.classList.toggle("taken", Boolean(board.trick.taken_by));
    layer.append(group);
  }
  byId("table-words").textContent = tableWords(board);
}

const keyOf = (board, play, order) =>
  `${board.match}:${board.hand}:${board.trick.number}:${order}:${play.card ? play.card.text : "?"}`;

// Seat 1 sits at the bottom edge, the others follow clockwise.
function around(seat, of, rx, ry) {
  const angle = Math.PI / 2 + ((seat - 1) * 2 * Math.PI) / of;
  return [MIDDLE.x + rx * Math.cos(angle), MIDDLE.y + ry * Math.sin(angle)];
}

function plate(seat, board) {
  const [x, y] = around(seat.seat, board.seats.length, MIDDLE.x - PLATE.w / 2 - 4, MIDDLE.y - PLATE.h / 2 - 14);
  const { w, h } = PLATE;
  const told = [seat.note, seat.tricks ? tricksWords(seat.tricks) : ""].filter(Boolean).join(" · ");
  return draw(
    "g",
    {
      class: `seat side${seat.side}${seat.turn ? " turn" : ""}${seat.out ? " out" : ""}`,
      transform: `translate(${x} ${y})`,
    },
    draw("rect", { class: "plate", x: -w / 2, y: -h / 2, width: w, height: h, rx: 22 }),
    plateTexts(seat.name, told, w - 24),
    seat.dealer ? dealersButton(x, y) : [],
  );
}

// Towards the middle of the table from the plate that stands there.
function dealersButton(x, y) {
  const { w, h } = PLATE;
  const [dx, dy] = Math.abs(x - MIDDLE.x) < 60 ? [w / 2 + 22, 0] : [0, y > MIDDLE.y + 1 ? -h / 2 - 22 : h / 2 + 22];
  return [
    draw("circle", { class: "dealer", cx: dx, cy: dy, r: 26 }, draw("title", {}, W.dealer)),
    draw("text", { class: "dealer-letter", x: dx, y: dy + 11, "text-anchor": "middle" }, W.dealer_letter),
  ];
}

function laidCard(board, play, order) {
  const four = board.seats.length === 4; // elsewhere the seats' plates reach further in
  const [x, y] = around(play.seat, board.seats.length, four ? 172 : 165, four ? 178 : 200);
  const [fromX, fromY] = around(play.seat, board.seats.length, 330, 340);
  const tilt = ((play.seat * 37 + order * 11) % 7) - 3;
  const moved = draw(
    "g",
    { class: "laid" },
    draw("title", {}, play.card ? play.card.words : W.unread),
    cardPicture(play.card),
    draw("rect", { class: "glow", x: -CARD.w / 2, y: -CARD.h / 2, width: CARD.w, height: CARD.h, rx: 14 }),
  );
  moved.style.setProperty("--dx", `${fromX - x}px`);
  moved.style.setProperty("--dy", `${fromY - y}px`);
  const transform = `translate(${x} ${y}) rotate(${tilt}) scale(${four ? 1.04 : 0.8})`;
  return draw("g", { class: "card", transform }, moved);
}

function cardPicture(card) {
  const { w, h } = CARD;
  const paper = draw("rect", { class: "paper", x: -w / 2, y: -h / 2, width: w, height: h, rx: 14 });
  const letters = (className, x, y, text) => draw("text", { class: className, x, y, "text-anchor": "middle" }, text);
  if (!card) return draw("g", { class: "face" }, paper, letters("unread", 0, 42, "?"));
  if (!card.suit) return draw("g", { class: "face" }, paper, letters("joker", 0, 16, W.joker));
  const colour = colourOf(card.suit);
  const sign = (x, y, scale) =>
    draw("path", { class: colour, d: SUITS[card.suit], transform: `translate(${x} ${y}) scale(${scale})` });
  return draw(
    "g",
    { class: "face" },
    paper,
    letters(`rank ${colour}${card.rank.length > 1 ? " ten" : ""}`, -w / 2 + 40, -h / 2 + 76, card.rank),
    sign(-w / 2 + 40, -h / 2 + 116, 0.46),
    sign(w / 2 - 58, h / 2 - 62, 0.9),
  );
}

function tableWords(board) {
  if (!board.trick || !board.trick.plays.length) return board.headline;
  const plays = board.trick.plays.map(
    (play) => `${seatName(board.seats, play.seat)}: ${play.card ? play.card.words : W.unread_short}`,
  );
  return `${word("trick_n", { number: board.trick.number })}: ${plays.join(", ")}`;
}
