// What the referee is told besides the board: decisions, names, rules, preferences. All parts of his page are drawn of
// it.

import { ask, signedIn } from "./door.js";

/** The overview told last. */
export let told = null;

let asking = false;
let again = false;
let draw = () => {};

/** `drawn` is called with every overview that comes. */
export function whenTold(drawn) {
  draw = drawn;
}

/** Asks for the overview: one at a time; what changed meanwhile is asked for once more. */
export async function refresh() {
  if (!signedIn) return;
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  again = false;
  const heard = await ask("overview");
  asking = false;
  if (heard) {
    told = heard;
    draw();
  }
  if (again) refresh();
}

/** Draws the page of the board and the overview that are known. */
export const redraw = () => draw();

/** Says an input of the engine as the referee, after the last decision that he was told. */
export const act = (input) => ask("act", { input, after: told.sequence });

/** The preferences with that change. */
export async function choose(change) {
  if (await ask("preferences", { ...told.preferences, ...change })) refresh();
}

