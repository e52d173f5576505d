// Pictures of cards that the table asks about, cut out of what the camera sees, only for who may see them.

import { make } from "../page/dom.js";
import { LANG, W } from "../page/words.js";

const crops = new Map(); // by mark: a promise of the address of the card's picture in this page's memory

async function fetchCrop(mark, headers) {
  try {
    const answer = await fetch(`/api/v1/asked/${mark}/picture.png?lang=${LANG}`, { headers });
    if (answer.ok) return URL.createObjectURL(await answer.blob());
  } catch {
    // the question is asked without a picture, too
  }
  crops.delete(mark);
  return "";
}

/** The picture of the card, once it has come; nothing where there is none. */
export function cropOf(mark, headers) {
  const box = make("figure", { class: "crop" });
  box.hidden = true;
  if (!crops.has(mark)) crops.set(mark, fetchCrop(mark, headers));
  crops.get(mark).then((address) => {
    if (!address) return;
    const picture = make("img", { alt: W.asked_card });
    picture.addEventListener("load", () => {
      box.hidden = false;
      box.dispatchEvent(new Event("shown", { bubbles: true }));
    });
    picture.src = address;
    box.append(picture);
  });
  return box;
}

/** Lets go of the pictures of cards that nobody is asked about any more. */
export function forgetCrops(asked) {
  const marks = new Set(asked.map((each) => each.mark));
  for (const [mark, coming] of crops) {
    if (marks.has(mark)) continue;
    crops.delete(mark);
    coming.then((address) => address && URL.revokeObjectURL(address));
  }
}
