// The corners as handles on the picture: dragged, or pushed with the arrow keys, under a loupe.

import { make } from "../page/dom.js";
import { W, word } from "../page/words.js";
import { askGrid } from "./grid.js";
import { sight } from "./looking.js";
import { drawOutlines } from "./overlay.js";
import { frame, handles, loupe, view } from "./picture.js";
import { taps } from "./taps.js";

const GRID_MS = 120; // from the last movement to the asking
const STEP = 2; // pixels of the picture that an arrow key moves a corner by; with Shift ten times as many
const ENLARGED = 3;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The corners in their order, as seen by whoever sits at seat 1. */
export const CORNERS = [W.far_left, W.far_right, W.near_right, W.near_left];

let waiting = 0;

/** A handle for each corner. */
export function drawHandles() {
  handles.replaceChildren(...taps.map((_, at) => handle(at)));
  placeHandles();
}

export function removeHandles() {
  loupe.hidden = true;
  handles.replaceChildren();
}

/** Where in the picture the pointer is, in its pixels. */
export function pointIn(event) {
  const box = frame.getBoundingClientRect();
  const [across, down] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  return [across * sight.width, down * sight.height];
}

function handle(at) {
  const label = word("tap_corner", { number: at + 1, corner: CORNERS[at] });
  const made = make("button", { type: "button", "aria-label": label }, make("span", {}, String(at + 1)));
  const listeners = {
    click: (event) => event.stopPropagation(),
    pointerdown: (event) => grasp(made, event),
    pointermove: (event) => made.hasPointerCapture(event.pointerId) && moveTo(at, ...pointIn(event)),
    pointerup: hideLoupe,
    keydown: (event) => push(at, event),
    focus: () => made.matches(":focus-visible") && showLoupe(at),
    blur: hideLoupe,
  };
  for (const [kind, does] of Object.entries(listeners)) made.addEventListener(kind, does);
  return made;
}

function grasp(made, event) {
  made.setPointerCapture(event.pointerId);
  made.focus();
  event.preventDefault();
}

function push(at, event) {
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

// What is under the finger, enlarged, in the half of the picture where the finger is not.
function showLoupe(at) {
  const [x, y] = taps[at];
  const picture = loupe.firstElementChild;
  const scale = (ENLARGED * frame.clientWidth) / sight.width;
  loupe.hidden = false;
  loupe.classList.toggle("right", x < sight.width / 2);
  if (picture.src !== view.src) picture.src = view.src;
  picture.style.width = `${sight.width * scale}px`;
  picture.style.left = `${loupe.clientWidth / 2 - x * scale}px`;
  picture.style.top = `${loupe.clientHeight / 2 - y * scale}px`;
}

function hideLoupe() {
  loupe.hidden = true;
}
