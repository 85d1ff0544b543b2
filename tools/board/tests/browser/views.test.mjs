// Accessibility (no axe violation of any impact) and horizontal overflow of every view: in a wide window in both themes,
// and on a phone. EVERY_WINDOW=1 tests five windows in both themes; with PICTURES=FOLDER each state is also saved as a
// picture.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { COLOURS, findings } from "./axe.mjs";
import { fromMenu, line, openFile, openNew, paste, pegs, place, sample, setUp, tab, until, words, submitNew } from "./help.mjs";

const here = place(sample("referee.json"), sample("match.jsonl"));
const PHONE = { hasTouch: true, isMobile: true };
const WINDOWS = {
  "1440 x 900": { viewport: { width: 1440, height: 900 } },
  "1024 x 768": { viewport: { width: 1024, height: 768 } },
  "844 x 390": { viewport: { width: 844, height: 390 }, ...PHONE },
  "390 x 844": { viewport: { width: 390, height: 844 }, ...PHONE },
  "360 x 640": { viewport: { width: 360, height: 640 }, ...PHONE },
};

// Of the ten combinations, three run for every change, the others every night.
const isNightly = Boolean(process.env.EVERY_WINDOW || process.env.PICTURES);
const CASES = [];
for (const [name, options] of Object.entries(WINDOWS)) {
  for (const theme of ["light", "dark"]) {
    const isUsual = name === "1440 x 900" || (name === "390 x 844" && theme === "light");
    if (isUsual || isNightly) CASES.push([name, theme, options]);
  }
}

for (const [name, theme, options] of CASES) {
  test(`every view is accessible and fits the window: ${name}, ${theme}`, async () => {
    const page = await tab(here, { ...options, colorScheme: theme });
    const all = [];
    // The light theme has shown the other violations of the same window.
    const rules = theme === "dark" && !isNightly ? COLOURS : undefined;
    const check = async (view) => {
      all.push(...(await findings(page, view, "html", rules)));
      if (!process.env.PICTURES) return;
      const file = `${view.replace(/\W+/g, "-")}.${name.replaceAll(" ", "")}.${theme}.png`;
      await page.screenshot({ path: join(process.env.PICTURES, file) });
    };
    // With several files the page opens with their list.
    await check("games, listed");
    await page.click("[data-open=play]");
    await check("play, empty");
    await paste(page, await readFile(sample("game.json"), "utf8"));
    await words(page, "#moves", /L8/);
    await pegs(page, 15);
    await check("games");
    await page.click("[data-open=play]");
    await check("play");
    await page.click("[data-open=analyse]");
    await page.click("#back");
    await pegs(page, 14);
    await page.selectOption("#review-nodes", "64");
    await page.click("#review");
    await page.locator("#review-part").waitFor();
    await page.click("#analyse-toggle");
    await words(page, "#analyse-text", /visits/);
    await page.click("#analyse-toggle");
    await check("analyse");
    await page.locator("#mistakes-start:enabled").click();
    await words(page, "#exercise-title", /: 1 of/);
    await check("mistake");
    await page.click("#exercise-stop");
    await page.click("text=Distances");
    await page.locator(".distance").first().waitFor();
    await check("distances");
    await setUp(page);
    await check("setup");
    await page.click("#setup-done");
    await page.locator("label", { hasText: /^Book$/ }).click();
    await page.locator("#book-part").waitFor();
    await check("book");
    await page.click("[data-open=puzzles]");
    await words(page, "#exercise-title", /^Lesson 1 of/);
    await check("lesson");
    await page.click("label:has([value=puzzles])");
    await words(page, "#exercise-title", /^Puzzle \d+ of/);
    await check("puzzle");
    await page.click("#exercise-why");
    await words(page, "#exercise-result", /only winning move/);
    await check("puzzle, solution");
    await page.click("[data-open=games]");
    await openFile(page, sample("referee.json"));
    await words(page, "#details-errors", /stderr/);
    await check("record");
    await openFile(page, sample("match.jsonl"));
    await words(page, "#match-score", /quick/);
    await check("match");
    await page.click("#open-share");
    await page.locator("#share").waitFor();
    await check("#share");
    await page.click("#share [data-close]");
    await page.keyboard.press("?");
    await page.locator("#help").waitFor();
    await check("#help");
    await page.click("#help [data-close]");
    await page.click("#open-settings");
    await page.locator("#settings").waitFor();
    await check("#settings");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.click("#open-rules");
    await check("#rules");
    await page.click("#rules [data-close]");
    await page.click("[data-open=play]");
    await openNew(page);
    await page.selectOption("#new-clock", "byoyomi");
    await check("new game");
    await page.click("label:has([value=person])");
    await page.click("#new-form [type=submit]");
    await page.locator("[data-clock]").first().waitFor();
    await page.click("#play-more");
    for (const option of ["bar", "graph", "warn"]) await page.check(`#option-${option}`);
    await check("menu");
    await page.keyboard.press("Escape");
    await check("play with clocks and chances");
    await page.fill("#move-text", "D4");
    await page.keyboard.press("Enter");
    await pegs(page, 1);
    await fromMenu(page, "#draw");
    await check("draw offer");
    await page.click("#draw-form [type=submit]");
    await words(page, "#status", /agreement/);
    await check("play, over");
    await openNew(page, "link");
    await page.click("#new-form [type=submit]");
    await page.locator("#link-part").waitFor();
    await check("play by link");
    await page.click("[data-open=games]");
    await page.locator("#recent li").first().waitFor();
    await check("recent games");
    await page.click("[data-open=play]");
    await openNew(page, "person");
    await page.selectOption("#new-clock", "none");
    await page.fill("#new-columns", "24");
    await page.fill("#new-rows", "5");
    await submitNew(page);
    await words(page, "#status", /to move/);
    await check("narrow board");
    await page.fill("#move-text", "D4");
    await page.keyboard.press("Enter");
    await pegs(page, 1);
    await fromMenu(page, "#resign");
    await check("resign");
    await page.click("#resign-form [type=submit]");
    await words(page, "#status", /resignation/);
    await page.keyboard.press("+");
    await check("game over, zoomed");
    await line(page, { columns: 24, rules: "standard" }, "K12", "M13", "O12");
    await check("24 x 24");
    assert.deepEqual(all, []);
    await page.done();
  });
}

test("the chosen theme persists", async () => {
  const page = await tab(here, { colorScheme: "light" });
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await page.keyboard.press("d");
  await until(async () => (await colour()) !== light);
  const dark = await colour();
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  assert.equal(await colour(), dark);
  await page.done();
});
