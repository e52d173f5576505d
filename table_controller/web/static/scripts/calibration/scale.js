// Is the print true to size? A bank card on the mat tells.

import { buttons, byId, make, pressed } from "../page/dom.js";
import { W } from "../page/words.js";
import { ask } from "../referee/door.js";
import { sight } from "./looking.js";

const scaleWords = make("p", { role: "status" });

export function drawScale() {
  const box = byId("part-scale");
  box.hidden = !sight.number || sight.taps.length > 0;
  const measure = pressed(W.scale_measure, () => askScale(true, measure), "main");
  measure.hidden = true;
  scaleWords.textContent = "";
  box.replaceChildren(
    make("h2", {}, W.scale),
    make("p", { class: "soft" }, W.scale_help),
    scaleWords,
    buttons(pressed(W.scale_begin, () => askScale(false, measure)), measure),
  );
}

async function askScale(withCard, measure) {
  const heard = await ask("calibration/scale", { with_card: withCard }, "POST", (sentence) => {
    scaleWords.textContent = sentence;
  });
  if (!heard) return;
  scaleWords.textContent = heard.told;
  measure.hidden = !heard.ready;
}
