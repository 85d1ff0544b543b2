// Accessibility (no axe violation of any level) of the panels for drawing, the legend, comparisons and exercises.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { line, place, tab, words } from "./help.mjs";

const here = place();

const WINDOWS = {
  "light, wide": { colorScheme: "light" },
  "dark, wide": { colorScheme: "dark" },
  "light, on a phone": { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`the panels of the analysis are accessible and fit the window: ${name}`, async () => {
    const page = await tab(here, options);
    const all = [];
    const check = async (what) => {
      all.push(...(await findings(page, what, "main")));
    };
    await line(page, { columns: 8 }, "B1", "D4", "B8", "E6", "C3", "F4");
    await page.locator("#frame").focus();
    await page.keyboard.press("Enter");
    for (const key of ["k", "e", "ArrowLeft", "Shift+E", "Escape"]) await page.keyboard.press(key);
    await words(page, "#drawn-text", /circle on F4, red arrow F4 to E4/);
    await page.click("text=Legend of the board");
    await page.selectOption("#compare-with", "2");
    await page.click("#analyse-toggle");
    await words(page, "#compare-text", /choose/);
    await page.click("#analyse-toggle");
    await words(page, "#legend", /Best move/);
    await check("comparison");
    await page.selectOption("#review-nodes", "64");
    await page.click("#review");
    await page.locator("#review-part").waitFor();
    await check("review");
    await page.selectOption("#mistakes-player", "0");
    await page.click("#mistakes-start");
    await words(page, "#exercise-text", /played/);
    await check("exercise");
    await page.click("#exercise-why");
    await words(page, "#exercise-result", /Best/);
    await check("solution");
    assert.deepEqual(all, []);
    await page.done();
  });
}
