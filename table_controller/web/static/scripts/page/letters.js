// How wide text is in the pages' letters.

const measuring = document.createElement("canvas").getContext("2d");

/** The width of a line of text in units of its own size. */
export function widthOf(text, size, weight) {
  measuring.font = `${weight} ${size}px "Table Sans", "DejaVu Sans", sans-serif`;
  return measuring.measureText(text).width / size;
}
