// The single-file page, opened from disk: it loads nothing, plays a whole game and reviews it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { host } from "./host.mjs";
import { place, startGame, tab, words } from "./help.mjs";

const here = place();
const singleOnly = { skip: host === "single" ? false : "needs the single-file page" };

test("a whole game is played and reviewed from disk, and nothing is loaded", singleOnly, async () => {
  const page = await tab(here);
  const loaded = [];
  page.on("request", (request) => request.url().startsWith("blob:") || loaded.push(request.url()));
  await startGame(page, { opponent: "1", columns: 8, side: "second" });
  // Play the first legal hole; the engine answers it.
  for (let turn = 0; turn < 40; turn++) {
    await words(page, "#status", /You to move|won|lost|drawn/i);
    if (/won|lost|drawn/i.test(await page.textContent("#status"))) break;
    const ply = await page.locator(".pegs .peg").count();
    await page.evaluate(async () => {
      const { session } = await import("session.js");
      await session.play(session.view.holes[0], true);
    });
    await page.waitForFunction((ply) => document.querySelectorAll(".pegs .peg").length >= ply + 2
      || /won|lost|drawn/i.test(document.querySelector("#status").textContent), ply);
  }
  await words(page, "#status", /won|lost/);
  await page.click("[data-open=analyse]");
  await page.selectOption("#review-nodes", "64");
  await page.click("#review");
  await page.locator("#review-part").waitFor();
  await words(page, "#review-players", /Beginner · 450/);
  assert.deepEqual(loaded, []);
  await page.done();
});
