// The room page's panels: the sides with their scores, the curve, the contract with its tricks.

import { curve } from "../drawn/chart.js";
import { byId, make } from "../page/dom.js";
import { board } from "../page/line.js";
import { suitMark } from "../page/suits.js";
import { W } from "../page/words.js";

const LONG = 16; // letters of a name that get smaller ones

export function drawSides() {
  const told = (side) =>
    make(
      "div",
      {},
      make("h2", {}, side.name),
      make("p", { class: "score" }, side.score),
      make("p", { class: "needs" }, side.needs),
    );
  const className = (side, index) =>
    `panel side side${index}${side.making ? " making" : ""}${side.won ? " won" : ""}`;
  byId("sides").replaceChildren(
    ...board.sides.map((side, index) => make("article", { class: className(side, index) }, told(side))),
  );
}

/** How the scores went, once there is something to see. */
export function drawCurve() {
  const box = byId("curve");
  box.hidden = board.history.length < 2;
  box.replaceChildren(...(box.hidden ? [] : [curve(board, 460, 92)]));
}

export function drawContract() {
  const contract = board.contract;
  const heading = make("h2", {}, W.contract);
  const none = board.phase === "calling" ? W.no_bid_yet : W.none_yet;
  const told = contract ? contractParts(contract) : [make("p", { class: "none" }, none)];
  byId("contract").replaceChildren(heading, ...told);
}

function contractParts(contract) {
  const bid = make("span", { class: contract.bid.length > 2 ? "bid word" : "bid" }, contract.bid);
  return [
    make("div", { class: "trump" }, bid, contract.trump ? suitMark(contract.trump, "big") : null),
    make("p", { class: "contract-text" }, contract.text),
    ...(contract.detail ? [make("p", { class: "contract-detail" }, contract.detail)] : []),
    ...(board.trick ? [tricksBySide()] : []),
  ];
}

function tricksBySide() {
  const row = (side, index) =>
    make(
      "li",
      { class: `side${index}` },
      make("span", { class: side.name.length > LONG ? "whose long" : "whose" }, side.name),
      make("b", {}, String(side.tricks)),
      pips(side.tricks, board.trick.of),
    );
  return make("ul", { class: "tricks" }, board.sides.map(row));
}

function pips(taken, of) {
  const each = Array.from({ length: of }, (_, at) => make("i", { class: at < taken ? "full" : "" }));
  return make("span", { class: "pips", "aria-hidden": true }, each);
}
