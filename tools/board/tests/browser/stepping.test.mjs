// Stepping through games with arrow keys and wheel; the legend; distances and lines on the board; comparison of evaluations.

import assert from "node:assert/strict";
import { test } from "node:test";
import { at, cursorTo, line, peg, pegs, place, running, startGame, tab, until, words } from "./help.mjs";

const here = place();

test("plain arrow keys step through the game until the cursor is shown", async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8", "G7");
  for (const view of ["analyse", "games"]) {
    await page.click(`[data-open=${view}]`);
    await page.keyboard.press("ArrowLeft");
    await pegs(page, 2);
    await page.keyboard.press("ArrowUp");
    await pegs(page, 0);
    await page.keyboard.press("ArrowRight");
    await pegs(page, 1);
    await page.keyboard.press("ArrowDown");
    await pegs(page, 3);
  }
  await page.click("[data-open=analyse]");
  // Enter shows the cursor at the last peg; the arrow keys then move it.
  await page.locator("#frame").focus();
  await page.keyboard.press("Enter");
  await words(page, "#where", /^G7 vertical peg/);
  await page.keyboard.press("ArrowLeft");
  await words(page, "#where", /^F7 free/);
  await pegs(page, 3);
  await page.keyboard.press("Enter");
  await pegs(page, 4);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await pegs(page, 3);
  // In the play view the arrow keys always move the cursor.
  await page.click("[data-open=play]");
  await page.keyboard.press("ArrowLeft");
  await words(page, "#where", /^G7/);
  await pegs(page, 3);
  await page.done();
});

test("a note belongs to the position at which it is typed", async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8", "G7");
  const { x, y } = await at(page, "F6");
  await page.mouse.move(x, y);
  await page.fill("#note", "third");
  await page.mouse.wheel(0, -100);
  await pegs(page, 2);
  assert.equal(await page.inputValue("#note"), "");
  await page.keyboard.type("second");
  await page.waitForTimeout(300);
  await page.mouse.wheel(0, 100);
  await pegs(page, 3);
  assert.equal(await page.inputValue("#note"), "third");
  await page.done();
});

test("a notch of the wheel over the board is one move", async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8", "G7");
  const { x, y } = await at(page, "F6");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await pegs(page, 2);
  await page.waitForTimeout(300);
  await page.mouse.wheel(0, -120);
  await pegs(page, 1);
  await page.waitForTimeout(300);
  await page.mouse.wheel(0, 53);
  await pegs(page, 2);
  // In the play view the wheel does not leave the position.
  await page.click("[data-open=play]");
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 100);
  await page.waitForTimeout(200);
  await pegs(page, 2);
  await page.done();
});

test("the legend explains the marks on the board", async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8");
  await page.click("text=Legend of the board");
  await words(page, "#legend", /Last peg/);
  await page.click("#analyse-toggle");
  await words(page, "#analyse-text", /visits/);
  await page.click("#analyse-toggle");
  await words(page, "#legend", /Best move: [A-L]\d/);
  await page.click("text=Distances");
  await words(page, "#legend", /Pegs that vertical/);
  assert.doesNotMatch(await page.textContent("#legend"), /Best move/);
  await page.click("text=Network");
  await words(page, "#legend", /Network without search/);
  await page.click("[data-open=games]");
  assert.equal(await page.locator("#legend li").count(), 1);
  await page.done();
});

test("large boards show distances as shades, and the numbers at the pointer and cursor", async () => {
  const page = await tab(here);
  await line(page, { columns: 24 }, "L12", "M14");
  await page.click("text=Distances");
  await page.locator(".shade.vertical").first().waitFor();
  assert.equal(await page.locator(".distance").count(), 0);
  const { x, y } = await at(page, "K10");
  await page.mouse.move(x, y);
  await words(page, "#where", /^K10: vertical \d+, horizontal \d+$/);
  assert.equal(await page.locator("#board .measure .distance").count(), 2);
  await page.mouse.move(2, 2);
  await page.locator("#board .measure").waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await words(page, "#where", /^M13 free|^M13: vertical \d+, horizontal \d+$/);
  await page.locator("#board .measure").waitFor();
  await page.done();
});

test("a candidate's line is shown with its links, by pointer and by keyboard", async () => {
  const page = await tab(here);
  await line(page, { columns: 6 }, "C1", "A3", "D3", "A4");
  await page.click("#analyse-toggle");
  await words(page, "#value-text", /Proven: vertical wins/);
  await page.click("#analyse-toggle");
  await words(page, "#analyse-toggle", /Analyse/);
  await page.hover("#candidates tr >> nth=0");
  await page.locator("#board .line-links .link.vertical").first().waitFor();
  assert.ok((await page.locator("#board .numbered").count()) > 0);
  await page.mouse.move(2, 2);
  await page.waitForFunction(() => !document.querySelector("#board .numbered, #board .line-links .link"));
  await page.locator("#candidates button").first().focus();
  await page.locator("#board .line-links .link.vertical").first().waitFor();
  await page.done();
});

test("two evaluations are compared on a position", async () => {
  const page = await tab(here);
  await line(page, { columns: 8 }, "C3", "E5");
  await page.selectOption("#compare-with", "1");
  await words(page, "#compare-rows tr:first-child td:nth-child(3)", /^[A-H]\d .*%|[WL]/);
  await words(page, "#compare-text", /Start the analysis/);
  await page.click("#analyse-toggle");
  await words(page, "#compare-rows tr:first-child td:nth-child(2)", /^[A-H]\d/);
  await words(page, "#compare-text", /Both choose|chooses/);
  await page.click("#analyse-toggle");
  await until(async () => (await running(here)) === 0);
  await page.hover("#compare-rows button >> nth=1");
  await page.locator("#board .numbered").first().waitFor();
  await page.selectOption("#compare-with", "network");
  await words(page, "#compare-name-1", /Network/);
  await words(page, "#compare-rows tr:first-child td:nth-child(3)", /likely/);
  // The comparison follows the position.
  await page.mouse.move(2, 2);
  await page.keyboard.press("p");
  await pegs(page, 1);
  await words(page, "#compare-rows tr:first-child td:nth-child(3)", /likely/);
  // A click on a choice plays it.
  await page.locator("#compare-rows tr:first-child td:nth-child(3) button").click();
  await pegs(page, 2);
  await page.done();
});

test("the cursor works while the game is played", async () => {
  const page = await tab(here);
  await startGame(page);
  await cursorTo(page, "D6");
  await page.keyboard.press("Enter");
  await pegs(page, 1);
  await peg(page, "F8");
  await page.done();
});
