// The static site: offline use after the first visit, transfer size, workers, memory.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { serveSite, siteOnly } from "./host.mjs";
import { PATIENCE, answersAfterAborts, launch, line, peg, pegs, place, running, startGame, tab, until, words } from "./help.mjs";

const here = place();

/** The maximum transfer until the first move, in bytes; 600,000 would be acceptable for larger networks. */
const MAX_TRANSFER = 505_000;

/** Waits until the service worker has stored all files. */
const stored = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

test("the transfer until the first move is small", siteOnly, async (context) => {
  const site = await serveSite();
  const browser = await launch();
  try {
    const started = performance.now();
    const page = await tab({ browser, url: site.url }, { serviceWorkers: "block" });
    const ready = performance.now() - started;
    await startGame(page, { opponent: "1" });
    await peg(page, "C3");
    await pegs(page, 2);
    const size = site.sent.reduce((sum, { size }) => sum + size, 0);
    context.diagnostic(`${size} bytes in ${site.sent.length} files; ready after ${Math.round(ready)} ms`);
    assert.ok(size <= MAX_TRANSFER, `${size} bytes`);
    assert.deepEqual(site.sent.filter(({ path }) => path.endsWith("files.wasm")), [], "files.wasm is loaded later");
    await page.done(/Service Worker registration blocked/);
  } finally {
    await browser.close();
    await site.stop();
  }
});

test("the site works without a network after the first visit, in a new tab, and after a reload within a game", siteOnly, async () => {
  const site = await serveSite();
  const context = await here.browser.newContext();
  const open = async () => {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(site.url);
    await page.locator("body[data-ready]").waitFor();
    return page;
  };
  const first = await open();
  await stored(first);
  await site.stop();
  await context.setOffline(true);
  const page = await open();
  await startGame(page, { opponent: "1" });
  await peg(page, "C3");
  await pegs(page, 2);
  await page.waitForFunction(() => location.hash.endsWith("at=2"));
  await page.reload();
  await pegs(page, 2);
  await words(page, "#status", /You to move/);
  await peg(page, "F12");
  await pegs(page, 4);
  // The converter, which the first visit did not need, is stored as well.
  await page.click("#open-share");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-format=sgf]")]);
  assert.match(download.suggestedFilename(), /^You-vs-Beginner-450-\d{4}-\d\d-\d\d\.sgf$/);
  await context.close();
});

test("the site names the features that need the program", siteOnly, async () => {
  const page = await tab(here);
  await page.click("[data-open=games]");
  await words(page, "#named-missing", /running match.*need the program/);
  await page.done();
});

/** Returns the number of workers of the browser. */
async function workers() {
  const session = await here.browser.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets", { filter: [{ type: "worker" }] });
  await session.detach();
  return targetInfos.length;
}

test("a worker answers after an abort, and closing a tab ends its workers", siteOnly, async () => {
  const before = await workers();
  const page = await tab(here, { serviceWorkers: "block" });
  await startGame(page);
  await peg(page, "F6");
  await page.keyboard.press("a");
  await page.keyboard.press("a");
  await words(page, "#analyse-text", /visits/);
  assert.ok((await workers()) > before);
  assert.equal((await answersAfterAborts(page, 5)).length, 5);
  await page.done(/Service Worker registration blocked/);
  await until(async () => (await workers()) === before);
  assert.equal(await running(here), 0);
});

// WHOLE_GAMES=1 plays the games to their ends, which takes about a quarter of an hour.
test("memory does not grow over the starts of ten games", siteOnly, async (context) => {
  const [plies, seconds] = process.env.WHOLE_GAMES ? [Infinity, 1] : [6, 0.3];
  const page = await tab(here, { serviceWorkers: "block" });
  const sizes = [];
  for (let game = 0; game < 10; game++) {
    const played = await page.evaluate(async ([game, plies, seconds]) => {
      const api = await import("./page/api.js");
      const line = { size: 24, rules: "pp", swap: "none", moves: [`${"FGHIJKLMNO"[game]}12`] };
      for (let ply = 0; ply < plies; ply++) {
        for await (const report of api.think(line, { analysis: true, seconds }, new AbortController().signal)) {
          if (!report.done) continue;
          if (!report.answer) return ply;
          line.moves.push(report.answer);
        }
      }
      return plies;
    }, [game, plies, seconds]);
    sizes.push(await page.workers()[0].evaluate("engine.memory.buffer.byteLength"));
    context.diagnostic(`${played} plies, ${Math.round(sizes[game] / 2 ** 20)} MB`);
  }
  assert.equal(sizes[9], sizes[4]);
  assert.ok(sizes[9] <= 300 * 2 ** 20);
  await page.done(/Service Worker registration blocked/);
});

test("a review by several workers equals that by one", siteOnly, async () => {
  const reviewed = async (cores) => {
    const page = await tab(here, { cores });
    let workers = 0;
    page.on("worker", () => workers++);
    await line(page, { columns: 10 }, "D4", "G5", "E6", "F3", "B8", "H7");
    await page.selectOption("#review-nodes", "64");
    await page.click("#review");
    await page.locator("#review-part").waitFor();
    assert.equal(await page.getAttribute("#review-progress", "max"), String(7 * 64));
    await page.click("#open-share");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-format=json]")]);
    const { review } = JSON.parse(await readFile(await download.path(), "utf8"));
    await page.done();
    return { review, workers };
  };
  const [one, several] = [await reviewed(2), await reviewed(4)];
  assert.deepEqual(several.review, one.review);
  // One worker converts files in both cases.
  assert.equal(several.workers - one.workers, 2);
});

test("a review by several workers stops at once, and starts again", siteOnly, async () => {
  const page = await tab(here, { cores: 4 });
  await line(page, { columns: 24 }, "D4", "G5", "E6", "F3", "B8", "H7");
  await page.selectOption("#review-nodes", "16384");
  await page.click("#review");
  await words(page, "#review", /Stop/);
  await page.waitForTimeout(500);
  await page.click("#review");
  // The quick pass may have ended.
  await words(page, "#review", /Review (the game|again)/);
  await page.selectOption("#review-nodes", "64");
  await page.click("#review");
  await words(page, "#review-text", /^Reviewed with 64 evaluations/);
  await page.done();
});
