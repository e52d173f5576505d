// One sentence at the foot of the page, for a while.

import { byId } from "./dom.js";

const NOTICE_MS = 6000;

let waiting = 0;

/** Says what became of what was asked for. */
export function tell(sentence) {
  byId("said").textContent = sentence;
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    byId("said").textContent = "";
  }, NOTICE_MS);
}
