// The history: matches, one match with its hands, and what players argue about. Numbers come ready from the service.

import { buttons, byId, make } from "./page/dom.js";
import { prepareHead, within } from "./page/head.js";
import { listen } from "./page/line.js";
import { W, word } from "./page/words.js";
import { download, get, table, when } from "./past/archive.js";
import { countedSections } from "./past/counts.js";
import { drawMatch } from "./past/one_match.js";

const chosen = new URLSearchParams(location.search);

function matchRow(match) {
  if (match.fault) return [match.id, make("p", { class: "fault" }, match.fault), "", "", ""];
  const href = within(`/history?match=${match.id}`);
  const link = make("a", { class: "plate", href }, word("hands", {}), ` (${match.hands})`);
  const won = match.won_by === null ? W.unfinished : match.sides[match.won_by];
  return [when(match.began), match.sides.join(" – "), match.score.join(" : "), won, link];
}

async function drawMatches(recorded) {
  const { matches, others } = await get(`matches?recorded=${recorded}`);
  if (!matches.length && others && !recorded) return drawMatches(true);
  const title = recorded ? `${W.matches} (${W.simulated})` : W.matches;
  const heads = [W.began, W.players, W.result, W.won_by, W.hands].map((text) => ({ text }));
  const listed = make(
    "section",
    { class: "wide" },
    make("h2", {}, title),
    matches.length ? table(title, heads, matches.map(matchRow)) : make("p", {}, W.no_matches),
    buttons(download("/api/v1/matches.csv", W.csv_matches)),
  );
  const counted = matches.length ? await countedSections(recorded) : [];
  return byId("main").replaceChildren(listed, ...counted);
}

byId("print").addEventListener("click", () => print());
document.title = `${W.history} – Pepper Table`;
prepareHead();
listen((board) => {
  document.body.dataset.sequence = board.sequence;
});
(chosen.get("match") ? drawMatch(chosen.get("match")) : drawMatches(chosen.get("recorded") === "true"))
  .catch((fault) => {
    byId("said").textContent = fault.message;
  })
  .finally(() => {
    document.body.dataset.drawn = "";
  });
