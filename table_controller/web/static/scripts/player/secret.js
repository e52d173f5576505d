// Who speaks from this device: a seat, or the table's screen, by the secret of its code.

/** The seat whose page this is; 0 for the table's screen. */
export const SEAT = Number((location.pathname.match(/^\/seat\/(\d)$/) || [0, 0])[1]);

const KEY = `token-${SEAT}`;

// The secret comes after the # of the code's address, which no server ever sees; then it leaves the address bar.
if (location.hash.length > 1) {
  localStorage.setItem(KEY, location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
}

/** The header that shows the secret; null on a device that has none. */
export function secretHeader() {
  const secret = localStorage.getItem(KEY);
  return secret ? { Authorization: `Bearer ${secret}` } : null;
}
