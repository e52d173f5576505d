// What players argue about, counted over many matches.

import { bar } from "../drawn/chart.js";
import { make } from "../page/dom.js";
import { SUITS } from "../page/suits.js";
import { W, word } from "../page/words.js";
import { get, table, trumpMark } from "./archive.js";

/** Sections with what was counted; `recorded`: over matches played from recordings. */
export async function countedSections(recorded) {
  const told = await get(`statistics?recorded=${recorded}`);
  const player = { text: W.player };
  const byTrump = told.by_trump.map((bids) => [suitName(bids.trump), bids]);
  const over = told.by_player.map((bids) => [bids.name, overWords(bids.over)]);
  const sections = [
    section(W.bids_made, soft(W.bids_by_player), bidsTable(W.bids_by_player, bidsByName(told.by_player), player)),
    section(W.bids_made, soft(W.bids_by_trump), bidsTable(W.bids_by_trump, byTrump, { text: W.trump })),
    section(W.tricks_against, table(W.tricks_against, [player, { text: W.tricks }], over)),
    section(`${W.bids_by_player}, ${W.bids_by_trump.toLowerCase()}`, bothTable(told.by_both)),
  ];
  if (told.drops.length) sections.push(section(W.drops, dropsTable(told.drops)));
  if (told.revokes.length) sections.push(section(W.revokes, revokesTable(told.revokes)));
  if (told.together.length) sections.push(section(W.partners, partnersTable(told.together)));
  return sections;
}

const section = (title, ...parts) => make("section", {}, make("h2", {}, title), ...parts);
const soft = (text) => make("p", { class: "soft" }, text);
const bidsByName = (rows) => rows.map((bids) => [bids.name, bids]);

function suitName(code) {
  return make("span", { class: "suit-name" }, SUITS[code] ? trumpMark(code) : "", " ", W.suits_named[code] || "–");
}

function bidsTable(caption, rows, name) {
  const numbers = [W.bids, W.made_col, W.set].map((text) => ({ text, number: true }));
  return table(
    caption,
    [name, ...numbers, { text: W.share }],
    rows.map(([label, { bids, made }]) => [label, bids, made, bids - made, share(bids, made)]),
  );
}

function share(bids, made) {
  const words = `${W.made_col} ${made}, ${W.set} ${bids - made}`;
  return make("div", {}, String(Math.round((100 * made) / bids)), bar(made, bids - made, words));
}

function overWords(over) {
  if (over === null) return "–";
  const number = String(Math.abs(over)).replace(".", W.decimal);
  return word(over < 0 ? "tricks_less" : "tricks_more", { number });
}

function bothTable(rows) {
  const heads = [{ text: W.player }, { text: W.trump }, ...[W.made_col, W.set].map((text) => ({ text, number: true }))];
  const cells = ({ name, trump, made, bids }) => [name, suitName(trump), made, bids - made];
  return table(`${W.bids_by_player}, ${W.bids_by_trump}`, heads, rows.map(cells));
}

function dropsTable(rows) {
  const keys = ["dropped_right", "dropped_wrong", "dropped_unknown", "stayed_right", "stayed_wrong"];
  const lines = rows.flatMap((row) => keys.filter((key) => row[key]).map((key) => [row.name, W[key], row[key]]));
  return table(W.drops, [{ text: W.player }, { text: W.drops }, { text: W.hands, number: true }], lines);
}

function revokesTable(rows) {
  const heads = [{ text: W.player }, { text: W.revokes, number: true }];
  return table(W.revokes, heads, rows.map((one) => [one.name, one.count]));
}

function partnersTable(rows) {
  const heads = [{ text: W.players }, { text: W.result }];
  return table(W.partners, heads, rows.map((one) => [one.players, word("won_of", one)]));
}
