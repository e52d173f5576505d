// The referee's page: how the table is, and what its camera sees now, with what the watcher says of it. The picture goes
// on while the page around it is drawn anew.
"use strict";

const LIVE_MS = 1000; // from one picture's coming to the asking for the next
let live = false;
const liveView = make("img", { class: "picture", alt: W.camera });
const liveWords = make("div", {});

liveView.addEventListener("load", () => setTimeout(nextPicture, LIVE_MS));
liveView.addEventListener("error", () => { if (live) { showLive(false); tell(W.no_picture); } });

function nextPicture() {
  if (!live || !liveView.isConnected) return;
  if (document.hidden) setTimeout(nextPicture, LIVE_MS); else liveView.src = `/api/v1/referee/picture.jpg?${Date.now()}`;
}

function showLive(on) {
  live = on;
  if (on) liveView.removeAttribute("src");
  shown.delete("health");
  drawAll();
  nextPicture();
}

function cameraParts() {
  if (!told.has_picture && !live) return [make("p", { class: "soft" }, W.no_picture)];
  if (!live) return [make("div", { class: "buttons" }, pressed(W.show_live, () => showLive(true)))];
  liveWords.replaceChildren(...board.surroundings.health.map((line) => make("p", {}, line)), make("p", { class: "soft" }, W.picture_help));
  return [make("figure", { class: "live" }, liveView, make("figcaption", {}, liveWords)), make("div", { class: "buttons" }, pressed(W.hide_live, () => showLive(false)))];
}

function drawHealth() {
  const around = board.surroundings;
  const good = [around.source, ...around.health].filter(Boolean);
  const files = told.match ? [["notation.txt", W.notation], ["hands.csv", W.csv_hands]].map(([name, text]) => make("a", { class: "plate", href: `/api/v1/matches/${told.match}/${name}`, download: true }, text)) : [];
  byId("part-health").replaceChildren(
    make("h2", {}, W.health),
    ...good.map((line) => make("p", {}, line)),
    ...(around.missing.length ? around.missing.map((line) => make("p", { class: "fault" }, line)) : [make("p", {}, W.nothing_missing)]),
    make("p", { class: "soft" }, `${word("watching", { count: told.watching })} · ${word("sequence", { number: told.sequence })}`),
    make("h3", {}, W.camera), ...cameraParts(),
    make("p", { class: "soft" }, W.set_up_help),
    make("div", { class: "buttons" }, make("a", { class: "plate", href: within("/calibrate") }, W.set_up)),
    make("h3", {}, W.export), make("div", { class: "buttons" }, files, make("a", { class: "plate", href: within("/history") }, W.history)),
  );
}
