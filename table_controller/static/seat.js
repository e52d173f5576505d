// A player's own page (/seat/2), and the screen beside the table (/table): what may be said now, as buttons.
// What a button means is the engine's; this page only sends it, and says what became of it.
"use strict";

const SEAT = Number((location.pathname.match(/^\/seat\/(\d)$/) || [0, 0])[1]); // 0: the table's screen
const KEY = `token-${SEAT}`;
const NOTICE_MS = 6000;

// The secret comes after the # of the code's address, which no server ever sees; then it leaves the address bar.
if (location.hash.length > 1) {
  localStorage.setItem(KEY, location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}

let board = null;
let busy = false;

async function act(input) {
  if (busy) return;
  busy = true;
  document.querySelectorAll("button").forEach((button) => { button.disabled = true; });
  try {
    const answer = await fetch("/api/v1/act", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${localStorage.getItem(KEY) || ""}` },
      body: JSON.stringify({ input, after: board.sequence }),
    });
    if (!answer.ok) tell((await answer.json()).refused || "That could not be said.");
  } catch {
    tell("The table can't be reached: try again.");
  }
  busy = false;
  document.querySelectorAll("button").forEach((button) => { button.disabled = false; });
}

let telling = 0;
function tell(sentence) {
  byId("said").textContent = sentence;
  clearTimeout(telling);
  telling = setTimeout(() => { byId("said").textContent = ""; }, NOTICE_MS);
}

function button(text, input, className = "") {
  const made = make("button", { type: "button", class: className }, text);
  made.addEventListener("click", () => act(input));
  return made;
}

function cardButton(text, words, input) {
  const [rank, suit] = [text[0] === "T" ? "10" : text.slice(0, -1), text.slice(-1)];
  const made = button("", input, `card ${suit === "H" || suit === "D" ? "red" : "black"}`);
  made.setAttribute("aria-label", words);
  if (SUITS[suit]) made.append(rank, suitMark(suit)); else made.append("Joker");
  return made;
}

function choiceButton(choice, whose) {
  const card = choice.input.card;
  const own = card ? cardButton(card, choice.text, choice.input) : button(`${whose}${choice.text}`, choice.input);
  own.dataset.seat = choice.seat;
  return own;
}

const nameOf = (seat) => (board.seats.find((one) => one.seat === seat) || { name: `Seat ${seat}` }).name;
const mine = (seat) => (SEAT === 0 ? seat !== 0 : seat === SEAT);

function drawChoices() {
  const offered = board.choices.filter((choice) => mine(choice.seat));
  const box = byId("choices");
  const several = new Set(offered.map((choice) => choice.seat)).size > 1;
  box.replaceChildren(...offered.map((choice) => choiceButton(choice, several ? `${nameOf(choice.seat)}: ` : "")));
  box.classList.toggle("cards", offered.some((choice) => choice.input.card));
  const table = SEAT === 0 ? board.choices.filter((choice) => choice.seat === 0) : [];
  byId("corrections").replaceChildren(...table.map((choice) => button(choice.text, choice.input, "quiet")));
  return offered;
}

function drawQuestion() {
  const [question] = board.questions.filter((one) => SEAT === 0 || one.seat === SEAT);
  const box = byId("question");
  box.hidden = !question;
  document.body.toggleAttribute("data-question", Boolean(question));
  if (!question) return;
  const answer = (card) => cardButton(card.text, card.words, { kind: "AnswerQuestion", mark: question.mark, card: card.text });
  const more = make("details", {}, make("summary", {}, "another card"), make("div", { class: "answers" }, question.others.map(answer)));
  box.replaceChildren(make("strong", {}, question.text), make("div", { class: "answers" }, question.likeliest.map(answer)), more);
}

function drawNow(offered) {
  const [strong, span] = byId("now").children;
  const seats = [...new Set(offered.map((choice) => choice.seat))];
  const asked = offered.length > 0;
  const before = document.body.hasAttribute("data-asked");
  document.body.toggleAttribute("data-asked", asked);
  // A phone that nobody has touched yet may not shake, and a browser complains when asked to.
  const touched = navigator.userActivation && navigator.userActivation.hasBeenActive;
  if (asked && !before && SEAT && touched && navigator.vibrate) navigator.vibrate(200);
  strong.textContent = asked && SEAT ? "Your turn" : asked && seats.length === 1 ? nameOf(seats[0]) : board.headline;
  span.textContent = asked && SEAT ? board.detail || board.headline : asked ? board.headline : board.detail;
}

function show(next) {
  board = next;
  document.body.dataset.sequence = board.sequence;
  document.body.dataset.phase = board.phase;
  const me = board.seats.find((one) => one.seat === SEAT);
  document.body.dataset.lamp = me ? me.lamp : "";
  byId("who").textContent = me ? me.name : SEAT ? `Seat ${SEAT}` : "The table";
  document.title = `${byId("who").textContent} – Pepper Table`;
  byId("score").textContent = board.sides.map((side) => `${side.name} ${side.score}`).join(" · ");
  part("choices", [board.choices, board.headline, board.detail], () => drawNow(drawChoices()));
  part("question", board.questions, drawQuestion);
  part("contract", board.contract, () => {
    const contract = board.contract;
    byId("contract").replaceChildren(...(contract ? [contract.trump ? suitMark(contract.trump) : "", make("p", {}, contract.text)] : []).filter(Boolean));
  });
  part("last", board.last_hand, () => {
    const last = board.last_hand;
    const told = last ? [make("h2", {}, `Hand ${last.number}: ${last.contract}`), ...last.why.map((sentence) => make("p", {}, sentence))] : [];
    byId("last").replaceChildren(...told);
  });
}

listen(show);
