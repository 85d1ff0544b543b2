// Presets of the new-game form: board size, rules and swap rule together.

import { el } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {{ name: string, title: string, words: string, rules: string, swap: string, size: number }} Preset */

/** @type {Preset[]} */
const PRESETS = [
  { name: "beginner", title: t("Small"), words: t("8\u00a0×\u00a08, for a first game"), rules: "pp", swap: "none", size: 8 },
  { name: "arena", title: t("Medium"), words: t("12\u00a0×\u00a012, as in contests of bots"), rules: "pp", swap: "mirror", size: 12 },
  { name: "classic", title: t("Classic"), words: t("24\u00a0×\u00a024, as in the box"), rules: "standard", swap: "sides", size: 24 },
];

/** The fields of the form that a preset sets. @param {Preset} preset @returns {{ [id: string]: string }} */
const fields = ({ rules, swap, size }) =>
  ({ "new-rules": rules, "new-swap": swap, "new-columns": String(size), "new-rows": String(size), "new-handicap": "0" });

/**
 * Adds a radio button per preset. Returns a function that checks the preset that has the form's values, if any.
 *
 * @param {HTMLElement} list
 * @param {(id: string) => { value: string }} field
 * @param {() => void} changed called after a preset has set the fields
 */
export function start(list, field, changed) {
  const inputs = PRESETS.map((preset) => {
    const input = el("input", { type: "radio", name: "new-preset", value: preset.name });
    input.addEventListener("change", () => {
      for (const [id, value] of Object.entries(fields(preset))) field(id).value = value;
      changed();
    });
    list.append(el("label", {}, input, el("span", {}, el("strong", {}, preset.title), ` ${preset.words}`)));
    return input;
  });
  return () => inputs.forEach((input, index) => {
    input.checked = Object.entries(fields(PRESETS[index])).every(([id, value]) => field(id).value === value);
  });
}
