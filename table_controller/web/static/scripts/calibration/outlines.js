// What is found in the camera's picture, as drawings to lie over it: the mat's edge and markers, zones with their
// names, cards with theirs. All is in pixels of the picture; `unit` of them make one pixel of the screen, so that
// letters keep their size on the screen whatever the picture's.

import { draw } from "../page/dom.js";
import { widthOf } from "../page/letters.js";
import { colourOf, SUITS } from "../page/suits.js";

const LETTERS = 15; // pixels on the screen
const WEIGHT = 600;

const wide = (text) => widthOf(text, LETTERS, WEIGHT);
const points = (outline) => outline.map((point) => point.join(",")).join(" ");
const middle = (outline) => [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);

/** An outline, filled or not as its class says. */
export function area(outline, className, unit) {
  const drawn = draw("polygon", { class: className, points: points(outline) });
  drawn.style.strokeWidth = `${2.5 * unit}px`;
  return drawn;
}

// A word on a plate with its middle there; `suit` is drawn after it.
function plate(text, [x, y], className, unit, suit = "") {
  const size = LETTERS * unit;
  const width = (wide(text) + (suit ? 1.05 : 0) + 0.7) * size;
  const letters = draw("text", { x: -width / 2 + 0.35 * size, y: 0.36 * size }, text);
  letters.style.fontSize = `${size}px`;
  const ground = { x: -width / 2, y: -0.72 * size, width, height: 1.44 * size, rx: 0.3 * size };
  const parts = [draw("rect", ground), letters];
  if (SUITS[suit]) {
    const transform = `translate(${width / 2 - 0.8 * size} 0) scale(${size / 120})`;
    parts.push(draw("path", { class: colourOf(suit), d: SUITS[suit], transform }));
  }
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
  const room = 1.2 * (Math.max(...across) - Math.min(...across));
  return wide(named) * LETTERS * unit < room ? named : String(zone.seat);
}

/** The mat's edge and its zones with their players' names. */
export function gridOutlines(grid, unit) {
  if (!grid.edge.length) return [];
  const centre = middle(grid.edge);
  const zones = grid.places.filter((each) => !each.place.startsWith("hand"));
  const named = zones.filter((each) => each.seat);
  return [
    area(grid.edge, "edge", unit),
    ...zones.map((each) => area(each.outline, each.seat ? "zone" : "zone nobodys", unit)),
    ...named.map((each) => plate(whose(each, unit), outerSide(each.outline, centre), "whose", unit)),
  ];
}

/** The mat's markers, and where those should be that are not seen. */
export function markerOutlines(markers, unit) {
  return markers.flatMap(({ number, outline, seen }) => [
    area(outline, seen ? "marker" : "marker hidden", unit),
    plate(seen ? String(number) : `${number}?`, middle(outline), seen ? "found" : "missed", unit),
  ]);
}

/** Cards and tiles with what was read. */
export function lyingOutlines(lying, unit) {
  const className = (each) => (each.sure ? "card" : "card unread");
  return lying.flatMap((each) => [
    area(each.outline, each.tile ? "tile" : className(each), unit),
    plate(each.corner, middle(each.outline), each.sure ? "read" : "missed", unit, each.suit),
  ]);
}
