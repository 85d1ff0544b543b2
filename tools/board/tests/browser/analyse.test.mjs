// Analysis: streamed reports, overlays, variations, reviews and set-up positions.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { host } from "./host.mjs";
import { add, at, line, running as countRunning, startGame, pegs, place, setUp, tab, until, words } from "./help.mjs";

const here = place();
const inModules = { skip: host === "single" ? "its modules have no addresses" : false };

const visits = async (page) => Number.parseFloat((await page.textContent("#analyse-text")) ?? "");
const running = () => countRunning(here);

test("the analysis runs until it is stopped, and its last report stays", async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8", "G7");
  await page.click("#analyse-toggle");
  await words(page, "#analyse-text", /visits/);
  await page.waitForFunction(() => document.querySelectorAll(".heat circle").length > 10);
  assert.equal(await running(), 1);
  const first = await page.textContent("#analyse-text");
  await page.waitForFunction((first) => document.querySelector("#analyse-text")?.textContent !== first, first);
  await words(page, "#value-text", /Vertical \d+\s%/);
  assert.match((await page.getAttribute("#bar", "aria-valuetext")) ?? "", /vertical \d+\s%/);
  // Hovering shows the best line as numbered pegs.
  await page.hover("#candidates tr >> nth=0");
  await page.locator(".numbered").first().waitFor();
  await page.mouse.move(2, 2);
  await page.click("#analyse-toggle");
  await words(page, "#analyse-toggle", /Analyse/);
  await until(async () => (await running()) === 0);
  await page.waitForFunction(() => document.querySelectorAll(".heat circle[class~=best]").length === 1);
  assert.ok((await visits(page)) > 0);
  // The value is still shown after stepping back and forth.
  const value = await page.textContent("#value-text");
  await page.keyboard.press("p");
  await pegs(page, 2);
  await page.keyboard.press("n");
  await pegs(page, 3);
  assert.equal(await page.textContent("#value-text"), value);
  await page.done();
});

test("a new position restarts the analysis, and closing the tab stops it", async () => {
  const page = await tab(here);
  await line(page, { columns: 10 }, "D6", "E8");
  await page.keyboard.press("a");
  await words(page, "#analyse-text", /visits/);
  await words(page, "#candidates-side", /vertical/);
  await page.keyboard.press("p");
  await words(page, "#candidates-side", /horizontal/);
  await words(page, "#analyse-text", /visits/);
  assert.equal(await running(), 1);
  await page.done();
  await until(async () => (await running()) === 0);
});

test("the page says why the first move of the table is not the most visited one", async () => {
  const page = await tab(here);
  await line(page, { swap: "mirror" }, "D6");
  await page.keyboard.press("p");
  await pegs(page, 0);
  await page.keyboard.press("a");
  await words(page, "#analyse-reason", /^Best move: B6, the engine's prepared opening move\.$/);
  assert.equal(await page.textContent("#candidates tr >> nth=0 >> button"), "B6");
  assert.match(await page.textContent("#candidates tr >> nth=0 >> td >> nth=1"), /\d/);
  await page.done();
});

test("a proven win is marked with its length", async () => {
  const page = await tab(here);
  await line(page, { columns: 6 }, "C1", "A3", "D3", "A4");
  await page.click("#analyse-toggle");
  await words(page, "#value-text", /Proven: vertical wins/);
  await words(page, "#bar-text", /^W\d*$/);
  await page.locator(".heat circle.won").first().waitFor();
  await page.done();
});

test("the overlays show distances of both sides and the network's policy", async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8");
  await page.click("text=Distances");
  await page.locator(".distance.vertical.short").first().waitFor();
  assert.ok((await page.locator(".distance.horizontal").count()) > 50);
  await words(page, "#analyse-text", /vertical \d+, horizontal \d+/);
  await page.click("text=Network");
  await page.locator(".heat.network circle").first().waitFor();
  await words(page, "#analyse-text", /network/i);
  await page.click('#panel >> text="None"');
  await page.waitForFunction(() => [...document.querySelectorAll(".heat circle")].every((circle) => circle.getAttribute("r") === "0"));
  await page.done();
});

test("variations and notes form a tree", async () => {
  const page = await tab(here);
  await line(page, { columns: 8 }, "C3", "E5", "D5");
  await page.keyboard.press("p");
  await pegs(page, 2);
  await add(page, "F6", "C6");
  await page.fill("#note", "The other way round");
  await page.locator("#note").blur();
  await page.locator(".noted").waitFor();
  assert.equal(await page.locator("#moves .line .line .move").count(), 2);
  await page.click("#promote");
  await page.locator(".line.main > .move", { hasText: "F6" }).waitFor();
  await page.click("#cut");
  await page.waitForFunction(() => !document.querySelector("#moves")?.textContent?.includes("C6"));
  await page.done();
});

test("a review marks moves, its graph navigates, and it is saved with the game", async () => {
  const page = await tab(here);
  await line(page, { columns: 8 }, "B1", "D4", "B8", "E6", "C3", "F4");
  await page.selectOption("#review-nodes", "64");
  await page.click("#review");
  await page.locator("#review-part").waitFor();
  // The progress bar may be too brief to observe, but it keeps its end: the evaluations of the start and six moves.
  await page.locator('#review-progress[max="448"]').waitFor({ state: "attached" });
  assert.equal(await page.locator("#moves .move.good, #moves .move.mistake, #moves .move.blunder").count(), 6);
  await page.locator("#graph .series.value").waitFor();
  assert.ok((await page.locator("#graph .mark").count()) > 0, "B1 and B8 are bad moves");
  assert.equal(await page.locator("#graph .mark").count(), await page.locator("#moves .move.mistake, #moves .move.blunder").count());
  await page.locator("#graph").scrollIntoViewIfNeeded();
  const { x, y, width, height } = await page.locator("#graph").boundingBox();
  await page.mouse.click(x + width * (34 / 400) + width * (358 / 400) / 2, y + height / 2);
  await pegs(page, 3);
  await words(page, "#review-here", /B8 is/);
  await page.click("#open-share");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-format=json]")]);
  const saved = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.equal(saved.review.moves.length, 6);
  // The verdict is not shown with another game.
  await page.keyboard.press("Escape");
  await page.click("[data-open=analyse]");
  await page.click("#trainer-start");
  await page.locator("#exercise-next", { hasText: "Skip" }).waitFor();
  assert.equal(await page.textContent("#review-here"), "");
  await page.done();
});

test("a deep review shows the results of a quick pass, its progress and the remaining time", async () => {
  const page = await tab(here);
  await line(page, { columns: 12 }, "B1", "D4", "B8", "E6", "C3", "F4");
  await page.selectOption("#review-nodes", "16384");
  await page.click("#review");
  await page.locator("#review-part").waitFor();
  await words(page, "#review", /Stop the review/);
  assert.equal(await page.locator("#moves .move.good, #moves .move.mistake, #moves .move.blunder").count(), 6);
  await words(page, "#review-text", /^Review: \d+\s%, about \d+ (s|min) left$/);
  // Stopped, it keeps the results.
  await page.click("#review");
  await words(page, "#review-text", /Stopped/);
  assert.ok(await page.locator("#review-part").isVisible());
  // What the user asks for again is not replaced by a quick pass first.
  await page.selectOption("#review-nodes", "64");
  await page.click("#review");
  await words(page, "#review-text", /^Reviewed with 64 evaluations per position\.$/);
  await page.done();
});

test("a position is set up and analysed", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await page.click("[data-open=analyse]");
  await setUp(page);
  const click = async (hole) => {
    const { x, y } = await at(page, hole);
    await page.mouse.click(x, y);
  };
  await click("C3");
  await pegs(page, 1);
  await click("D5");
  await pegs(page, 2);
  await page.click("#setup-part >> text=Horizontal >> nth=0");
  await click("F6");
  await pegs(page, 3);
  await page.click('#setup-part >> text="Remove"');
  await click("C3");
  await pegs(page, 2);
  await page.click("#setup-part >> text=Horizontal to move");
  await words(page, "#status", /horizontal/);
  await page.click("#setup-done");
  await page.click("#analyse-toggle");
  await words(page, "#analyse-text", /visits/);
  await page.done();
});

test("cancelling a set-up restores the game", async () => {
  const page = await tab(here);
  await line(page, { columns: 8 }, "C3", "E5", "D5");
  await page.fill("#note", "A note");
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await pegs(page, 2);
  const same = async () => {
    await pegs(page, 2);
    await words(page, "#moves", /C3\s*E5.*D5/s);
    await words(page, ".move.here", /E5/);
    await page.locator("#moves .noted").waitFor();
  };
  await setUp(page);
  // Opening the set-up preselects the side to move and changes nothing else.
  await same();
  assert.ok(await page.isChecked("input[name=setup-turn][value=vertical]"));
  const { x, y } = await at(page, "F3");
  await page.mouse.click(x, y);
  await pegs(page, 3);
  await words(page, "#moves", /No moves yet/);
  await page.click("#setup-cancel");
  await same();
  await page.locator("#setup-part").waitFor({ state: "hidden" });
  // Another view ends the set-up, and its message restores the game.
  await setUp(page);
  await page.click("#setup-clear");
  await pegs(page, 0);
  await page.click("[data-open=play]");
  await page.click("#toast button");
  await pegs(page, 2);
  await page.done();
});

test("cancelling a set-up keeps the clock and the link to another player", inModules, async () => {
  const page = await tab(here);
  await line(page, { columns: 8 }, "C3", "E5");
  const extra = (/** @type {object | undefined} */ set) => page.evaluate(async (set) => {
    const { session } = await import("./page/session.js");
    if (set) session.extra = set;
    return session.extra;
  }, set);
  const kept = await extra({ id: "kept", link: { player: 0 } });
  await setUp(page);
  const { x, y } = await at(page, "F3");
  await page.mouse.click(x, y);
  await pegs(page, 3);
  await page.click("#setup-cancel");
  await pegs(page, 2);
  assert.deepEqual(await extra(), kept);
  await page.done();
});
