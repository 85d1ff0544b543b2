// Accessibility of what a page shows.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules whose results depend on the theme. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Returns axe's violations of any impact in the part of the page that a selector selects, and whether the page is wider
 * than the window. `what` names the state of the page; `runOnly` restricts the rules.
 */
export async function findings(page, what, selector, runOnly) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(([selector, runOnly]) =>
    window.axe.run(selector, { resultTypes: ["violations"], ...(runOnly && { runOnly }) }), [selector, runOnly]);
  const all = violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 3).join(", ")}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return wide > 0 ? [...all, `${what}: ${wide} pixels wider than the window`] : all;
}
