// The dialog of the settings.

import { bar, peg } from "./board.js";
import { el, svg } from "./dom.js";
import { change, settings } from "./settings.js";
import { chooseLanguage, language, LANGUAGES, t } from "./texts.js";
import * as theme from "./theme.js";

/** @import { Name } from "./settings.js" */

/** @type {[name: Name, words: string, values: [string, string][]][]} the settings with several values */
const CHOICES = [
  ["style", t("Board"), [["paper", t("Paper")], ["wood", t("Wood")], ["slate", t("Slate")], ["contrast", t("High contrast")]]],
  ["confirm", t("Confirm moves with a second click"), [["off", t("Never")], ["touch", t("On touch screens")], ["always", t("Always")]]],
];

/** @type {[name: Name, words: string][]} */
const SWITCHES = [
  ["coordinates", t("Coordinates at the edges of the board")],
  ["animation", t("Animation of new pegs and links")],
  ["sounds", t("Sounds of moves, and of a clock with little time")],
];

/** A piece of a board in a style. @param {string} style */
function sample(style) {
  const ring = peg("horizontal");
  ring.setAttribute("transform", "translate(40 10)");
  const filled = ["translate(0 -10)", "translate(80 -30)"].map((transform) => {
    const made = peg("vertical");
    made.setAttribute("transform", transform);
    return made;
  });
  return svg("svg", { class: "style-sample", "data-style": style, viewBox: "-30 -55 140 90", "aria-hidden": "true" },
    svg("rect", { class: "board", x: -24, y: -49, width: 128, height: 78, rx: 4 }),
    ...[[0, 25], [40, -40], [80, 15]].map(([cx, cy]) => svg("circle", { class: "hole", cx, cy, r: 3 })),
    bar("vertical", [0, -10], [80, -30]), ring, ...filled);
}

/**
 * @param {string} name @param {string} words @param {[string, string][]} values @param {string} current
 * @param {(value: string) => void} choose
 */
function choice(name, words, values, current, choose) {
  const isStyle = name === "style";
  return el("fieldset", { class: isStyle ? "cards" : "segments" }, el("legend", {}, words), ...values.map(([value, label]) => {
    const input = el("input", { type: "radio", name: `set-${name}`, value, checked: value === current, change: () => choose(value) });
    return el("label", {}, input, el("span", {}, ...(isStyle ? [sample(value)] : []), label));
  }));
}

/** @param {Name} name @param {string} words */
function toggle(name, words) {
  const input = el("input", { type: "checkbox", id: `set-${name}`, checked: settings[name] === "on" });
  input.addEventListener("change", () => change(name, input.checked ? "on" : "off"));
  return el("label", { class: "switch" }, input, words);
}

const content = el("div");
const dialog = el("dialog", { id: "settings", "aria-labelledby": "settings-title" }, content);

/** Shows the dialog with the current values. */
export function open() {
  const close = el("button", { type: "button", click: () => dialog.close() }, t("Close"));
  // A message may be in the dialog, beside its content.
  content.replaceChildren(
    el("h2", { id: "settings-title", tabindex: -1, autofocus: true }, t("Settings")),
    choice("theme", t("Theme"), [["", t("As the system")], ["light", t("Light")], ["dark", t("Dark")]], theme.chosen(), theme.choose),
    ...CHOICES.map(([name, words, values]) => choice(name, words, values, settings[name], (value) => change(name, value))),
    ...SWITCHES.map(([name, words]) => toggle(name, words)),
    choice("language", t("Language"), Object.entries(LANGUAGES), language, chooseLanguage),
    el("p", { class: "quiet" }, t("The settings are kept in this browser.")),
    el("div", { class: "buttons end" }, close));
  document.body.append(dialog);
  dialog.showModal();
}
