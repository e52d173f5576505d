// The referee's page: names to be written, and rules in sentences.

import { make } from "../page/dom.js";
import { word } from "../page/words.js";

/** An input for each name. */
export function nameInputs(names) {
  const label = (at) => word("name_of", { number: at + 1 });
  return names.map((value, at) => make("input", { type: "text", maxlength: 24, value, "aria-label": label(at) }));
}

export const rulesList = (lines) => make("ul", { class: "rules" }, lines.map((line) => make("li", {}, line)));
