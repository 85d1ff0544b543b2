// Variations: numbers and notes in the list of moves, promotion, deletion and undo by buttons, menu and keys.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { add, line, place, tab, until, words } from "./help.mjs";

const here = place();

/** A game with two variations at the third move; the last move is current. */
async function tree(page) {
  await line(page, { columns: 8 }, "C3", "E5", "D5", "F6");
  await page.click("#back");
  await page.click("#back");
  await add(page, "C6", "D4");
  await page.fill("#note", "Safer");
  await page.locator("#note").blur();
  await page.locator("#moves bdi.noted").waitFor();
  await page.click("#back");
  await page.click("#back");
  await add(page, "G4");
}

/** The lines of the list: the main line, then the variations in their order. */
const lists = (page) => page.evaluate(() => {
  const own = (line) => [...line.children].filter((child) => !child.matches(".line")).map(({ textContent }) => textContent.trim()).filter(Boolean).join(" ");
  return [...document.querySelectorAll("#moves .line")].map(own);
});
const shows = (page, ...wanted) => until(async () => (await lists(page)).join("|") === wanted.join("|"))
  .catch(async () => assert.deepEqual(await lists(page), wanted));

const [MAIN, FIRST, SECOND] = ["1. C3 E5 3. D5 3. … F6", "3. C6 4. D4 Safer", "3. G4"];

test("variations have numbers and notes in the list, and files keep them", async () => {
  const page = await tab(here);
  await tree(page);
  await shows(page, MAIN, FIRST, SECOND);
  assert.deepEqual(await findings(page, "variations", "html"), []);
  for (const [format, pattern] of [["sgf", /\(;W\[c6\].*C\[Safer\].*\).*\(;W\[g4\]/s], ["json", /"comments":\{"2":"Safer"\}/]]) {
    await page.click("#open-share");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
    const text = await readFile(await download.path(), "utf8");
    assert.match(text.replace(/\s+/g, ""), pattern);
    await page.click("#share [data-close]");
    await page.click("[data-open=games]");
    await page.setInputFiles("#file", await download.path());
    await shows(page, MAIN, FIRST, SECOND);
    await page.click("[data-open=analyse]");
  }
  await page.done();
});

test("a line is promoted and deleted by keys, and each change is undone", async () => {
  const page = await tab(here);
  await tree(page);
  await page.keyboard.press("Shift+X");
  await words(page, "#toast", /Deleted 3\. G4\..*Undo/);
  await shows(page, MAIN, FIRST);
  await page.click("#toast button");
  await shows(page, MAIN, FIRST, SECOND);
  await words(page, ".move.here", /G4/);
  await page.keyboard.press("Shift+V");
  await shows(page, "1. C3 E5 3. G4", "3. D5 4. F6", FIRST);
  await page.keyboard.press("z");
  await shows(page, MAIN, FIRST, SECOND);
  // A deletion elsewhere keeps the current position.
  await page.keyboard.press("p");
  await page.keyboard.press("n");
  await words(page, ".move.here", /D5/);
  await page.locator("#moves .move", { hasText: "C6" }).click({ button: "right" });
  await page.locator("#line-menu").getByRole("button", { name: "Delete from here" }).click();
  await shows(page, MAIN, SECOND);
  await words(page, ".move.here", /D5/);
  await page.keyboard.press("z");
  await shows(page, MAIN, FIRST, SECOND);
  await page.keyboard.press("z");
  await words(page, "#toast", /no deletion to undo/);
  await page.done();
});

test("the menu of a move opens by keyboard at the move, and moves a line up", async () => {
  for (const options of [{}, { viewport: { width: 320, height: 568 } }]) {
    const page = await tab(here, options);
    await tree(page);
    await page.locator("#moves .move", { hasText: "G4" }).focus();
    await page.keyboard.press("Shift+F10");
    const menu = page.locator("#line-menu");
    await menu.waitFor();
    assert.deepEqual(await findings(page, "menu", "html"), []);
    const { x, width } = await menu.boundingBox();
    assert.ok(x >= 0 && x + width <= page.viewportSize().width);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await page.keyboard.press("Shift+F10");
    await menu.waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await shows(page, MAIN, SECOND, FIRST);
    await page.done();
  }
});

test("a deletion in the main line of a finished game is undone with its result", async () => {
  const page = await tab(here);
  await line(page, { columns: 8 }, "C3", "E5", "D5");
  await page.click("[data-open=play]");
  await page.keyboard.press("Shift+R");
  await page.click("#resign-form [type=submit]");
  await words(page, "#status", /resignation/);
  await page.click("[data-open=analyse]");
  await page.click("#cut");
  await words(page, "#status", /to move/);
  await page.keyboard.press("z");
  await words(page, "#status", /resignation/);
  await page.done();
});
