// A warning before a blunder in a game against the engine: the engine waits until the person keeps the move or takes it
// back. The move's loss is measured as in a review.

import { evaluated, options } from "./chances.js";
import { byId, percent } from "./dom.js";
import { t } from "./texts.js";

/** @import { Node } from "./game.js" */

/** The minimum loss of a blunder, as in reviews: `Review::BLUNDER` of `tools/analysis`. */
const LOSS = 0.2;

/** The position from which a person has just moved. @type {Node | null} */
let from = null;

/** Marks the position from which a person moves now. @param {Node} node */
export function moving(node) {
  from = node;
}

/**
 * Returns false if the person takes the last move back. Only a move just played is checked, once.
 *
 * @param {Node} node the position after the move
 * @param {AbortSignal} signal
 */
export async function keeps(node, signal) {
  if (!options.warn || !node.parent || node.parent !== from) return true;
  from = null;
  try {
    const before = await evaluated(node.parent, signal);
    const after = await evaluated(node, signal);
    // A value is that of the player to move.
    const [old, now] = [before.value, 1 - after.value];
    return old - now < LOSS || (await ask(node, old, now, signal));
  } catch (error) {
    if (signal.aborted) throw error;
    // Without an evaluation there is no warning.
    return true;
  }
}

/** @param {Node} node @param {number} old @param {number} now @param {AbortSignal} signal @returns {Promise<boolean>} */
function ask(node, old, now, signal) {
  const dialog = byId("warn-ask", HTMLDialogElement);
  const move = /^swap$/i.test(node.move) ? t("The swap") : node.move;
  byId("warn-text", HTMLElement).textContent = t`${move} lowers your winning chances from ${percent(old)} to ${percent(now)}.`;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve, reject) => {
    const abort = () => {
      dialog.close();
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    dialog.addEventListener("close", () => {
      signal.removeEventListener("abort", abort);
      resolve(dialog.returnValue !== "back");
    }, { once: true });
  });
}
