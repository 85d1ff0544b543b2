// Sharing: the address that holds the game, and files of every kind.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { begin, paste, peg, pegs, place, sample, tab, words } from "./help.mjs";

const here = place();

test("a shared address opens the same position and tree in a second tab", async () => {
  const page = await tab(here);
  await paste(page, await readFile(sample("game.sgf"), "utf8"));
  await words(page, "#moves", /L8/);
  // Into the variation.
  await page.locator("#moves .line .line .move", { hasText: "E7" }).click();
  await pegs(page, 5);
  await page.click("#open-share");
  await page.locator("#share").waitFor();
  const address = await page.inputValue("#link");
  assert.match(address, /#g=[\w-]+&at=4\.1\.1$/);
  assert.ok(address.length < 700, `${address.length} characters`);
  const other = await tab(here, { address });
  await pegs(other, 5);
  await words(other, "#moves", /D7\s*swap/);
  await words(other, ".move.here", /E7/);
  await other.locator(".noted").waitFor();
  await other.done();
  const broken = await tab(here, { address: address.slice(0, address.indexOf("&") - 20) });
  await words(broken, "#toast.error", /cut, or changed/);
  await broken.done();
  await page.done();
});

test("the page that is loaded again goes on with the game", async () => {
  const page = await tab(here);
  await begin(page, { columns: 8 });
  await peg(page, "C3", "F6");
  await page.waitForFunction(() => location.hash.endsWith("at=2"));
  await page.reload();
  await pegs(page, 2);
  await page.done();
});

const KINDS = {
  sgf: /^\(;FF\[4\]/,
  littlegolem: /^\(;FF\[4\].*littlegolem/,
  t1j: /^# Twixt/,
  list: /^# twixt size=12/,
  json: /"moves":\["D7","SWAP"/,
  svg: /^<svg/,
  html: /^<!doctype html>/i,
};

test("each export is a file that holds the game", async () => {
  const page = await tab(here);
  await paste(page, await readFile(sample("game.json"), "utf8"));
  await words(page, "#moves", /L8/);
  await page.click("#to-end");
  await page.click("#open-share");
  const save = async (format) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
    return readFile(await download.path());
  };
  for (const [format, begins] of Object.entries(KINDS)) assert.match(String(await save(format)), begins, format);
  const png = await save("png");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  // Width and height stand in the first chunk: twice as fine as the picture.
  assert.ok(png.readUInt32BE(16) >= 800, `${png.readUInt32BE(16)} pixels`);
  assert.ok(png.length > 5000, `${png.length} bytes`);
  await page.done();
});

test("the exported page replays without a server", async () => {
  const page = await tab(here);
  await paste(page, await readFile(sample("game.json"), "utf8"));
  await words(page, "#moves", /L8/);
  await page.click("#open-share");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-format=html]")]);
  const text = await readFile(await download.path(), "utf8");
  const alone = await here.browser.newPage({ offline: true });
  const complaints = [];
  alone.on("pageerror", (error) => complaints.push(String(error)));
  await alone.setContent(text);
  await alone.locator("svg").first().waitFor();
  assert.deepEqual(complaints, []);
  assert.doesNotMatch(text, /(src|href)="?https?:/);
  await alone.close();
  await page.done();
});
