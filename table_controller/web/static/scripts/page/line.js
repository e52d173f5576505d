// The line to the service: the board as it hangs now, and the truth about a line that has gone silent.

import { byId } from "./dom.js";
import { LANG, word } from "./words.js";

const SILENCE_MS = 11000; // after this long without a sign of life the board is called old
const QUIET_MS = 2500; // a lost connection usually comes back within this: no need to shout
const LOOK_MS = 500; // between two looks whether the line is alive
const AGAIN_MS = 4000; // between two tries on a silent line
const RENEW_MS = 10000; // between two reloads, lest a proxy's old copy make the page spin

/** The board heard last. */
export let board = null;

let hang = null;
let source = null;
let heard = performance.now();
let lostSince = null;
let tried = 0;

/** Begins to listen: `show` is called with the board as the page was sent, and with every board that comes. */
export function listen(show) {
  hang = show;
  hangUp(byId("board").textContent); // nobody looks at an empty table
  connect();
  setInterval(look, LOOK_MS);
  addEventListener("visibilitychange", look);
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => {
    if (event.persisted) connect();
  });
}

function hangUp(text) {
  board = JSON.parse(text);
  hang(board);
}

function connect() {
  tried = performance.now();
  if (source) source.close();
  source = new EventSource(`/api/v1/events?lang=${LANG}`);
  source.addEventListener("state", (message) => {
    sign(JSON.parse(message.data).build);
    hangUp(message.data);
  });
  source.addEventListener("ping", (message) => sign(message.data));
  source.addEventListener("error", () => {
    if (lostSince === null) lostSince = performance.now();
  });
}

function sign(build) {
  heard = performance.now();
  lostSince = null;
  byId("stale").hidden = true;
  document.body.removeAttribute("data-stale");
  if (build && build !== document.documentElement.dataset.build) renew();
}

// The service is newer than this page.
function renew() {
  const last = Number(sessionStorage.getItem("renewed") || 0);
  if (Date.now() - last < RENEW_MS) return;
  sessionStorage.setItem("renewed", String(Date.now()));
  location.reload();
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
  // A browser gives up for good after some kinds of refusal, and a silent line may be dead without knowing it. It looks
  // as seldom as once a minute for a page that nobody sees, so that the time of the last try counts.
  if (source.readyState === EventSource.CLOSED || (silent && now - tried > AGAIN_MS)) connect();
}
