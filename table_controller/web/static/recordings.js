// The referee's page: what recordings lie on this machine, "that was wrong", a recording of the table, and a look at the
// pictures of one before it is sent to anybody.
"use strict";

const FILM_MS = 2000; // while a recording is being made it is asked how far it is
let shelf = null;
let filming = 0;
const filmWords = make("p", { role: "status" });
const keptWords = make("p", { role: "status", id: "kept-words" });

async function askShelf(where = "recordings", body = undefined, method = undefined) {
  const heard = await ask(where, body, method, (sentence) => { filmWords.textContent = sentence; });
  if (heard) shelf = heard;
  if (byId("part-recordings")) drawShelf();
  clearTimeout(filming);
  if (shelf && shelf.filming) filming = setTimeout(askShelf, FILM_MS);
  return heard;
}

const tenths = (number) => number.toFixed(1).replace(".", W.decimal);
const sizeOf = (bytes) => (bytes < 1e9 ? word("megabytes", { size: tenths(bytes / 1e6) }) : word("gigabytes", { size: tenths(bytes / 1e9) }));
const factsOf = (one) => word("film_facts", { seconds: Math.round(one.seconds), pictures: one.pictures, size: sizeOf(one.bytes) });

// How long ago in words, as in "2 days ago".
function ago(made) {
  const since = Date.now() / 1000 - made;
  const [length, unit] = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]].find(([length]) => since >= length) || [1, "second"];
  return new Intl.RelativeTimeFormat(LANG, { numeric: "auto" }).format(-Math.max(0, Math.floor(since / length)), unit);
}

async function keepTrouble() {
  keptWords.textContent = "";
  const heard = await ask("trouble", {}, "POST", (sentence) => { keptWords.textContent = sentence; });
  if (!heard) return;
  keptWords.textContent = heard.told;
  askShelf();
}

async function film(on) {
  filmWords.textContent = "";
  const heard = await askShelf(on ? "recordings" : "recordings/stop", {}, "POST");
  if (heard) filmWords.textContent = heard.ended;
}

function drawRecordings() {
  byId("part-recordings").replaceChildren(
    make("h2", {}, W.recordings),
    make("h3", {}, W.was_wrong),
    make("p", { class: "soft" }, W.was_wrong_help),
    make("p", {}, told.keeping),
    make("div", { class: "buttons" }, pressed(W.was_wrong, keepTrouble)),
    keptWords,
    make("div", { id: "film" }),
    make("div", { id: "shelf" }),
  );
  for (const key of ["film", "shelf"]) shown.delete(key);
  if (shelf) drawShelf(); else askShelf();
}

function drawShelf() {
  if (!shelf || !byId("film")) return;
  const on = shelf.filming;
  if (!on && shelf.ended && !filmWords.textContent) filmWords.textContent = shelf.ended;
  part("film", [Boolean(on), shelf.can_film], () => byId("film").replaceChildren(
    ...(shelf.can_film ? [make("h3", {}, W.film_start), make("p", { class: "soft" }, W.film_help), make("div", { class: "buttons" }, on ? pressed(W.film_stop, () => film(false), "main") : pressed(W.film_start, () => film(true)))] : []),
    make("p", { id: "film-facts" }),
    filmWords,
  ));
  byId("film-facts").textContent = on ? word("film_on", { facts: factsOf(on) }) : "";
  part("shelf", [shelf.recordings, sizeOf(shelf.free)], drawShelved);
}

function drawShelved() {
  byId("shelf").replaceChildren(
    make("h3", {}, W.kept_here),
    make("p", { class: "soft" }, W.recordings_help),
    shelf.recordings.length ? make("ul", { class: "shelf" }, shelf.recordings.map(shelved)) : make("p", {}, W.no_recordings),
    make("p", { class: "soft" }, word("room_free", { size: sizeOf(shelf.free) })),
  );
}

function shelved(one) {
  const named = (text, does, className) => {
    const made = pressed(text, does, className);
    made.setAttribute("aria-label", `${text}: ${one.name}`);
    return made;
  };
  const match = one.match ? make("a", { class: "plate", href: within(`/history?match=${one.match}`) }, W.history) : "";
  if (match) match.setAttribute("aria-label", `${W.history}: ${one.name}`);
  return make("li", {},
    make("p", {}, make("strong", {}, one.trouble ? W.kept_trouble : W.kept_recording), ` ${ago(one.made)}`),
    make("p", { class: "soft" }, one.fault || factsOf(one)),
    make("p", {}, make("code", {}, one.folder)),
    make("div", { class: "buttons" }, one.fault ? "" : named(W.look_at_it, () => lookAt(one)), match, named(W.delete, () => sure(one))));
}

function sure(one) {
  const box = byId("ask");
  const away = async () => { box.close(); if (await askShelf(`recordings/${one.name}`, null, "DELETE")) tell(W.deleted); };
  box.replaceChildren(
    make("h2", { id: "ask-title" }, word("delete_sure", { name: one.name })),
    make("p", {}, make("code", {}, one.folder)),
    make("div", { class: "buttons" }, pressed(W.cancel, () => box.close()), pressed(W.delete, away, "main")),
  );
  box.showModal();
}

// ---------------------------------------------------------------- its pictures

async function lookAt(one) {
  const heard = await ask(`recordings/${one.name}`);
  if (!heard) return;
  const { times } = heard;
  const [box, picture, where] = [byId("ask"), make("img", { class: "picture" }), make("p", { role: "status" })];
  const slider = make("input", { type: "range", min: 1, max: times.length, value: 1, "aria-label": W.recordings });
  let playing = 0;
  const stop = () => {
    clearTimeout(playing);
    playing = 0;
    play.textContent = W.play_all;
  };
  const turn = (number) => {
    slider.value = number;
    const told = word("picture_of", { number: slider.value, of: times.length, seconds: tenths(times[slider.value - 1]) });
    picture.src = `/api/v1/referee/recordings/${one.name}/${slider.value}.jpg`;
    picture.alt = told;
    where.textContent = told;
  };
  const step = (by) => { stop(); turn(Number(slider.value) + by); };
  // The next picture when its time has come; a table at rest is not waited for.
  const goOn = () => {
    const at = Number(slider.value);
    if (at >= times.length) return stop();
    playing = setTimeout(() => { turn(at + 1); goOn(); }, 1000 * Math.min(2, times[at] - times[at - 1]));
    return null;
  };
  const play = pressed(W.play_all, () => {
    if (playing) return stop();
    if (Number(slider.value) >= times.length) turn(1);
    play.textContent = W.stop;
    return goOn();
  });
  slider.addEventListener("input", () => { stop(); turn(slider.value); });
  box.addEventListener("close", stop, { once: true });
  box.replaceChildren(
    make("h2", { id: "ask-title" }, `${one.trouble ? W.kept_trouble : W.kept_recording}: ${one.name}`),
    picture, where, slider,
    make("div", { class: "buttons" }, pressed(W.back, () => step(-1)), pressed(W.next, () => step(1)), play, pressed(W.close, () => box.close())),
  );
  turn(1);
  box.showModal();
}
