// Small charts, drawn: the curve of a match, bars of counts. Numbers come ready from the service.
"use strict";

const asNumber = (text) => Number(text.replace("−", "-").replace("½", ".5").replace(/^(-?)\.5$/, "$10.5"));

// The score of every side after each hand, from 0; each line ends in the side's colour and its score.
function curve(board, width = 460, height = 150) {
  const hands = board.history;
  const lines = board.sides.map((_, side) => [0, ...hands.map((hand) => asNumber(hand.score[side]))]);
  const all = [0, ...lines.flat()];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const x = (at) => 8 + (at * (width - 16)) / Math.max(1, hands.length);
  const y = (score) => 10 + ((high - score) * (height - 20)) / Math.max(1, high - low);
  const told = board.sides.map((side, index) => `${side.name} ${hands.length ? hands[hands.length - 1].score[index] : 0}`);
  const figure = draw("svg", { class: "curve", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${W.curve}: ${told.join(", ")}` });
  figure.append(draw("line", { class: "zero", x1: 8, x2: width - 8, y1: y(0), y2: y(0) }));
  lines.forEach((scores, side) => {
    const points = scores.map((score, at) => `${x(at)},${y(score)}`).join(" ");
    figure.append(draw("polyline", { class: `path side${side}`, points }));
    figure.append(draw("circle", { class: `end side${side}`, cx: x(scores.length - 1), cy: y(scores[scores.length - 1]), r: 6 }));
  });
  return figure;
}

// Two parts of a whole beside each other, as in made and set.
function bar(good, bad, words) {
  const whole = Math.max(1, good + bad);
  return draw(
    "svg",
    { class: "bar", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": words },
    draw("rect", { class: "good", x: 0, y: 0, width: (100 * good) / whole, height: 12 }),
    draw("rect", { class: "bad", x: (100 * good) / whole, y: 0, width: (100 * bad) / whole, height: 12 }),
  );
}
