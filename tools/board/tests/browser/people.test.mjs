// Games between people: clocks, draws, and turn by turn by link.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { host, serverOnly } from "./host.mjs";
import { fromMenu, link, openNew, peg, pegs, place, running, startGame, tab, until, words } from "./help.mjs";

const here = place();
const inModules = { skip: host === "single" ? "its modules have no addresses" : false };

/** Starts a game between two people with a clock. */
async function timed(page, kind, fields) {
  await openNew(page);
  await page.selectOption("#new-clock", kind);
  for (const [id, value] of Object.entries(fields)) await page.fill(`#new-${id}`, value);
  await page.click("#new-game [data-close]");
  await startGame(page, { columns: 8 });
}

/** Stops the time of a page with `ownClock`; then it passes only in `page.clock.runFor`. */
const stopTime = async (page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);

const time = (page, player) => page.locator(`[data-clock="${player}"] .time`).textContent();

async function saved(page, format) {
  await page.click("#open-share");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
  await page.click("#share [data-close]");
  return readFile(await download.path(), "utf8");
}

test("Fischer and byo-yomi clocks add, count and end as their rules require", inModules, async () => {
  const page = await tab(here);
  const found = await page.evaluate(async () => {
    const { newClock, spend, complete, reading } = await import("./page/clock.js");
    const fischer = newClock({ kind: "fischer", minutes: 1, seconds: 5, periods: 3 });
    const steps = [spend(fischer, 0, 20_000), complete(fischer, 0), reading(fischer, 0).time, spend(fischer, 0, 44_500), reading(fischer, 0), spend(fischer, 0, 600)];
    const byoyomi = newClock({ kind: "byoyomi", minutes: 0.5, seconds: 10, periods: 2 });
    const [first] = [reading(byoyomi, 1)];
    const more = [first, spend(byoyomi, 1, 31_000), reading(byoyomi, 1), complete(byoyomi, 1), reading(byoyomi, 1).time,
      spend(byoyomi, 1, 12_000), reading(byoyomi, 1), complete(byoyomi, 1), reading(byoyomi, 1).time, spend(byoyomi, 1, 10_000), byoyomi.left[0]];
    return JSON.parse(JSON.stringify([steps, more]));
  });
  assert.deepEqual(found, [
    [false, null, "0:45", false, { time: "0.5", more: "+ 5 s", isLow: true }, true],
    [{ time: "0:30", more: "+ 2 × 10 s", isLow: false }, false, { time: "9.0", more: "+ 1 × 10 s", isLow: true }, null, "0:10",
      false, { time: "8.0", more: "last period", isLow: true }, null, "0:10", true, 30_000],
  ]);
  await page.done();
});

test("a player without time loses, and the file states the reason", async () => {
  const page = await tab(here);
  await timed(page, "fischer", { minutes: "0.02", increment: "1" });
  assert.equal(await time(page, 1), "1.2");
  // No clock runs before the first move.
  await page.waitForTimeout(1500);
  await words(page, "#status", /First player to move/);
  await peg(page, "D4");
  await words(page, "#status", /First player \(vertical\) won on time\./);
  assert.equal(await time(page, 1), "0.0");
  assert.match(await saved(page, "list"), /result=vertical\+time/);
  assert.match(await saved(page, "sgf"), /RE\[W\+T\]/);
  await page.reload();
  await words(page, "#status", /First player \(vertical\) won on time\./);
  await page.done();
});

test("a clock runs for the player to move, pauses in other views and at earlier positions, and survives a reload", async () => {
  const page = await tab(here, { ownClock: true });
  await timed(page, "fischer", { minutes: "10", increment: "7" });
  await stopTime(page);
  await peg(page, "D4");
  await pegs(page, 1);
  // The first player's first move has no increment, since its time was not counted.
  assert.equal(await time(page, 0), "10:00");
  await page.clock.runFor(1500);
  assert.equal(await time(page, 1), "9:59");
  await peg(page, "E7");
  await pegs(page, 2);
  assert.equal(await time(page, 1), "10:06");
  const still = async (act, player) => {
    await act();
    const before = await time(page, player);
    await page.clock.runFor(2200);
    assert.equal(await time(page, player), before);
  };
  await still(() => page.click("[data-open=analyse]"), 0);
  await page.click("[data-open=play]");
  await still(() => page.click("#back"), 1);
  await page.click("#to-end");
  await page.clock.runFor(2500);
  assert.equal(await time(page, 0), "9:58");
  await page.reload();
  await pegs(page, 2);
  assert.equal(await time(page, 0), "9:58");
  assert.equal(await time(page, 1), "10:06");
  await page.done();
});

test("an engine's time for a move is a part of its clock's, and fits its increment or period", inModules, async () => {
  const page = await tab(here);
  const found = await page.evaluate(async () => {
    const { newClock, allotted, spend } = await import("./page/clock.js");
    const fischer = newClock({ kind: "fischer", minutes: 5, seconds: 10, periods: 0 });
    const byoyomi = newClock({ kind: "byoyomi", minutes: 10, seconds: 20, periods: 1 });
    const all = [allotted(fischer, 1), allotted(byoyomi, 1)];
    spend(fischer, 1, 295_000);
    spend(byoyomi, 1, 590_000);
    all.push(allotted(fischer, 1), allotted(byoyomi, 1));
    spend(byoyomi, 1, 20_000);
    return [...all, allotted(byoyomi, 1)].map((seconds) => Math.round(seconds * 10) / 10);
  });
  assert.deepEqual(found, [19, 24, 3.5, 14, 7]);
  await page.done();
});

test("against the engine both sides have a clock, and the engine moves within its own time", serverOnly, async () => {
  const page = await tab(here, { ownClock: true });
  /** The requests for moves; their answers wait. */
  const held = [];
  await page.route("**/api/think", (route) => held.push(route));
  await openNew(page);
  await page.selectOption("#new-clock", "fischer");
  await page.fill("#new-minutes", "1");
  await page.fill("#new-increment", "2");
  await page.click("#new-game [data-close]");
  await startGame(page, { opponent: "full", columns: 8 });
  assert.equal(await page.locator("[data-clock]").count(), 2);
  await stopTime(page);
  await peg(page, "D4");
  await until(() => held.length === 1);
  // A twenty-fifth of the minute, and 0.7 of the increment, instead of three seconds.
  const asked = held[0].request().postDataJSON();
  assert.ok(asked.seconds > 2 && asked.seconds <= 3, String(asked.seconds));
  await page.locator(".thought").waitFor();
  assert.equal(await time(page, 1), "1:00");
  await page.clock.runFor(5000);
  assert.equal(await time(page, 1), "0:55");
  await held[0].continue();
  await pegs(page, 2);
  assert.equal(await page.locator(".thought").count(), 0);
  assert.equal(await time(page, 1), "0:57");
  await page.clock.runFor(2000);
  assert.equal(await time(page, 0), "0:58");
  // Without time, the engine loses.
  await peg(page, "F6");
  await until(() => held.length === 2);
  await page.clock.runFor(58_000);
  await words(page, "#status", /You won on time\./);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.done();
});

test("a random side is drawn for each game", async () => {
  const page = await tab(here);
  for (const [drawn, mover] of [[0.2, "Beginner"], [0.7, "You"]]) {
    await page.evaluate((drawn) => (Math.random = () => drawn), drawn);
    await startGame(page, { opponent: "1", columns: 8, side: "random" });
    await words(page, ".seat >> nth=0", new RegExp(mover));
  }
  await page.done();
});

test("a draw offer is accepted or declined on screen", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "D4");
  await fromMenu(page, "#draw");
  await words(page, "#draw-ask[open]", /Second player offers a draw to First player/);
  await page.click("#draw-ask [data-close]");
  await words(page, "#status", /Second player to move/);
  await page.keyboard.press("Shift+D");
  await page.click("#draw-form [type=submit]");
  await words(page, "#status", /Drawn by agreement/);
  await page.click("#play-more");
  assert.equal(await page.locator("#draw").isVisible(), false);
  await page.keyboard.press("Escape");
  assert.match(await saved(page, "json"), /"ending":"agreement"/);
  await page.click("#undo");
  await words(page, "#status", /Second player to move/);
  await page.done();
});

test("the engine accepts a draw late at equal chances, and declines others", async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "1", columns: 8 });
  await fromMenu(page, "#draw");
  await words(page, "#toast", /Beginner · 450 declines.*after move 16/);
  // Neither side can win this position any more, but a search is needed to find that out.
  const moves = ["C4", "D3", "C2", "E4", "D1", "E3", "C1", "B2", "B5", "A4"];
  const record = { size: 5, rules: "pp", swap: "none", players: ["You", "Grade 1"], moves };
  const other = await tab(here, { address: link(here.url, record, String(record.moves.length)) });
  await pegs(other, moves.length);
  await other.click("[data-open=play]");
  await other.selectOption("#offer-opponent", "1");
  await other.selectOption("#offer-side", "vertical");
  await other.click("#offer [type=submit]");
  await words(other, "#status", /You to move/);
  await fromMenu(other, "#draw");
  await words(other, "#status", /Drawn by agreement/);
  await other.done();
  await page.done();
});

test("two people play turn by turn by link, and no engine starts", async () => {
  const anna = await tab(here);
  await openNew(anna, "link");
  assert.equal(await anna.locator("#new-clock").isVisible(), false);
  await anna.fill("#new-name", "Anna");
  await anna.click("#new-game [data-close]");
  await startGame(anna, { opponent: "link", columns: 8 });
  await words(anna, "#link-text", /It is your turn/);
  assert.ok(await anna.isDisabled("#copy-turn"));
  await peg(anna, "D4");
  const sent = async (page, move) => {
    await words(page, "#link-text", move);
    await page.waitForFunction(() => document.querySelector("#turn-link").value.includes("&play="));
    return page.inputValue("#turn-link");
  };
  // The move can be taken back and replaced until the link is opened.
  await anna.click("#undo");
  await words(anna, "#link-text", /It is your turn|move 1/);
  await peg(anna, "E4");
  const first = await sent(anna, /contains move 1\. E4/);
  assert.doesNotMatch(await anna.inputValue("#turn-link"), /draw/);
  // The other player moves next, with the board turned so that its borders are at the top and bottom.
  const ben = await tab(here, { address: first });
  await pegs(ben, 1);
  assert.equal(await ben.getAttribute("body", "data-view"), "play");
  await words(ben, ".seat >> nth=1", /Second player.*horizontal, top – bottom \(you\)/);
  assert.equal(await ben.locator(".coordinate").first().textContent(), "A");
  assert.equal(await ben.evaluate(() => {
    const [one, two] = ["A", "B"].map((text) => [...document.querySelectorAll(".coordinate")].find((label) => label.textContent === text).getBoundingClientRect());
    return Math.abs(one.x - two.x) < 1 && one.y < two.y;
  }), true);
  await ben.fill("#move-text", "E6");
  await ben.keyboard.press("Enter");
  await pegs(ben, 2);
  await ben.fill("#move-text", "C3");
  await ben.keyboard.press("Enter");
  await words(ben, "#toast", /Anna's turn/);
  await fromMenu(ben, "#draw");
  const second = await sent(ben, /contains move 2\. E6 and a draw offer/);
  await ben.reload();
  await pegs(ben, 2);
  await words(ben, "#link-text", /move 2\. E6/);
  // Anna opens the answer in the same tab.
  await anna.evaluate((address) => (location.href = address), second);
  await words(anna, "#draw-ask[open]", /Second player offers a draw to Anna/);
  await anna.click("#draw-ask [data-close]");
  await pegs(anna, 2);
  await words(anna, "#status", /Anna to move: vertical, top – bottom/);
  await anna.click("#undo");
  await words(anna, "#toast", /cannot take it back/);
  await peg(anna, "F6");
  await fromMenu(anna, "#draw");
  const third = await sent(anna, /and a draw offer/);
  await ben.evaluate((address) => (location.href = address), third);
  await ben.click("#draw-form [type=submit]");
  const last = await sent(ben, /contains the result/);
  await anna.evaluate((address) => (location.href = address), last);
  await words(anna, "#status", /draw/i);
  await words(anna, "#link-text", /The game is over/);
  // The list of recent games has one entry for the whole game.
  await anna.click("[data-open=games]");
  await words(anna, "#recent li >> nth=0", /Anna – Second player.*3 moves/);
  assert.equal(await anna.locator("#recent li").count(), 1);
  // An old link, with the full stop of a message.
  await anna.evaluate((address) => (location.href = address), `${second.replace("&draw=1", "")}.`);
  await words(anna, "#toast", /a game in which you answered F6 here/);
  await anna.click("[data-open=play]");
  await words(anna, "#link-text", /It is your turn/);
  await anna.waitForTimeout(400);
  await anna.click("[data-open=games]");
  assert.equal(await anna.locator("#recent li").count(), 1);
  assert.equal(await running(here), 0);
  await anna.done();
  await ben.done();
});

test("a game by link can be pasted, resigned, and started by the second player", async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "link", columns: 8, side: "second" });
  await words(page, "#link-text", /contains the empty board/);
  await page.waitForFunction(() => document.querySelector("#turn-link").value.includes("&play=0"));
  const address = await page.inputValue("#turn-link");
  const other = await tab(here);
  await other.click("[data-open=games]");
  await other.click("text=Paste a game");
  await other.fill("#paste", `Your turn: ${address}`);
  await other.click("#paste-form button");
  await words(other, ".seat >> nth=0", /First player.*vertical, top – bottom \(you\)/);
  await peg(other, "C3");
  await fromMenu(other, "#resign");
  await words(other, "#resign-ask[open]", /First player loses/);
  await other.click("#resign-form [type=submit]");
  await words(other, "#link-text", /contains the result/);
  await other.done();
  // An invalid seat makes it an ordinary link.
  const odd = await tab(here, { address: address.replace("play=0", "play=7") });
  await odd.locator("#offer").waitFor();
  assert.equal(await odd.locator("#link-part").isVisible(), false);
  await odd.done();
  await page.done();
});
