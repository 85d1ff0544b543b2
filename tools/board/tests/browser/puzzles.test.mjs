// Puzzles: solving, failing, hints, the solution, the next puzzle, difficulties, ratings, the puzzle of the day, and the
// user's game afterwards.

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

/** Opens all puzzles in the order of the file, and waits until the board shows the puzzle. */
async function open(page, index = 0) {
  await page.click("[data-open=puzzles]");
  await page.click("label:has([value=puzzles])");
  await page.selectOption("#puzzle-level", "all");
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
  await words(page, "#exercise-title", /^Lesson 1 of/);
  await page.waitForFunction(() => document.activeElement?.id === "exercise-title");
  await page.getByRole("radio", { name: "Lessons" }).press("ArrowRight");
  await words(page, "#exercise-title", /^Puzzle/);
  await choose(page.getByRole("combobox", { name: "Difficulty" }), "All");
  await shown(page, 0);
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

/** The ratings of the user and of the puzzle, and the puzzles or days in a row. */
async function score(page) {
  const text = await page.textContent("#puzzle-score");
  return /^You (\d+)(?: \([+−]\d+\))? · puzzle (\d+) · (?:In|Days in) a row: (\d+)/.exec(text).slice(1).map(Number);
}

test("a hint shows the area, then the hole, then the solution", async () => {
  const page = await tab(here);
  await open(page);
  const [{ solution }] = PUZZLES;
  const spot = async () => {
    const { x, y, width } = await page.locator("#board .spot").boundingBox();
    const hole = await at(page, solution);
    return { width, away: Math.hypot(hole.x - x - width / 2, hole.y - y - width / 2) };
  };
  await page.click("#exercise-hint");
  await words(page, "#exercise-result", /marked area/);
  const area = await spot();
  assert.ok(area.away < area.width / 2, `${solution} is in the area`);
  // The area stays on a flipped board.
  await page.keyboard.press("f");
  const flipped = await spot();
  assert.ok(flipped.away < flipped.width / 2, `${solution} is in the flipped area`);
  await page.keyboard.press("h");
  await words(page, "#exercise-result", new RegExp(`^It is ${solution}\\.`));
  const hole = await spot();
  assert.ok(hole.width < area.width && hole.away < 2);
  await page.click("#exercise-hint");
  await words(page, "#exercise-result", new RegExp(`^${solution} is the only winning move`));
  assert.ok(await page.isDisabled("#exercise-hint"));
  await counted(page, "All", 0);
  await page.done();
});

test("the first try at a puzzle changes both ratings and the streak, and the next puzzle is at the user's level", async () => {
  const page = await tab(here);
  await open(page);
  const [you, puzzle, row] = await score(page);
  assert.equal(row, 0);
  await click(page, PUZZLES[0].solution);
  await words(page, "#puzzle-score", /\(\+\d+\)/);
  const [better, easier, one] = await score(page);
  assert.ok(better > you && easier < puzzle && one === 1, [better, easier, one]);
  await page.click("#exercise-next");
  await shown(page, 1);
  await click(page, wrong(PUZZLES[1]));
  await words(page, "#puzzle-score", /\(−\d+\).*In a row: 0, best 1/);
  const after = await score(page);
  assert.ok(after[0] < better);
  // Only the first try counts.
  await click(page, PUZZLES[1].solution);
  await words(page, "#exercise-result", /only winning move/);
  assert.deepEqual(await score(page), after);
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  await page.click("[data-open=puzzles]");
  await shown(page, 2);
  assert.equal((await score(page))[0], after[0]);
  await page.selectOption("#puzzle-level", "mine");
  await page.waitForFunction(() => !/^Puzzle 3 of/.test(document.querySelector("#exercise-title").textContent));
  const [user, near] = await score(page);
  assert.ok(Math.abs(user - near) <= 60, `${user} and ${near}`);
  // Skipping does not lead back to a skipped puzzle.
  const titles = new Set();
  for (let skips = 0; skips < 3; skips++) {
    const title = await page.textContent("#exercise-title");
    titles.add(title);
    await page.click("#exercise-next");
    await page.waitForFunction((title) => document.querySelector("#exercise-title").textContent !== title, title);
  }
  assert.equal(titles.size, 3);
  await page.done();
});

test("every day has a puzzle, and days in a row are counted", async () => {
  const page = await tab(here, { ownClock: true });
  const day = async (date) => {
    await page.clock.setFixedTime(new Date(`${date}T12:00:00`));
    await page.reload();
    await page.locator("body[data-ready]").waitFor();
    await page.click("[data-open=puzzles]");
    await page.click("label:has([value=daily])");
    await words(page, "#exercise-title", /^Puzzle of the day, \w+ \d+$/);
    const played = (await page.locator("#moves .move").allTextContents()).join("");
    return PUZZLES.find(({ moves }) => moves.join("") === played);
  };
  const solve = async ({ solution }, count) => {
    await click(page, solution);
    await words(page, "#puzzle-score", new RegExp(`Days in a row: ${count}$`));
  };
  const first = await day("2026-03-01");
  await solve(first, 1);
  assert.equal(await day("2026-03-01"), first);
  await words(page, "#exercise-text", /, solved\./);
  const second = await day("2026-03-02");
  assert.notEqual(second, first);
  await solve(second, 2);
  // After a day without a solution, the count starts from 0.
  await day("2026-03-04");
  await words(page, "#puzzle-score", /Days in a row: 0$/);
  await page.click("#exercise-next");
  await words(page, "#exercise-title", /^Puzzle \d+ of/);
  await page.done();
});

test("damaged progress in the storage is replaced", async () => {
  const page = await tab(here);
  const damaged = { kind: "toString", level: 7, solved: [1, null], lessons: {}, user: ["x", 3], rated: { A1: 5 }, streak: -1, days: "many" };
  await page.evaluate((damaged) => localStorage.setItem("puzzles", JSON.stringify(damaged)), damaged);
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  await page.click("[data-open=puzzles]");
  await words(page, "#exercise-title", /^Lesson 1 of/);
  await open(page);
  assert.deepEqual((await score(page))[2], 0);
  await page.done();
});

const PHONE = { hasTouch: true, isMobile: true };
const WINDOWS = {
  "light, wide": { colorScheme: "light", viewport: { width: 1440, height: 900 } },
  "dark, wide": { colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  "light, on a phone": { colorScheme: "light", viewport: { width: 390, height: 844 }, ...PHONE },
  "dark, on a phone in landscape orientation": { colorScheme: "dark", viewport: { width: 844, height: 390 }, ...PHONE },
};

test("the solution that is asked for while a puzzle opens is shown as soon as it is open", async () => {
  const page = await tab(here);
  await open(page);
  await page.evaluate(() => ["exercise-next", "exercise-why"].forEach((id) => document.getElementById(id).click()));
  await shown(page, 1);
  await words(page, "#exercise-result", new RegExp(`^${PUZZLES[1].solution} is the only winning move`));
  await page.done();
});

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
