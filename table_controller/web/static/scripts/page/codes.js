// The codes by which phones take their seats, shown again at any time to who holds the table's screen or referees.

import { byId, make, pressed } from "./dom.js";
import { board } from "./line.js";
import { LANG, W, word } from "./words.js";

/** Shows every seat's code in the page's dialog; `headers` say who asks, null where a cookie does. */
export async function showCodes(headers) {
  const box = byId("ask");
  const codes = await Promise.all(board.seats.map((seat) => codeOf(seat, headers)));
  const shown = codes.filter(Boolean);
  const heading = make("h2", { id: "ask-title" }, W.phones);
  const parts = shown.length ? make("div", { class: "codes" }, shown) : make("p", {}, W.codes_local);
  box.replaceChildren(heading, parts, pressed(W.close, () => box.close(), "quiet"));
  box.showModal();
}

async function codeOf(seat, headers) {
  try {
    const answer = await fetch(`/api/v1/seats/${seat.seat}/code.svg?lang=${LANG}`, { headers: headers || {} });
    if (!answer.ok) return null;
    const src = URL.createObjectURL(await answer.blob());
    const picture = make("img", { src, alt: word("code_for", { who: seat.name }) });
    return make("figure", {}, picture, make("figcaption", {}, seat.name));
  } catch {
    return null;
  }
}
