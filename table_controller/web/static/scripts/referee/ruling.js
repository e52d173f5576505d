// The referee's page: a ruling in words and points, given after a look at the scores it leads to.

import { buttons, byId, field, make, pressed } from "../page/dom.js";
import { tell } from "../page/notice.js";
import { drawAnew } from "../page/redraw.js";
import { W, word } from "../page/words.js";
import { act, refresh, told } from "./overview.js";

export function drawRuling() {
  const text = make("input", { type: "text", maxlength: 200 });
  const points = told.sides.map(() => make("input", { type: "number", step: 0.5, value: 0 }));
  const look = () => preview(text.value, points.map((input) => Number(input.value)));
  const fields = points.map((input, side) => field(word("ruling_points", { who: told.sides[side] }), input));
  byId("part-ruling").replaceChildren(
    make("h2", {}, W.ruling),
    make("p", { class: "soft" }, W.ruling_help),
    field(W.ruling_text, text),
    make("div", { class: "row" }, fields),
    buttons(pressed(W.preview, look)),
  );
}

function preview(text, delta) {
  const box = byId("ask");
  const give = async () => {
    if (await act({ kind: "GiveRuling", text: text || W.ruling, delta })) {
      tell(W.saved);
      drawAnew("ruling");
      refresh();
    }
    box.close();
  };
  const scores = told.score.map((score, side) => `${told.sides[side]}: ${score} → ${score + delta[side]}`);
  box.replaceChildren(
    make("h2", { id: "ask-title" }, W.preview),
    make("p", {}, text),
    make("ul", {}, scores.map((line) => make("li", {}, line))),
    buttons(pressed(W.give_ruling, give, "main"), pressed(W.cancel, () => box.close())),
  );
  box.showModal();
}
