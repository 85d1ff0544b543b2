// Learning from the mistakes of a reviewed game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { add, at, line, pegs, place, tab, words } from "./help.mjs";

const here = place();

/** Opens a reviewed game in which vertical's first and third moves are bad. */
async function reviewed(page) {
  await line(page, { columns: 8 }, "B1", "D4", "B8", "E6", "C3", "F4");
  await page.selectOption("#review-nodes", "64");
  await page.click("#review");
  await page.locator("#review-part").waitFor();
  await page.waitForFunction(() => !document.querySelector("#mistakes-start").disabled);
}

/** The number of mistakes of the selected player. */
const count = async (page) => Number(/\((\d+)\)/.exec(await page.locator("#mistakes-player option:checked").textContent())[1]);

test("mistakes are shown one by one, a bad move may be tried again, and the best line is shown", async () => {
  const page = await tab(here);
  await reviewed(page);
  await page.selectOption("#mistakes-player", "0");
  const total = await count(page);
  assert.ok(total > 0);
  const moves = await page.textContent("#moves");
  await page.click("#mistakes-start");
  await words(page, "#exercise-title", new RegExp(`: 1 of ${total}$`));
  const text = await words(page, "#exercise-text", /played [A-H]\d, a (mistake|blunder) that loses \d+.%/);
  const [, played] = /played (\w+),/.exec(text);
  // The engine's evaluation is hidden.
  assert.equal(await page.locator("#analyse-part").isVisible(), false);
  await page.fill("#move-text", played);
  await page.keyboard.press("Enter");
  await words(page, "#exercise-result", /is the move of the game/);
  await page.fill("#move-text", "H5");
  await page.locator("#move-text").blur();
  // A click on the board is checked, too.
  const { x, y } = await at(page, "G2");
  await page.mouse.click(x, y);
  await words(page, "#exercise-result", /G2 is (better|not good|as good|the best)/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("y");
  await words(page, "#exercise-result", /Best: [A-H]\d/);
  await page.locator("#board .numbered").first().waitFor();
  // The line stays while the pointer and the cursor move, and when the board is flipped.
  await page.mouse.move(x + 80, y + 80);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("f");
  await page.locator("#board .numbered").first().waitFor();
  assert.ok((await page.locator("#board .numbered").count()) > 0);
  // The exercises do not change the game.
  assert.equal(await page.textContent("#moves"), moves);
  for (let index = 2; index <= total; index++) {
    await page.keyboard.press("j");
    await words(page, "#exercise-title", new RegExp(`: ${index} of ${total}$`));
  }
  await page.click("#exercise-next");
  const counts = /Done: (\d+) solved at the first try, (\d+) later, (\d+) not/.exec(await words(page, "#toast", /Done: /));
  assert.equal(counts.slice(1).reduce((sum, count) => sum + Number(count), 0), total);
  await page.locator("#exercise-part").waitFor({ state: "hidden" });
  await page.locator("#analyse-part").waitFor();
  await page.done();
});

test("the best move solves an exercise", async () => {
  const page = await tab(here);
  await reviewed(page);
  await page.selectOption("#mistakes-player", "0");
  await page.click("#mistakes-start");
  await words(page, "#exercise-text", /played/);
  await page.click("#exercise-why");
  const shown = await words(page, "#exercise-result", /Best: [A-H]\d/);
  const [, best] = /Best: (\w+)/.exec(shown);
  await page.click("#exercise-stop");
  await page.locator("#exercise-part").waitFor({ state: "hidden" });
  await page.click("#mistakes-start");
  await words(page, "#exercise-text", /played/);
  assert.equal(await page.textContent("#exercise-result"), "");
  await page.fill("#move-text", best);
  await page.keyboard.press("Enter");
  await words(page, "#exercise-result", new RegExp(`${best} is the best move`));
  await words(page, "#exercise-next", /Next|Finish/);
  await page.done();
});

test("leaving the position offers to return, and another view ends the exercises", async () => {
  const page = await tab(here);
  await reviewed(page);
  await page.selectOption("#mistakes-player", "both");
  await page.click("#mistakes-start");
  await words(page, "#exercise-text", /played/);
  await page.click("#to-end");
  await pegs(page, 6);
  const { x, y } = await at(page, "G7");
  await page.mouse.click(x, y);
  await words(page, "#toast", /not the position of the exercise/);
  await page.click("#exercise-return");
  await page.locator("#exercise-return").waitFor({ state: "hidden" });
  await page.click("[data-open=games]");
  await page.locator("#exercise-part").waitFor({ state: "hidden" });
  await page.click("[data-open=analyse]");
  await page.locator("#analyse-part").waitFor();
  // Moves are played again.
  await page.click("#to-end");
  await pegs(page, 6);
  await add(page, "G7");
  await page.done();
});
