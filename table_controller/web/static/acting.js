// Saying something to the table: the seat's secret, the request, buttons, and questions asked back. What a button means
// is the engine's; these pages only send it, and say what became of it.
"use strict";

const SEAT = Number((location.pathname.match(/^\/seat\/(\d)$/) || [0, 0])[1]); // 0: the table's screen
const KEY = `token-${SEAT}`;
const NOTICE_MS = 6000;

// The secret comes after the # of the code's address, which no server ever sees; then it leaves the address bar.
if (location.hash.length > 1) {
  localStorage.setItem(KEY, location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
}

let board = null;
let busy = false;

const act = (input) => send("act", { input, after: board.sequence });
const callReferee = async () => { if (await send("call", {})) tell(W.referee_called); };

async function send(where, body) {
  if (busy) return false;
  busy = true;
  let heard = false;
  document.querySelectorAll("button").forEach((button) => { button.disabled = true; });
  try {
    const answer = await fetch(`/api/v1/${where}?lang=${LANG}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${localStorage.getItem(KEY) || ""}` },
      body: JSON.stringify(body),
    });
    heard = answer.ok;
    if (!heard) tell((await answer.json()).refused || W.could_not);
  } catch {
    tell(W.unreachable);
  }
  busy = false;
  document.querySelectorAll("button").forEach((button) => { button.disabled = false; });
  return heard;
}

let telling = 0;
function tell(sentence) {
  byId("said").textContent = sentence;
  clearTimeout(telling);
  telling = setTimeout(() => { byId("said").textContent = ""; }, NOTICE_MS);
}

function pressed(text, does, className = "") {
  const made = make("button", { type: "button", class: className }, text);
  made.addEventListener("click", does);
  return made;
}

const button = (text, input, className = "") => pressed(text, () => act(input), className);

function choiceButton(choice, whose) {
  const own = choice.card ? cardButton(choice.card, () => act(choice.input)) : button(`${whose}${choice.text}`, choice.input);
  own.dataset.seat = choice.seat;
  return own;
}

// A question on the page itself, answered by one of the buttons; nothing when it is put away.
function ask(title, answers) {
  const box = byId("ask");
  const heading = make("h2", { id: "ask-title" }, title);
  return new Promise((resolve) => {
    const choose = (value) => { box.close(); resolve(value); };
    const made = answers.map(({ text, card, value }) => (card ? cardButton(card, () => choose(value)) : pressed(text, () => choose(value))));
    const away = pressed(W.cancel, () => choose(undefined), "quiet");
    box.replaceChildren(heading, make("div", { class: answers.some((one) => one.card) ? "answers cards" : "answers" }, made), away);
    box.addEventListener("cancel", () => resolve(undefined), { once: true });
    box.showModal();
  });
}

function drawContractLine() {
  const contract = board.contract;
  byId("contract").replaceChildren(...(contract ? [contract.trump ? suitMark(contract.trump) : "", make("p", {}, contract.text)] : []).filter(Boolean));
}

// One question at a time, with the picture of its card for a page that has a secret to ask for it with.
function drawQuestion(questions, doubts) {
  const [one] = allAsked(questions, doubts);
  const box = byId("question");
  box.hidden = !one;
  document.body.toggleAttribute("data-question", Boolean(one));
  forgetCrops([...questions, ...doubts]);
  if (!one) return box.replaceChildren();
  const secret = localStorage.getItem(KEY);
  const headers = secret ? { Authorization: `Bearer ${secret}` } : null;
  const answer = (chosen) => ("seats" in one ? send(`asked/${one.mark}/owner`, { seat: chosen, after: board.sequence }) : act({ kind: "AnswerQuestion", mark: one.mark, card: chosen }));
  box.replaceChildren(askedBox(one, headers, answer));
}

function drawLast() {
  const last = board.last_hand;
  const told = last ? [make("h2", {}, `${word("hand_n", { number: last.number })}: ${last.contract}`), ...last.why.map((sentence) => make("p", {}, sentence))] : [];
  byId("last").replaceChildren(...told);
}

const scoreLine = () => board.sides.map((side) => `${side.name} ${side.score}`).join(" · ");
