// Camera and mat: the live picture with what is found in it, what is wrong and what to do. One look a second, and none
// while nobody looks; the picture and what is drawn over it are always of the same look.
"use strict";

const EVERY_MS = 1000; // from one look's coming to the asking for the next
let sight = null;
let round = 0; // a new one begins when somebody signs in: the old one stops asking

const view = make("img", { class: "picture", alt: W.set_up_picture });
const outlines = draw("svg", { id: "outlines", "aria-hidden": "true" });
const frame = make("div", { id: "frame" }, view, outlines, handles, loupe);
const scaleWords = make("p", { role: "status" });
frame.addEventListener("click", tapped);
addEventListener("resize", () => { if (sight) drawOutlines(); });

function refresh() {
  const section = (id, name, ...parts) => make("section", { id: `part-${id}`, "aria-label": name, hidden: id !== "judged" }, ...parts);
  byId("main").replaceChildren(
    section("view", W.set_up_picture, frame, legend()),
    section("judged", W.judged, make("h2", {}, W.judged), make("div", { id: "remarks", role: "status" }, make("p", {}, W.wait_picture))),
    section("where", W.where_it_lies),
    section("seen", W.seen_now),
    section("scale", W.scale),
  );
  shown.clear();
  round += 1;
  goOn(round);
}

async function goOn(mine) {
  if (mine !== round || !signedIn) return;
  if (!document.hidden) await lookAgain();
  setTimeout(() => goOn(mine), EVERY_MS);
}

async function lookAgain() {
  const heard = await ask("calibration", undefined, "GET", cannotLook);
  if (!heard || !byId("remarks")) return;
  if (heard.number) await fetchPicture(heard.number);
  sight = heard;
  drawLook();
}

// Nothing to look at: no camera, or the service is not to be reached. Said where the remarks stand.
function cannotLook(sentence) {
  if (byId("remarks")) part("remarks", sentence, () => byId("remarks").replaceChildren(make("p", { class: "fault" }, sentence)));
}

async function fetchPicture(number) {
  view.src = `/api/v1/referee/calibration/${number}.jpg`;
  await view.decode().catch(() => {}); // the next look brings another
}

function drawLook() {
  byId("part-view").hidden = !sight.number;
  if (sight.number) frame.style.setProperty("--shape", sight.width / sight.height);
  drawOutlines();
  part("remarks", [sight.remarks, sight.well], drawRemarks);
  part("where", [sight.taps.length, sight.number > 0, sight.mat_size], () => { if (!taps) drawWhere(); });
  part("seen", [sight.markers.map((each) => each.seen), sight.lying.map((each) => [each.words, each.where]), sight.places.map((each) => each.backs), sight.reading, sight.number > 0], drawSeen);
  part("scale", [sight.taps.length > 0, sight.number > 0], drawScale);
}

function drawOutlines() {
  outlines.setAttribute("viewBox", `0 0 ${sight.width || 1} ${sight.height || 1}`);
  const unit = sight.width / (frame.clientWidth || sight.width || 1);
  if (taps) return outlines.replaceChildren(...tapOutlines(unit));
  return outlines.replaceChildren(...gridOutlines(sight, unit), ...markerOutlines(sight.markers, unit), ...lyingOutlines(sight.lying, unit));
}

function drawRemarks() {
  const told = sight.remarks.map((each) => make("article", { class: each.stops ? "notice" : "notice call" }, make("strong", {}, each.what), each.then ? make("p", {}, each.then) : ""));
  byId("remarks").replaceChildren(...(told.length ? told : [make("p", { class: "well" }, sight.well)]));
}

function drawWhere() {
  byId("part-where").hidden = !sight.number;
  if (sight.number) byId("part-where").replaceChildren(make("h2", {}, W.where_it_lies), ...whereParts());
}

function drawSeen() {
  byId("part-seen").hidden = !sight.number;
  const seen = sight.markers.filter((each) => each.seen).length;
  const lines = [
    ...sight.lying.map((each) => `${each.words} – ${each.where}`),
    ...sight.places.filter((each) => each.backs).map((each) => word("backs_of", { who: each.name, count: each.backs })),
  ];
  byId("part-seen").replaceChildren(
    make("h2", {}, W.seen_now),
    sight.markers.length ? make("p", {}, word("markers_seen", { seen, of: sight.markers.length })) : "",
    !sight.reading ? make("p", { class: "soft" }, W.not_reading) : lines.length ? make("ul", { class: "rules" }, lines.map((line) => make("li", {}, line))) : make("p", { class: "soft" }, W.nothing_lies),
  );
}

// ---------------------------------------------------------------- is the print true to size?

function drawScale() {
  byId("part-scale").hidden = !sight.number || sight.taps.length > 0;
  const measure = pressed(W.scale_measure, () => askScale(true), "main");
  measure.hidden = true;
  const askScale = async (withCard) => {
    const heard = await ask("calibration/scale", { with_card: withCard }, "POST", (sentence) => { scaleWords.textContent = sentence; });
    if (!heard) return;
    scaleWords.textContent = heard.told;
    measure.hidden = !heard.ready;
  };
  scaleWords.textContent = "";
  byId("part-scale").replaceChildren(
    make("h2", {}, W.scale),
    make("p", { class: "soft" }, W.scale_help),
    scaleWords,
    make("div", { class: "buttons" }, pressed(W.scale_begin, () => askScale(false)), measure),
  );
}

function legend() {
  const kinds = [["edge", W.legend_edge], ["marker", W.legend_seen], ["marker hidden", W.legend_hidden], ["zone", W.legend_zone], ["card", W.legend_card], ["card unread", W.legend_unread]];
  const sample = (kind) => draw("svg", { class: "sample", viewBox: "0 0 30 20", "aria-hidden": "true" }, draw("polygon", { class: kind, points: "3,3 27,3 27,17 3,17" }));
  return make("ul", { class: "legend" }, kinds.map(([kind, text]) => make("li", {}, sample(kind), text)));
}

function show(board) {
  document.body.dataset.sequence = board.sequence;
}

document.title = `${W.set_up} – Pepper Table`;
chooseLanguage();
listen(show);
begin();
