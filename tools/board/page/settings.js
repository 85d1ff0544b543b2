// The user's settings, except the theme: kept in local storage, and applied at once. The root element has each of them as
// an attribute, for the style sheets.

import { attempt, byId, loaded, on } from "./dom.js";
import { store, stored } from "./store.js";

const KEY = "settings";

/** The values of each setting; the first one is the default. */
const VALUES = {
  style: ["paper", "wood", "slate", "contrast"],
  coordinates: ["on", "off"],
  confirm: ["off", "touch", "always"],
  animation: ["on", "off"],
  sounds: ["off", "on"],
};

/** @typedef {keyof typeof VALUES} Name */

const names = /** @type {Name[]} */ (Object.keys(VALUES));

/** The current values. */
export const settings = /** @type {{ [name in Name]: string }} */ (
  Object.fromEntries(Object.entries(VALUES).map(([name, [first]]) => [name, first])));

function apply() {
  Object.assign(document.documentElement.dataset, settings);
  const isLoud = settings.sounds === "on";
  byId("sounds", HTMLElement).setAttribute("aria-pressed", String(isLoud));
  // Most visits are silent, so the sounds are loaded when they are first on.
  if (isLoud) attempt(async () => (await loaded(import("./sounds.js"))).start());
}

/** Changes a setting. @param {Name} name @param {string} value */
export function change(name, value) {
  settings[name] = value;
  store(KEY, settings);
  apply();
}

/** Opens the dialog, which is made when it is first needed. */
export const open = () => attempt(async () => (await loaded(import("./settingsdialog.js"))).open());

export function start() {
  const kept = stored(KEY, /** @type {{ [name: string]: string }} */ ({}));
  for (const name of names) {
    if (VALUES[name].includes(kept[name])) settings[name] = kept[name];
  }
  apply();
  on("sounds", () => change("sounds", settings.sounds === "on" ? "off" : "on"));
  on("open-settings", open);
}
