// The corners that somebody is tapping, and the grid that four of them give.

/** The corners so far, in pixels of the picture; null while nobody taps. */
export let taps = null;

/** What four corners give; null before the service has said so. */
export let grid = null;

/** Begins with those corners; null ends the tapping. */
export function setTaps(corners) {
  taps = corners;
  grid = null;
}

export function setGrid(given) {
  grid = given;
}
