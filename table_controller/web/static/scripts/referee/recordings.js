// The referee's page: what recordings lie on this machine, "that was wrong", and a recording of the table.

import { buttons, byId, make, pressed } from "../page/dom.js";
import { within } from "../page/head.js";
import { tell } from "../page/notice.js";
import { drawAnew, drawIfChanged } from "../page/redraw.js";
import { W, word } from "../page/words.js";
import { ask } from "./door.js";
import { told } from "./overview.js";
import { lookAt } from "./recording_viewer.js";
import { ago, factsOf, sizeOf, titleOf } from "./recording_words.js";

const FILM_MS = 2000; // while a recording is being made it is asked how far it is

let shelf = null; // what lies here and what is being recorded, as told last
let waiting = 0;
const filmWords = make("p", { role: "status" });
const keptWords = make("p", { role: "status", id: "kept-words" });

export function drawRecordings() {
  byId("part-recordings").replaceChildren(
    make("h2", {}, W.recordings),
    make("h3", {}, W.was_wrong),
    make("p", { class: "soft" }, W.was_wrong_help),
    make("p", {}, told.keeping),
    buttons(pressed(W.was_wrong, keepTrouble)),
    keptWords,
    make("div", { id: "film" }),
    make("div", { id: "shelf" }),
  );
  drawAnew("film", "shelf");
  if (shelf) drawShelf();
  else askShelf();
}

async function askShelf(where = "recordings", body = undefined, method = undefined) {
  const heard = await ask(where, body, method, (sentence) => {
    filmWords.textContent = sentence;
  });
  if (heard) shelf = heard;
  if (byId("part-recordings")) drawShelf();
  clearTimeout(waiting);
  if (shelf && shelf.filming) waiting = setTimeout(askShelf, FILM_MS);
  return heard;
}

async function keepTrouble() {
  keptWords.textContent = "";
  const heard = await ask("trouble", {}, "POST", (sentence) => {
    keptWords.textContent = sentence;
  });
  if (!heard) return;
  keptWords.textContent = heard.told;
  askShelf();
}

async function film(on) {
  filmWords.textContent = "";
  const heard = await askShelf(on ? "recordings" : "recordings/stop", {}, "POST");
  if (heard) filmWords.textContent = heard.ended;
}

function drawShelf() {
  if (!shelf || !byId("film")) return;
  const on = shelf.filming;
  if (!on && shelf.ended && !filmWords.textContent) filmWords.textContent = shelf.ended;
  drawIfChanged("film", [Boolean(on), shelf.can_film], drawFilm);
  byId("film-facts").textContent = on ? word("film_on", { facts: factsOf(on) }) : "";
  drawIfChanged("shelf", [shelf.recordings, sizeOf(shelf.free)], drawShelved);
}

function drawFilm() {
  const button = shelf.filming
    ? pressed(W.film_stop, () => film(false), "main")
    : pressed(W.film_start, () => film(true));
  const help = [make("h3", {}, W.film_start), make("p", { class: "soft" }, W.film_help), buttons(button)];
  byId("film").replaceChildren(...(shelf.can_film ? help : []), make("p", { id: "film-facts" }), filmWords);
}

function drawShelved() {
  const all = shelf.recordings.map(shelved);
  byId("shelf").replaceChildren(
    make("h3", {}, W.kept_here),
    make("p", { class: "soft" }, W.recordings_help),
    all.length ? make("ul", { class: "shelf" }, all) : make("p", {}, W.no_recordings),
    make("p", { class: "soft" }, word("room_free", { size: sizeOf(shelf.free) })),
  );
}

function shelved(one) {
  const named = (text, control) => {
    control.setAttribute("aria-label", `${text}: ${one.name}`);
    return control;
  };
  const past = () => make("a", { class: "plate", href: within(`/history?match=${one.match}`) }, W.history);
  return make(
    "li",
    {},
    make("p", {}, make("strong", {}, titleOf(one)), ` ${ago(one.made)}`),
    make("p", { class: "soft" }, one.fault || factsOf(one)),
    make("p", {}, make("code", {}, one.folder)),
    buttons(
      one.fault ? "" : named(W.look_at_it, pressed(W.look_at_it, () => lookAt(one))),
      one.match ? named(W.history, past()) : "",
      named(W.delete, pressed(W.delete, () => askWhetherSure(one))),
    ),
  );
}

function askWhetherSure(one) {
  const box = byId("ask");
  const away = async () => {
    box.close();
    if (await askShelf(`recordings/${one.name}`, null, "DELETE")) tell(W.deleted);
  };
  box.replaceChildren(
    make("h2", { id: "ask-title" }, word("delete_sure", { name: one.name })),
    make("p", {}, make("code", {}, one.folder)),
    buttons(pressed(W.cancel, () => box.close()), pressed(W.delete, away, "main")),
  );
  box.showModal();
}
