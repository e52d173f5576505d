// The referee's door: signing in, the first PIN, and how his pages ask the service. Everything is asked with the
// session's cookie; what may be done is decided there.

import { byId, field, make } from "../page/dom.js";
import { tell } from "../page/notice.js";
import { drawAnew } from "../page/redraw.js";
import { postWord } from "../page/word.js";
import { LANG, W } from "../page/words.js";

/** Whether the service knows this browser as the referee's. */
export let signedIn = false;

let whenIn = () => {};

// The setup secret of the first PIN comes after the # of an address; then it leaves the address bar.
const secret = location.hash.slice(1);
if (secret) history.replaceState(null, "", location.pathname + location.search);

/** Asks who is there, and shows the page by `draw` or the way in. `draw` is called again whenever somebody signs in. */
export function openDoor(draw) {
  whenIn = draw;
  byId("leave").addEventListener("click", leave);
  return begin();
}

/**
 * The service's answer, or null where it refuses: then `refused` is given its sentence. A `body` is sent by POST; null
 * is the body of a request by another method.
 */
export async function ask(where, body, method = body === undefined ? "GET" : "POST", refused = tell) {
  try {
    const place = where.startsWith("asked/") ? where : `referee/${where}`;
    const post = place === "referee/act" ? postWord : fetch;
    const answer = await post(`/api/v1/${place}?lang=${LANG}`, { method, ...sent(body, method) });
    if (answer.status === 204) return {};
    const heard = await answer.json();
    if (answer.ok) return heard;
    if (answer.status === 401 && signedIn) {
      signedIn = false;
      begin();
    }
    refused(heard.refused || W.could_not);
  } catch {
    refused(W.unreachable);
  }
  return null;
}

function sent(body, method) {
  if (method === "GET") return {};
  const text = method === "POST" ? JSON.stringify(body) : undefined;
  return { headers: { "Content-Type": "application/json" }, body: text };
}

async function begin() {
  const standing = await ask("session");
  if (!standing) return;
  signedIn = standing.signed_in;
  byId("leave").hidden = !signedIn;
  if (signedIn) whenIn();
  else byId("main").replaceChildren(wayIn(standing));
}

async function leave() {
  if (!(await ask("session", null, "DELETE"))) return;
  signedIn = false;
  drawAnew();
  begin();
}

function wayIn(standing) {
  if (standing.has_pin) return signInForm();
  if (secret) return firstPinForm();
  return make("section", { class: "door" }, make("h2", {}, W.sign_in), make("p", {}, W.pin_wait));
}

function signInForm() {
  const pin = pinInput("current-password");
  return form(W.sign_in, [field(W.pin, pin)], W.sign_in, async () => {
    if (await ask("session", { pin: pin.value })) begin();
    else pin.value = "";
  });
}

function firstPinForm() {
  const [pin, again] = [pinInput("new-password"), pinInput("new-password")];
  const help = make("p", { class: "soft" }, W.pin_help);
  return form(W.pin_first, [help, field(W.pin, pin), field(W.pin_again, again)], W.pin_set, async () => {
    if (pin.value !== again.value) tell(W.pin_differ);
    else if (await ask("pin", { pin: pin.value, setup: secret })) begin();
  });
}

function pinInput(autocomplete) {
  const digits = { inputmode: "numeric", minlength: 6, maxlength: 12 };
  return make("input", { type: "password", autocomplete, required: true, ...digits });
}

function form(title, parts, submit, does) {
  const button = make("button", { class: "main", type: "submit" }, submit);
  const made = make("form", { class: "door" }, make("section", {}, make("h2", {}, title), ...parts, button));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    does();
  });
  return made;
}
