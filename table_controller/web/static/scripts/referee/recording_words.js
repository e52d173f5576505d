// A recording in words: what it is, how long, how large, how old.

import { LANG, W, word } from "../page/words.js";

const AGES = [
  [86400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
];

export const tenths = (number) => number.toFixed(1).replace(".", W.decimal);

export function sizeOf(bytes) {
  if (bytes < 1e9) return word("megabytes", { size: tenths(bytes / 1e6) });
  return word("gigabytes", { size: tenths(bytes / 1e9) });
}

export function factsOf({ seconds, pictures, bytes }) {
  return word("film_facts", { seconds: Math.round(seconds), pictures, size: sizeOf(bytes) });
}

export const titleOf = (recording) => (recording.trouble ? W.kept_trouble : W.kept_recording);

/** How long ago in words, as in "2 days ago"; `made` in seconds since 1970. */
export function ago(made) {
  const since = Math.max(0, Date.now() / 1000 - made);
  const [length, unit] = AGES.find(([each]) => since >= each) || [1, "second"];
  return new Intl.RelativeTimeFormat(LANG, { numeric: "auto" }).format(-Math.floor(since / length), unit);
}
