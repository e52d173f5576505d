// The referee's page: a look at the pictures of a recording before it is sent to anybody.

import { buttons, byId, make, pressed } from "../page/dom.js";
import { W, word } from "../page/words.js";
import { ask } from "./door.js";
import { tenths, titleOf } from "./recording_words.js";

const LONGEST_S = 2; // between two pictures when all are played: a table at rest is not waited for

/** Opens the pictures of one recording. */
export async function lookAt(recording) {
  const heard = await ask(`recordings/${recording.name}`);
  if (heard) new Viewer(recording, heard.times).open();
}

class Viewer {
  #recording;
  #times; // of the pictures, in seconds from the first
  #playing = 0;
  #picture = make("img", { class: "picture" });
  #where = make("p", { role: "status" });
  #play = pressed(W.play_all, () => this.#playOrStop());
  #slider;

  constructor(recording, times) {
    this.#recording = recording;
    this.#times = times;
    const range = { type: "range", min: 1, max: times.length, value: 1 };
    this.#slider = make("input", { ...range, "aria-label": W.recordings });
    this.#slider.addEventListener("input", () => this.#step(0));
  }

  open() {
    const box = byId("ask");
    box.addEventListener("close", () => this.#stop(), { once: true });
    box.replaceChildren(
      make("h2", { id: "ask-title" }, `${titleOf(this.#recording)}: ${this.#recording.name}`),
      this.#picture,
      this.#where,
      this.#slider,
      buttons(
        pressed(W.back, () => this.#step(-1)),
        pressed(W.next, () => this.#step(1)),
        this.#play,
        pressed(W.close, () => box.close()),
      ),
    );
    this.#turnTo(1);
    box.showModal();
  }

  get #at() {
    return Number(this.#slider.value);
  }

  #turnTo(number) {
    this.#slider.value = number; // which keeps it in its range
    const at = this.#at;
    const told = word("picture_of", { number: at, of: this.#times.length, seconds: tenths(this.#times[at - 1]) });
    this.#picture.src = `/api/v1/referee/recordings/${this.#recording.name}/${at}.jpg`;
    this.#picture.alt = told;
    this.#where.textContent = told;
  }

  #step(by) {
    this.#stop();
    this.#turnTo(this.#at + by);
  }

  #stop() {
    clearTimeout(this.#playing);
    this.#playing = 0;
    this.#play.textContent = W.play_all;
  }

  #playOrStop() {
    if (this.#playing) return this.#stop();
    if (this.#at >= this.#times.length) this.#turnTo(1);
    this.#play.textContent = W.stop;
    return this.#goOn();
  }

  // The next picture when its time has come.
  #goOn() {
    const at = this.#at;
    if (at >= this.#times.length) return this.#stop();
    const wait_s = Math.min(LONGEST_S, this.#times[at] - this.#times[at - 1]);
    this.#playing = setTimeout(() => {
      this.#turnTo(at + 1);
      this.#goOn();
    }, 1000 * wait_s);
    return undefined;
  }
}
