// Text that stays in its place however long names and sentences are: smaller letters first, then fewer things.
"use strict";

const READABLE = 0.75; // of the usual size: before letters get smaller, less important things are left out
const LEAST = 0.5;

// Makes `inner` smaller until `box` holds it; false when even the smallest does not fit.
function shrink(box, inner = box.firstElementChild, least = LEAST) {
  if (!inner) return true;
  for (let size = 1; size >= least; size -= 0.05) {
    inner.style.zoom = size;
    if (box.scrollHeight <= box.clientHeight + 1 && inner.scrollWidth <= inner.clientWidth + 1) return true;
  }
  return false;
}

// A panel with its less important parts named, the least important first. What fits not at all is not shown.
function fitPanel(box, ...spare) {
  const inner = box.firstElementChild;
  if (!inner) return;
  const parts = spare.map((selector) => inner.querySelector(selector)).filter(Boolean);
  for (const part of [inner, ...parts]) part.hidden = false;
  for (const part of parts) {
    if (shrink(box, inner, READABLE)) return;
    part.hidden = true;
  }
  inner.hidden = !shrink(box, inner);
}

// ---------------------------------------------------------------- names on their plates

const measuring = document.createElement("canvas").getContext("2d");

function fitting(text, room, size, weight) {
  measuring.font = `${weight} ${size}px "Table Sans", "DejaVu Sans", sans-serif`;
  return Math.min(size, (size * room) / measuring.measureText(text).width);
}

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

// The name and what is told of its owner, in a plate of so much room: one line each, or the name in two.
function plateTexts(name, told, room) {
  const texts = told ? [line("note", told, 32, fitting(told, room, 29, 400))] : [];
  const whole = fitting(name, room, 46, 600);
  const parts = halves(name);
  if (whole >= 30 || parts.length === 1) return [line("name", name, told ? -4 : 14, whole), ...texts];
  const size = Math.min(...parts.map((part) => fitting(part, room, told ? 25 : 34, 600)));
  const middle = told ? -9 : 10;
  return [line("name", parts[0], middle - size / 2, size), line("name", parts[1], middle + size / 2, size), ...texts];
}
