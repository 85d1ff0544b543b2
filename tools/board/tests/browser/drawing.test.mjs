// Marks on the board: drawing by mouse, keyboard and touch, and their way through links and files.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { host, serverOnly } from "./host.mjs";
import { add, at, cursorTo, line, paste, pegs, place, startGame, tab, until, words } from "./help.mjs";

const here = place();

/** Drags with the right button from a hole to another one, or clicks on a single hole. */
async function right(page, from, to = from) {
  const [start, end] = [await at(page, from), await at(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up({ button: "right" });
}

const drawn = (page, selector, count) =>
  page.waitForFunction(([selector, count]) => document.querySelectorAll(`#board .drawn ${selector}`).length === count, [selector, count]);

test("the right button draws arrows and shapes, which belong to the position", async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8");
  await right(page, "C3", "F7");
  await drawn(page, ".arrow.green", 1);
  await right(page, "G9");
  await drawn(page, "circle.green", 1);
  await page.keyboard.down("Shift");
  await right(page, "H4");
  await page.keyboard.up("Shift");
  await drawn(page, "circle.red", 1);
  await page.keyboard.down("Alt");
  await right(page, "C3", "D4");
  await page.keyboard.up("Alt");
  await drawn(page, ".arrow.blue", 1);
  assert.equal(await page.textContent("#drawn-text"),
    "Here: green arrow C3 to F7, green circle on G9, red circle on H4, blue arrow C3 to D4.");
  await pegs(page, 2);
  assert.equal(await page.locator("#moves .move.here .noted").count(), 1);
  // Another position has its own marks.
  await page.keyboard.press("p");
  await drawn(page, "*", 0);
  await page.keyboard.press("n");
  await drawn(page, ".arrow", 2);
  // The same mark again is removed, and another shape replaces one.
  await right(page, "C3", "D4");
  await drawn(page, ".arrow.green", 2);
  await right(page, "C3", "D4");
  await drawn(page, ".arrow", 1);
  await page.selectOption("#draw-shape", "square");
  await right(page, "G9");
  await drawn(page, "rect.green", 1);
  await drawn(page, "circle", 1);
  await page.selectOption("#draw-shape", "label");
  await right(page, "J9");
  await right(page, "K9");
  await drawn(page, "text", 2);
  assert.deepEqual(await page.locator("#board .drawn text").allTextContents(), ["A", "B"]);
  await page.click("#draw-clear");
  await drawn(page, "*", 0);
  await page.done();
});

test("marks follow the rotation of the board", async () => {
  const page = await tab(here);
  await line(page, {}, "D6");
  await right(page, "C4");
  const near = async () => {
    const [{ x, y }, box] = [await at(page, "C4"), await page.locator("#board .drawn circle").boundingBox()];
    return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 3;
  };
  assert.ok(await near());
  await page.keyboard.press("f");
  await until(near);
  await page.done();
});

test("marks are drawn with the keyboard", async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8");
  // The first press shows the cursor.
  await page.keyboard.press("k");
  await words(page, "#where", /E8/);
  await cursorTo(page, "C4");
  await page.keyboard.press("k");
  await words(page, "#where", /green circle on C4/);
  await page.keyboard.press("e");
  await words(page, "#where", /Arrow from C4/);
  await cursorTo(page, "E5");
  await page.keyboard.press("Shift+E");
  await words(page, "#where", /red arrow C4 to E5/);
  await drawn(page, ".arrow.red", 1);
  // Escape ends an arrow without drawing it.
  await page.keyboard.press("e");
  await page.keyboard.press("Escape");
  await drawn(page, ".arrow", 1);
  await cursorTo(page, "C4");
  await page.keyboard.press("k");
  await words(page, "#where", /circle on C4 removed/);
  await pegs(page, 2);
  await page.done();
});

test("with drawing on, taps and drags draw and place no pegs", async () => {
  // The whole page fits, so that nothing scrolls: browsers ignore a tap while the page scrolls.
  const page = await tab(here, { viewport: { width: 390, height: 3000 }, hasTouch: true, isMobile: true });
  await line(page, {}, "D6", "E8");
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
  await page.click("#draw-toggle");
  assert.equal(await page.getAttribute("#draw-toggle", "aria-pressed"), "true");
  const tap = async (hole) => {
    const { x, y } = await at(page, hole);
    await page.touchscreen.tap(x, y);
  };
  await tap("G5");
  await drawn(page, "circle", 1);
  await pegs(page, 2);
  await page.click("#draw-toggle");
  // A second tap on the same hole could be a double tap.
  await tap("H3");
  await pegs(page, 3);
  // A drag of a finger. After it, the browser might take a tap for the end of a fling.
  await page.click("#draw-toggle");
  const [start, end] = [await at(page, "C9"), await at(page, "G10")];
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [start]);
  await touch("touchMove", [{ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }]);
  await touch("touchMove", [end]);
  await touch("touchEnd", []);
  await drawn(page, ".arrow", 1);
  await pegs(page, 3);
  // In a view without the button, taps play again.
  await page.click("[data-open=play]");
  await tap("I7");
  await pegs(page, 4);
  await page.done();
});

test("marks are restored from a link", async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8");
  await right(page, "C3", "F7");
  await page.keyboard.press("p");
  await pegs(page, 1);
  await add(page, "G9");
  await right(page, "H4");
  await drawn(page, "circle", 1);
  await page.click("#open-share");
  await page.locator("#share").waitFor();
  const address = await page.inputValue("#link");
  await page.done();
  const other = await tab(here, { address });
  await other.locator(".move.here", { hasText: "G9" }).waitFor();
  // An engine without marks in variations drops them; the program has them.
  if (host === "server") await drawn(other, "circle", 1);
  await other.locator(".move", { hasText: "E8" }).click();
  if (host === "server") await drawn(other, ".arrow", 1);
  await other.done();
});

test("marks are saved in SGF and read from it", serverOnly, async () => {
  const page = await tab(here);
  await line(page, {}, "D6", "E8");
  await right(page, "C3", "F7");
  await page.click("#to-start");
  await pegs(page, 0);
  await page.keyboard.down("Shift");
  await right(page, "G9");
  await page.keyboard.up("Shift");
  await drawn(page, "circle.red", 1);
  await page.click("#open-share");
  const save = async (format) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
    return readFile(await download.path(), "utf8");
  };
  const sgf = await save("sgf");
  assert.match(sgf, /CR\[g9\]RED\[g9\]/);
  assert.match(sgf, /;B\[e8\]AR\[c3:f7\]/);
  await save("list");
  await words(page, "#toast", /2 marks on the board/);
  await page.click("#share [data-close]");
  await startGame(page);
  await paste(page, sgf);
  // The page opens a game at its end.
  await page.locator(".move", { hasText: "E8" }).waitFor();
  await drawn(page, ".arrow.green", 1);
  await page.click("#to-start");
  await drawn(page, "circle.red", 1);
  await page.done();
});
