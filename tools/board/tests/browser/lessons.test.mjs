// The lessons of the Puzzles view: all of them in order, wrong moves, and the place on a phone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { at, pegs, place, tab, until, words } from "./help.mjs";

const here = place();
const LESSONS = JSON.parse((await readFile(new URL("../../page/lessonlist.js", import.meta.url), "utf8")).split("LESSONS = ")[1].trim().slice(0, -1));
const count = ({ moves }) => moves.match(/[A-Z]\d+/g).length;

const click = async (page, hole) => {
  const { x, y } = await at(page, hole);
  await page.mouse.click(x, y);
};

/** Waits until a lesson is shown. */
async function shown(page, index) {
  await words(page, "#exercise-title", new RegExp(`^Lesson ${index + 1} of ${LESSONS.length}: ${LESSONS[index].title}$`));
  await pegs(page, count(LESSONS[index]));
}

/** Opens a lesson from the list. */
async function open(page, index) {
  await page.click("[data-open=puzzles]");
  await page.selectOption("#lesson-list", String(index));
  await shown(page, index);
}

const indexOf = (name) => LESSONS.findIndex((lesson) => lesson.name === name);
const contains = (page, selector, text) => until(async () => (await page.textContent(selector)).includes(text));
const done = (page) => page.locator("#lesson-list option", { hasText: "✓" }).count();

test("a beginner goes through all lessons, and puzzles follow", async () => {
  const page = await tab(here);
  await page.click("[data-open=puzzles]");
  for (const [index, lesson] of LESSONS.entries()) {
    await shown(page, index);
    assert.equal(await page.textContent("#exercise-text"), lesson.steps[0].text);
    for (const [number, { answers: [answer], right, text }] of lesson.steps.entries()) {
      if (number) await contains(page, "#exercise-text", text);
      await pegs(page, count(lesson) + 2 * number);
      if (answer === "SWAP") await page.click("#exercise-swap");
      else await click(page, answer);
      await contains(page, number + 1 < lesson.steps.length ? "#exercise-text" : "#exercise-result", right);
    }
    assert.equal(await done(page), index + 1);
    await page.click("#exercise-next");
  }
  await words(page, "#exercise-title", /^Puzzle \d+ of/);
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  await page.click("[data-open=puzzles]");
  await words(page, "#exercise-title", /^Puzzle \d+ of/);
  await page.click("label:has([value=lessons])");
  await shown(page, 0);
  assert.equal(await done(page), LESSONS.length);
  await page.done();
});

test("a wrong move in a lesson is answered with the reason and the reply", async () => {
  const page = await tab(here);
  const wrong = async (name, move, pattern) => {
    await open(page, indexOf(name));
    await click(page, move);
    await words(page, "#exercise-result", pattern);
  };
  await wrong("link", "E3", /^E3 makes no link\. .* Try again\.$/);
  await wrong("connect", "C6", /^C6 does not complete your chain\. .* Horizontal replies [A-F]\d\. Try again\.$/);
  await wrong("setup", "D5", /^D5 is linked to C3, .* C5 cuts it\. Try again\.$/);
  await until(async () => (await page.locator("#board .numbered").count()) === 2);
  await wrong("swap", "C4", /^C4 leaves D3 to your opponent/);
  await page.click("#exercise-why");
  await words(page, "#exercise-result", /^Right! On this board D3 wins/);
  await page.setViewportSize({ width: 375, height: 553 });
  await wrong("link", "E3", /^E3 makes no link\./);
  const box = await page.locator("#exercise-result").boundingBox();
  assert.ok(box.y >= 0 && box.y + box.height < 554, "the answer is visible on a phone");
  // Shown lessons do not count as done.
  assert.equal(await done(page), 0);
  await page.done();
});

test("a lesson of several moves continues after a step back, and its solution shows the moves that are left", async () => {
  const page = await tab(here);
  const index = indexOf("ladder");
  await open(page, index);
  await click(page, "D5");
  await pegs(page, count(LESSONS[index]) + 2);
  await page.click("#back");
  await page.click("#exercise-return");
  await pegs(page, count(LESSONS[index]) + 2);
  await page.click("#exercise-why");
  await words(page, "#exercise-result", /^C7 reaches E8/);
  await until(async () => (await page.locator("#board .numbered").count()) === 1);
  await page.done();
});

for (const colorScheme of ["light", "dark"]) {
  test(`board, text and buttons of a lesson fit a phone: ${colorScheme}`, async () => {
    const page = await tab(here, { colorScheme, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const [index, { steps: [{ answers: [answer] }] }] of LESSONS.entries()) {
      await open(page, index);
      const fits = async () => assert.ok(await page.evaluate(() => {
        const { top } = document.querySelector("#frame").getBoundingClientRect();
        const header = document.querySelector("header").getBoundingClientRect();
        return top >= header.bottom && document.querySelector("#exercise-next").getBoundingClientRect().bottom <= innerHeight;
      }), `lesson ${index + 1}`);
      await fits();
      if (answer === "SWAP") continue;
      await click(page, answer);
      await page.waitForFunction((count) => document.querySelectorAll("#board .numbered, #board .pegs .peg").length > count, count(LESSONS[index]));
      await fits();
    }
    assert.deepEqual(await findings(page, "lesson", "html"), []);
    await page.done();
  });
}
