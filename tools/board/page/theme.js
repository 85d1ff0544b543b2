// Light or dark theme: the user's choice, or else the system's.

import { store, stored } from "./store.js";

const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

/** The user's choice; empty for the system's theme. */
export const chosen = () => root.dataset.theme ?? "";

export const isDark = () => (chosen() || (dark.matches ? "dark" : "light")) === "dark";

/** @param {string} theme */
export function choose(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  store("theme", theme);
}

export const toggle = () => choose(isDark() ? "light" : "dark");

export function start() {
  const theme = stored("theme", "");
  if (theme) root.dataset.theme = theme;
}
