// Parts of a page are redrawn only when what they show has changed: nothing flickers, and readers aloud stay quiet.

const drawn = new Map();

/** Calls `draw` unless the part `key` shows that value already. */
export function drawIfChanged(key, value, draw) {
  const text = JSON.stringify(value);
  if (drawn.get(key) === text) return;
  drawn.set(key, text);
  draw();
}

/** Those parts, or without a name all of them, are drawn the next time whatever they show. */
export function drawAnew(...keys) {
  if (!keys.length) drawn.clear();
  for (const key of keys) drawn.delete(key);
}
