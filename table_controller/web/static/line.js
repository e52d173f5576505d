// What every page needs: the line to the service, and parts of drawings. No rule of the game is known here, no text is
// put in as HTML, nothing is fetched from elsewhere.
"use strict";

const SILENCE_MS = 11000; // after this long without a sign of life the board is called old
const QUIET_MS = 2500; // a lost connection usually comes back within this: no need to shout
const LOOK_MS = 500;
const SVG = "http://www.w3.org/2000/svg";

const SUITS = {
  H: "M0 46C-66 0-52-46-24-46-9-46 0-34 0-24 0-34 9-46 24-46 52-46 66 0 0 46Z",
  D: "M0-50C9-30 23-11 37 0 23 11 9 30 0 50-9 30-23 11-37 0-23-11-9-30 0-50Z",
  S: "M0-48C8-28 46-5 46 19 46 35 34 41 24 41 14 41 7 35 4 27 5 37 9 44 16 48H-16C-9 44-5 37-4 27-7 35-14 41-24 41-34 41-46 35-46 19-46-5-8-28 0-48Z",
  C: "M-20-26a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM-46 12a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM6 12a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM-10-14H10L9 4 6 14C6 32 10 43 17 48H-17C-10 43-6 32-6 14L-9 4Z",
};
const byId = (id) => document.getElementById(id);
const LANG = document.documentElement.lang;
const W = JSON.parse(byId("words").textContent); // the page's words in its language

// A phrase with its {fields} filled in.
function word(key, fields = {}) {
  return W[key].replace(/\{(\w+)\}/g, (whole, name) => (name in fields ? String(fields[name]) : whole));
}

const tricksWords = (count) => (count === 1 ? W.one_trick : word("many_tricks", { count }));
const colourOf = (suit) => `${suit === "H" || suit === "D" ? "red" : "black"} s-${suit}`;

// Another page of ours, in the language and look that this one's address asks for.
function within(path) {
  const [place, query] = path.split("?");
  const wanted = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(location.search)) if (["lang", "theme", "suits"].includes(name)) wanted.set(name, value);
  return wanted.size ? `${place}?${wanted}` : place;
}
for (const link of document.querySelectorAll("nav a")) link.href = within(link.getAttribute("href"));

// A choice for this device alone, kept by the browser; the page comes back with it.
function prefer(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=strict`;
  const address = new URL(location.href);
  address.searchParams.delete(name);
  if (address.href === location.href) location.reload(); else location.replace(address);
}

function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined && value !== "") element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== ""));
  return element;
}

// Redraws a part only when what it shows has changed, so that nothing flickers and readers aloud stay quiet.
const shown = new Map();
function part(key, value, redraw) {
  const text = JSON.stringify(value);
  if (shown.get(key) === text) return;
  shown.set(key, text);
  redraw();
}

function suitMark(suit, className = "suit") {
  if (!SUITS[suit]) return make("span", { class: `${className} nt` }, suit === "NT" ? W.no_trump_short : "");
  return draw(
    "svg",
    { class: `${className} ${colourOf(suit)}`, viewBox: "-54 -54 108 108", role: "img", "aria-label": W.suits_named[suit] },
    draw("path", { d: SUITS[suit] }),
  );
}

// ---------------------------------------------------------------- the line to the service

let source = null;
let heard = performance.now();
let lostSince = null;

function sign(build) {
  heard = performance.now();
  lostSince = null;
  byId("stale").hidden = true;
  document.body.removeAttribute("data-stale");
  if (build && build !== document.documentElement.dataset.build) renew();
}

// The service is newer than this page. At most once in ten seconds, lest a proxy's old copy make it spin.
function renew() {
  const last = Number(sessionStorage.getItem("renewed") || 0);
  if (Date.now() - last < 10000) return;
  sessionStorage.setItem("renewed", String(Date.now()));
  location.reload();
}

// Begins to listen; `show` is called with the board as the page was sent, and with every board that comes.
let hang = null;
function listen(show) {
  hang = show;
  hang(JSON.parse(byId("board").textContent)); // nobody looks at an empty table
  connect();
  setInterval(look, LOOK_MS);
}

function connect() {
  if (source) source.close();
  source = new EventSource(`/api/v1/events?lang=${LANG}`);
  source.addEventListener("state", (message) => {
    const board = JSON.parse(message.data);
    sign(board.build);
    hang(board);
  });
  source.addEventListener("ping", (message) => sign(message.data));
  source.addEventListener("error", () => {
    if (lostSince === null) lostSince = performance.now();
  });
}

function look() {
  const now = performance.now();
  const silent = now - heard > SILENCE_MS;
  const lost = lostSince !== null && now - lostSince > QUIET_MS;
  if (silent || lost) {
    const old = byId("stale");
    old.hidden = false;
    document.body.setAttribute("data-stale", "");
    old.querySelector("span").textContent = word("stale_for", { seconds: Math.round((now - heard) / 1000) });
  }
  // A browser gives up for good after some kinds of refusal, and a silent line may be dead without knowing it.
  if (source.readyState === EventSource.CLOSED || (silent && (now - heard) % 4000 < LOOK_MS)) connect();
}

addEventListener("pagehide", () => source.close());
addEventListener("pageshow", (event) => { if (event.persisted) connect(); });

// The select in the head of a page: its language, for this device.
function chooseLanguage() {
  const box = byId("languages");
  box.replaceChildren(...Object.entries(W.languages).map(([code, name]) => make("option", { value: code, selected: code === LANG }, name)));
  box.addEventListener("change", () => prefer("lang", box.value));
}
