// A table set by four taps: corners tapped on the picture, dragged or pushed with the arrow keys; the grid that they
// give is asked of the service, which alone knows what may be corners. Nothing counts before it is kept.
"use strict";

const GRID_MS = 120; // from the last movement to the asking
const STEP = 2; // pixels of the picture that an arrow key moves a corner by; with Shift ten times as many
const SEEN_FROM_ONE = [W.far_left, W.far_right, W.near_right, W.near_left];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let taps = null; // the corners so far, in pixels of the picture; null while nobody taps
let grid = null; // what four corners give
let waiting = 0;

const tapWords = make("p", { role: "status" });
const keepButton = pressed(W.tap_keep, keepTaps, "main");
const handles = make("div", { id: "handles" });
const loupe = make("div", { id: "loupe", "aria-hidden": "true", hidden: true }, make("img"), make("i", {}));

function beginTaps(corners) {
  taps = corners;
  grid = null;
  tapsChanged();
}

// Four corners to be pushed into place: where they were, where the mat is, or somewhere.
function placedCorners() {
  const known = sight.taps.length ? sight.taps : sight.edge;
  const inside = ([x, y]) => x >= 0 && y >= 0 && x <= sight.width && y <= sight.height;
  if (known.length === 4 && known.every(inside)) return known.map((point) => [...point]);
  return [[0.25, 0.2], [0.75, 0.2], [0.75, 0.8], [0.25, 0.8]].map(([x, y]) => [x * sight.width, y * sight.height]);
}

function endTaps() {
  taps = grid = null;
  loupe.hidden = true;
  handles.replaceChildren();
  drawWhere();
  drawOutlines();
}

function tapped(event) {
  if (!taps || taps.length === 4) return;
  const box = frame.getBoundingClientRect();
  taps.push([((event.clientX - box.left) / box.width) * sight.width, ((event.clientY - box.top) / box.height) * sight.height]);
  tapsChanged();
}

function tapsChanged() {
  handles.replaceChildren(...taps.map((_, at) => handle(at)));
  placeHandles();
  drawWhere();
  askGrid();
}

function handle(at) {
  const made = make("button", { type: "button", "aria-label": word("tap_corner", { number: at + 1, corner: SEEN_FROM_ONE[at] }) }, make("span", {}, String(at + 1)));
  made.addEventListener("click", (event) => event.stopPropagation());
  made.addEventListener("pointerdown", (event) => { made.setPointerCapture(event.pointerId); made.focus(); event.preventDefault(); });
  made.addEventListener("pointermove", (event) => { if (made.hasPointerCapture(event.pointerId)) dragged(at, event); });
  made.addEventListener("keydown", (event) => pushed(at, event));
  made.addEventListener("pointerup", () => { loupe.hidden = true; });
  made.addEventListener("focus", () => { if (made.matches(":focus-visible")) showLoupe(at); });
  made.addEventListener("blur", () => { loupe.hidden = true; });
  return made;
}

function dragged(at, event) {
  const box = frame.getBoundingClientRect();
  moveTo(at, ((event.clientX - box.left) / box.width) * sight.width, ((event.clientY - box.top) / box.height) * sight.height);
}

function pushed(at, event) {
  const way = ARROWS[event.key];
  if (!way) return;
  event.preventDefault();
  const step = event.shiftKey ? 10 * STEP : STEP;
  moveTo(at, taps[at][0] + step * way[0], taps[at][1] + step * way[1]);
}

function moveTo(at, x, y) {
  taps[at] = [Math.min(sight.width, Math.max(0, x)), Math.min(sight.height, Math.max(0, y))];
  placeHandles();
  showLoupe(at);
  drawOutlines();
  clearTimeout(waiting);
  waiting = setTimeout(askGrid, GRID_MS);
}

function placeHandles() {
  [...handles.children].forEach((each, at) => {
    each.style.left = `${(100 * taps[at][0]) / sight.width}%`;
    each.style.top = `${(100 * taps[at][1]) / sight.height}%`;
  });
}

// What is under the finger, three times as large, in the half of the picture where the finger is not.
function showLoupe(at) {
  const [x, y] = taps[at];
  const picture = loupe.firstElementChild;
  const scale = (3 * frame.clientWidth) / sight.width;
  loupe.hidden = false;
  loupe.classList.toggle("right", x < sight.width / 2);
  if (picture.src !== view.src) picture.src = view.src;
  picture.style.width = `${sight.width * scale}px`;
  picture.style.left = `${loupe.clientWidth / 2 - x * scale}px`;
  picture.style.top = `${loupe.clientHeight / 2 - y * scale}px`;
}

async function askGrid() {
  if (!taps || taps.length < 4) return drawOutlines();
  const asked = JSON.stringify(taps);
  const heard = await ask("calibration/grid", { taps }, "POST", (sentence) => { if (taps) tapWords.textContent = sentence; });
  if (!taps || asked !== JSON.stringify(taps)) return null; // moved on meanwhile: that is asked about too
  grid = heard;
  keepButton.disabled = !grid;
  if (grid) tapWords.textContent = W.tap_move;
  return drawOutlines();
}

async function keepTaps() {
  const refused = (sentence) => { tapWords.textContent = sentence; };
  if (taps && (await ask("calibration/taps", { taps }, "POST", refused))) {
    tell(W.taps_kept);
    await lookAgain();
    endTaps();
  }
}

async function forgetTaps() {
  if (await ask("calibration/taps", null, "DELETE")) {
    tell(W.taps_gone);
    await lookAgain();
  }
}

// The corners so far, and the grid once there are four.
function tapOutlines(unit) {
  const drawn = taps.length > 1 ? [area(taps, taps.length === 4 ? "edge" : "edge open", unit)] : [];
  return grid ? [...gridOutlines({ ...grid, edge: taps }, unit), ...drawn] : drawn;
}

function whereParts() {
  if (taps) {
    const left = taps.length < 4;
    if (left) tapWords.textContent = word("tap_next", { step: taps.length + 1, corner: SEEN_FROM_ONE[taps.length] });
    keepButton.disabled = left || !grid;
    return [
      tapWords,
      make("div", { class: "buttons" },
        left ? pressed(W.tap_place, () => beginTaps(placedCorners())) : keepButton,
        left && !taps.length ? "" : pressed(W.tap_again, () => beginTaps([])),
        pressed(W.cancel, endTaps)),
    ];
  }
  const isTapped = sight.taps.length > 0;
  const [width, height] = sight.mat_size.map(Math.round);
  return [
    make("p", {}, isTapped ? W.by_taps : W.by_markers),
    make("p", { class: "soft" }, word("taps_help", { width, height })),
    make("div", { class: "buttons" },
      pressed(isTapped ? W.tap_again : W.tap_start, () => beginTaps([])),
      isTapped ? pressed(W.tap_back, forgetTaps) : ""),
  ];
}
