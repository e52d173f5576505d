// A word on its way to the service: one that got no answer may have been heard. Said again with the same key it is the
// same word, and counts once.

const AGAIN_MS = [500, 1500]; // waits before it is said again; then a person is told
const UNSURE = 503; // the service could not say whether the word counts

/** Posts a word of the game, if need be again. Throws as `fetch` does when nobody answers at all. */
export async function postWord(address, how) {
  const once = { ...how, headers: { ...how.headers, "Idempotency-Key": newKey() } };
  for (const wait of AGAIN_MS) {
    try {
      const answer = await fetch(address, once);
      if (answer.status !== UNSURE) return answer;
    } catch {
      // no line: said again
    }
    await new Promise((done) => setTimeout(done, wait));
  }
  return fetch(address, once);
}

// Not crypto.randomUUID: a browser has that only where the page came over TLS.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
