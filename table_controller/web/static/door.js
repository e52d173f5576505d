// The referee's door: signing in, the first PIN, and how his pages ask the service. Everything is asked with the session's
// cookie; what may be done is decided there. A page that uses this has a `refresh` for when somebody has signed in.
"use strict";

const NOTICE_MS = 6000;
let signedIn = false;

let telling = 0;
function tell(sentence) {
  byId("said").textContent = sentence;
  clearTimeout(telling);
  telling = setTimeout(() => { byId("said").textContent = ""; }, NOTICE_MS);
}

async function ask(where, body, method = body === undefined ? "GET" : "POST", refused = tell) {
  try {
    const sent = method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: method === "POST" ? JSON.stringify(body) : undefined };
    const place = where.startsWith("asked/") ? where : `referee/${where}`;
    const answer = await fetch(`/api/v1/${place}?lang=${LANG}`, { method, ...sent });
    if (answer.status === 204) return {};
    const heard = await answer.json();
    if (answer.ok) return heard;
    if (answer.status === 401 && signedIn) { signedIn = false; begin(); }
    refused(heard.refused || W.could_not);
  } catch {
    refused(W.unreachable);
  }
  return null;
}

function pressed(text, does, className = "") {
  const made = make("button", { type: "button", class: className }, text);
  made.addEventListener("click", does);
  return made;
}

function field(text, control) {
  return make("label", {}, text, control);
}

// ---------------------------------------------------------------- the door

const secret = location.hash.slice(1);
if (secret) history.replaceState(null, "", location.pathname + location.search);

async function begin() {
  const standing = await ask("session");
  if (!standing) return;
  signedIn = standing.signed_in;
  byId("leave").hidden = !signedIn;
  if (signedIn) return refresh();
  byId("main").replaceChildren(standing.has_pin ? signInForm() : secret ? firstPinForm() : make("section", { class: "door" }, make("h2", {}, W.sign_in), make("p", {}, W.pin_wait)));
}

function pinInput(auto) {
  return make("input", { type: "password", inputmode: "numeric", autocomplete: auto, minlength: 6, maxlength: 12, required: true });
}

function form(title, parts, submit, does) {
  const made = make("form", { class: "door" }, make("section", {}, make("h2", {}, title), ...parts, make("button", { class: "main", type: "submit" }, submit)));
  made.addEventListener("submit", (event) => { event.preventDefault(); does(); });
  return made;
}

function signInForm() {
  const pin = pinInput("current-password");
  return form(W.sign_in, [field(W.pin, pin)], W.sign_in, async () => { if (await ask("session", { pin: pin.value })) begin(); else pin.value = ""; });
}

function firstPinForm() {
  const [pin, again] = [pinInput("new-password"), pinInput("new-password")];
  return form(W.pin_first, [make("p", { class: "soft" }, W.pin_help), field(W.pin, pin), field(W.pin_again, again)], W.pin_set, async () => {
    if (pin.value !== again.value) return tell(W.pin_differ);
    if (await ask("pin", { pin: pin.value, setup: secret })) begin();
  });
}

byId("leave").addEventListener("click", async () => { if (await ask("session", null, "DELETE")) { signedIn = false; shown.clear(); begin(); } });
