// Names on their plates: one line each for the name and what is told of its owner, or the name in two.

import { draw } from "../page/dom.js";
import { widthOf } from "../page/letters.js";

const fitting = (text, room, size, weight) => Math.min(size, room / widthOf(text, size, weight));

function line(className, text, y, size) {
  const element = draw("text", { class: className, x: 0, y, "text-anchor": "middle" }, text);
  element.style.fontSize = `${size}px`;
  return element;
}

// Two lines of a long name, broken where they come out most alike.
function halves(text) {
  const breaks = [...text].map((letter, at) => (letter === " " || letter === "-" ? at + 1 : 0)).filter(Boolean);
  const at = breaks.sort((a, b) => Math.abs(a - text.length / 2) - Math.abs(b - text.length / 2))[0] || 0;
  return at ? [text.slice(0, at).trim(), text.slice(at)] : [text];
}

/** The lines of a plate of so much room, in units of the drawing. */
export function plateTexts(name, told, room) {
  const texts = told ? [line("note", told, 32, fitting(told, room, 29, 400))] : [];
  const whole = fitting(name, room, 46, 600);
  const parts = halves(name);
  if (whole >= 30 || parts.length === 1) return [line("name", name, told ? -4 : 14, whole), ...texts];
  const size = Math.min(...parts.map((part) => fitting(part, room, told ? 25 : 34, 600)));
  const middle = told ? -9 : 10;
  return [line("name", parts[0], middle - size / 2, size), line("name", parts[1], middle + size / 2, size), ...texts];
}
