// The grid that four corners give is asked of the service, which alone knows what may be corners.

import { make, pressed } from "../page/dom.js";
import { tell } from "../page/notice.js";
import { W } from "../page/words.js";
import { ask } from "../referee/door.js";
import { lookAgain } from "./looking.js";
import { drawOutlines } from "./overlay.js";
import { grid, setGrid, taps } from "./taps.js";

/** What is said to whoever taps. */
export const tapWords = make("p", { role: "status" });

/** Keeps the corners for good; nothing counts before it is pressed. */
export const keepButton = pressed(W.tap_keep, keepTaps, "main");

let whenKept = () => {};

/** `done` is called when corners have been kept. */
export function whenTapsKept(done) {
  whenKept = done;
}

/** Asks what the corners give, and draws it. */
export async function askGrid() {
  if (!taps || taps.length < 4) return drawOutlines();
  const asked = JSON.stringify(taps);
  const heard = await ask("calibration/grid", { taps }, "POST", (sentence) => {
    if (taps) tapWords.textContent = sentence;
  });
  if (!taps || asked !== JSON.stringify(taps)) return null; // moved on meanwhile: that is asked about too
  setGrid(heard);
  keepButton.disabled = !grid;
  if (grid) tapWords.textContent = W.tap_move;
  return drawOutlines();
}

async function keepTaps() {
  if (!taps) return;
  const kept = await ask("calibration/taps", { taps }, "POST", (sentence) => {
    tapWords.textContent = sentence;
  });
  if (!kept) return;
  tell(W.taps_kept);
  await lookAgain();
  whenKept();
}

/** The markers count again. */
export async function forgetTaps() {
  if (!(await ask("calibration/taps", null, "DELETE"))) return;
  tell(W.taps_gone);
  await lookAgain();
}
