// Accessibility (no axe violation of any impact) and horizontal overflow of every view, in both themes, on a wide screen
// and on a phone in both orientations; the time until the page is ready.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { serverOnly } from "./host.mjs";
import { openFile, paste, pegs, place, sample, serve, tab, until, words } from "./help.mjs";

const here = place(sample("referee.json"), sample("match.jsonl"));
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the axe violations of the page, of any impact. */
async function findings(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations
    .map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ target }) => target.join(" ")).slice(0, 3).join(", ")}`);
}

const WINDOWS = {
  "light, wide": { colorScheme: "light" },
  "dark, wide": { colorScheme: "dark" },
  "light, on a phone": { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  "dark, on a phone": { colorScheme: "dark", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  "light, on a phone in landscape orientation": { colorScheme: "light", viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  "dark, on a phone in landscape orientation": { colorScheme: "dark", viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
};

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`every view is accessible and fits the window: ${name}`, async () => {
    const page = await tab(here, options);
    const all = [];
    const check = async (view) => {
      all.push(...(await findings(page)).map((finding) => `${view}: ${finding}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) all.push(`${view}: ${wide} pixels wider than the window`);
    };
    // With several files the page opens with their list.
    await check("games, listed");
    await page.click("[data-open=play]");
    await check("play, empty");
    await paste(page, await readFile(sample("game.json"), "utf8"));
    await words(page, "#moves", /L8/);
    await page.click("#to-end");
    await pegs(page, 15);
    await check("games");
    await page.click("[data-open=play]");
    await check("play");
    await page.click("[data-open=analyse]");
    await page.click("#back");
    await pegs(page, 14);
    await page.selectOption("#review-level", "1");
    await page.click("#review");
    await page.locator("#review-part").waitFor();
    await page.click("#analyse-toggle");
    await words(page, "#analyse-text", /visits/);
    await page.click("#analyse-toggle");
    await check("analyse");
    await page.click("text=Distances");
    await page.locator(".distance").first().waitFor();
    await check("distances");
    await page.click("#setup");
    await check("setup");
    await page.click("#setup-done");
    await page.click("[data-open=games]");
    await openFile(page, sample("referee.json"));
    await words(page, "#details-errors", /stderr/);
    await check("record");
    await openFile(page, sample("match.jsonl"));
    await words(page, "#match-score", /quick/);
    await check("match");
    for (const [button, dialog] of [["#open-help", "#help"], ["#open-share", "#share"]]) {
      await page.click(button);
      await page.locator(dialog).waitFor();
      await check(dialog);
      await page.click(`${dialog} [data-close]`);
    }
    await page.click("#open-help");
    await page.click("#open-rules");
    await check("#rules");
    await page.click("#rules [data-close]");
    await page.click("[data-open=play]");
    await page.click("#open-new");
    await page.selectOption("#new-clock", "byoyomi");
    await check("new game");
    await page.selectOption("#new-opponent", "person");
    await page.click("#new-form [type=submit]");
    await page.locator("[data-clock]").first().waitFor();
    await page.click("#play-options summary");
    for (const option of ["bar", "graph", "warn"]) await page.check(`#option-${option}`);
    await check("play with clocks and chances");
    await page.fill("#move-text", "D4");
    await page.keyboard.press("Enter");
    await pegs(page, 1);
    await page.click("#draw");
    await check("draw offer");
    await page.click("#draw-form [type=submit]");
    await words(page, "#status", /agreement/);
    await check("play, over");
    await page.click("#open-new");
    await page.selectOption("#new-opponent", "link");
    await page.click("#new-form [type=submit]");
    await page.locator("#link-part").waitFor();
    await check("play by link");
    await page.click("[data-open=games]");
    await page.locator("#recent li").first().waitFor();
    await check("recent games");
      await page.click("[data-open=play]");
      await page.click("#open-new");
      await page.selectOption("#new-opponent", "person");
      await page.selectOption("#new-clock", "none");
    await page.fill("#new-columns", "24");
    await page.fill("#new-rows", "5");
    await page.click("#new-form [type=submit]");
    await words(page, "#status", /to move/);
    await check("narrow board");
    await page.fill("#move-text", "D4");
    await page.keyboard.press("Enter");
    await pegs(page, 1);
    await page.click("#resign");
    await check("resign");
    await page.click("#resign-form [type=submit]");
    await words(page, "#status", /resignation/);
    await page.keyboard.press("+");
    await check("game over, zoomed");
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

test("the page is ready within two seconds of the program's start", serverOnly, async (context) => {
  const server = await serve();
  try {
    const page = await tab({ browser: here.browser, url: server.url });
    const took = performance.now() - server.started;
    context.diagnostic(`${Math.round(took)} ms`);
    assert.ok(took < 2000, `${took} ms`);
    await page.done();
  } finally {
    server.stop();
  }
});
