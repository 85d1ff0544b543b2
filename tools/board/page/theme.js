// Light or dark: as the system has it, until the user says otherwise.

import { on } from "./dom.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";

export function toggle() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // A browser that keeps nothing forgets the choice with the page.
  }
}

function kept() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

export function start() {
  const theme = kept();
  if (theme) document.documentElement.dataset.theme = theme;
  on("theme", toggle);
}
