// The engine's search during hints, lost connections and history navigation; games without players; messages.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { host, serverOnly } from "./host.mjs";
import { at, fromMenu, running, startGame, peg, pegs, place, sample, serve, serveAt, tab, until, words } from "./help.mjs";

const here = place();

/** The console errors that an unreachable server causes. */
const AWAY = /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_SOCKET/;

/**
 * Starts a game against an engine that searches for at least three seconds; with the program, whose requests can be held,
 * until the returned function is called.
 */
async function slow(page) {
  let release = () => {};
  if (host === "server") {
    const held = new Promise((resolve) => (release = resolve));
    await page.route("**/api/think", async (route) => {
      await held;
      // A reload ends the request.
      await route.continue().catch(() => {});
    });
  }
  await startGame(page, { opponent: "full" });
  await peg(page, "F6");
  await words(page, ".seat", /thinking/);
  return release;
}

test("hint, redo and clicks do not end the engine's search, and a message names the player to move", async () => {
  const page = await tab(here);
  const release = await slow(page);
  await page.keyboard.press("h");
  await words(page, "#toast", /Engine's turn; hints are available on your own turn/);
  await page.keyboard.press("r");
  const { x, y } = await at(page, "C3");
  await page.mouse.click(x, y);
  await words(page, "#toast", /^Premove C3/);
  await page.mouse.click(x, y);
  await words(page, "#toast", /cancelled/);
  await page.fill("#move-text", "C3");
  await page.keyboard.press("Enter");
  await words(page, "#toast", /Engine's turn/);
  await page.locator("#move-text").blur();
  await words(page, ".seat", /thinking/);
  release();
  await pegs(page, 2);
  await words(page, "#status", /You to move/);
  // A hint is available on the user's own turn.
  await page.keyboard.press("h");
  await words(page, "#toast", /Hint: [A-L]\d/);
  await page.done();
});

test("after a crash of the server the page reconnects and restarts the engine's search", serverOnly, async () => {
  let server = await serve();
  try {
    const page = await tab({ ...here, url: server.url });
    (await slow(page))();
    await server.crash();
    await words(page, "#connection", /No connection.*trying again/);
    await words(page, ".seat", /no connection/);
    await page.locator("#engine-move", { hasText: "Let the engine move" }).waitFor();
    assert.equal(await page.locator("#toast.error").isVisible(), false, "no second message");
    server = await serveAt(new URL(server.url).port);
    await words(page, ".seat", /thinking/);
    assert.equal(await page.textContent("#connection"), "");
    assert.equal(await page.locator("#engine-move").isVisible(), false);
    await pegs(page, 2);
    await words(page, "#status", /You to move/);
    await page.done(AWAY);
  } finally {
    server.stop();
  }
});

test("a peg placed without a connection is placed after the reconnection", serverOnly, async () => {
  const server = await serve();
  const page = await tab({ browser: here.browser, url: server.url });
  await startGame(page, { columns: 8 });
  assert.ok(await page.isDisabled("#undo"));
  await server.crash();
  const { x, y } = await at(page, "C3");
  await page.mouse.click(x, y);
  await words(page, "#connection", /No connection/);
  const { stop } = await serveAt(Number(new URL(server.url).port));
  await pegs(page, 1);
  await words(page, "#status", /Second player to move/);
  assert.ok(await page.isEnabled("#undo"));
  await page.done(/ERR_CONNECTION|ERR_INCOMPLETE|Failed to fetch|net::/);
  stop();
});

test("the choice to swap is the engine's, not yours, on its turn", async () => {
  const page = await tab(here, { ownClock: true });
  await startGame(page, { opponent: "full", columns: 8, swap: "mirror" });
  await peg(page, "D4");
  await words(page, "#swap-text", /^Engine may swap/);
  assert.equal(await page.locator("#swap").isVisible(), false);
  await page.done();
});

test("an analysis continues after a reconnection", serverOnly, async () => {
  let server = await serve();
  try {
    const page = await tab({ ...here, url: server.url });
    await startGame(page);
    await peg(page, "F6", "H8");
    await page.keyboard.press("a");
    await page.keyboard.press("a");
    await words(page, "#analyse-text", /visits/);
    await server.crash();
    await words(page, "#connection", /No connection/);
    await words(page, "#analyse-toggle", /Stop/);
    server = await serveAt(new URL(server.url).port);
    await until(async () => (await running({ ...here, ...server })) === 1);
    await words(page, "#analyse-text", /visits/);
    await page.done(AWAY);
  } finally {
    server.stop();
  }
});

test("a match is followed again after a reconnection", serverOnly, async () => {
  const folder = await mkdtemp(join(tmpdir(), "board-"));
  const file = join(folder, "match.jsonl");
  // Without its last game, so that it is live.
  await writeFile(file, (await readFile(sample("match.jsonl"), "utf8")).split("\n").slice(0, 12).map((line) => `${line}\n`).join(""));
  let server = await serve(file);
  try {
    const page = await tab({ ...here, url: server.url });
    await words(page, "#match-score", /quick/);
    await server.crash();
    await words(page, "#connection", /No connection/);
    const again = page.waitForRequest(/\/live$/);
    server = await serveAt(new URL(server.url).port, file);
    await again;
    await page.locator("#match-live").waitFor();
    await page.click("#match-stop");
    assert.equal(await page.textContent("#connection"), "");
    await page.done(AWAY);
  } finally {
    server.stop();
    await rm(folder, { recursive: true });
  }
});

test("after a failed search a button lets the engine move", serverOnly, async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "1" });
  await page.route("**/api/think", (route) => route.fulfill({ status: 500, json: { error: "the search broke off" } }));
  await peg(page, "F6");
  await words(page, "#toast.error", /the search broke off/);
  await page.unroute("**/api/think");
  await page.click("#engine-move");
  await pegs(page, 2);
  await words(page, "#status", /You to move/);
  // The button also works at an earlier position.
  await page.click("#back");
  await pegs(page, 1);
  await page.click("#engine-move");
  await pegs(page, 2);
  await page.locator("#engine-move").waitFor({ state: "hidden" });
  await page.done(/status of 500/);
});

test("leaving the puzzles neither opens another view nor starts the engine", serverOnly, async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "1" });
  let searches = 0;
  await page.route("**/api/think", (route) => {
    searches++;
    return route.fulfill({ status: 500, json: { error: "the search broke off" } });
  });
  await peg(page, "F6");
  await words(page, "#toast.error", /the search broke off/);
  await page.click("[data-open=puzzles]");
  await words(page, "#exercise-text", /./);
  const before = searches;
  await page.click("[data-open=analyse]");
  await pegs(page, 1);
  assert.equal(await page.evaluate(() => document.body.dataset.view), "analyse");
  assert.equal(searches, before);
  await page.done(/status of 500/);
});

test("the page repeats a request that a busy server rejects", serverOnly, async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "1" });
  let refusals = 2;
  await page.route("**/api/think", (route) => {
    if (refusals-- > 0) return route.fulfill({ status: 429, json: { error: "16 searches are running" } });
    return route.continue();
  });
  await peg(page, "F6");
  await pegs(page, 2);
  await page.done(/status of 429/);
});

test("the last position of a resigned game can be analysed", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "C3", "F6");
  await fromMenu(page, "#resign");
  const sure = page.locator("dialog[open] [type=submit]");
  if (await sure.isVisible()) await sure.click();
  await words(page, "#status", /Second player \(\w+\) won by resignation/);
  await page.click("[data-open=analyse]");
  await page.click("#analyse-toggle");
  await words(page, "#analyse-text", /visits/);
  await words(page, "#value-text", /vertical/i);
  await page.done();
});

test("Back and Forward restore each game with its players", async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "1" });
  await peg(page, "F6");
  await pegs(page, 2);
  await page.waitForFunction(() => location.hash.endsWith("at=2"));
  const old = await page.evaluate(() => location.hash);
  await startGame(page, { opponent: "person", columns: 8 });
  await peg(page, "C3", "F6");
  await page.waitForFunction((old) => location.hash.endsWith("at=2") && location.hash !== old, old);
  await page.goBack();
  await words(page, ".seat", /Beginner · 450/);
  await pegs(page, 2);
  await words(page, "#status", /You to move/);
  // The engine may have taken any hole but those of row 12.
  await peg(page, "C12");
  await pegs(page, 4);
  await page.waitForFunction(() => location.hash.endsWith("at=4"));
  await page.goForward();
  await words(page, ".seat", /Second/);
  await pegs(page, 2);
  await page.click("[data-open=play]");
  await peg(page, "E3");
  await words(page, "#status", /Second player to move/);
  assert.equal(await page.locator(".seat", { hasText: "thinking" }).count(), 0);
  await page.done();
});

test("a reload during the engine's turn restarts its search", async () => {
  const page = await tab(here);
  const release = await slow(page);
  await page.waitForFunction(() => location.hash.endsWith("at=1"));
  release();
  await page.reload();
  await pegs(page, 2);
  await words(page, "#status", /You to move/);
  await page.done();
});

test("a link starts no engine; a second tab offers to continue against the same grade", async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "2" });
  await peg(page, "F6");
  await pegs(page, 2);
  await page.click("#open-share");
  await page.locator("#share").waitFor();
  const address = await page.inputValue("#link");
  const other = await tab(here, { address });
  await pegs(other, 2);
  await words(other, "#offer", /Continue from here/);
  assert.match(await other.inputValue("#offer-opponent"), /^(grade)?2$/);
  assert.equal(await other.inputValue("#offer-side"), "vertical");
  await other.click("#offer [type=submit]");
  await other.locator("#offer").waitFor({ state: "hidden" });
  await peg(other, "C12");
  await pegs(other, 4);
  await other.done();
  // Opening a crafted URL whose players are engines starts no engine.
  const crafted = await page.evaluate(async () => {
    const record = { size: 12, rules: "pp", swap: "none", players: ["A", "B"], moves: ["F6"], seats: [{ grade: 1 }, { grade: 1 }] };
    const packed = new Blob([JSON.stringify(record)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    return `#g=${btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}&at=1`;
  });
  const victim = await tab(here, { address: here.url + crafted });
  await pegs(victim, 1);
  await victim.click("[data-open=play]");
  await words(victim, "#offer", /Continue from here/);
  assert.equal(await running(here), 0);
  assert.equal(await victim.locator(".seat", { hasText: "thinking" }).count(), 0);
  await victim.done();
  await page.done();
});

/** Returns the elements that a message covers. */
const covered = (page, ...selectors) => page.evaluate((selectors) => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const message = box("#toast");
  return selectors.filter((selector) => {
    const { left, right, top, bottom } = box(selector);
    return left < message.right && message.left < right && top < message.bottom && message.top < bottom;
  });
}, selectors);

for (const [name, viewport] of Object.entries({ wide: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } })) {
  test(`messages cover no control, shift nothing, and stay until the next action: ${name}`, async () => {
    const page = await tab(here, { viewport });
    await startGame(page, { columns: 8 });
    const frame = () => page.locator("#frame").boundingBox();
    const top = () => page.evaluate(() => [document.scrollingElement, document.querySelector("#panel")].forEach((part) => part.scrollTo(0, 0)));
    await top();
    const before = await frame();
    await page.fill("#move-text", "A3");
    await page.keyboard.press("Enter");
    await words(page, "#toast.error", /A3|border/);
    const parts = ["#move-form", ".steps", "#frame", "#status", "nav", ".tools", "#undo", "#hint"];
    assert.ok((await page.locator("#toast").boundingBox()).y >= 0, "visible at any scroll position");
    await top();
    assert.deepEqual(await covered(page, ...parts), []);
    assert.deepEqual(await frame(), before);
    // Typing keeps the message; submitting clears it.
    await page.fill("#move-text", "C3");
    await words(page, "#toast.error", /A3|border/);
    await page.keyboard.press("Enter");
    await pegs(page, 1);
    assert.equal(await page.textContent("#toast"), "");
    // A click clears it, too.
    await page.fill("#move-text", "C3");
    await page.keyboard.press("Enter");
    await words(page, "#toast.error", /C3/);
    await page.fill("#move-text", "");
    await peg(page, "F6");
    assert.equal(await page.textContent("#toast"), "");
    await page.click("#hint");
    await words(page, "#toast", /Hint: [A-H]\d/);
    await top();
    assert.deepEqual(await covered(page, ...parts), []);
    await page.done(/status of 4/);
  });
}

test("an open dialog shows the messages", async () => {
  const page = await tab(here);
  await page.click("#open-share");
  await page.click("#copy");
  await words(page, "dialog[open] #toast", /copied/);
  await page.click("#share [data-close]");
  await page.locator("#toast").waitFor({ state: "hidden" });
  assert.equal(await page.textContent("#toast"), "");
  await page.done();
});
