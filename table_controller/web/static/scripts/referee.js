// The referee's page, one part after the other. What may be done is decided by the service.

import { byId, make } from "./page/dom.js";
import { prepareHead } from "./page/head.js";
import { board, listen } from "./page/line.js";
import { drawAnew, drawIfChanged } from "./page/redraw.js";
import { W } from "./page/words.js";
import { drawDecisions } from "./referee/decisions.js";
import { openDoor } from "./referee/door.js";
import { drawHealth } from "./referee/health.js";
import { drawLooks } from "./referee/looks.js";
import { drawMatch, drawRules } from "./referee/match.js";
import { drawAsked, drawNow } from "./referee/now.js";
import { refresh, told, whenTold } from "./referee/overview.js";
import { drawRecordings } from "./referee/recordings.js";
import { drawRuling } from "./referee/ruling.js";

// By name: what each part is called, what it shows, and how it is drawn; in the order of the page.
const PARTS = {
  now: [W.now, () => [...happening(), told.can_undo, told.can_redo, told.preferences.paused], drawNow],
  asked: [W.asked, () => [board.questions, board.doubts], drawAsked],
  decisions: [W.decisions, () => told.decisions, drawDecisions],
  ruling: [W.ruling, () => told.sides, drawRuling],
  match: [W.match, () => [told.names, told.match], drawMatch],
  looks: [W.look, () => [told.preferences, told.can_speak], drawLooks],
  rules: [W.rules, () => told.rules, drawRules],
  health: [W.health, () => [board.surroundings, ...countable(), told.has_picture, told.match], drawHealth],
  recordings: [W.recordings, () => told.keeping, drawRecordings],
};

const countable = () => [told.watching, told.sequence];
const happening = () => [board.headline, board.detail, board.sides, board.findings, board.surroundings.calls];

function drawAll() {
  if (!byId("part-now")) {
    const section = ([name, [label]]) => make("section", { id: `part-${name}`, "aria-label": label });
    byId("main").replaceChildren(...Object.entries(PARTS).map(section));
    drawAnew();
  }
  for (const [name, [, shown, draw]] of Object.entries(PARTS)) drawIfChanged(name, shown(), draw);
}

function show() {
  document.body.dataset.sequence = board.sequence;
  refresh();
}

document.title = `${W.referee} – Pepper Table`;
prepareHead();
whenTold(drawAll);
listen(show);
openDoor(refresh);
