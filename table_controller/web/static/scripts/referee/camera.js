// The referee's page: what the camera sees now, with what the watcher says of it. The picture goes on while the page
// around it is drawn anew.

import { buttons, make, pressed } from "../page/dom.js";
import { board } from "../page/line.js";
import { tell } from "../page/notice.js";
import { drawAnew } from "../page/redraw.js";
import { W } from "../page/words.js";
import { redraw, told } from "./overview.js";

const LIVE_MS = 1000; // from one picture's coming to the asking for the next

let live = false;
const view = make("img", { class: "picture", alt: W.camera });
const words = make("div", {});

view.addEventListener("load", () => setTimeout(nextPicture, LIVE_MS));
view.addEventListener("error", () => {
  if (!live) return;
  showLive(false);
  tell(W.no_picture);
});

function nextPicture() {
  if (!live || !view.isConnected) return;
  if (document.hidden) setTimeout(nextPicture, LIVE_MS);
  else view.src = `/api/v1/referee/picture.jpg?${Date.now()}`;
}

function showLive(on) {
  live = on;
  if (on) view.removeAttribute("src");
  drawAnew("health");
  redraw();
  nextPicture();
}

export function cameraParts() {
  if (!told.has_picture && !live) return [make("p", { class: "soft" }, W.no_picture)];
  if (!live) return [buttons(pressed(W.show_live, () => showLive(true)))];
  const health = board.surroundings.health.map((line) => make("p", {}, line));
  words.replaceChildren(...health, make("p", { class: "soft" }, W.picture_help));
  const picture = make("figure", { class: "live" }, view, make("figcaption", {}, words));
  return [picture, buttons(pressed(W.hide_live, () => showLive(false)))];
}
