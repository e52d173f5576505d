// What is found, in words: remarks on the picture with what to do, and what lies where.

import { byId, make } from "../page/dom.js";
import { W, word } from "../page/words.js";
import { sight } from "./looking.js";

export function drawRemarks() {
  const remark = (each) =>
    make(
      "article",
      { class: each.stops ? "notice" : "notice call" },
      make("strong", {}, each.what),
      each.then ? make("p", {}, each.then) : "",
    );
  const well = make("p", { class: "well" }, sight.well);
  byId("remarks").replaceChildren(...(sight.remarks.length ? sight.remarks.map(remark) : [well]));
}

export function drawSeen() {
  const box = byId("part-seen");
  box.hidden = !sight.number;
  const seen = sight.markers.filter((each) => each.seen).length;
  const of = sight.markers.length;
  const markers = of ? make("p", {}, word("markers_seen", { seen, of })) : "";
  box.replaceChildren(make("h2", {}, W.seen_now), markers, lyingList());
}

function lyingList() {
  if (!sight.reading) return make("p", { class: "soft" }, W.not_reading);
  const backs = sight.places.filter((each) => each.backs);
  const lines = [
    ...sight.lying.map((each) => `${each.words} – ${each.where}`),
    ...backs.map((each) => word("backs_of", { who: each.name, count: each.backs })),
  ];
  if (!lines.length) return make("p", { class: "soft" }, W.nothing_lies);
  return make("ul", { class: "rules" }, lines.map((line) => make("li", {}, line)));
}
