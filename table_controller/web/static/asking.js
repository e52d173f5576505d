// What the table asks people, with the picture: which card is it, and whose. A page shows the card that is meant, cut out
// of what the camera sees, only to who may see it; what an answer does is the service's business.
"use strict";

const crops = new Map(); // by mark: the address of the card's picture in this page's memory, or a promise of it

async function fetchCrop(mark, headers) {
  try {
    const answer = await fetch(`/api/v1/asked/${mark}/picture.png?lang=${LANG}`, { headers });
    if (answer.ok) return URL.createObjectURL(await answer.blob());
  } catch {
    // the question is asked without a picture, too
  }
  crops.delete(mark);
  return "";
}

// The picture of the card, once it has come; nothing where there is none.
function cropOf(mark, headers) {
  const box = make("figure", { class: "crop" });
  box.hidden = true;
  if (!crops.has(mark)) crops.set(mark, fetchCrop(mark, headers));
  crops.get(mark).then((address) => {
    if (!address) return;
    const picture = make("img", { alt: W.asked_card });
    picture.addEventListener("load", () => { box.hidden = false; box.dispatchEvent(new Event("shown", { bubbles: true })); });
    picture.src = address;
    box.append(picture);
  });
  return box;
}

// Lets go of the pictures of cards that nobody is asked about any more.
function forgetCrops(asked) {
  const marks = new Set(asked.map((each) => each.mark));
  for (const [mark, coming] of crops) {
    if (marks.has(mark)) continue;
    crops.delete(mark);
    coming.then((address) => address && URL.revokeObjectURL(address));
  }
}

function cardButton(card, does) {
  const made = pressed("", does, `card ${colourOf(card.suit)}`);
  made.setAttribute("aria-label", card.words);
  if (card.suit) made.append(card.rank, suitMark(card.suit)); else made.append(W.joker);
  return made;
}

// What waits for an answer, the most pressing first: a card that nobody has been given, cards nobody could read, and what
// was only assumed.
function allAsked(questions, doubts) {
  return [...doubts.filter((doubt) => doubt.waits), ...questions, ...doubts.filter((doubt) => !doubt.waits)];
}

// One question with the picture of its card: `answer` is given the card's text or the seat that was chosen.
function askedBox(one, headers, answer) {
  const cards = (them) => make("div", { class: "answers" }, them.map((card) => cardButton(card, () => answer(card.text))));
  const parts = [make("strong", {}, one.text)];
  if ("seats" in one) {
    parts.push(make("p", {}, one.why), make("div", { class: "answers names" }, one.seats.map((seat) => pressed(nameOf(seat), () => answer(seat)))));
  } else if (one.likeliest.length) {
    parts.push(cards(one.likeliest), one.others.length ? make("details", {}, make("summary", {}, W.another_card), cards(one.others)) : "");
  } else {
    parts.push(cards(one.others));
  }
  return make("div", { class: "asked" }, headers ? cropOf(one.mark, headers) : "", make("div", {}, parts));
}

const nameOf = (seat) => (board.seats.find((one) => one.seat === seat) || { name: word("seat_n", { number: seat }) }).name;
