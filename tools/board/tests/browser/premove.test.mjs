// Premoves: chosen during the engine's turn, played on the user's turn if they are legal then.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { at, cursorTo, peg, pegs, place, startGame, tab, until, words } from "./help.mjs";
import { serverOnly } from "./host.mjs";

const here = place();

const click = async (page, hole, options) => {
  const { x, y } = await at(page, hole);
  await page.mouse.click(x, y, options);
};

/** Starts a game in which the engine's answers wait until `answer` is called with its move. */
async function waiting() {
  const page = await tab(here);
  const held = [];
  await page.route("**/api/think", (route) => held.push(route));
  await startGame(page, { opponent: "1", columns: 8 });
  const answer = async (move) => {
    await until(() => held.length > 0);
    const report = { visits: 1, seconds: 0, threads: 1, value: 0.5, proof: null, candidates: [], is_book: false, done: true, answer: move };
    await held.shift().fulfill({ body: `${JSON.stringify(report)}\n` });
  };
  return { page, answer };
}

const marks = (page) => page.locator(".premove .peg").count();

test("a premove is marked, announced, and played after the engine's move", serverOnly, async () => {
  const { page, answer } = await waiting();
  await peg(page, "D4");
  await click(page, "F6");
  await words(page, "#toast", /^Premove F6: it is played on your turn/);
  assert.equal(await marks(page), 1);
  assert.equal(await page.locator(".pegs .peg").count(), 1);
  assert.deepEqual(await findings(page, "premove", "html"), []);
  // Another hole replaces it, also by keyboard.
  await cursorTo(page, "E6");
  await page.keyboard.press("Enter");
  await words(page, "#toast", /^Premove E6/);
  assert.equal(await marks(page), 1);
  await answer("B3");
  await pegs(page, 3);
  assert.deepEqual((await page.locator("#moves .move").allTextContents()).join(), "D4,B3,E6");
  assert.equal(await marks(page), 0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.done();
});

test("a premove is cancelled by a second click, Escape, a right click, and an illegal hole", serverOnly, async () => {
  const { page, answer } = await waiting();
  await peg(page, "D4");
  const cancels = [() => click(page, "F6"), () => page.keyboard.press("Escape"), () => click(page, "C3", { button: "right" })];
  for (const cancel of cancels) {
    await click(page, "F6");
    await words(page, "#toast", /^Premove F6/);
    await cancel();
    await words(page, "#toast", /Premove cancelled/);
    assert.equal(await marks(page), 0);
  }
  assert.equal(await page.locator(".drawn .shape").count(), 0);
  await click(page, "A3");
  await words(page, "#toast", /premove at A3 is not possible/);
  await click(page, "F6");
  await words(page, "#toast", /^Premove F6/);
  await answer("F6");
  await words(page, "#toast", /Premove F6 was cancelled: it is not legal any more/);
  await pegs(page, 2);
  await words(page, "#status", /You to move/);
  // An undo is no move of the engine.
  await peg(page, "E6");
  await click(page, "G6");
  await words(page, "#toast", /^Premove G6/);
  await page.click("#undo");
  await pegs(page, 2);
  await words(page, "#status", /You to move/);
  assert.equal(await marks(page), 0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.done();
});
