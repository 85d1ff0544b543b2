// Replay of files in every format, of records of the referee and the lab, and of a running match.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { crc32 } from "node:zlib";
import { findings } from "./axe.mjs";
import { serverOnly } from "./host.mjs";
import { openFile, paste, pegs, place, sample, serve, serveAt, tab, until, words } from "./help.mjs";

const folder = await mkdtemp(join(tmpdir(), "board-"));
after(() => rm(folder, { recursive: true }));

const lines = (await readFile(sample("match.jsonl"), "utf8")).trimEnd().split("\n");
const running = join(folder, "running.jsonl");
await writeFile(running, lines.slice(0, 6).map((line) => `${line}\n`).join(""));
/** A copy of the match without its last game. */
const ending = join(folder, "ending.jsonl");
await writeFile(ending, lines.slice(0, 12).map((line) => `${line}\n`).join(""));

const league = new URL("../../../lab/league/games.jsonl", import.meta.url).pathname;
const here = place(sample("referee.json"), sample("match.jsonl"), running, ending, league);

test("files of every format can be opened and replayed", async () => {
  const page = await tab(here);
  await page.click("[data-open=games]");
  for (const name of ["game.sgf", "game.tsgf", "game.t1j", "game.txt", "game.json"]) {
    await page.setInputFiles("#file", sample(name));
    await words(page, "#found-name", new RegExp(`^${name}: one game`));
    await words(page, "#found", /Anna/);
    await words(page, "#moves", /D7\s*swap.*L8/s);
    // A game opens at its last position, so that the board is not empty.
    await pegs(page, 15);
    await words(page, "#status", /\(horizontal\) won\.|horizontal wins/i);
    await page.click("#to-start");
    await pegs(page, 0);
  }
  // SGF keeps notes and variations.
  await page.setInputFiles("#file", sample("game.sgf"));
  await page.locator(".noted").waitFor();
  assert.equal(await page.locator("#moves .line .line .move").count(), 2);
  await page.done();
});

test("a file may state other characters than UTF-8", async () => {
  const page = await tab(here);
  await page.click("[data-open=games]");
  // "Tom\u00e1\u0161" in windows-1250.
  const start = Buffer.from("(;GM[21]CA[windows-1250]SZ[24]PW[Tom");
  const buffer = Buffer.concat([start, Buffer.of(0xe1, 0x9a), Buffer.from("]PB[Ann];W[f6];B[k10])")]);
  await page.setInputFiles("#file", { name: "old.sgf", mimeType: "text/plain", buffer });
  await words(page, "#found", /Tom\u00e1\u0161/);
  await words(page, "#moves", /F6\s*K10/);
  await page.done();
});

test("files can be dropped and texts pasted", async () => {
  const page = await tab(here);
  const text = await readFile(sample("game.txt"), "utf8");
  await page.evaluate((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], "dropped.txt"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
  }, text);
  await words(page, "#found-name", /^dropped.txt/);
  await words(page, "#moves", /D7\s*swap/);
  await paste(page, "1.c3 2.f6 3.d5");
  await words(page, "#found-name", /^pasted/);
  await words(page, "#moves", /C3\s*F6/);
  await paste(page, "(;FF[4]GM[11]SZ[12])");
  await words(page, "#toast.error", /\w+/);
  await page.done(/status of 4/);
});

const drop = (page, files) => page.evaluate((files) => {
  const carried = new DataTransfer();
  for (const [name, text] of files) carried.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}, files);

test("several dropped files are read, and the error names the invalid one", async () => {
  const page = await tab(here);
  await drop(page, [["one.txt", "1.c3 2.f6"], ["two.txt", "1.d4 2.e8 3.c6"]]);
  await words(page, "#found-name", /^2 files: 2 games/);
  assert.deepEqual(await page.locator("#found .quiet").allTextContents(), ["one.txt: not over", "two.txt: not over"]);
  await words(page, "#moves", /C3\s*F6/);
  await page.locator("#found button").nth(1).click();
  await words(page, "#moves", /D4\s*E8.*C6/s);
  await drop(page, [["good.txt", "1.c3 2.g7"], ["bad.txt", "1.c3 2.c3"]]);
  await words(page, "#toast.error", /^Cannot open bad\.txt: line 1/);
  await words(page, "#found-errors li", /^bad\.txt: line 1/);
  await words(page, "#found-name", /^1 file: one game/);
  await words(page, "#moves", /C3\s*G7/);
  await page.done(/status of 4/);
});

test("the file named on the command line is opened", serverOnly, async () => {
  const server = await serve(sample("game.sgf"));
  try {
    const page = await tab({ browser: here.browser, url: server.url });
    await words(page, "#found-name", /^game\.sgf: one game/);
    await words(page, "#moves", /D7\s*swap.*L8/s);
    // A reload keeps the current game.
    await paste(page, "1.c3 2.f6");
    await words(page, "#moves", /C3\s*F6/);
    await page.waitForTimeout(400);
    await page.reload();
    await words(page, "#moves", /C3\s*F6/);
    await page.done();
  } finally {
    server.stop();
  }
});

test("the current move stays visible when the list of moves shrinks", async () => {
  const page = await tab(here);
  const holes = [2, 4, 6, 8, 10].flatMap((row) => [..."BCDEFGHIJK"].map((column) => `${column}${row}`));
  await paste(page, `# twixt size=12 swap=none\n${holes.join(" ")}`);
  await words(page, "#moves", /K10/);
  await page.click("[data-open=play]");
  await page.locator("#moves .move", { hasText: "K8" }).click();
  await words(page, ".move.here", /K8/);
  await page.click("[data-open=games]");
  const sight = () => page.evaluate(() => {
    const [list, here] = ["#moves", ".move.here"].map((part) => document.querySelector(part).getBoundingClientRect());
    return here.top >= list.top - 1 && here.bottom <= list.bottom + 1;
  });
  await until(sight);
  await page.done();
});

test("a referee's record shows stderr, response times and the bots' own values", async () => {
  const page = await tab(here);
  await openFile(page, sample("referee.json"));
  await words(page, "#details-errors", /stderr of \.\/first: 3 lines/);
  await words(page, "#details-errors pre >> nth=0", /value 0\.44 after 551 visits/);
  await words(page, "#details-errors pre >> nth=1", /D6: winrate=57%/);
  await page.locator("#moves .move", { hasText: "C5" }).click();
  await words(page, "#details-here", /C5.*55 ms/);
  assert.ok((await page.locator("#graph .own.first").count()) > 0);
  await page.done();
});

test("a match is shown with games, Elo, endings and first pegs; a click replays a game", async () => {
  const page = await tab(here);
  await openFile(page, sample("match.jsonl"));
  await words(page, "#match-score", /quick 8 : 4 plain/);
  assert.equal(await page.locator("#match-grid .game").count(), 12);
  assert.equal(await page.locator("#match-grid .game.won").count(), 8);
  await words(page, "#match-elo-text", /quick over plain, 12 games: \d+/);
  await words(page, "#match-endings", /chain\s*12/);
  await page.locator("#match-first circle.won").first().waitFor();
  await page.locator("#match-grid .game").nth(2).click();
  await words(page, "#moves", /C2\s*E2.*C6/s);
  await page.click("[data-open=match]");
  await words(page, "#match-score", /quick/);
  await page.done();
});

test("a league is shown as a cross table", async () => {
  // The league's file has the plan in its first line and a game in each other line.
  const games = (await readFile(league, "utf8")).trimEnd().split("\n").length - 1;
  const page = await tab(here);
  await openFile(page, league);
  await words(page, "#match-score", new RegExp(`\\d players, ${games} games`));
  await words(page, "#match-table", /Elo.*random/s);
  const all = await page.locator("#match-grid .game").count();
  await page.selectOption("#match-pair", { index: 1 });
  await page.waitForFunction((all) => document.querySelectorAll("#match-grid .game").length < all, all);
  await page.done();
});

test("a match of victories has words instead of an Elo", async () => {
  const page = await tab(here);
  await page.click("[data-open=games]");
  const buffer = Buffer.from([lines[0], ...lines.slice(5, 10)].map((line) => `${line}\n`).join(""));
  await page.setInputFiles("#file", { name: "swept.jsonl", mimeType: "text/plain", buffer });
  await words(page, "#match-score", /quick 5 : 0 plain/);
  await words(page, "#match-elo-text", /quick won all 5 games, so the difference has no upper limit/);
  await page.locator("#match-elo").waitFor({ state: "hidden" });
  // The first bot does not have the colour of vertical.
  const [bot, side] = await page.evaluate(() => [getComputedStyle(document.querySelector(".game.won")).backgroundColor,
    getComputedStyle(document.querySelector(".border.vertical")).stroke]);
  assert.notEqual(bot, side);
  await page.done();
});

test("a match that has all its games is not live any more", serverOnly, async () => {
  const page = await tab(here);
  await page.click("[data-open=games]");
  await page.locator("#named li", { hasText: "ending.jsonl" }).locator("button").click();
  await words(page, "#match-terms", /11 of 12 games/);
  await page.locator("#match-live").waitFor();
  await appendFile(ending, `${lines[12]}\n`);
  await words(page, "#match-terms", /12 of 12 games/);
  await page.locator("#match-live").waitFor({ state: "hidden" });
  assert.equal(await page.textContent("#toast"), "");
  await page.done();
});

test("the reason of a forfeit and the stderr of a replay are shown", async () => {
  const page = await tab(here);
  await page.click("[data-open=games]");
  const record = { size: 6, rules: "pp", moves: ["C3", "D4"], limits_ms: [[1000, 300], [1000, 300]], times_ms: [1, 2],
    winner: "second", ending: "crashed", reason: "The first player loses: its program ended with status 1." };
  await page.setInputFiles("#file", { name: "crashed.json", mimeType: "text/plain", buffer: Buffer.from(JSON.stringify(record)) });
  await words(page, "#details-here", /2\. D4: answered in 2.* ended with status 1/);
  const frame = (agentId, stdout) => ({ agentId, stdout, stderr: `thinks of ${stdout}` });
  const replay = { gameId: 5, frames: [frame(0, "C3"), frame(1, "G8"), frame(0, "G8")], agents: [], scores: [0, 1] };
  await page.setInputFiles("#file", { name: "replay.json", mimeType: "text/plain", buffer: Buffer.from(JSON.stringify(replay)) });
  await words(page, "#details-here", /"G8", is not a legal move/);
  await words(page, "#details-errors pre >> nth=0", /thinks of C3\s+thinks of G8/);
  await page.done();
});

test("a running match is followed as it grows", serverOnly, async () => {
  const page = await tab(here);
  await page.click("[data-open=games]");
  await page.locator("#named li", { hasText: "running.jsonl" }).locator("button").click();
  await page.locator("#match-live").waitFor();
  const count = (count) => page.waitForFunction((count) => document.querySelectorAll("#match-grid .game").length === count, count);
  await count(5);
  await appendFile(running, `${lines[6]}\n`);
  await count(6);
  // An incomplete line is ignored until it is complete.
  await appendFile(running, lines[7].slice(0, 40));
  await appendFile(running, `${lines[7].slice(40)}\n${lines[8]}\n`);
  await count(8);
  await words(page, "#match-elo-text", /8 games/);
  await page.click("#match-stop");
  await page.locator("#match-live").waitFor({ state: "hidden" });
  await page.done();
});

/** Locks a file until the end of the test, as its writer does. `kill` ends that process, as a crash of the writer would. */
async function locked(context, file) {
  const child = spawn("flock", [file, "sh", "-c", "echo locked; exec cat"], { stdio: ["pipe", "pipe", "inherit"], detached: true });
  const ended = once(child, "exit");
  const kill = () => child.exitCode === null && child.signalCode === null && process.kill(-child.pid, "SIGKILL");
  context.after(async () => {
    kill();
    await ended;
  });
  await once(child.stdout, "data");
  return { kill };
}

/** A line of the lab's files. @param {object} value */
function line(value) {
  const start = JSON.stringify(value).slice(0, -1);
  return `${start},"crc32":"${crc32(start).toString(16).padStart(8, "0")}"}\n`;
}

/** Starts a match in a folder of its own. `show` replaces its running games, which are pairs of a number and moves. */
async function startMatch(context, name) {
  const file = join(folder, name);
  await writeFile(file, lines.slice(0, 3).map((line) => `${line}\n`).join(""));
  const show = async (...games) => {
    const running = games.map(([number, moves]) => {
      const { game, pair, players, size, rules, opening } = JSON.parse(lines[number + 1]);
      return line({ game, pair, players, size, rules, opening, moves });
    });
    await writeFile(`${file}.part`, running.join(""));
    await rename(`${file}.part`, `${file}.running`);
  };
  return { file, show, lock: await locked(context, file) };
}

test("a running game is shown move by move until its end", serverOnly, async (context) => {
  const { file, show, lock } = await startMatch(context, "moves.jsonl");
  const server = await serve(file);
  const [third, fourth] = [lines[3], lines[4]].map((line) => JSON.parse(line).moves);
  await show([2, third.slice(0, 3)], [3, fourth.slice(0, 2)]);
  try {
    const page = await tab({ browser: here.browser, url: server.url });
    const rows = page.locator("#match-running button");
    await words(page, "#match-running li >> nth=0", /Game 2: quick \(vertical\) – plain \(horizontal\)running · 3 plies/);
    await words(page, "#match-running li >> nth=1", /Game 3: plain \(vertical\) – quick \(horizontal\)running · 2 plies/);
    await show([2, third.slice(0, 4)], [3, fourth.slice(0, 2)]);
    await words(page, "#match-running li >> nth=0", /4 plies/);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await findings(page, "running games", "#match"), []);
    await rows.first().click();
    await words(page, "#watched", /Game 2 is running\./);
    await pegs(page, 4);
    await show([2, third.slice(0, 5)], [3, fourth.slice(0, 2)]);
    await pegs(page, 5);
    assert.ok(await page.locator("#watched button").isDisabled());
    assert.deepEqual(await findings(page, "a running game", "#panel"), []);
    await page.setViewportSize({ width: 1280, height: 860 });
    // A viewer who has stepped back stays there, and a move that the viewer tries does not stop the game.
    await page.click("#to-start");
    await pegs(page, 0);
    await show([2, third.slice(0, 6)], [3, fourth.slice(0, 2)]);
    await words(page, "#moves", new RegExp(`${third[4]}.*${third[5]}`, "s"));
    await pegs(page, 0);
    await page.click("#watched button");
    await pegs(page, 6);
    await page.locator(".move.here", { hasText: third[5] }).waitFor();
    // The end of the game is the end on the board, and the row becomes a game of the grid.
    await appendFile(file, `${lines[3]}\n`);
    await show([3, fourth.slice(0, 2)]);
    await words(page, "#watched", /Game 2 has ended\./);
    await pegs(page, third.length);
    await words(page, "#status", /won/);
    assert.equal(await page.locator("#watched .dot").count(), 0);
    await page.click("[data-open=match]");
    assert.equal(await rows.count(), 1);
    assert.equal(await page.locator("#match-grid .game").count(), 3);
    // A killed match has no running games.
    await rows.first().click();
    await words(page, "#watched", /Game 3 is running\./);
    lock.kill();
    await words(page, "#watched", /Game 3 is no longer followed\./);
    await page.click("[data-open=match]");
    await page.locator("#match-running").waitFor({ state: "hidden" });
    await page.done();
  } finally {
    server.stop();
  }
});

test("a running game is followed again after a lost connection", serverOnly, async (context) => {
  const { file, show, lock } = await startMatch(context, "again.jsonl");
  const server = await serve(file);
  const moves = JSON.parse(lines[3]).moves;
  await show([2, moves.slice(0, 3)]);
  const page = await tab({ browser: here.browser, url: server.url });
  await page.locator("#match-running button").first().click();
  await words(page, "#watched", /Game 2 is running\./);
  await server.crash();
  await words(page, "#connection", /No connection/);
  await show([2, moves.slice(0, 5)]);
  const next = await serveAt(new URL(server.url).port, file);
  try {
    await pegs(page, 5);
    await words(page, "#watched", /Game 2 is running\./);
    await page.done(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_SOCKET/);
  } finally {
    lock.kill();
    next.stop();
  }
});
