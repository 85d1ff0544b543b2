// No layout shift while playing: the browser reports none, and the board and the controls stay in place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { at, pegs, place, startGame, tab, until, words } from "./help.mjs";

const here = place();

const PHONE = { hasTouch: true, isMobile: true };
const WINDOWS = {
  "wide": { viewport: { width: 1440, height: 900 } },
  "tablet": { viewport: { width: 1024, height: 768 } },
  "phone": { viewport: { width: 390, height: 844 }, ...PHONE },
  "phone in landscape orientation": { viewport: { width: 844, height: 390 }, ...PHONE },
};

// The buttons for a running game are replaced by the review after its end.
const PARTS = ["header", "nav", "#frame", ".under", ".steps", "#panel", "#seats", "#open-new", "#undo", "#moves", "#move-form"];

/** Records the layout shifts of the page, including those shortly after an action of the user. */
const RECORD = () => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.push(`${value} ${sources.map(({ node }) => node?.id || node?.className || node?.nodeName).join(" ")}`);
    }
  }).observe({ type: "layout-shift", buffered: true });
};

const boxes = (page) => page.evaluate((parts) => Object.fromEntries(parts.map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return [part, [x, y + scrollY, width, height]];
})), PARTS);

/** Two animation frames: layout shifts of the last change are then reported. */
const settled = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`a game with a swap shifts nothing: ${name}`, async () => {
    const page = await tab(here, options);
    await startGame(page, { columns: 5, swap: "mirror" });
    await page.evaluate(RECORD);
    await settled(page);
    await page.evaluate(() => (window.shifts.length = 0));
    const before = await boxes(page);
    const click = async (hole) => {
      const { x, y } = await at(page, hole);
      await page.mouse.move(x, y);
      await page.mouse.click(x, y);
    };
    await click("C1");
    await words(page, "#swap-text", /You may swap/);
    assert.deepEqual(await boxes(page), before, "the swap is offered");
    await page.locator("#swap").click();
    await words(page, "#swap-text", /C1/);
    assert.deepEqual(await boxes(page), before, "swapped");
    for (const [index, hole] of ["C1", "A2", "D3", "A4", "C5"].entries()) {
      await click(hole);
      await pegs(page, index + 2);
      assert.deepEqual(await boxes(page), before, hole);
    }
    await words(page, "#status", /\(vertical\) won\./);
    await page.locator("#undo").click();
    await pegs(page, 5);
    await click("B5");
    await words(page, "#moves", /B5/);
    assert.deepEqual(await boxes(page), before, "after an undo");
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.shifts), []);
    await page.done();
  });

  test(`a game against the engine shifts nothing: ${name}`, async () => {
    const page = await tab(here, options);
    await startGame(page, { opponent: "1", columns: 5, swap: "mirror" });
    await page.evaluate(RECORD);
    await settled(page);
    await page.evaluate(() => (window.shifts.length = 0));
    const before = await boxes(page);
    const isOver = async () => /won|lost|drawn/i.test(await page.textContent("#status"));
    const plies = () => page.locator("#moves .move").count();
    while (!(await isOver())) {
      await words(page, "#status", /You to move/);
      // The first hole in the middle in which the engine has no peg.
      const ply = await plies();
      const taken = await page.evaluate(() => [...document.querySelectorAll("#moves .move")].map(({ textContent }) => textContent.trim()));
      const hole = ["C3", "B1", "B3", "D5", "C1", "C5", "D3", "B5", "D1", "C2", "C4", "B2", "B4", "D2", "D4"].find((hole) => !taken.includes(hole));
      if (!hole) break;
      const { x, y } = await at(page, hole);
      await page.mouse.click(x, y);
      await until(async () => (await isOver()) || ((await plies()) >= ply + 2 && /You to move/.test(await page.textContent("#status"))) || /cannot/.test(await page.textContent("#toast")));
      assert.deepEqual(await boxes(page), before, hole);
      if (/cannot/.test(await page.textContent("#toast"))) break;
    }
    await settled(page);
    assert.deepEqual(await page.evaluate(() => window.shifts), []);
    await page.done();
  });
}
