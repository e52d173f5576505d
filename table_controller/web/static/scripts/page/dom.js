// Elements made and found. No text is ever put in as HTML.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

/** An HTML element; attributes that are false, undefined or empty are left out, null and empty children too. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for a part of a drawing. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined && value !== "") element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== ""));
  return element;
}

/** A button that does something when pressed. */
export function pressed(text, does, className = "") {
  const made = make("button", { type: "button", class: className }, text);
  made.addEventListener("click", does);
  return made;
}

/** A control of a form with its label round it. */
export const field = (text, control) => make("label", {}, text, control);

/** A row of buttons. */
export const buttons = (...them) => make("div", { class: "buttons" }, ...them);
