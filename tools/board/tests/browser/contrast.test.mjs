// Contrast of the theme's colours in both themes: at least 4.5 for text and 3 for marks (WCAG 2.2, 1.4.3 and 1.4.11).

import assert from "node:assert/strict";
import { test } from "node:test";
import { add, line, peg, place, startGame, tab, words } from "./help.mjs";

const here = place();

const [TEXT, MARK] = [4.5, 3];
const STYLES = ["paper", "wood", "slate", "contrast"];

/** Foreground, backgrounds and minimum contrast. The names are custom properties of the style sheet. */
const PAIRS = [
  ["ink", ["page", "card", "board", "rim"], TEXT],
  ["ink-soft", ["page", "card", "board"], TEXT],
  ["on-accent", ["accent"], TEXT],
  ["on-frame", ["frame"], TEXT],
  ["ink", ["well", "tint"], TEXT],
  ["ink-soft", ["well"], TEXT],
  ["accent", ["page", "card"], MARK],
  ["on-vertical", ["vertical"], TEXT],
  ["on-heat", ["heat", "network", "board"], TEXT],
  ["vertical-text", ["board", "card"], TEXT],
  ["horizontal-text", ["board", "card"], TEXT],
  ["fair", ["card"], TEXT],
  ["bad", ["card"], TEXT],
  ["horizontal", ["board"], TEXT],
  ["edge", ["page", "card"], MARK],
  ["hole", ["board"], MARK],
  ["vertical", ["page", "card", "board"], MARK],
  ["vertical-rim", ["board"], MARK],
  ["horizontal", ["page", "card"], MARK],
  ["heat", ["page", "board"], MARK],
  ["heat-rim", ["board", "card"], MARK],
  ["network", ["board"], MARK],
  ["network-rim", ["board"], MARK],
  ["good", ["board", "card"], MARK],
  ["bad", ["board"], MARK],
  ["focus", ["page", "card", "board"], MARK],
];

/** Defines `contrast(a, b)` for two computed colours, and `named(name)` for a custom property. */
const FUNCTIONS = `
  window.luminance = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  window.contrast = (one, two) => {
    const [high, low] = [luminance(one), luminance(two)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  window.named = (name) => {
    const probe = document.body.appendChild(document.createElement("span"));
    probe.style.color = "var(--" + name + ")";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
`;

for (const colorScheme of ["light", "dark"]) {
  test(`the colours of the theme and of every style of the board have sufficient contrast: ${colorScheme}`, async () => {
    const page = await tab(here, { colorScheme });
    await page.evaluate(FUNCTIONS);
    const boards = new Set();
    for (const style of STYLES) {
      const [low, board] = await page.evaluate(([pairs, style]) => {
        document.documentElement.dataset.style = style;
        return [pairs.flatMap(([name, others, least]) => others.flatMap((other) => {
          const found = contrast(named(name), named(other));
          return found >= least ? [] : [`${name} on ${other}: ${found.toFixed(2)}, minimum ${least}`];
        })), named("board")];
      }, [PAIRS, style]);
      assert.deepEqual(low, [], style);
      boards.add(board);
    }
    assert.equal(boards.size, STYLES.length);
    await page.done();
  });

  test(`the marks of the board have sufficient contrast: ${colorScheme}`, async () => {
    const page = await tab(here, { colorScheme });
    await startGame(page, { columns: 5 });
    await peg(page, "C1", "A2", "D3", "A3", "C5");
    await words(page, "#status", /\(vertical\) won\./);
    await page.evaluate(FUNCTIONS);
    /** The contrast of a property of the first element with the board; null if the element is not opaque. */
    const shown = (selector, property) => page.evaluate(([selector, property]) => {
      const element = document.querySelector(selector);
      for (let at = element; at instanceof SVGElement; at = at.parentElement) {
        if (getComputedStyle(at).opacity !== "1") return null;
      }
      return contrast(getComputedStyle(element)[property], getComputedStyle(document.querySelector("rect.board")).fill);
    }, [selector, property]);
    const marks = [["#board .holes circle", "fill"], ["#board .peg.vertical", "fill"], ["#board .peg.horizontal", "stroke"],
      ["#board .links .link.vertical .body", "stroke"], ["#board .border.vertical", "stroke"], ["#board .border.horizontal", "stroke"]];
    for (const [selector, property] of marks) assert.ok((await shown(selector, property)) >= MARK, `${selector}: ${await shown(selector, property)}`);
    assert.ok((await shown("#board .coordinate", "fill")) >= TEXT);
    await line(page, { columns: 8 });
    await add(page, "D4", "E5");
    await page.click("text=Distances");
    await page.locator(".distance.vertical").first().waitFor();
    await page.evaluate(FUNCTIONS);
    for (const side of ["vertical", "horizontal"]) assert.ok((await shown(`.distance.${side}`, "fill")) >= TEXT, side);
    // The text on a disc, and the rim of a disc on the board.
    await page.click("text=Network");
    await page.locator(".heat.network text:not(:empty)").first().waitFor({ state: "attached" });
    assert.ok((await shown(".heat.network circle:not(.small, [r='0'])", "stroke")) >= MARK);
    assert.ok((await shown(".heat.network text:not(:empty)", "fill")) >= TEXT);
    await page.done();
  });
}
