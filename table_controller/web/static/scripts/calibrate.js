// Camera and mat: the live picture with what is found in it, what is wrong and what to do.

import { sight, startLooking } from "./calibration/looking.js";
import { drawOutlines } from "./calibration/overlay.js";
import { frame } from "./calibration/picture.js";
import { drawScale } from "./calibration/scale.js";
import { drawRemarks, drawSeen } from "./calibration/seen.js";
import { taps } from "./calibration/taps.js";
import { drawWhere } from "./calibration/where.js";
import { byId, draw, make } from "./page/dom.js";
import { prepareHead } from "./page/head.js";
import { listen } from "./page/line.js";
import { drawAnew, drawIfChanged } from "./page/redraw.js";
import { W } from "./page/words.js";
import { openDoor } from "./referee/door.js";

const LEGEND = [
  ["edge", W.legend_edge],
  ["marker", W.legend_seen],
  ["marker hidden", W.legend_hidden],
  ["zone", W.legend_zone],
  ["card", W.legend_card],
  ["card unread", W.legend_unread],
];

function begin() {
  const section = (id, name, ...parts) => {
    const attributes = { id: `part-${id}`, "aria-label": name, hidden: id !== "judged" };
    return make("section", attributes, ...parts);
  };
  const remarks = make("div", { id: "remarks", role: "status" }, make("p", {}, W.wait_picture));
  byId("main").replaceChildren(
    section("view", W.set_up_picture, frame, legend()),
    section("judged", W.judged, make("h2", {}, W.judged), remarks),
    section("where", W.where_it_lies),
    section("seen", W.seen_now),
    section("scale", W.scale),
  );
  drawAnew();
  startLooking(drawLook);
}

function drawLook() {
  const isSeen = sight.number > 0;
  byId("part-view").hidden = !isSeen;
  if (isSeen) frame.style.setProperty("--shape", sight.width / sight.height);
  drawOutlines();
  drawIfChanged("remarks", [sight.remarks, sight.well], drawRemarks);
  drawIfChanged("where", [sight.taps.length, isSeen, sight.mat_size], () => {
    if (!taps) drawWhere();
  });
  drawIfChanged("seen", [...lying(), sight.reading, isSeen], drawSeen);
  drawIfChanged("scale", [sight.taps.length > 0, isSeen], drawScale);
}

function lying() {
  return [
    sight.markers.map((each) => each.seen),
    sight.lying.map((each) => [each.words, each.where]),
    sight.places.map((each) => each.backs),
  ];
}

function legend() {
  const sample = (kind) => {
    const outline = draw("polygon", { class: kind, points: "3,3 27,3 27,17 3,17" });
    return draw("svg", { class: "sample", viewBox: "0 0 30 20", "aria-hidden": "true" }, outline);
  };
  return make("ul", { class: "legend" }, LEGEND.map(([kind, text]) => make("li", {}, sample(kind), text)));
}

addEventListener("resize", () => {
  if (sight) drawOutlines();
});
document.title = `${W.set_up} – Pepper Table`;
prepareHead();
listen((board) => {
  document.body.dataset.sequence = board.sequence;
});
openDoor(begin);
