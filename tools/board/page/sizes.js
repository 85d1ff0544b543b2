// The choice of a board for games whose file states no size. It is hidden until such a file is read.

import { byId, fill, on } from "./dom.js";
import { t } from "./texts.js";

/** @import { Assumed } from "./types" */

const USUAL = ["12", "18", "24"];
const OTHER = "other";

/** The size in requests: empty until the user chooses one, so that the engine chooses the board by the moves. */
let chosen = "";

/** @param {string} size @returns {string} */
function label(size) {
  if (!size) return t("By file");
  return size.includes("x") ? size.replace("x", " × ") : `${size} × ${size}`;
}

const select = () => byId("size", HTMLSelectElement);
const input = () => byId("size-other", HTMLInputElement);

/** @param {boolean} isOther */
function showInput(isOther) {
  byId("size-other-part", HTMLElement).hidden = !isOther;
}

export const size = {
  get chosen() {
    return chosen;
  },

  /** Forgets the choice: it applies to the files for which it was made. */
  reset() {
    chosen = "";
  },

  /**
   * Shows the board that was assumed, and the other boards that have room for all moves; hides the choice if the files
   * state their sizes.
   *
   * @param {Assumed | null} assumed
   */
  offer(assumed) {
    byId("size-part", HTMLElement).hidden = !assumed;
    if (!assumed) return;
    const sizes = USUAL.includes(assumed.size) ? USUAL : [...USUAL, assumed.size];
    fill(select(), [...sizes.map((size) => /** @type {[string, string]} */ ([size, label(size)])), [OTHER, t("Other …")]], assumed.size);
    for (const option of select().options) option.disabled = USUAL.includes(option.value) && Number(option.value) < assumed.least;
    showInput(false);
  },

  /** Calls `act` after the user has chosen a size. @param {() => void} act */
  start(act) {
    /** @param {string} text */
    const take = (text) => {
      chosen = text.replace(/\s/g, "").replace("×", "x").toLowerCase();
      if (chosen) act();
    };
    on("size", () => {
      const isOther = select().value === OTHER;
      showInput(isOther);
      if (isOther) input().focus();
      else take(select().value);
    }, "change");
    on("size-other", () => take(input().value), "change");
    on("size-part", (event) => event.preventDefault(), "submit");
  },
};
