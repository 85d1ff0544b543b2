// Light or dark theme: the user's choice, or else the system's.

import { on } from "./dom.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";

export function toggle() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice is lost on reload.
  }
}

function stored() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

export function start() {
  const theme = stored();
  if (theme) document.documentElement.dataset.theme = theme;
  on("theme", toggle);
}
