// The four suits as drawings.

import { draw, make } from "./dom.js";
import { W } from "./words.js";

/** The outline of each suit's sign in a square from -54 to 54. */
export const SUITS = {
  H: "M0 46C-66 0-52-46-24-46-9-46 0-34 0-24 0-34 9-46 24-46 52-46 66 0 0 46Z",
  D: "M0-50C9-30 23-11 37 0 23 11 9 30 0 50-9 30-23 11-37 0-23-11-9-30 0-50Z",
  S:
    "M0-48C8-28 46-5 46 19 46 35 34 41 24 41 14 41 7 35 4 27 5 37 9 44 16 48" +
    "H-16C-9 44-5 37-4 27-7 35-14 41-24 41-34 41-46 35-46 19-46-5-8-28 0-48Z",
  C:
    "M-20-26a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM-46 12a20 20 0 1 1 40 0a20 20 0 1 1-40 0Z" +
    "M6 12a20 20 0 1 1 40 0a20 20 0 1 1-40 0ZM-10-14H10L9 4 6 14C6 32 10 43 17 48H-17C-10 43-6 32-6 14L-9 4Z",
};

/** The classes that colour something of a suit, in two colours or in four. */
export const colourOf = (suit) => `${suit === "H" || suit === "D" ? "red" : "black"} s-${suit}`;

/** The sign of a suit; of no trump its letters. */
export function suitMark(suit, className = "suit") {
  if (!SUITS[suit]) return make("span", { class: `${className} nt` }, suit === "NT" ? W.no_trump_short : "");
  const label = W.suits_named[suit];
  return draw(
    "svg",
    { class: `${className} ${colourOf(suit)}`, viewBox: "-54 -54 108 108", role: "img", "aria-label": label },
    draw("path", { d: SUITS[suit] }),
  );
}
