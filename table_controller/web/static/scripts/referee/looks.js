// The referee's page: how the pages look and what is said aloud, for everybody.

import { byId, field, make } from "../page/dom.js";
import { W } from "../page/words.js";
import { choose, told } from "./overview.js";

export function drawLooks() {
  const named = told.languages.map((code) => [code, W.languages[code]]);
  byId("part-looks").replaceChildren(
    make("h2", {}, W.look),
    make(
      "div",
      { class: "row" },
      select(W.language, "language", named),
      select(W.letters, "letters", named),
      select(W.theme, "theme", [["dark", W.dark], ["light", W.light]]),
      select(W.suits, "suits", [["two", W.two_colours], ["four", W.four_colours]]),
      select(W.sounds, "voice", [[false, W.voice_off], [true, W.voice_on]]),
    ),
    told.can_speak ? "" : make("p", { class: "soft" }, W.no_voice),
  );
}

function select(text, key, choices) {
  const option = ([value, name]) =>
    make("option", { value: String(value), selected: told.preferences[key] === value }, name);
  const box = make("select", {}, choices.map(option));
  box.addEventListener("change", () => choose({ [key]: choices[box.selectedIndex][0] }));
  return field(text, box);
}
