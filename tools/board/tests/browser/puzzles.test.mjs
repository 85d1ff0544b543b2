// Puzzles: solving, failing, the solution, the next puzzle, difficulties, and the user's game afterwards.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { at, choose, cursorTo, line, peg, pegs, place, startGame, tab, until, words } from "./help.mjs";

const here = place();

/** The puzzles of the page, in its order. */
const PUZZLES = (await readFile(new URL("../../page/puzzlelist.js", import.meta.url), "utf8"))
  .split("\n").filter((line) => /^\d/.test(line)).map((line) => {
    const [size, level, moves, solution, pegs] = line.toUpperCase().split(" ");
    return { size: Number(size), level: level.toLowerCase(), moves: moves.match(/[A-Z]\d+/g), solution, pegs };
  });

/** A legal move that does not win: a free hole that is in no border row. */
function wrong({ size, moves, solution }) {
  for (let row = 2; row < size; row++) {
    for (let column = 1; column < size - 1; column++) {
      const hole = `${String.fromCharCode(65 + column)}${row}`;
      if (!moves.includes(hole) && hole !== solution) return hole;
    }
  }
  throw new Error("no free hole");
}

/** Opens the view, and waits until the board shows the puzzle. */
async function open(page, index = 0) {
  await page.click("[data-open=puzzles]");
  await shown(page, index);
}

/** Waits until a puzzle is shown. */
async function shown(page, index, of = PUZZLES) {
  await words(page, "#exercise-title", new RegExp(`^Puzzle ${index + 1} of ${of.length}$`));
  await pegs(page, of[index].moves.length);
}

/** Waits until the chosen difficulty has this number of solved puzzles. */
const counted = (page, name, count) => page.waitForFunction(([name, count]) => {
  const [option] = document.querySelector("#puzzle-level").selectedOptions;
  return option.textContent.startsWith(`${name}: ${count} of `);
}, [name, count]);

const click = async (page, hole) => {
  const { x, y } = await at(page, hole);
  await page.mouse.click(x, y);
};

test("a wrong move is refuted, the solution is praised, and the next puzzle follows", async () => {
  const page = await tab(here);
  await open(page);
  const [puzzle] = PUZZLES;
  await words(page, "#exercise-text", new RegExp(`^${puzzle.size}.×.${puzzle.size}, ${puzzle.level}\\. (Vertical|Horizontal) to move: find the only winning move\\.$`));
  const places = () => page.evaluate(() => ["frame", "exercise-next", "exercise-why", "move-text"].map((id) => {
    const { x, y, width } = document.getElementById(id).getBoundingClientRect();
    return [id, x, y, width];
  }));
  const before = await places();
  await click(page, wrong(puzzle));
  await words(page, "#exercise-result", new RegExp(`^${wrong(puzzle)} does not win\\. (Vertical|Horizontal) replies [A-L]\\d+\\. Try again\\.$`));
  await until(async () => (await page.locator("#board .numbered").count()) >= 2);
  assert.deepEqual((await places()).slice(0, 3).map((place) => place.slice(0, 3)), before.slice(0, 3).map((place) => place.slice(0, 3)));
  await click(page, puzzle.solution);
  await words(page, "#exercise-result", new RegExp(`^${puzzle.solution} is the only winning move: (vertical|horizontal) wins with at most ${puzzle.pegs} pegs\\. For example: ${puzzle.solution}`));
  await words(page, "#exercise-next", /^Next$/);
  await counted(page, "All", 1);
  assert.deepEqual((await places()).map(([id, x, y]) => [id, x, y]), before.map(([id, x, y]) => [id, x, y]));
  await page.click("#exercise-next");
  await shown(page, 1);
  assert.equal(await page.textContent("#exercise-result"), "");
  // A solved puzzle is remembered.
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  await open(page, 1);
  await counted(page, "All", 1);
  await page.done();
});

test("the solution is shown on request and does not count as solved; a difficulty can be chosen", async () => {
  const page = await tab(here);
  await open(page);
  await page.click("#exercise-why");
  await words(page, "#exercise-result", new RegExp(`^${PUZZLES[0].solution} is the only winning move`));
  await page.locator("#board .numbered").first().waitFor();
  await click(page, wrong(PUZZLES[0]));
  await words(page, "#toast", /exercise is over/);
  await counted(page, "All", 0);
  await page.click("#exercise-next");
  await shown(page, 1);
  const hard = PUZZLES.filter(({ level }) => level === "hard");
  await page.selectOption("#puzzle-level", "hard");
  await shown(page, 0, hard);
  await words(page, "#exercise-text", /, hard\./);
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  await page.click("[data-open=puzzles]");
  await shown(page, 0, hard);
  await page.done();
});

test("leaving the puzzles restores the game, and a reload does, too", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 10 });
  await peg(page, "C4", "D6", "E3");
  await until(() => page.evaluate(() => /at=3$/.test(location.hash)));
  const address = page.url();
  await open(page);
  await click(page, PUZZLES[0].solution);
  await words(page, "#exercise-result", /only winning move/);
  assert.equal(page.url(), address);
  // Stepping back leaves the position of the puzzle.
  await page.click("#back");
  await pegs(page, PUZZLES[0].moves.length - 1);
  await page.click("#exercise-return");
  await pegs(page, PUZZLES[0].moves.length);
  await page.click("[data-open=play]");
  await pegs(page, 3);
  await page.locator("#exercise-part").waitFor({ state: "hidden" });
  await peg(page, "F5");
  await words(page, "#status", /First player/);
  await until(() => page.evaluate(() => /at=4$/.test(location.hash)));
  await open(page, 1);
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  await pegs(page, 4);
  // An analysed position is shown again, too, and its moves are played.
  await line(page, { columns: 8 }, "D4", "E5");
  await open(page, 1);
  await page.click("[data-open=analyse]");
  await pegs(page, 2);
  await page.locator("#analyse-part").waitFor();
  await page.click("#back");
  await pegs(page, 1);
  await page.done();
});

test("puzzles are solved by keyboard alone", async () => {
  const page = await tab(here);
  await page.keyboard.press("5");
  await shown(page, 0);
  await page.waitForFunction(() => document.activeElement?.id === "exercise-title");
  await cursorTo(page, PUZZLES[0].solution);
  await page.keyboard.press("Enter");
  await words(page, "#exercise-result", /only winning move/);
  await page.keyboard.press("j");
  await shown(page, 1);
  await page.keyboard.press("y");
  await words(page, "#exercise-result", new RegExp(`^${PUZZLES[1].solution} is the only`));
  await page.getByRole("button", { name: "Next", exact: true }).press("Enter");
  await shown(page, 2);
  await choose(page.getByRole("combobox", { name: "Difficulty" }), "Hard");
  await words(page, "#exercise-text", /, hard\./);
  await page.keyboard.press("Escape");
  await page.keyboard.press("1");
  await page.locator("#exercise-part").waitFor({ state: "hidden" });
  await page.done();
});

const PHONE = { hasTouch: true, isMobile: true };
const WINDOWS = {
  "light, wide": { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  "dark, wide": { colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  "light, on a phone": { colorScheme: "light", viewport: { width: 390, height: 844 }, ...PHONE },
  "dark, on a phone in landscape orientation": { colorScheme: "dark", viewport: { width: 844, height: 390 }, ...PHONE },
};

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`puzzles are accessible and fit the window: ${name}`, async () => {
    const page = await tab(here, options);
    const all = [];
    const check = async (what) => {
      all.push(...(await findings(page, what, "html")));
    };
    await open(page);
    await check("puzzle");
    await page.fill("#move-text", wrong(PUZZLES[0]));
    await page.press("#move-text", "Enter");
    await words(page, "#exercise-result", /replies/);
    await check("refuted");
    await page.click("#exercise-why");
    await words(page, "#exercise-result", /only winning move/);
    await check("solution");
    assert.deepEqual(all, []);
    await page.done();
  });
}
