// What the pages of the past share: asking the service, tables, dates and numbers in the page's language.

import { make } from "../page/dom.js";
import { suitMark } from "../page/suits.js";
import { LANG, W } from "../page/words.js";

/** An answer of the service; a refusal is thrown as an Error with its sentence. */
export async function get(path) {
  const answer = await fetch(`/api/v1/${path}${path.includes("?") ? "&" : "?"}lang=${LANG}`);
  const heard = await answer.json();
  if (!answer.ok) throw new Error(heard.refused || W.could_not);
  return heard;
}

/** A table that scrolls in its own box; `heads` are {text, number}, numbers stand to the right. */
export function table(caption, heads, rows) {
  const cell = (tag, value, at) => {
    const scope = tag === "th" ? "col" : undefined;
    return make(tag, { class: heads[at].number ? "number" : "", scope }, value);
  };
  const row = (tag, values) => make("tr", {}, values.map((value, at) => cell(tag, value, at)));
  const head = make("thead", {}, row("th", heads.map((one) => one.text)));
  const body = make("tbody", {}, rows.map((values) => row("td", values)));
  const box = { class: "scroll", tabindex: 0, role: "region", "aria-label": caption };
  return make("div", box, make("table", {}, head, body));
}

export function when(text) {
  if (!text) return "";
  return new Intl.DateTimeFormat(LANG, { dateStyle: "medium", timeStyle: "short" }).format(new Date(text));
}

export const trumpMark = (suit) => (suit ? suitMark(suit, "small") : "–");

/** A link that saves a file. */
export const download = (address, text) => make("a", { class: "plate", href: address, download: true }, text);

/** The files of one match. */
export function matchFiles(id) {
  const files = [
    ["notation.txt", W.notation],
    ["hands.csv", W.csv_hands],
  ];
  return files.map(([name, text]) => download(`/api/v1/matches/${id}/${name}`, text));
}
