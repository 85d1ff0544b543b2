// Every view, light and dark, wide and on a phone: no serious finding of axe, nothing that runs out of the
// window; and how soon the page can be played.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { paste, pegs, place, sample, serve, tab, until, words } from "./help.mjs";

const here = place(sample("referee.json"), sample("match.jsonl"));
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What is seriously wrong with what is shown. */
async function findings(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).slice(0, 3).join(", ")}`);
}

const WINDOWS = {
  "light, wide": { colorScheme: "light" },
  "dark, wide": { colorScheme: "dark" },
  "light, on a phone": { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

for (const [name, options] of Object.entries(WINDOWS)) {
  test(`every view is sound for those who do not see it: ${name}`, async () => {
    const page = await tab(here, options);
    const all = [];
    const look = async (view) => {
      all.push(...(await findings(page)).map((finding) => `${view}: ${finding}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) all.push(`${view}: ${wide} pixels wider than the window`);
    };
    // With several files it begins with their list.
    await look("games, listed");
    await page.click("[data-open=play]");
    await look("play, empty");
    await paste(page, await readFile(sample("game.json"), "utf8"));
    await words(page, "#moves", /L8/);
    await page.click("#to-end");
    await pegs(page, 15);
    await look("games");
    await page.click("[data-open=play]");
    await look("play");
    await page.click("[data-open=analyse]");
    await page.click("#back");
    await pegs(page, 14);
    await page.selectOption("#review-level", "1");
    await page.click("#review");
    await page.locator("#review-part").waitFor();
    await page.click("#analyse-toggle");
    await words(page, "#analyse-told", /visits/);
    await page.click("#analyse-toggle");
    await look("analyse");
    await page.click("text=Distances");
    await page.locator(".distance").first().waitFor();
    await look("distances");
    await page.click("#setup");
    await look("setup");
    await page.click("#setup-done");
    await page.click("[data-open=games]");
    await page.locator("#named button", { hasText: "referee.json" }).first().click();
    await words(page, "#details-errors", /stderr/);
    await look("record");
    await page.locator("#named button", { hasText: "match.jsonl" }).first().click();
    await words(page, "#match-score", /quick/);
    await look("match");
    for (const [button, dialog] of [["#open-help", "#help"], ["#open-share", "#share"]]) {
      await page.click(button);
      await page.locator(dialog).waitFor();
      await look(dialog);
      await page.click(`${dialog} [data-close]`);
    }
    await page.click("[data-open=play]");
    await page.click("#open-new");
    await look("new game");
    assert.deepEqual(all, []);
    await page.done();
  });
}

test("light and dark may be chosen, and stay so", async () => {
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

test("from the program's start to a page that can be played it takes less than two seconds", async (context) => {
  const server = await serve();
  try {
    const page = await tab({ browser: here.browser, url: server.url });
    const took = performance.now() - server.begun;
    context.diagnostic(`${Math.round(took)} ms`);
    assert.ok(took < 2000, `${took} ms`);
    await page.done();
  } finally {
    server.stop();
  }
});
