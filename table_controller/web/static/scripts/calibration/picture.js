// The live picture with what lies over it: outlines, the corners' handles, the loupe.

import { draw, make } from "../page/dom.js";
import { W } from "../page/words.js";

export const view = make("img", { class: "picture", alt: W.set_up_picture });
export const outlines = draw("svg", { id: "outlines", "aria-hidden": "true" });
export const handles = make("div", { id: "handles" });
export const loupe = make("div", { id: "loupe", "aria-hidden": "true", hidden: true }, make("img"), make("i", {}));
export const frame = make("div", { id: "frame" }, view, outlines, handles, loupe);
