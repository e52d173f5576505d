// What is found in the camera's picture, drawn over it: the mat's edge and markers, zones with their names, cards with
// theirs. Everything is in pixels of the picture; letters keep their size on the screen whatever the picture's.
"use strict";

const LETTERS = 15; // pixels on the screen

const measuring = document.createElement("canvas").getContext("2d");
function widthOf(text) {
  measuring.font = `600 ${LETTERS}px "Table Sans", "DejaVu Sans", sans-serif`;
  return measuring.measureText(text).width / LETTERS;
}

const points = (outline) => outline.map((point) => point.join(",")).join(" ");
const middle = (outline) => [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);

function area(outline, className, unit) {
  const drawn = draw("polygon", { class: className, points: points(outline) });
  drawn.style.strokeWidth = `${2.5 * unit}px`;
  return drawn;
}

// A word on a plate with its middle there; `suit` is drawn after it.
function plate(text, [x, y], className, unit, suit = "") {
  const size = LETTERS * unit;
  const wide = (widthOf(text) + (suit ? 1.05 : 0) + 0.7) * size;
  const letters = draw("text", { x: -wide / 2 + 0.35 * size, y: 0.36 * size }, text);
  letters.style.fontSize = `${size}px`;
  const parts = [draw("rect", { x: -wide / 2, y: -0.72 * size, width: wide, height: 1.44 * size, rx: 0.3 * size }), letters];
  if (SUITS[suit]) parts.push(draw("path", { class: colourOf(suit), d: SUITS[suit], transform: `translate(${wide / 2 - 0.8 * size} 0) scale(${size / 120})` }));
  return draw("g", { class: `label ${className}`, transform: `translate(${x} ${y})` }, ...parts);
}

// Where a zone's name stands: at its side that is farthest from the table's middle, where cards rarely lie.
function outerSide(outline, centre) {
  const own = middle(outline);
  const sides = outline.map((point, at) => middle([point, outline[(at + 1) % outline.length]]));
  const away = (point) => Math.hypot(point[0] - centre[0], point[1] - centre[1]);
  const outer = sides.reduce((best, side) => (away(side) > away(best) ? side : best));
  return [outer[0] + 0.16 * (own[0] - outer[0]), outer[1] + 0.16 * (own[1] - outer[1])];
}

// The seat's number with its player's name, where that is not much wider than the zone.
function whose(zone, unit) {
  const across = zone.outline.map((point) => point[0]);
  const named = `${zone.seat} ${zone.name}`;
  return widthOf(named) * LETTERS * unit < 1.2 * (Math.max(...across) - Math.min(...across)) ? named : String(zone.seat);
}

function gridOutlines(grid, unit, named = true) {
  if (!grid.edge.length) return [];
  const centre = middle(grid.edge);
  const zones = grid.places.filter((each) => !each.place.startsWith("hand"));
  const drawn = [area(grid.edge, "edge", unit), ...zones.map((each) => area(each.outline, each.seat ? "zone" : "zone nobodys", unit))];
  if (!named) return drawn;
  return [...drawn, ...zones.filter((each) => each.seat).map((each) => plate(whose(each, unit), outerSide(each.outline, centre), "whose", unit))];
}

function markerOutlines(markers, unit) {
  return markers.flatMap((each) => [
    area(each.outline, each.seen ? "marker" : "marker hidden", unit),
    plate(each.seen ? String(each.number) : `${each.number}?`, middle(each.outline), each.seen ? "found" : "missed", unit),
  ]);
}

function lyingOutlines(lying, unit) {
  return lying.flatMap((each) => [
    area(each.outline, each.tile ? "tile" : each.sure ? "card" : "card unread", unit),
    plate(each.corner, middle(each.outline), each.sure ? "read" : "missed", unit, each.suit),
  ]);
}
