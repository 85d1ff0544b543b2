// Zoom and panning of the board by wheel, pinch, drag, buttons and keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cursorTo, pegs, place, startGame, tab, until, words } from "./help.mjs";

const here = place();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const box = (page) => page.evaluate(() => document.querySelector("#board").getAttribute("viewBox").split(" ").map(Number));
const isWhole = async (page) => (await box(page)).join(" ") === "0 0 1012 1012";
/** The screen position of a hole of an unrotated board, from the view box. */
const at = (page, hole) => page.evaluate(([column, row]) => {
  const { x, y } = new DOMPoint(46 + 40 * column, 46 + 40 * row).matrixTransform(document.querySelector("#board").getScreenCTM());
  return { x, y };
}, [hole.charCodeAt(0) - 65, Number(hole.slice(1)) - 1]);
/** The distance between neighbouring holes in pixels. */
const pitch = async (page) => (await at(page, "D4")).x - (await at(page, "C4")).x;

test("the wheel zooms about the pointer, a drag pans, and keys restore the whole board", async () => {
  const page = await tab(here);
  // With the rules below the controls, the wheel scrolls the page.
  await page.click("#rules-close");
  await startGame(page, { columns: 24 });
  const { x, y } = await at(page, "H8");
  const before = await pitch(page);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -300);
  await until(async () => (await pitch(page)) > before * 1.5);
  // The hole at the pointer stays in place, up to the rounding of the wheel event to pixels.
  const after = await at(page, "H8");
  assert.ok(Math.hypot(after.x - x, after.y - y) < 2.5, JSON.stringify([after, x, y]));
  // A drag pans, and places no peg.
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 40, { steps: 4 });
  await page.mouse.up();
  const moved = await at(page, "H8");
  assert.ok(Math.abs(moved.x - (x - 60)) < 2 && Math.abs(moved.y - (y - 40)) < 2, JSON.stringify([moved, x, y]));
  assert.equal(await page.locator(".pegs .peg").count(), 0);
  // A click places a peg in the zoomed board.
  await page.mouse.click(moved.x, moved.y);
  await pegs(page, 1);
  await words(page, "#moves", /H8/);
  await page.keyboard.press("0");
  assert.ok(await isWhole(page));
  // The key zooms about the cursor, and the view follows the cursor.
  await cursorTo(page, "B20");
  for (let times = 0; times < 3; times++) await page.keyboard.press("+");
  const isVisible = async (hole) => {
    const frame = await page.locator("#board").boundingBox();
    const there = await at(page, hole);
    return there.x > frame.x && there.x < frame.x + frame.width && there.y > frame.y && there.y < frame.y + frame.height;
  };
  assert.ok(await isVisible("B20"));
  await cursorTo(page, "W4");
  assert.ok(await isVisible("W4"));
  assert.ok(!(await isVisible("B20")));
  // A move outside of the visible part comes into view.
  await page.fill("#move-text", "C21");
  await page.keyboard.press("Enter");
  await pegs(page, 2);
  await until(() => isVisible("C21"));
  await page.keyboard.press("Escape");
  for (let times = 0; times < 3; times++) await page.keyboard.press("-");
  assert.ok(await isWhole(page));
  await page.done();
});

test("the wheel with Ctrl zooms in every view, and the buttons do the same", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 24 });
  for (const view of ["analyse", "games"]) {
    await page.click(`[data-open=${view}]`);
    const { x, y } = await at(page, "L12");
    await page.mouse.move(x, y);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -120);
    await page.keyboard.up("Control");
    await until(async () => !(await isWhole(page)));
    await page.click("#zoom-whole");
    assert.ok(await isWhole(page));
    await page.click("#zoom-in");
    assert.ok(!(await isWhole(page)));
    await page.click("#zoom-out");
    assert.ok(await isWhole(page));
    assert.ok(await page.locator("#zoom-out").isDisabled());
  }
  // A new board is shown whole.
  await page.click("#zoom-in");
  await startGame(page, { columns: 23 });
  assert.deepEqual(await box(page), [0, 0, 972, 972]);
  await page.done();
});

test("on a phone, two fingers zoom the board of 24 x 24 and one finger pans it", async () => {
  const page = await tab(here, PHONE);
  await startGame(page, { columns: 24 });
  await page.evaluate(() => scrollTo(0, 0));
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const { x, y } = await at(page, "L12");
  const before = await pitch(page);
  assert.ok(before < 16);
  await touch("touchStart", [x - 30, y], [x + 30, y]);
  for (const wide of [40, 60, 75]) await touch("touchMove", [x - wide, y], [x + wide, y]);
  await touch("touchEnd");
  await until(async () => (await pitch(page)) > before * 2);
  assert.ok(Math.abs((await pitch(page)) - before * 2.5) < 1, `${await pitch(page)}`);
  const there = await at(page, "L12");
  assert.ok(Math.hypot(there.x - x, there.y - y) < 2);
  // One finger pans.
  await touch("touchStart", [x, y]);
  for (const by of [20, 40, 60]) await touch("touchMove", [x + by, y + by]);
  await touch("touchEnd");
  await until(async () => (await at(page, "L12")).x > x + 40);
  assert.equal(await page.locator(".pegs .peg").count(), 0);
  // The holes are large enough for a finger now: one tap places a peg.
  const hole = await at(page, "L12");
  await page.touchscreen.tap(hole.x, hole.y);
  await pegs(page, 1);
  await words(page, "#moves", /L12/);
  await page.tap("#zoom-whole");
  assert.ok(await isWhole(page));
  // The whole board has small holes: the first tap moves the cursor, the second one places the peg.
  const next = await at(page, "P16");
  await page.touchscreen.tap(next.x, next.y);
  await words(page, "#where", /P16 chosen/);
  await page.touchscreen.tap(next.x, next.y);
  await pegs(page, 2);
  await page.done();
});

test("the coordinates are readable at 24 x 24 on a phone, and stay visible in a zoomed board", async () => {
  const page = await tab(here, PHONE);
  await startGame(page, { columns: 24 });
  /** The size of the text in pixels on the screen. */
  const size = (selector) => page.evaluate((selector) => {
    const text = document.querySelector(selector);
    return parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  }, selector);
  assert.ok((await size(".coordinate")) > 9.5, `${await size(".coordinate")}`);
  // No label leaves the board or touches its neighbour.
  const boxes = await page.evaluate(() => [...document.querySelectorAll(".coordinate")].map((label) => {
    const { left, right, top, bottom } = label.getBoundingClientRect();
    // The height of the digits without the space of the line.
    return { text: label.textContent, left, right, top: top + (bottom - top) * 0.2, bottom: bottom - (bottom - top) * 0.2 };
  }));
  const frame = await page.locator("#board").boundingBox();
  for (const [index, { text, left, right, top, bottom }] of boxes.entries()) {
    assert.ok(left >= frame.x - 0.5 && right <= frame.x + frame.width + 0.5, `${text} is outside`);
    const touching = boxes.slice(index + 1).filter((one) => one.left < right && left < one.right && one.top < bottom && top < one.bottom);
    assert.deepEqual(touching, [], text);
  }
  for (let times = 0; times < 4; times++) await page.click("#zoom-in");
  const fixed = await page.evaluate(() => [...document.querySelectorAll(".fixed-coordinate")].map(({ textContent }) => textContent));
  assert.ok(fixed.length > 8 && fixed.length < 20, fixed.join(" "));
  assert.ok((await size(".fixed-coordinate")) >= 10.4);
  await page.done();
});
