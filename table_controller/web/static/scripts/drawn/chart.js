// Small charts, drawn: the curve of a match, bars of counts. Numbers come ready from the service.

import { draw } from "../page/dom.js";
import { W } from "../page/words.js";

const asNumber = (text) => Number(text.replace("−", "-").replace("½", ".5").replace(/^(-?)\.5$/, "$10.5"));

/** The score of every side after each hand, from 0; each line ends in the side's colour and its score. */
export function curve({ sides, history }, width, height) {
  const lines = sides.map((_, side) => [0, ...history.map((hand) => asNumber(hand.score[side]))]);
  const all = [0, ...lines.flat()];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (at) => 8 + (at * (width - 16)) / Math.max(1, history.length);
  const y = (score) => 10 + ((high - score) * (height - 20)) / Math.max(1, high - low);
  const path = (scores, side) => {
    const points = scores.map((score, at) => `${x(at)},${y(score)}`).join(" ");
    return [
      draw("polyline", { class: `path side${side}`, points }),
      draw("circle", { class: `end side${side}`, cx: x(scores.length - 1), cy: y(scores.at(-1)), r: 6 }),
    ];
  };
  const told = sides.map((side, index) => `${side.name} ${history.length ? history.at(-1).score[index] : 0}`);
  return draw(
    "svg",
    { class: "curve", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${W.curve}: ${told.join(", ")}` },
    draw("line", { class: "zero", x1: 8, x2: width - 8, y1: y(0), y2: y(0) }),
    lines.flatMap(path),
  );
}

/** Two parts of a whole beside each other, as in made and set. */
export function bar(good, bad, words) {
  const whole = Math.max(1, good + bad);
  return draw(
    "svg",
    { class: "bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": words },
    draw("rect", { class: "good", x: 0, y: 0, width: (100 * good) / whole, height: 12 }),
    draw("rect", { class: "bad", x: (100 * good) / whole, y: 0, width: (100 * bad) / whole, height: 12 }),
  );
}
