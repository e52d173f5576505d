// The room page: draws whatever board the server hangs up. It needs nobody to touch it.

import { drawCards, drawGround, drawSeats } from "./drawn/felt.js";
import { fitPanel, shrink } from "./drawn/fit.js";
import { byId, make } from "./page/dom.js";
import { board, listen } from "./page/line.js";
import { drawAnew, drawIfChanged } from "./page/redraw.js";
import { word } from "./page/words.js";
import { drawNotices } from "./room/notices.js";
import { drawContract, drawCurve, drawSides } from "./room/panels.js";
import { drawResult, drawStory } from "./room/story.js";

const LETTERS = ["600 46px 'Table Sans'", "400 29px 'Table Sans'"]; // of the plates

function drawHeadline() {
  const [news, strong, span] = byId("headline").children;
  news.textContent = board.news;
  strong.textContent = board.headline;
  span.textContent = board.detail;
}

// Before the first call phones may take their seats: a code for each. An image's onload keeps an empty one away.
function drawCodes() {
  const box = byId("codes");
  box.replaceChildren();
  box.hidden = true;
  if (!board.joining) return;
  for (const seat of board.seats) {
    const src = `/api/v1/seats/${seat.seat}/code.svg?${encodeURIComponent(board.match)}`;
    const picture = make("img", { src, alt: word("code_for", { who: seat.name }) });
    const code = make("figure", {}, picture, make("figcaption", {}, seat.name));
    picture.addEventListener("load", () => {
      box.append(code);
      box.hidden = false;
    });
  }
}

// What is drawn is made to fit once all of it is there: how much room a panel has depends on the others.
function fitAll() {
  const shrunk = document.body.hasAttribute("data-many") ? "h2" : "div";
  for (const side of document.querySelectorAll(".side")) shrink(side, side.querySelector(shrunk));
  fitPanel(byId("story"), ".history", ".could", ".why", ".deltas");
  fitPanel(byId("result"), ".could", ".deltas");
}

function showHead() {
  document.body.dataset.phase = board.phase;
  document.body.dataset.sequence = board.sequence;
  document.body.toggleAttribute("data-paused", board.paused);
  document.body.toggleAttribute("data-many", board.sides.length > 2);
  const scores = board.sides.map((side) => side.score).join(" : ");
  document.title = scores ? `${scores} – Pepper Table` : "Pepper Table";
  byId("title").textContent = board.title;
  byId("hand").textContent = board.hand ? word("hand_n", { number: board.hand }) : "";
  byId("target").textContent = board.target;
}

function show() {
  const { sides, trick, phase, last_hand: last, surroundings } = board;
  showHead();
  drawIfChanged("headline", [board.news, board.headline, board.detail], drawHeadline);
  drawIfChanged("sides", sides, drawSides);
  drawIfChanged("places", board.seats, () => drawSeats(board));
  drawIfChanged("cards", [board.match, board.hand, trick, board.headline, board.seats], () => drawCards(board));
  drawIfChanged("contract", [board.contract, sides, trick && trick.of, phase, Boolean(trick)], drawContract);
  drawIfChanged("curve", [board.history, sides], drawCurve);
  drawIfChanged("story", [last, board.history, sides], drawStory);
  drawIfChanged("result", [last, phase, sides], drawResult);
  drawIfChanged("codes", [board.joining, board.match, board.seats.map((seat) => seat.name)], drawCodes);
  drawIfChanged("notices", [board.findings, board.questions, board.doubts, surroundings.calls], drawNotices);
  const around = [surroundings.source, ...surroundings.missing, ...surroundings.health];
  byId("surroundings").textContent = around.filter(Boolean).join(" · ");
  fitAll();
}

drawGround();
listen(show);
addEventListener("resize", fitAll);
// Names were fitted to their plates with whatever letters were at hand: once more, now that the real ones are here.
Promise.all(LETTERS.map((font) => document.fonts.load(font))).then(() => {
  drawAnew("places");
  show();
});
