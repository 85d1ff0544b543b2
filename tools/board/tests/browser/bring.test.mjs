// Games from elsewhere: logs and replays of the arena, LittleGolem's numbers, lists without a size; names of downloads.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { add, paste, pegs, place, sample, startGame, tab, words } from "./help.mjs";

const here = place();

/** The example of docs/protocol.md, after C3, H8, D5, J9 and F6. */
const TURN = "F6\n2\nH8\nJ9\n1\nH8 J9\n3\nC3\nD5\nF6\n2\nC3 D5\nD5 F6\n";
const LOG = "Bot ready\nFIRST\n0\n0\n0\n0\nC3 hello\nG8\n1\nC3\n0\n1\nG8\n0\nD5 v=0.53\n";

const holes = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".holes circle").length === count, count);

const drop = (page, files) => page.evaluate((files) => {
  const carried = new DataTransfer();
  for (const [name, text] of files) carried.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}, files);

async function saved(page, format) {
  await page.click("#open-share");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
  await page.click("#share [data-close]");
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

test("a turn of a bot's input is a position with the right side to move", async () => {
  const page = await tab(here);
  await paste(page, TURN);
  await pegs(page, 5);
  await words(page, "#status", /to move: horizontal/);
  await words(page, "#found-text", /read as arena; the log starts in mid-game.*horizontal to move is assumed/);
  assert.equal(await page.locator("#size-part").isVisible(), false);
  await add(page, "K7");
  await pegs(page, 6);
  await paste(page, TURN.replace("H8 J9", "H8 J10"));
  await words(page, "#toast.error", /^line 6, column 1: expected two ends a knight's move apart/);
  await page.done(/status of 4/);
});

test("a bot's log and a replay of the arena are games", async () => {
  const page = await tab(here);
  await drop(page, [["bot.log", LOG]]);
  await words(page, "#moves", /C3\s*G8/s);
  await pegs(page, 2);
  await page.click("#to-start");
  await pegs(page, 0);
  const frames = ["C3 hi", "SWAP", "G8"].map((text, index) => ({ agentId: index % 2, stdout: `${text}\n`, view: "" }));
  const agents = ["Ann", "Bo"].map((pseudo, index) => ({ index, codingamer: { pseudo } }));
  await paste(page, JSON.stringify({ gameId: 81, frames: [{ agentId: -1, view: "" }, ...frames], agents, scores: [1, 0] }));
  await words(page, "#found", /Ann - Bo, CodinGame 81/);
  await words(page, "#moves", /C3\s*swap.*G8/s);
  await words(page, "#status", /Ann \(\w+\) won/);
  await page.done();
});

test("the current position is saved as the input of a bot", async () => {
  const page = await tab(here);
  await paste(page, "# twixt size=12\nc3 g8 d5");
  await words(page, "#moves", /D5/);
  await page.click("#back");
  await pegs(page, 2);
  const { name, text } = await saved(page, "arena");
  assert.match(name, /^twixt-\d{4}-\d\d-\d\d\.in$/);
  assert.equal(text, "FIRST\n0\n0\n0\n0\nG8\n1\nC3\n0\n1\nG8\n0\n");
  await page.done();
});

test("a LittleGolem number or address shows the link to its file, which is then dropped", async () => {
  const page = await tab(here);
  for (const text of ["#1234567", "https://www.littlegolem.net/jsp/game/game.jsp?gid=1234567&nmove=3"]) {
    await paste(page, text);
    await words(page, "#reference-text", /^LittleGolem game 1234567: this page cannot load it/);
    const link = page.locator("#reference-link");
    assert.equal(await link.getAttribute("href"), "https://www.littlegolem.net/servlet/sgf/1234567/game1234567.tsgf");
    assert.equal(await link.textContent(), "Download game1234567.tsgf");
    await page.waitForFunction(() => document.activeElement?.id === "reference-link");
    await drop(page, [["game1234567.tsgf", await readFile(sample("game.tsgf"), "utf8")]]);
    await words(page, "#found-name", /^game1234567\.tsgf: one game/);
    await link.waitFor({ state: "hidden" });
  }
  await page.done();
});

test("a list without a size is read on a board with room for its moves, which the user can change", async () => {
  const page = await tab(here);
  await page.click("[data-open=games]");
  assert.equal(await page.locator("#size-part").isVisible(), false);
  await paste(page, "1.l12 2.m14 3.n10");
  await words(page, "#moves", /L12\s*M14.*N10/s);
  await holes(page, 24 * 24 - 4);
  const sizes = await page.locator("#size option").evaluateAll((all) => all.map(({ label, disabled, selected }) => [label, disabled, selected]));
  assert.deepEqual(sizes, [["12 × 12", true, false], ["18 × 18", false, false], ["24 × 24", false, true], ["Other …", false, false]]);
  await page.selectOption("#size", "18");
  await holes(page, 18 * 18 - 4);
  await words(page, "#moves", /L12\s*M14.*N10/s);
  await page.selectOption("#size", "other");
  await page.fill("#size-other", "20 x 16");
  await page.keyboard.press("Enter");
  await holes(page, 20 * 16 - 4);
  assert.equal(await page.locator("#size option:checked").textContent(), "20 × 16");
  await page.selectOption("#size", "other");
  await page.fill("#size-other", "13");
  await page.keyboard.press("Enter");
  await words(page, "#toast.error", /on a 13 x 13 board.*choose a larger board/);
  // The next text gets its own board.
  await paste(page, "1.d6 2.e8");
  await holes(page, 12 * 12 - 4);
  assert.equal(await page.inputValue("#size"), "12");
  await paste(page, "# twixt size=12\n1.d6 2.e8");
  await page.locator("#size-part").waitFor({ state: "hidden" });
  await page.done(/status of 4/);
});

test("the size applies to all dropped files", async () => {
  const page = await tab(here);
  await drop(page, [["one.txt", "1.c3 2.f6"], ["two.txt", "1.l12 2.m14 3.n10"], ["bad.txt", "1.c3 2.c3"], ["three.txt", "# twixt size=12\n1.d6"]]);
  await words(page, "#found-name", /^3 files: 3 games/);
  await words(page, "#found-errors li", /^bad\.txt: line 1/);
  assert.equal(await page.locator("#size option:checked").textContent(), "By file");
  await page.selectOption("#size", "18");
  await page.locator("#found button").nth(1).click();
  await holes(page, 18 * 18 - 4);
  await page.locator("#found button").nth(2).click();
  await holes(page, 12 * 12 - 4);
  await page.done(/status of 4/);
});

test("downloads are named after the players and the date", async () => {
  const page = await tab(here);
  await paste(page, "# twixt size=12\n# opens: Ann/Eve <x>\n# answers: Zoë Müller\n# date: 2004-05-01\n1.c3 2.g8");
  await words(page, "#moves", /C3/);
  for (const [format, ending] of [["sgf", "sgf"], ["svg", "svg"], ["png", "png"], ["html", "html"]]) {
    assert.equal((await saved(page, format)).name, `Ann-Eve-x-vs-Zoe-Muller-2004-05-01.${ending}`);
  }
  await startGame(page, { opponent: "4" });
  const today = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  });
  assert.equal((await saved(page, "json")).name, `You-vs-Casual-900-${today}.jsonl`);
  await page.done();
});

test("what is no game is named for what it is, with the way to the file", async () => {
  const page = await tab(here);
  const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  await page.click("[data-open=games]");
  await page.setInputFiles("#file", { name: "board.png", mimeType: "image/png", buffer: PNG });
  await words(page, "#toast.error", /a file of the type image\/png, not a game/);
  await paste(page, "https://www.codingame.com/replay/812345678");
  await words(page, "#toast.error", /replay 812345678; open the replay in a browser/);
  await paste(page, "F6\n2\nH8\n");
  await words(page, "#toast.error", /expected a hole, found the end|expected .* found/);
  await page.click("#open-share");
  await page.locator("#link-local").waitFor();
  await page.click("#share [data-close]");
  await page.done(/status of 422/);
});
