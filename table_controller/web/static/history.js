// The history: matches, one match with its hands, and what players argue about. Numbers come ready from the service.
"use strict";

const chosen = new URLSearchParams(location.search);
const number = (value) => String(value).replace(".", W.decimal);

async function get(path) {
  const answer = await fetch(`/api/v1/${path}${path.includes("?") ? "&" : "?"}lang=${LANG}`);
  const heard = await answer.json();
  if (!answer.ok) throw new Error(heard.refused || W.could_not);
  return heard;
}

function table(caption, heads, rows) {
  const cell = (tag, value, at) => make(tag, { class: heads[at].number ? "number" : "", scope: tag === "th" ? "col" : undefined }, value);
  const head = make("thead", {}, make("tr", {}, heads.map((one, at) => cell("th", one.text, at))));
  const body = make("tbody", {}, rows.map((row) => make("tr", {}, row.map((value, at) => cell("td", value, at)))));
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption }, make("table", {}, head, body));
}

const when = (text) => (text ? new Intl.DateTimeFormat(LANG, { dateStyle: "medium", timeStyle: "short" }).format(new Date(text)) : "");
const trumpMark = (suit) => (suit ? suitMark(suit, "small") : "–");

// ---------------------------------------------------------------- matches

function matchRow(match) {
  if (match.fault) return [match.id, make("p", { class: "fault" }, match.fault), "", "", ""];
  const link = make("a", { class: "plate", href: within(`/history?match=${match.id}`) }, word("hands", {}), ` (${match.hands})`);
  const won = match.won_by === null ? W.unfinished : match.sides[match.won_by];
  return [when(match.began), `${match.sides.join(" – ")}`, match.score.join(" : "), won, link];
}

async function drawMatches(recorded) {
  const list = await get(`matches?recorded=${recorded}`);
  if (!list.matches.length && list.others && !recorded) return drawMatches(true);
  const heads = [{ text: W.began }, { text: W.players }, { text: W.result }, { text: W.won_by }, { text: W.hands }];
  const title = recorded ? `${W.matches} (${W.simulated})` : W.matches;
  const files = make("div", { class: "buttons" }, make("a", { class: "plate", href: "/api/v1/matches.csv", download: true }, W.csv_matches));
  const matches = make("section", { class: "wide" }, make("h2", {}, title), list.matches.length ? table(title, heads, list.matches.map(matchRow)) : make("p", {}, W.no_matches), files);
  const counted = list.matches.length ? await drawCounts(recorded) : [];
  byId("main").replaceChildren(matches, ...counted);
}

// ---------------------------------------------------------------- what players argue about

function bidsTable(caption, rows, name) {
  const heads = [name, { text: W.bids, number: true }, { text: W.made_col, number: true }, { text: W.set, number: true }, { text: W.share }];
  return table(caption, heads, rows.map(([label, bids]) => {
    const share = Math.round((100 * bids.made) / bids.bids);
    return [label, bids.bids, bids.made, bids.bids - bids.made, make("div", {}, `${share}`, bar(bids.made, bids.bids - bids.made, `${W.made_col} ${bids.made}, ${W.set} ${bids.bids - bids.made}`))];
  }));
}

function overWords(over) {
  if (over === null) return "–";
  return word(over < 0 ? "tricks_less" : "tricks_more", { number: number(Math.abs(over)) });
}

async function drawCounts(recorded) {
  const told = await get(`statistics?recorded=${recorded}`);
  const suit = (code) => make("span", { class: "suit-name" }, SUITS[code] ? trumpMark(code) : "", " ", W.suits_named[code] || "–");
  const player = { text: W.player };
  const sections = [
    make("section", {}, make("h2", {}, W.bids_made), make("p", { class: "soft" }, W.bids_by_player), bidsTable(W.bids_by_player, told.by_player.map((bids) => [bids.name, bids]), player)),
    make("section", {}, make("h2", {}, W.bids_made), make("p", { class: "soft" }, W.bids_by_trump), bidsTable(W.bids_by_trump, told.by_trump.map((bids) => [suit(bids.trump), bids]), { text: W.trump })),
    make("section", {}, make("h2", {}, W.tricks_against), table(W.tricks_against, [player, { text: W.tricks }], told.by_player.map((bids) => [bids.name, overWords(bids.over)]))),
    make("section", {}, make("h2", {}, `${W.bids_by_player}, ${W.bids_by_trump.toLowerCase()}`), table(`${W.bids_by_player}, ${W.bids_by_trump}`, [player, { text: W.trump }, { text: W.made_col, number: true }, { text: W.set, number: true }], told.by_both.map((bids) => [bids.name, suit(bids.trump), bids.made, bids.bids - bids.made]))),
  ];
  if (told.drops.length) sections.push(make("section", {}, make("h2", {}, W.drops), dropsTable(told.drops)));
  if (told.revokes.length) sections.push(make("section", {}, make("h2", {}, W.revokes), table(W.revokes, [player, { text: W.revokes, number: true }], told.revokes.map((one) => [one.name, one.count]))));
  if (told.together.length) sections.push(make("section", {}, make("h2", {}, W.partners), table(W.partners, [{ text: W.players }, { text: W.result }], told.together.map((one) => [one.players, word("won_of", one)]))));
  return sections;
}

function dropsTable(rows) {
  const keys = ["dropped_right", "dropped_wrong", "dropped_unknown", "stayed_right", "stayed_wrong"];
  const lines = rows.flatMap((row) => keys.filter((key) => row[key]).map((key) => [row.name, W[key], row[key]]));
  return table(W.drops, [{ text: W.player }, { text: W.drops }, { text: W.hands, number: true }], lines);
}

// ---------------------------------------------------------------- one match

async function drawMatch(id) {
  const match = await get(`matches/${id}`);
  const heads = [{ text: W.hands, number: true }, { text: W.bid }, { text: W.result }, ...match.sides.map((name) => ({ text: name, number: true })), { text: W.replay }];
  const rows = match.played.map((hand) => [
    hand.number,
    make("div", {}, hand.contract, SUITS[hand.trump] ? make("span", {}, " ", trumpMark(hand.trump)) : "", make("ul", { class: "soft" }, hand.why.map((why) => make("li", {}, why)))),
    hand.made === null ? "–" : hand.made ? W.made : W.failed,
    ...hand.score.map((score, side) => `${score} (${hand.delta[side]})`),
    make("a", { class: "plate", href: within(`/history/${id}/${hand.number}`) }, W.replay),
  ]);
  const sides = match.sides.map((name) => ({ name }));
  const files = [["notation.txt", W.notation], ["hands.csv", W.csv_hands]].map(([name, text]) => make("a", { class: "plate", href: `/api/v1/matches/${id}/${name}`, download: true }, text));
  byId("main").replaceChildren(
    make("section", { class: "wide" },
      make("h2", {}, match.sides.map((name, side) => `${name} ${match.score[side]}`).join(" – ")),
      make("p", { class: "soft" }, `${match.title} · ${when(match.began)} · ${match.won_by === null ? W.unfinished : word("won_by", {}) + " " + match.sides[match.won_by]}`),
      match.played.length > 1 ? curve({ sides, history: match.played }, 900, 150) : "",
      table(W.hands_so_far, heads, rows),
      make("div", { class: "buttons" }, make("a", { class: "plate", href: within("/history") }, W.all_matches), files)),
  );
}

byId("print").addEventListener("click", () => print());
document.title = `${W.history} – Pepper Table`;
chooseLanguage();
listen((board) => { document.body.dataset.sequence = board.sequence; });
(chosen.get("match") ? drawMatch(chosen.get("match")) : drawMatches(chosen.get("recorded") === "true"))
  .catch((fault) => { byId("said").textContent = fault.message; })
  .finally(() => { document.body.dataset.drawn = ""; });
