// Play by mouse and keyboard, against the engine, and under both rule sets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { draw } from "./samples/draw.mjs";
import { host } from "./host.mjs";
import { at, cursorTo, fromMenu, openNew, peg, pegs, place, startGame, tab, until, words } from "./help.mjs";

const here = place();

test("a game is won by clicks, and the winning chain is highlighted", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 5 });
  await peg(page, "C1", "A2", "D3", "A3", "C5");
  await words(page, "#status", /\(vertical\) won\./);
  assert.equal(await page.locator(".glow line.vertical").count(), 2);
  assert.ok((await page.locator(".glow line").count()) >= 2);
  // After the end, a click places no peg and shows a message.
  const { x, y } = await at(page, "B4");
  await page.mouse.click(x, y);
  await words(page, "#toast", /over/);
  assert.equal(await page.locator(".pegs .peg").count(), 5);
  await page.done();
});

test("a click takes one request for the position and one for the engine's move", { skip: host !== "server" }, async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "1" });
  const sent = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await peg(page, "F6");
  await pegs(page, 2);
  await words(page, ".seat.turn .name", /You/);
  assert.deepEqual(sent, ["/api/position", "/api/think"]);
  await page.done();
});

test("a game is won with the keyboard only", async () => {
  const page = await tab(here);
  const key = (name) => page.keyboard.press(name);
  await key("g");
  await page.locator("#new-game[open]").waitFor();
  // Select the opponent, then tab to the fields for columns and rows.
  await page.locator("[name=new-opponent][value=engine]:focus").waitFor();
  await key("ArrowRight");
  const tabTo = async (selector) => {
    for (let tabs = 0; tabs < 12 && !(await page.locator(`${selector}:focus`).count()); tabs++) await key("Tab");
  };
  await tabTo("#new-more summary");
  await key("Enter");
  await tabTo("#new-columns");
  await page.keyboard.type("5");
  await key("Tab");
  await page.keyboard.type("5");
  await key("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".holes circle").length === 21);
  const turns = ["C1", "A2", "D3", "A3", "C5"];
  for (const [index, hole] of turns.entries()) {
    await cursorTo(page, hole);
    await key("Enter");
    await pegs(page, index + 1);
  }
  await words(page, "#status", /\(vertical\) won\./);
  // Step back, and open the help.
  await key("p");
  await pegs(page, 4);
  await key("End");
  await pegs(page, 5);
  await key("?");
  await words(page, "#keys", /resign/);
  await key("Escape");
  await page.done();
});

test("the pointer previews the peg and its links", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "D4", "B7");
  const over = async (hole) => {
    const { x, y } = await at(page, hole);
    await page.mouse.move(x, y);
  };
  await over("E6");
  await page.locator(".ghost .link.vertical").waitFor({ state: "attached" });
  // The opponent's border row is illegal.
  await over("A4");
  await page.waitForFunction(() => !document.querySelector(".ghost")?.childElementCount);
  await page.done();
});

test("the engine swaps a peg in the middle, and the page explains the swap", async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "arena", swap: "mirror" });
  const { x, y } = await at(page, "D7");
  await page.mouse.click(x, y);
  await words(page, "#swap-text", /horizontal.*D7.*G4/i);
  assert.equal(await page.locator(".pegs .peg.horizontal").count(), 1);
  assert.equal(await page.locator(".pegs .peg.vertical").count(), 0);
  await words(page, "#moves", /D7\s*swap/);
  await words(page, "#status", /You to move/);
  await page.done();
});

test("a swap of sides exchanges the players' sides", async () => {
  const page = await tab(here);
  await startGame(page, { rules: "standard", swap: "sides", columns: 8 });
  await peg(page, "D4");
  await words(page, "#swap-text", /You may swap: take the first peg instead of placing one/);
  await page.click("#swap");
  await words(page, "#swap-text", /swap/i);
  await words(page, ".seat >> nth=0", /Second.*vertical/);
  await page.done();
});

test("under classic rules a click removes a link", async () => {
  const page = await tab(here);
  await startGame(page, { rules: "standard", columns: 8 });
  await peg(page, "C3", "B7", "D5", "C7");
  await page.locator(".links .link.vertical.removable").waitFor({ state: "attached" });
  const [one, other] = [await at(page, "C3"), await at(page, "D5")];
  await page.mouse.click((one.x + other.x) / 2, (one.y + other.y) / 2);
  await page.locator(".links .link.taken").waitFor({ state: "attached" });
  await peg(page, "F3");
  await words(page, "#moves", /F3-C3\/D5/);
  await page.waitForFunction(() => !document.querySelector(".links .link.vertical"));
  // By keyboard: step back, move the cursor to the peg, press Delete.
  await page.keyboard.press("p");
  await page.locator(".links .link.vertical").waitFor({ state: "attached" });
  await cursorTo(page, "D5");
  await page.keyboard.press("Delete");
  await page.locator(".links .link.taken").waitFor({ state: "attached" });
  await cursorTo(page, "G6");
  await page.keyboard.press("Enter");
  await words(page, "#moves", /G6-C3\/D5/);
  await page.done();
});

test("a hint marks one hole, and then shows the line with its links until the next move", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 5 });
  await peg(page, "C1", "A2", "D3", "A3");
  await page.keyboard.press("h");
  await words(page, "#toast", /Hint: C5 \(proven win\)/);
  assert.equal(await page.locator(".marks .spot").count(), 1);
  assert.equal(await page.locator(".numbered, .line-links > *").count(), 0);
  assert.equal(await page.textContent("#hint"), "Hint");
  await page.click("#undo");
  await pegs(page, 3);
  assert.equal(await page.locator(".spot").count(), 0);
  await startGame(page, { columns: 8 });
  await peg(page, "C3", "F6", "E4");
  await page.keyboard.press("h");
  await words(page, "#hint", /Show line/);
  assert.equal(await page.locator(".numbered").count(), 0);
  await page.keyboard.press("h");
  await page.locator(".numbered").nth(1).waitFor();
  await page.locator(".line-links > *").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".spot").count(), 0);
  assert.equal(await page.textContent("#hint"), "Hint");
  await peg(page, "A2");
  assert.equal(await page.locator(".numbered, .line-links > *").count(), 0);
  await page.done();
});

test("a game against the engine supports undo, redo, hints and resignation", async () => {
  const page = await tab(here);
  await startGame(page, { opponent: "2", columns: 8, side: "second" });
  // The engine moves first.
  await pegs(page, 1);
  await words(page, "#status", /You to move/);
  const free = await page.evaluate(() => {
    const taken = document.querySelector("#moves .move")?.textContent;
    return taken === "C3" ? "F6" : "C3";
  });
  await peg(page, free);
  await pegs(page, 3);
  await page.click("#undo");
  await pegs(page, 1);
  await fromMenu(page, "#redo");
  await pegs(page, 3);
  await page.locator("#play-menu").waitFor({ state: "hidden" });
  // The engine answers a new move, but does not move after undo.
  await page.click("#undo");
  await pegs(page, 1);
  const other = await page.evaluate(() => (document.querySelector("#moves .move")?.textContent === "F3" ? "C6" : "F3"));
  await peg(page, other);
  await pegs(page, 3);
  // The new move replaces the old one and its answer.
  assert.equal(await page.locator("#moves .line .line").count(), 0);
  assert.ok(await page.isDisabled("#redo"));
  await page.click("#hint");
  await words(page, "#toast", /Hint: [A-H]\d/);
  await fromMenu(page, "#resign");
  await words(page, "#resign-text", /^You lose the game to Novice · 650\.$/);
  await page.click("#resign-form [type=submit]");
  await words(page, "#status", /^You lost by resignation\.$/);
  await page.done();
});

test("resignation by button, key or typed move requires confirmation", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "C3");
  const ways = [
    () => fromMenu(page, "#resign"),
    () => page.keyboard.press("Shift+R"),
    async () => {
      await page.fill("#move-text", "resign");
      await page.keyboard.press("Enter");
    },
  ];
  for (const way of ways) {
    await way();
    await words(page, "#resign-ask[open]", /Second player loses the game to First player/);
    await page.click("#resign-ask [data-close]");
    await words(page, "#status", /Second player to move/);
  }
  await fromMenu(page, "#resign");
  await page.click("#resign-form [type=submit]");
  await words(page, "#status", /First player \(\w+\) won by resignation/);
  await page.done();
});

test("horizontal's winning chain is highlighted like vertical's", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 5 });
  await peg(page, "B2", "A3", "B4", "C2", "D4", "E3");
  await words(page, "#status", /\(horizontal\) won\./);
  // The halo has the colour of the side.
  const lit = await page.locator(".glow line").evaluateAll((lines) =>
    lines.map((line) => [getComputedStyle(line).stroke, getComputedStyle(line).strokeWidth]));
  const colour = await page.locator(".border.horizontal").first().evaluate((border) => getComputedStyle(border).stroke);
  assert.deepEqual(lit, [[colour, "20px"], [colour, "20px"]]);
  assert.equal(await page.locator(".glow circle").count(), 3);
  await page.done();
});

test("the error for an invalid typed move quotes only the move and names the valid forms", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await page.click("[data-open=analyse]");
  for (const word of ["Z99", "resign", "draw"]) {
    await page.fill("#move-text", word);
    await page.keyboard.press("Enter");
    const message = await words(page, "#toast.error", new RegExp(word));
    assert.match(message, /^cannot play "\w+": not a turn; type a hole such as D6, a turn such as D6-C4\/E5, or swap$/);
    assert.doesNotMatch(message, /players|\\|\[|\{/);
  }
  await page.done(/status of 4/);
});

test("a handicap that is too large keeps the form open and shows the cause", async () => {
  const page = await tab(here);
  await openNew(page);
  await page.fill("#new-handicap", "9");
  await page.click("#new-form [type=submit]");
  const why = () => page.evaluate(() => document.querySelector("#new-handicap").validationMessage);
  assert.match(await why(), /leaves 3 columns; the minimum is 5/);
  assert.ok(await page.locator("#new-game[open]").isVisible());
  await page.fill("#new-handicap", "-8");
  assert.match(await why(), /leaves 4 rows/);
  await page.fill("#new-handicap", "7");
  assert.equal(await why(), "");
  await page.click("#new-form [type=submit]");
  await page.waitForFunction(() => document.querySelectorAll(".holes circle").length === 5 * 12 - 4);
  await page.done();
});

test("a draw is shown as the result", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 5 });
  for (const [index, turn] of draw.entries()) {
    await page.fill("#move-text", turn);
    await page.keyboard.press("Enter");
    await pegs(page, index + 1);
  }
  await words(page, "#status", /drawn|draw/i);
  await page.done();
});

test("an illegal move shows the rule that it breaks", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await page.fill("#move-text", "A3");
  await page.keyboard.press("Enter");
  await words(page, "#toast.error", /A3|border/);
  assert.equal(await page.locator(".pegs .peg").count(), 0);
  await page.done(/status of 4/);
});

test("handicaps make rectangular boards, which can be rotated and flipped", async () => {
  const page = await tab(here);
  await openNew(page, "person");
  await page.fill("#new-columns", "10");
  await page.fill("#new-rows", "8");
  await page.fill("#new-handicap", "2");
  await page.click("#new-form [type=submit]");
  await page.waitForFunction(() => document.querySelectorAll(".holes circle").length === 8 * 8 - 4);
  await peg(page, "C2");
  const place = () => page.locator(".pegs > g").first().getAttribute("transform");
  const seen = [await place()];
  for (const key of ["t", "f", "t"]) {
    const before = await place();
    await page.keyboard.press(key);
    await until(async () => (await place()) !== before);
    seen.push(await place());
  }
  assert.equal(new Set(seen).size, 4);
  await page.done();
});
