// The browser's history: Back and Forward between views, and back to the game that another one replaced.

import assert from "node:assert/strict";
import { test } from "node:test";
import { serverOnly } from "./host.mjs";
import { at, openFile, peg, pegs, place, sample, startGame, tab, until, words } from "./help.mjs";

const here = place(sample("match.jsonl"), sample("referee.json"));
const view = (page) => page.evaluate(() => document.body.dataset.view);
/** The address is written shortly after a change; it ends with the number of the current move. */
const addressAt = (page, move) => page.waitForURL(new RegExp(`at=${move}$`));
const opens = (page, name) => until(async () => (await view(page)) === name);

test("Back and Forward open the views in the order of their use", async () => {
  const page = await tab(here);
  const first = await view(page);
  for (const name of ["play", "analyse", "puzzles"]) {
    await page.click(`[data-open=${name}]`);
    await opens(page, name);
  }
  await page.goBack();
  await opens(page, "analyse");
  await page.goBack();
  await opens(page, "play");
  await page.goForward();
  await opens(page, "analyse");
  // A second click on the open view adds nothing.
  await page.click("[data-open=analyse]");
  await page.goBack();
  await page.goBack();
  if (first !== "play") await opens(page, first);
  await page.done();
});

test("Back returns from a game of a match to the match, and to the game before it", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "D4");
  await addressAt(page, 1);
  await openFile(page, sample("match.jsonl"));
  await words(page, "#match-score", /quick/);
  await page.locator("#match-grid .game").first().click();
  await opens(page, "games");
  await words(page, "#moves", /3\./);
  await page.waitForFunction(() => !history.state?.isNew);
  await page.goBack();
  await opens(page, "match");
  await page.goBack();
  while ((await view(page)) !== "play") await page.goBack();
  await pegs(page, 1);
  await page.done();
});

test("Back to a view takes no move back", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "D4");
  await addressAt(page, 1);
  await page.click("[data-open=analyse]");
  await peg(page, "F5", "E6");
  await addressAt(page, 3);
  await page.goBack();
  await opens(page, "play");
  await addressAt(page, 3);
  await pegs(page, 3);
  await page.reload();
  await pegs(page, 3);
  await page.done();
});

test("a reload shows the same view", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "D4");
  await addressAt(page, 1);
  for (const name of ["analyse", "puzzles", "games", "play"]) {
    await page.click(`[data-open=${name}]`);
    await opens(page, name);
    await page.reload();
    await opens(page, name);
  }
  await pegs(page, 1);
  await page.done();
});

test("a module that arrives late opens nothing in another view, and puzzles that load take no moves", serverOnly, async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "D4");
  const late = {};
  await page.route(/(setup|trainer|puzzles)\.js$/, async (route) => {
    await new Promise((resolve) => (late[/(\w+)\.js$/.exec(route.request().url())[1]] = resolve));
    await route.continue();
  });
  for (const [name, button] of [["setup", "#setup"], ["trainer", "#trainer-start"]]) {
    await page.click("[data-open=analyse]");
    await page.click(button);
    await until(() => late[name]);
    await page.click("[data-open=play]");
    const arrived = page.waitForResponse(new RegExp(`${name}\\.js$`));
    late[name]();
    await arrived;
  }
  await page.click("[data-open=puzzles]");
  await until(() => late.puzzles);
  const { x, y } = await at(page, "F5");
  await page.mouse.click(x, y);
  await page.click("[data-open=play]");
  late.puzzles();
  // Time for what would open or be played.
  await page.waitForTimeout(300);
  assert.equal(await view(page), "play");
  await pegs(page, 1);
  await page.done();
});

test("moves and a review add no entry", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 5 });
  const length = await page.evaluate(() => history.length);
  await peg(page, "C1", "A2", "D3", "A4", "C5");
  assert.equal(await page.evaluate(() => history.length), length);
  await page.click("#play-review");
  await page.locator("#review-part").waitFor();
  await page.goBack();
  await opens(page, "play");
  await pegs(page, 5);
  await page.done();
});
