// The table seen from above, drawn: seats, dealer, cards of the trick. The room page, the screen beside the table and
// the replay of old hands share it.
"use strict";

const CARD = { w: 158, h: 220 };
const MIDDLE = { x: 480, y: 450 };
const PLATE = { w: 206, h: 92 };

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
  const colour = colourOf(card.suit);
  if (!card.suit) {
    face.append(draw("text", { class: "joker", x: 0, y: 16, "text-anchor": "middle" }, W.joker));
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
  const told = [seat.note, seat.tricks ? tricksWords(seat.tricks) : ""].filter(Boolean).join(" · ");
  group.append(
    draw("rect", { class: "plate", x: -w / 2, y: -h / 2, width: w, height: h, rx: 22 }),
    ...plateTexts(seat.name, told, w - 24),
  );
  if (seat.dealer) {
    // Towards the middle of the table, where the dealer's button lies.
    const [dx, dy] = Math.abs(x - MIDDLE.x) < 60 ? [w / 2 + 22, 0] : [0, y > MIDDLE.y + 1 ? -h / 2 - 22 : h / 2 + 22];
    group.append(
      draw("circle", { class: "dealer", cx: dx, cy: dy, r: 26 }, draw("title", {}, W.dealer)),
      draw("text", { class: "dealer-letter", x: dx, y: dy + 11, "text-anchor": "middle" }, W.dealer_letter),
    );
  }
  return group;
}

function drawSeats(board) {
  byId("places").replaceChildren(...board.seats.map((seat) => plate(seat, board)));
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
      moved.append(draw("title", {}, play.card ? play.card.words : W.unread), cardPicture(play.card));
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
  const name = (number) => (board.seats.find((seat) => seat.seat === number) || { name: word("seat_n", { number }) }).name;
  const plays = board.trick.plays.map((play) => `${name(play.seat)}: ${play.card ? play.card.words : W.unread_short}`).join(", ");
  return `${word("trick_n", { number: board.trick.number })}: ${plays}`;
}
