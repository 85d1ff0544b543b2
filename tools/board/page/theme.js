// Light or dark theme: the user's choice, or else the system's.

import { on } from "./dom.js";
import { store, stored } from "./store.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";

export function toggle() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  store("theme", theme);
}

export function start() {
  const theme = stored("theme", "");
  if (theme) document.documentElement.dataset.theme = theme;
  on("theme", toggle);
}
