// The referee's page: how the table is, and the ways to its camera, its files and its past.

import { buttons, byId, make } from "../page/dom.js";
import { within } from "../page/head.js";
import { board } from "../page/line.js";
import { W, word } from "../page/words.js";
import { matchFiles } from "../past/archive.js";
import { cameraParts } from "./camera.js";
import { told } from "./overview.js";

export function drawHealth() {
  const { source, health, missing } = board.surroundings;
  const counts = [word("watching", { count: told.watching }), word("sequence", { number: told.sequence })];
  const link = (path, text) => make("a", { class: "plate", href: within(path) }, text);
  const faults = missing.map((line) => make("p", { class: "fault" }, line));
  byId("part-health").replaceChildren(
    make("h2", {}, W.health),
    ...[source, ...health].filter(Boolean).map((line) => make("p", {}, line)),
    ...(faults.length ? faults : [make("p", {}, W.nothing_missing)]),
    make("p", { class: "soft" }, counts.join(" · ")),
    make("h3", {}, W.camera),
    ...cameraParts(),
    make("p", { class: "soft" }, W.set_up_help),
    buttons(link("/calibrate", W.set_up)),
    make("h3", {}, W.export),
    buttons(told.match ? matchFiles(told.match) : [], link("/history", W.history)),
  );
}
