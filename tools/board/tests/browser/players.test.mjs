// The list of players in Play, Analyse and Games: names, sides, result, swap, clocks, the progress of the engine.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { line, paste, peg, pegs, place, sample, startGame, tab, until, words } from "./help.mjs";
import { serverOnly } from "./host.mjs";

const here = place();

const seats = (page) => page.locator(".seat").allTextContents();

test("the players of a game are listed in Analyse and Games, with their result and the swap", async () => {
  const page = await tab(here);
  const record = { ...JSON.parse(await readFile(sample("game.json"), "utf8")), players: ["Anna", "Ben"], winner: "second", ending: "resign" };
  await paste(page, JSON.stringify(record));
  await words(page, "#moves", /L8/);
  for (const view of ["games", "analyse"]) {
    await page.click(`[data-open=${view}]`);
    await words(page, "#seats", /Anna.*Ben/s);
    await words(page, ".seat:has([aria-label=swapped])", /Ben.*won/);
    // The buttons of a game belong to Play.
    assert.equal(await page.locator("#open-new").isVisible(), false);
  }
  await page.click("#back");
  await words(page, ".seat:has-text('Ben')", /won by resignation/);
  await page.done();
});

test("in Analyse the names are changed by keyboard, and the file and the status have them", async () => {
  const page = await tab(here);
  await line(page, { columns: 8 }, "D4");
  await page.focus("#rename-1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ben");
  await page.keyboard.press("Enter");
  await words(page, "#status", /^Ben to move/);
  assert.equal(await page.evaluate(() => document.activeElement.id), "rename-1");
  await page.click("#rename-0");
  await page.getByRole("textbox", { name: "Name of the first player" }).fill("Someone else");
  await page.keyboard.press("Escape");
  assert.match((await seats(page)).join(), /First player/);
  assert.deepEqual(await findings(page, "names", "html"), []);
  await page.waitForFunction(() => location.hash.length > 1);
  await page.reload();
  await words(page, "#seats", /First player.*Ben/s);
  await page.click("[data-open=play]");
  assert.equal(await page.locator("#rename-1").count(), 0);
  await page.done();
});

test("the engine's search shows its progress, and moves nothing", serverOnly, async () => {
  const page = await tab(here);
  const held = [];
  await page.route("**/api/think", (route) => held.push(route));
  await startGame(page, { opponent: "full", columns: 8 });
  const places = () => page.evaluate(() => ["#seats", "#open-new", "#moves"].map((part) => {
    const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
    return [x, y, width, height];
  }));
  const before = await places();
  await peg(page, "D4");
  await until(() => held.length === 1);
  const bar = page.getByRole("progressbar", { name: "Thinking" });
  await bar.waitFor();
  assert.deepEqual(await places(), before);
  // The bar fills in the engine's time.
  const filling = () => bar.evaluate((bar) => {
    const { duration, progress } = bar.getAnimations({ subtree: true })[0].effect.getComputedTiming();
    return [duration, progress];
  });
  await until(async () => (await filling())[1] > 0.1);
  const [duration, first] = await filling();
  assert.equal(duration, 3000);
  // It continues where it is when the list is rendered again.
  await page.keyboard.press("f");
  assert.ok((await filling())[1] >= first);
  await held[0].continue();
  await pegs(page, 2);
  assert.equal(await bar.count(), 0);
  assert.deepEqual(await places(), before);
  await page.done();
});
