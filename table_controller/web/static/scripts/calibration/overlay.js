// What lies over the picture now: what was found in it, or the corners being tapped with the grid they give.

import { sight } from "./looking.js";
import { area, gridOutlines, lyingOutlines, markerOutlines } from "./outlines.js";
import { frame, outlines } from "./picture.js";
import { grid, taps } from "./taps.js";

export function drawOutlines() {
  outlines.setAttribute("viewBox", `0 0 ${sight.width || 1} ${sight.height || 1}`);
  const unit = sight.width / (frame.clientWidth || sight.width || 1);
  outlines.replaceChildren(...(taps ? tapOutlines(unit) : foundOutlines(unit)));
}

function foundOutlines(unit) {
  return [
    ...gridOutlines(sight, unit),
    ...markerOutlines(sight.markers, unit),
    ...lyingOutlines(sight.lying, unit),
  ];
}

function tapOutlines(unit) {
  const drawn = taps.length > 1 ? [area(taps, taps.length === 4 ? "edge" : "edge open", unit)] : [];
  return grid ? [...gridOutlines({ ...grid, edge: taps }, unit), ...drawn] : drawn;
}
