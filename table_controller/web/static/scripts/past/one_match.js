// One match with its hands.

import { curve } from "../drawn/chart.js";
import { buttons, byId, make } from "../page/dom.js";
import { within } from "../page/head.js";
import { SUITS } from "../page/suits.js";
import { W, word } from "../page/words.js";
import { get, matchFiles, table, trumpMark, when } from "./archive.js";

export async function drawMatch(id) {
  const match = await get(`matches/${id}`);
  const sides = match.sides.map((name) => ({ name }));
  const won = match.won_by === null ? W.unfinished : `${word("won_by", {})} ${match.sides[match.won_by]}`;
  byId("main").replaceChildren(
    make(
      "section",
      { class: "wide" },
      make("h2", {}, match.sides.map((name, side) => `${name} ${match.score[side]}`).join(" – ")),
      make("p", { class: "soft" }, `${match.title} · ${when(match.began)} · ${won}`),
      match.played.length > 1 ? curve({ sides, history: match.played }, 900, 150) : "",
      handsTable(match, id),
      buttons(make("a", { class: "plate", href: within("/history") }, W.all_matches), matchFiles(id)),
    ),
  );
}

function handsTable(match, id) {
  const heads = [
    { text: W.hands, number: true },
    { text: W.bid },
    { text: W.result },
    ...match.sides.map((name) => ({ text: name, number: true })),
    { text: W.replay },
  ];
  const rows = match.played.map((hand) => [
    hand.number,
    contractCell(hand),
    resultWords(hand),
    ...hand.score.map((score, side) => `${score} (${hand.delta[side]})`),
    make("a", { class: "plate", href: within(`/history/${id}/${hand.number}`) }, W.replay),
  ]);
  return table(W.hands_so_far, heads, rows);
}

function contractCell(hand) {
  const trump = SUITS[hand.trump] ? make("span", {}, " ", trumpMark(hand.trump)) : "";
  const why = hand.why.map((sentence) => make("li", {}, sentence));
  return make("div", {}, hand.contract, trump, make("ul", { class: "soft" }, why));
}

function resultWords(hand) {
  if (hand.made === null) return "–";
  return hand.made ? W.made : W.failed;
}
