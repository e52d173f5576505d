// The head of a page: links to other pages of ours, and the choice of a language for this device.

import { byId, make } from "./dom.js";
import { LANG, W } from "./words.js";

const LOOKS = ["lang", "theme", "suits"];

/** Another page of ours, in the language and look that this one's address asks for. */
export function within(path) {
  const [place, query] = path.split("?");
  const wanted = new URLSearchParams(query);
  for (const [name, value] of new URLSearchParams(location.search)) if (LOOKS.includes(name)) wanted.set(name, value);
  return wanted.size ? `${place}?${wanted}` : place;
}

/** Mends the head's links and fills its choice of a language. */
export function prepareHead() {
  for (const link of document.querySelectorAll("nav a")) link.href = within(link.getAttribute("href"));
  const box = byId("languages");
  const choices = Object.entries(W.languages);
  box.replaceChildren(...choices.map(([code, name]) => make("option", { value: code, selected: code === LANG }, name)));
  box.addEventListener("change", () => prefer("lang", box.value));
}

// A choice for this device alone, kept by the browser; the page comes back with it.
function prefer(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=strict`;
  const address = new URL(location.href);
  address.searchParams.delete(name);
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
