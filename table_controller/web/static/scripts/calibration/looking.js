// One look a second at what the camera sees, and none while nobody looks; the picture and what is drawn over it are
// always of the same look.

import { byId, make } from "../page/dom.js";
import { drawIfChanged } from "../page/redraw.js";
import { ask, signedIn } from "../referee/door.js";
import { view } from "./picture.js";

const EVERY_MS = 1000; // from one look's coming to the asking for the next

/** What was seen last: `number` 0 while there is no picture, lengths in pixels of the picture. */
export let sight = null;

let round = 0; // a new one begins when somebody signs in: the old one stops asking
let draw = () => {};

/** Begins to look; `drawn` is called after every look. */
export function startLooking(drawn) {
  draw = drawn;
  round += 1;
  goOn(round);
}

async function goOn(mine) {
  if (mine !== round || !signedIn) return;
  if (!document.hidden) await lookAgain();
  setTimeout(() => goOn(mine), EVERY_MS);
}

/** Looks out of turn. */
export async function lookAgain() {
  const heard = await ask("calibration", undefined, "GET", cannotLook);
  if (!heard || !byId("remarks")) return;
  if (heard.number) await fetchPicture(heard.number);
  sight = heard;
  draw();
}

// Nothing to look at: no camera, or the service is not to be reached. Said where the remarks stand.
function cannotLook(sentence) {
  const box = byId("remarks");
  if (!box) return;
  drawIfChanged("remarks", sentence, () => box.replaceChildren(make("p", { class: "fault" }, sentence)));
}

async function fetchPicture(number) {
  view.src = `/api/v1/referee/calibration/${number}.jpg`;
  await view.decode().catch(() => {}); // the next look brings another
}
