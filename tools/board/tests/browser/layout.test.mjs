// The places of the board and its controls: the size of the board, and what is visible without scrolling.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { add, line, openFile, paste, peg, pegs, place, sample, setUp, startGame, tab, until, words } from "./help.mjs";
import { serverOnly } from "./host.mjs";

const league = new URL("../../../lab/league/games.jsonl", import.meta.url).pathname;
const here = place(league);
const empty = place();

const PHONE = { hasTouch: true, isMobile: true };
/** The window, the minimum width of a board of 12 x 12, and the minimum pitch of boards of 5 x 24 and 24 x 5. */
const WINDOWS = {
  "1440 x 900": { viewport: { width: 1440, height: 900 }, least: 840, pitch: 54 },
  "1024 x 768": { viewport: { width: 1024, height: 768 }, least: 670, pitch: 38 },
  "390 x 844": { viewport: { width: 390, height: 844 }, ...PHONE, least: 370, pitch: 20 },
  "844 x 390": { viewport: { width: 844, height: 390 }, ...PHONE, least: 380, pitch: 31 },
};

/** Returns the elements that are not completely inside the window. */
const outside = (page, ...selectors) => page.evaluate((selectors) => selectors.filter((selector) => {
  const { left, right, top, bottom, width } = document.querySelector(selector).getBoundingClientRect();
  return !width || left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
}), selectors);

for (const [name, { least, pitch, ...options }] of Object.entries(WINDOWS)) {
  test(`the board fills the window, beside or above its controls: ${name}`, async () => {
    const page = await tab(here, options);
    await startGame(page, { swap: "mirror" });
    await peg(page, "D4");
    await page.evaluate(() => scrollTo(0, 0));
    const { width } = await page.locator("#board").boundingBox();
    assert.ok(width >= least, `${width}`);
    assert.deepEqual(await outside(page, "#board", "nav", ".tools", "#status", "#swap-text", "#swap", ".steps", "#seats", "#open-new", "#undo"), []);
    // The message about an illegal move is visible, too.
    await page.fill("#move-text", "D1");
    await page.keyboard.press("Enter");
    await words(page, "#toast.error", /D1|border/);
    await page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(await outside(page, "#toast"), []);
    await page.done(/status of 4/);
  });

  test(`narrow boards use the longer edge of the window: ${name}`, async () => {
    const page = await tab(here, options);
    for (const [columns, rows] of [[5, 24], [24, 5]]) {
      await startGame(page, { columns, rows });
      await page.evaluate(() => scrollTo(0, 0));
      assert.deepEqual(await outside(page, "#board", "#status", ".steps"), [], `${columns} x ${rows}`);
      const unit = await page.evaluate(() => document.querySelector("#board").getScreenCTM().a);
      assert.ok(40 * unit >= pitch, `${columns} x ${rows}: ${40 * unit}`);
      // The texts name the borders on the screen.
      const isTall = await page.evaluate(() => document.body.dataset.board === "tall");
      const goal = isTall === (rows > columns) ? /^vertical, top – bottom/ : /^vertical, left – right/;
      await words(page, ".seat .goal >> nth=0", goal);
      const { x, y } = await page.evaluate(() => {
        const { left, top } = document.querySelector(".holes circle:nth-child(10)").getBoundingClientRect();
        return { x: left + 2, y: top + 2 };
      });
      await page.mouse.click(x, y);
      await page.mouse.click(x, y);
      await pegs(page, 1);
    }
    await page.done();
  });

  test(`the verdict of a review is visible without scrolling: ${name}`, async () => {
    const page = await tab(here, options);
    await paste(page, await readFile(sample("game.json"), "utf8"));
    await words(page, "#moves", /L8/);
    await page.click("[data-open=analyse]");
    await page.selectOption("#review-nodes", "64");
    await page.click("#review");
    await page.locator("#review-part").waitFor();
    await page.keyboard.press("Shift+B");
    await words(page, "#review-here", /is a (blunder|mistake)\..*Vertical \d+/);
    await page.evaluate(() => scrollTo(0, 0));
    assert.deepEqual(await outside(page, "#review-here", "#board", ".steps"), []);
    await page.done();
  });
}

test("a league named on the command line is open when the page is ready", serverOnly, async () => {
  const page = await tab(here);
  // Later it would take the place of a view that the user has opened meanwhile.
  assert.equal(await page.evaluate(() => document.body.dataset.view), "match");
  await page.done();
});

test("Elo and points of a league are visible without scrolling", async () => {
  for (const { least, pitch, ...options } of Object.values(WINDOWS)) {
    const page = await tab(here, options);
    await openFile(page, league);
    await words(page, "#match-table", /Elo/);
    const names = await page.locator("#match-table tr").first().locator("th").allTextContents();
    assert.deepEqual(names.slice(0, 3), ["player", "Elo", "points"]);
    assert.deepEqual(await outside(page, "#match-table tr:nth-child(2) td:nth-child(2)", "#match-table tr:nth-child(2) td:nth-child(3)"), []);
    await page.done();
  }
});

test("at most one button of a view is emphasized", async () => {
  const page = await tab(here);
  /** Waits for the texts of the emphasized buttons. */
  const emphasized = async (...wanted) => {
    const shown = () => page.evaluate(() => [...document.querySelectorAll("main .primary, dialog[open] .primary")]
      .filter((button) => button.checkVisibility()).map(({ textContent }) => textContent.trim()));
    await until(async () => (await shown()).join() === wanted.join()).catch(async () => assert.deepEqual(await shown(), wanted));
  };
  await startGame(page, { columns: 5, swap: "mirror" });
  await emphasized();
  await peg(page, "C1");
  await emphasized("Swap");
  // Only a game in the Play view offers the swap by a button.
  await page.click("[data-open=analyse]");
  await emphasized("Analyse");
  await page.click("[data-open=play]");
  await emphasized("Swap");
  await page.click("#swap");
  await emphasized();
  await peg(page, "C1", "A2", "D3", "A4", "C5");
  await emphasized("New game");
  await page.click("[data-open=analyse]");
  await emphasized("Analyse");
  await setUp(page);
  await emphasized("Done");
  await page.click("#setup-cancel");
  await page.click("[data-open=games]");
  await emphasized("Open a file");
  await paste(page, await readFile(sample("game.json"), "utf8"));
  await words(page, "#moves", /L8/);
  await page.click("#to-start");
  await page.click("[data-open=play]");
  await emphasized("Continue");
  await page.click("[data-open=analyse]");
  await page.click("#analyse-toggle");
  await words(page, "#analyse-text", /visits/);
  await emphasized();
  await page.click("#analyse-toggle");
  await emphasized("Analyse");
  await page.done();
});

test("the board keeps the user's rotation in a window of another shape", async () => {
  const page = await tab(here);
  await line(page, { columns: 8 }, "C2");
  await add(page, "F6");
  const place = () => page.locator(".pegs > g").first().getAttribute("transform");
  await page.keyboard.press("t");
  const turned = await place();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("#board").waitFor();
  assert.equal(await place(), turned);
  await words(page, "#status", /vertical, left – right/);
  await page.done();
});

test("the step buttons are at the same place in every view", async () => {
  for (const { least, pitch, ...options } of Object.values(WINDOWS)) {
    const page = await tab(here, options);
    await page.click("[data-open=play]");
    if (await page.locator("#rules-strip").isVisible()) await page.locator("#rules-strip [data-close-rules]").tap();
    await paste(page, await readFile(sample("game.json"), "utf8"));
    await words(page, "#moves", /L8/);
    const places = new Set();
    for (const view of ["play", "analyse", "games"]) {
      await page.click(`[data-open=${view}]`);
      await page.evaluate(() => scrollTo(0, 0));
      places.add(JSON.stringify(await page.locator("#back").boundingBox()));
    }
    assert.equal(places.size, 1, [...places].join());
    // In Games, the way to a file is above the legend.
    const [file, legend] = [await page.locator(".drop").boundingBox(), await page.locator("#legend-part").boundingBox()];
    assert.ok(file.y < legend.y);
    await page.done();
  }
});

test("beside the board, only the panel scrolls", async () => {
  const page = await tab(here, { viewport: { width: 1366, height: 768 } });
  await paste(page, await readFile(sample("game.json"), "utf8"));
  await words(page, "#moves", /L8/);
  for (const view of ["games", "play", "analyse", "puzzles"]) {
    await page.click(`[data-open=${view}]`);
    for (const place of ["header", "#panel"]) {
      await page.locator(place).hover();
      await page.mouse.wheel(0, 2000);
      await page.mouse.wheel(0, 2000);
    }
    await page.waitForTimeout(100);
    assert.deepEqual(await page.evaluate(() => [scrollY, document.documentElement.scrollHeight - innerHeight]), [0, 0], view);
  }
  await page.done();
});

for (const viewport of [{ width: 390, height: 844 }, { width: 320, height: 568 }]) {
  test(`the board is visible after the rules are closed: ${viewport.width} px`, async () => {
    const page = await tab(here, { viewport, ...PHONE });
    await page.click("[data-open=play]");
    await page.locator("#rules-strip [data-close-rules]").tap();
    assert.deepEqual(await outside(page, "#board"), []);
    await page.done();
  });
}

test("the view's names and the choice of overlays fit narrow windows", async () => {
  for (const viewport of [{ width: 683, height: 384 }, { width: 320, height: 568 }, { width: 320, height: 256 }]) {
    const page = await tab(here, { viewport });
    await page.click("[data-open=analyse]");
    const cut = await page.evaluate(() => ["nav", "#analyse-part .segments"].filter((selector) => {
      const { scrollWidth, clientWidth } = document.querySelector(selector);
      return scrollWidth > clientWidth + 1;
    }));
    assert.deepEqual(cut, [], JSON.stringify(viewport));
    assert.deepEqual(await outside(page, "nav", ".tools"), []);
    await page.done();
  }
});

test("a printed game is one page with its moves and without buttons", async () => {
  const page = await tab(here);
  await paste(page, await readFile(sample("game.json"), "utf8"));
  await words(page, "#moves", /L8/);
  for (const view of ["games", "play", "analyse"]) {
    await page.click(`[data-open=${view}]`);
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b(?!s)/g).length, 1, view);
    await page.emulateMedia({ media: "print" });
    const controls = await page.evaluate(() => [...document.querySelectorAll("button:not(.move), input, select, textarea")]
      .filter((control) => control.checkVisibility()).map(({ id }) => id));
    assert.deepEqual(controls, [], view);
    assert.ok(await page.locator("#moves .move", { hasText: "L8" }).isVisible());
    await page.emulateMedia({ media: null });
  }
  await page.done();
});

test("the layout does not shift while the page loads", async () => {
  for (const options of Object.values(WINDOWS)) {
    const context = await empty.browser.newContext(options);
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value, sources }) =>
        [value, sources.map(({ node }) => node?.id || node?.className || node?.nodeName)])))
        .observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(empty.url);
    await page.locator("body[data-ready]").waitFor();
    await page.waitForTimeout(500);
    const shifts = await page.evaluate(() => window.shifts);
    const sum = shifts.reduce((sum, [value]) => sum + value, 0);
    assert.ok(sum < 0.02, `${options.viewport.width}: ${JSON.stringify(shifts)}`);
    await context.close();
  }
});

test("the bar and the open view are visible in the colours of the system", async () => {
  const page = await tab(here, { forcedColors: "active" });
  await paste(page, await readFile(sample("game.json"), "utf8"));
  await words(page, "#moves", /L8/);
  await page.click("[data-open=analyse]");
  await words(page, "#bar-text", /\d/);
  const seen = await page.evaluate(() => ({
    bar: getComputedStyle(document.querySelector("#bar")).backgroundImage,
    tab: getComputedStyle(document.querySelector("nav [aria-current]")).outlineStyle,
  }));
  assert.match(seen.bar, /linear-gradient/);
  assert.equal(seen.tab, "solid");
  await page.done();
});
