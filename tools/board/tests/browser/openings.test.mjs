// The opening book in the analysis, and the opening trainer.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { add, at, cursorTo, line, pegs, place, tab, words } from "./help.mjs";

const here = place();

/** The first pegs' values for vertical, in percent, from which the book is made. */
const results = readFileSync(new URL("../../../openings/results/12-pp.txt", import.meta.url), "utf8");
const values = new Map([...results.matchAll(/^([A-L]\d+) +([\d.]+)/gm)].map(([, peg, value]) => [peg, Math.round(Number(value))]));

/** Shows the book of a game on 12 x 12 with the mirror swap. */
async function book(page, ...turns) {
  await line(page, { swap: "mirror" }, ...turns);
  await page.locator("label", { hasText: /^Book$/ }).click();
  await page.locator("#book-part").waitFor();
}

const row = (page, move) => page.locator("#book-rows tr").filter({ has: page.getByRole("button", { name: move, exact: true }) });
const cells = async (page, move) => (await row(page, move).locator("td").allTextContents()).slice(1);

/** Starts the trainer, which asks the same question each time: with these samples, of 0 to 1, for its choices. */
async function train(page, seat, value) {
  await page.click("[data-open=analyse]");
  await page.evaluate((value) => (Math.random = () => value), value);
  await page.selectOption("#trainer-seat", seat);
  await page.click("#trainer-start");
  await opened(page);
  return words(page, "#exercise-text", /opens with|\. Find/);
}

/** Waits for a question without an answer. */
const opened = (page) => page.locator("#exercise-next", { hasText: "Skip" }).waitFor();

/** Asks the same question again, instead of the next one of the line. */
async function again(page) {
  await page.click("#exercise-next");
  await opened(page);
  const asked = await page.textContent("#exercise-text");
  await page.click("#exercise-next");
  await page.waitForFunction((asked) => document.querySelector("#exercise-text").textContent !== asked, asked);
  assert.equal(await page.textContent("#exercise-result"), "");
}

/** Shows the book's move, and asks the same question again. */
async function solution(page) {
  await page.keyboard.press("y");
  const text = await words(page, "#exercise-result", /^The book (swaps|plays \w+)/);
  await again(page);
  return /plays (\w+)/.exec(text)?.[1] ?? "swap";
}

const score = (page, right, asked) => words(page, "#exercise-title", new RegExp(`: ${right} of ${asked} right$`));

test("the book shows the values of first pegs, and a click on a row plays the move", async () => {
  const page = await tab(here);
  await book(page);
  await words(page, "#book-text", /opens with B6.*vertical without a swap/);
  assert.equal(await page.locator("#book-rows tr").count(), 30);
  assert.deepEqual(await cells(page, "C5"), [`${values.get("C5")}`, "F9", ""]);
  assert.deepEqual(await cells(page, "D4"), [`${values.get("D4")}`, "swap", ""]);
  assert.deepEqual(await cells(page, "B6"), [`${values.get("B6")}`, "G4", "book's move"]);
  // The board shows all reflections.
  const shown = page.locator("#board .heat text", { hasText: new RegExp(`^${values.get("C5")}$`) });
  await shown.nth(3).waitFor();
  assert.equal(await shown.count(), 4);
  const { x, y } = await at(page, "J8");
  await page.mouse.move(x, y);
  await words(page, "#where", new RegExp(`^J8: ${values.get("C5")}.% for vertical, answer \\w+$`));
  await row(page, "B4").click();
  await pegs(page, 1);
  await words(page, "#book-text", new RegExp(`^The book plays D4: ${100 - values.get("B4")}.% for horizontal\\.$`));
  assert.deepEqual(await cells(page, "swap"), [`${values.get("B4")}`, "D4", ""]);
  assert.deepEqual(await cells(page, "D4"), [`${100 - values.get("B4")}`, "", "book's move"]);
  await row(page, "D4").hover();
  await page.locator("#board .numbered").waitFor();
  await row(page, "D4").click();
  await pegs(page, 2);
  await words(page, "#book-text", /answers to these moves of vertical/);
  await page.done();
});

test("the book follows reflections and swaps by keyboard, and ends where it has nothing", async () => {
  const page = await tab(here);
  await book(page, "I9");
  await words(page, "#book-text", new RegExp(`^The book swaps: ${values.get("D4")}.% for horizontal\\.$`));
  await row(page, "swap").getByRole("button").focus();
  await page.keyboard.press("Enter");
  await words(page, "#book-text", /answers to these moves of vertical/);
  // The list keeps the focus, and its first row is next.
  await page.waitForFunction(() => document.activeElement?.id === "book-list");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await pegs(page, 2);
  await words(page, "#book-text", /^The book plays [A-L]\d+\.$/);
  await page.keyboard.press("Escape");
  await add(page, "A2", "B12");
  await words(page, "#book-text", /^Not in the book/);
  assert.equal(await page.locator("#book-rows tr").count(), 0);
  await line(page, { columns: 8 });
  await words(page, "#book-text", /^Not in the book/);
  // With the key for overlays.
  await page.locator("#book-part").waitFor();
  await page.keyboard.press("o");
  await page.locator("#book-part").waitFor({ state: "hidden" });
  await page.done();
});

test("the trainer asks for the book's moves, counts right answers, and continues the line", async () => {
  const page = await tab(here);
  await line(page, { columns: 8 }, "B1");
  // The address is updated with a delay.
  await page.waitForURL(/at=1$/);
  const game = page.url();
  const asked = await train(page, "1", 0.35);
  assert.match(asked, /^Vertical opens with \w+\. Swap, or reply for horizontal\.$/);
  await score(page, 0, 0);
  // The engine's evaluation and the book are hidden.
  assert.equal(await page.locator("#analyse-part").isVisible(), false);
  const best = await solution(page);
  await score(page, 0, 1);
  assert.equal(await page.textContent("#exercise-text"), asked);
  // A wrong decision about the swap, with the key or the cursor.
  if (best === "swap") {
    await cursorTo(page, "A2");
    await page.keyboard.press("Enter");
  } else await page.keyboard.press("s");
  await words(page, "#exercise-result", /^The book (swaps, not A2|plays \w+, not swap): \d+.% instead of (at most )?\d+.% for horizontal\.$/);
  await score(page, 0, 2);
  await pegs(page, 1);
  await page.keyboard.press("Escape");
  await again(page);
  // The book's move, with the form.
  await page.fill("#move-text", best);
  await page.keyboard.press("Enter");
  await words(page, "#exercise-result", /^Right: the book .*for horizontal\.$/);
  await score(page, 1, 3);
  // The line continues after the answer and after the solution.
  await page.click("#exercise-next");
  const second = await words(page, "#exercise-text", /^Vertical plays \w+\. Find the answer for horizontal\.$/);
  await page.click("#exercise-why");
  await words(page, "#exercise-next", /Next/);
  await page.locator("#board .numbered").waitFor();
  await page.click("#exercise-next");
  await page.waitForFunction((second) => document.querySelector("#exercise-text").textContent !== second, second);
  await page.click("#exercise-stop");
  await words(page, "#toast", /^1 of 4 moves of the book were right/);
  await page.locator("#exercise-part").waitFor({ state: "hidden" });
  await page.locator("#analyse-part").waitFor();
  // The game before the training is shown again.
  await words(page, "#moves", /^\D*1\.\s*B1\s*$/);
  assert.equal(page.url(), game);
  await page.done();
});

test("the trainer asks the first player, by mouse; another move is compared with the book's", async () => {
  const page = await tab(here);
  assert.match(await train(page, "0", 0.5), /^Horizontal (plays \w+|swaps)\. Find the answer for vertical\.$/);
  const best = await solution(page);
  const count = await page.locator(".pegs .peg").count();
  // A bad move: at the border.
  const bad = await at(page, "B12");
  await page.mouse.click(bad.x, bad.y);
  await words(page, "#exercise-result", new RegExp(`^The book plays ${best}, not B12\\.`));
  await page.waitForFunction(() => /A search gives vertical \d+.% with \w+, \d+.% with B12/.test(document.querySelector("#exercise-result").textContent));
  await score(page, 0, 2);
  await pegs(page, count);
  await again(page);
  await page.click("#to-start");
  await pegs(page, 0);
  await page.mouse.click(bad.x, bad.y);
  await words(page, "#toast", /not the position of the exercise/);
  await page.click("#exercise-return");
  await pegs(page, count);
  const { x, y } = await at(page, best);
  await page.mouse.click(x, y);
  await words(page, "#exercise-result", new RegExp(`^Right: the book plays ${best}`));
  await score(page, 1, 3);
  // Another view ends the training, and moves are played again.
  await page.click("[data-open=games]");
  await page.locator("#exercise-part").waitFor({ state: "hidden" });
  await pegs(page, 0);
  await page.click("[data-open=analyse]");
  await page.locator("#analyse-part").waitFor();
  await add(page, "G7");
  // Two presses of the button start one training, and the game stays.
  await page.evaluate(() => [1, 2].forEach(() => document.querySelector("#trainer-start").click()));
  await opened(page);
  await page.click("#exercise-stop");
  await words(page, "#moves", /^\D*1\.\s*G7\s*$/);
  await page.done();
});

const WINDOWS = {
  "light, wide": { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  "dark, wide": { colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  "light, on a phone": { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  "dark, on a phone in landscape orientation": { colorScheme: "dark", viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
};

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`the book and the trainer are accessible, fit the window and do not move: ${name}`, async () => {
    const page = await tab(here, options);
    const all = [];
    const check = async (what) => {
      all.push(...(await findings(page, what, "main")));
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${what}.png`.replaceAll(/[ ,]+/g, "-") });
    };
    await book(page);
    await words(page, "#book-text", /opens with/);
    await page.click("text=Legend of the board");
    await check("book");
    await row(page, "D4").locator("button").click();
    await words(page, "#book-text", /swaps/);
    await check("reply");
    await train(page, "1", 0.35);
    await check("question");
    const top = async () => (await page.locator("#exercise-stop").boundingBox()).y - (await page.locator("#exercise-part").boundingBox()).y;
    const place = await top();
    await page.keyboard.press("y");
    await words(page, "#exercise-result", /^The book/);
    await check("solution");
    assert.equal(await top(), place);
    await page.keyboard.press("j");
    await words(page, "#exercise-text", /Find the answer/);
    assert.equal(await top(), place);
    assert.deepEqual(all, []);
    await page.done();
  });
}
