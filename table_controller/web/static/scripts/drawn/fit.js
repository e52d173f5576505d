// Text that stays in its place however long names and sentences are: smaller letters first, then fewer things.

const READABLE = 0.75; // of the usual size: before letters get smaller, less important things are left out
const LEAST = 0.5;

/** Makes `inner` smaller until `box` holds it; false when even the smallest does not fit. */
export function shrink(box, inner = box.firstElementChild, least = LEAST) {
  if (!inner) return true;
  for (let size = 1; size >= least; size -= 0.05) {
    inner.style.zoom = size;
    if (box.scrollHeight <= box.clientHeight + 1 && inner.scrollWidth <= inner.clientWidth + 1) return true;
  }
  return false;
}

/** A panel with its less important parts named, the least important first. What fits not at all is not shown. */
export function fitPanel(box, ...spare) {
  const inner = box.firstElementChild;
  if (!inner) return;
  const parts = spare.map((selector) => inner.querySelector(selector)).filter(Boolean);
  for (const part of [inner, ...parts]) part.hidden = false;
  for (const part of parts) {
    if (shrink(box, inner, READABLE)) return;
    part.hidden = true;
  }
  inner.hidden = !shrink(box, inner);
}
