// Saying something to the table. What is said is the engine's to judge; these pages only send it, and say what became
// of it.

import { board } from "../page/line.js";
import { tell } from "../page/notice.js";
import { postWord } from "../page/word.js";
import { LANG, W } from "../page/words.js";
import { secretHeader } from "./secret.js";

let busy = false;

/** Says an input of the engine, after the last decision that this page shows. */
export const act = (input) => send("act", { input, after: board.sequence });

export async function callReferee() {
  if (await send("call", {})) tell(W.referee_called);
}

/** Asks the service; true when it was heard. Meanwhile no button can be pressed. */
export async function send(where, body) {
  if (busy) return false;
  busy = true;
  let heard = false;
  disableButtons(true);
  try {
    const post = where === "act" ? postWord : fetch;
    const answer = await post(`/api/v1/${where}?lang=${LANG}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(secretHeader() || { Authorization: "Bearer " }) },
      body: JSON.stringify(body),
    });
    heard = answer.ok;
    if (!heard) tell((await answer.json()).refused || W.could_not);
  } catch {
    tell(W.unreachable);
  }
  busy = false;
  disableButtons(false);
  return heard;
}

function disableButtons(off) {
  for (const each of document.querySelectorAll("button")) each.disabled = off;
}
