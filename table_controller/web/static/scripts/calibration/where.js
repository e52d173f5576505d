// Where the mat lies: by its markers, or by four corners tapped on the picture.

import { buttons, byId, make, pressed } from "../page/dom.js";
import { W, word } from "../page/words.js";
import { askGrid, forgetTaps, keepButton, tapWords, whenTapsKept } from "./grid.js";
import { CORNERS, drawHandles, pointIn, removeHandles } from "./handles.js";
import { sight } from "./looking.js";
import { drawOutlines } from "./overlay.js";
import { frame } from "./picture.js";
import { grid, setTaps, taps } from "./taps.js";

frame.addEventListener("click", tapped);
whenTapsKept(endTaps);

export function drawWhere() {
  const box = byId("part-where");
  box.hidden = !sight.number;
  if (sight.number) box.replaceChildren(make("h2", {}, W.where_it_lies), ...(taps ? tappingParts() : restingParts()));
}

function tappingParts() {
  const left = taps.length < 4;
  if (left) tapWords.textContent = word("tap_next", { step: taps.length + 1, corner: CORNERS[taps.length] });
  keepButton.disabled = left || !grid;
  return [
    tapWords,
    buttons(
      left ? pressed(W.tap_place, () => beginTaps(placedCorners())) : keepButton,
      taps.length ? pressed(W.tap_again, () => beginTaps([])) : "",
      pressed(W.cancel, endTaps),
    ),
  ];
}

function restingParts() {
  const isTapped = sight.taps.length > 0;
  const [width, height] = sight.mat_size.map(Math.round);
  return [
    make("p", {}, isTapped ? W.by_taps : W.by_markers),
    make("p", { class: "soft" }, word("taps_help", { width, height })),
    buttons(
      pressed(isTapped ? W.tap_again : W.tap_start, () => beginTaps([])),
      isTapped ? pressed(W.tap_back, forgetTaps) : "",
    ),
  ];
}

function beginTaps(corners) {
  setTaps(corners);
  tapsChanged();
}

function endTaps() {
  setTaps(null);
  removeHandles();
  drawWhere();
  drawOutlines();
}

function tapped(event) {
  if (!taps || taps.length === 4) return;
  taps.push(pointIn(event));
  tapsChanged();
}

function tapsChanged() {
  drawHandles();
  drawWhere();
  askGrid();
}

// Four corners to be pushed into place: where they were, where the mat is, or somewhere.
function placedCorners() {
  const known = sight.taps.length ? sight.taps : sight.edge;
  const inside = ([x, y]) => x >= 0 && y >= 0 && x <= sight.width && y <= sight.height;
  if (known.length === 4 && known.every(inside)) return known.map((point) => [...point]);
  const somewhere = [
    [0.25, 0.2],
    [0.75, 0.2],
    [0.75, 0.8],
    [0.25, 0.8],
  ];
  return somewhere.map(([x, y]) => [x * sight.width, y * sight.height]);
}
