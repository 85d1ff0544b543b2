// The first visit, the rules, presets and remembered choices, the chances and the warning during play, recent games.

import assert from "node:assert/strict";
import { test } from "node:test";
import { host } from "./host.mjs";
import { fromMenu, link, openNew, peg, pegs, place, running, startGame, tab, until, words } from "./help.mjs";

const here = place();

const inModules = { skip: host === "single" ? "its modules have no addresses" : false };
const board = (page) => page.locator(".holes circle").count();
const shown = (page, id) => page.locator(id).isVisible();

test("on the first visit a game against a gentle opponent is ready, beside the rules in four pictures", async () => {
  const page = await tab(here);
  await words(page, "#status", /You to move/);
  await words(page, ".seat", /Novice · 650/);
  assert.equal(await page.locator("#rules-card figure").count(), 4);
  // The pictures play themselves, until they are paused.
  const state = () => page.locator("#rules-card-pictures").innerHTML();
  const first = await state();
  await until(async () => (await state()) !== first);
  await page.click("#rules-card-pause");
  const paused = await state();
  await page.waitForTimeout(1200);
  assert.equal(await state(), paused);
  await peg(page, "F6");
  await pegs(page, 2);
  await page.click("#rules-close");
  await words(page, "#toast", /how to play/);
  await page.goto(here.url);
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  assert.equal(await page.locator("#rules-card").count(), 0);
  await page.keyboard.press("?");
  await page.click("#open-rules");
  assert.equal(await page.locator("#rules figure").count(), 4);
  assert.equal(await shown(page, "#help"), false);
  await page.keyboard.press("Escape");
  await page.locator("#rules").waitFor({ state: "hidden" });
  await until(async () => (await page.locator("#rules figure").count()) === 0);
  await page.done();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("on a phone the rules are directly below the board until they are read, and then behind the help", async () => {
  const page = await tab(here, PHONE);
  const strip = page.locator("#rules-strip");
  assert.match(await strip.textContent(), /two holes.*one to the side.*knight’s move in chess.*linked.*block.*win/s);
  const [board, rules] = [await page.locator("#board").boundingBox(), await strip.boundingBox()];
  assert.ok(rules.y >= board.y + board.height && rules.y + rules.height <= 844, JSON.stringify(rules));
  await strip.getByRole("button", { name: "Pictures" }).tap();
  await words(page, "#rules[open] figure >> nth=1", /two holes.*knight's move in chess/);
  await page.locator("#rules [data-close]").tap();
  await strip.getByRole("button", { name: "Got it" }).tap();
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  assert.equal(await page.locator("#rules-strip, #rules-card").count(), 0);
  // Without a keyboard, the help is the rules.
  await page.locator("#open-help").tap();
  await page.locator("#rules[open]").waitFor();
  await page.locator("#open-keys").tap();
  await words(page, "#help[open]", /Keyboard shortcuts.*undo/s);
  assert.equal(await page.locator("#rules[open]").count(), 0);
  await page.done();
});

test("a new game needs opponent, side and board; the rest is folded, and opens for an error", async () => {
  const page = await tab(here);
  await page.click("#open-new");
  const shown = await page.evaluate(() => [...document.querySelectorAll("#new-form :is(legend, label:not(.cards label), summary)")]
    .filter((part) => part.checkVisibility()).map((part) => part.firstChild?.textContent.trim()));
  assert.deepEqual(shown, ["Opponent", "Level and rating", "You play", "Board", "More: rules, swap, size, handicap, clock"]);
  await words(page, "#new-level", /Novice · 650/);
  await page.click("#new-more summary");
  await page.fill("#new-columns", "99");
  await page.click("#new-more summary");
  await page.click("#new-form [type=submit]");
  await page.locator("#new-columns:visible:focus").waitFor();
  await page.done();
});

test("with reduced motion the pictures show their last states", async () => {
  const page = await tab(here, { reducedMotion: "reduce" });
  assert.equal(await page.locator("#rules-card .peg").count(), 4 + 4 + 4 + 7);
  const state = await page.locator("#rules-card-pictures").innerHTML();
  await page.waitForTimeout(1200);
  assert.equal(await page.locator("#rules-card-pictures").innerHTML(), state);
  await words(page, "#rules-card-pause", /Play/);
  await page.done();
});

test("a preset sets board and rules; the next visit starts with the last choices", async () => {
  const page = await tab(here);
  await openNew(page);
  assert.equal(await page.locator("#new-presets :checked").getAttribute("value"), "arena");
  await page.click("#new-presets >> text=Classic");
  assert.equal(await page.inputValue("#new-rules"), "standard");
  assert.equal(await page.inputValue("#new-swap"), "sides");
  assert.equal(await page.inputValue("#new-rows"), "24");
  await page.fill("#new-rows", "20");
  assert.equal(await page.locator("#new-presets :checked").count(), 0);
  await page.click("#new-presets >> text=Small");
  const opponent = "3";
  await page.selectOption("#new-level", opponent);
  await page.selectOption("#new-clock", "fischer");
  await page.fill("#new-minutes", "7");
  await page.click("#new-form [type=submit]");
  await until(async () => (await board(page)) === 60);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await page.goto(here.url);
  await page.locator("body[data-ready]").waitFor();
  assert.equal(await board(page), 60);
  await words(page, ".seat", /Learner · 750/);
  await words(page, ".seat", /7:00/);
  await page.click("#open-new");
  assert.equal(await page.inputValue("#new-level"), opponent);
  assert.equal(await page.inputValue("#new-minutes"), "7");
  assert.equal(await page.locator("#new-presets :checked").getAttribute("value"), "beginner");
  await page.done();
});

test("invalid remembered choices and a blocked storage do not matter", async () => {
  const bad = { "new-opponent": "nobody", "new-level": "99", "new-columns": "900", "new-rules": "chess", "new-clock": 5, "new-minutes": "soon" };
  for (const act of [
    (bad) => localStorage.setItem("new-game", JSON.stringify(bad)),
    () => localStorage.setItem("new-game", JSON.stringify({ "new-columns": "8", "new-rows": "8", "new-handicap": "7" })),
    () => ["new-game", "play-options", "recent-games", "rules-closed"].forEach((key) => localStorage.setItem(key, "{no JSON")),
    () => localStorage.setItem("recent-games", JSON.stringify([null, 5, {}, { id: 5 }])),
    () => Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } }),
  ]) {
    const context = await here.browser.newContext();
    await context.addInitScript(act, bad);
    const page = await context.newPage();
    await page.goto(here.url);
    await page.locator("body[data-ready]").waitFor();
    await words(page, ".seat", /Novice · 650/);
    await startGame(page, { columns: 8 });
    await peg(page, "C3");
    await fromMenu(page, "#option-bar");
    await page.click("[data-open=games]");
    assert.equal(await page.textContent("#toast"), "");
    await context.close();
  }
});

test("the list of opponents has the grades, which vary by a seed", inModules, async () => {
  const page = await tab(here);
  const found = await page.evaluate(async () => {
    const { opponents, engine } = await import("./page/opponents.js");
    const grades = ["beginner", "novice"].map((name, index) => ({ grade: index + 1, name, elo: 300 + 200 * index }));
    return { list: opponents({ grades }).map(([value, words]) => `${value}: ${words}`).slice(0, 3), one: engine("1"), two: engine("1") };
  });
  assert.deepEqual(found.list, ["1: Beginner · 300", "2: Novice · 500", "full: Engine: full strength"]);
  for (const { grade, seed } of [found.one, found.two]) assert.ok(grade === 1 && Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32);
  assert.notEqual(found.one.seed, found.two.seed);
  await page.done();
});

/** An equal position in which B2 is a blunder and G6 is the best move. */
const EQUAL = { size: 8, rules: "pp", swap: "none", players: ["You", "Grade 1"], moves: ["B4", "C6", "E5", "F5"] };

/** Continues a game from a link against the engine. */
async function against(page, opponent = "1") {
  await page.click("[data-open=play]");
  await page.selectOption("#offer-opponent", opponent);
  await page.selectOption("#offer-side", "vertical");
  await page.click("#offer [type=submit]");
  await words(page, "#status", /You to move/);
}

test("bar and graph of the chances are off until they are chosen, and remembered", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "D4", "E7");
  assert.equal(await shown(page, "#bar"), false);
  assert.equal(await shown(page, "#graph-part"), false);
  await fromMenu(page, "#option-bar");
  await fromMenu(page, "#option-graph");
  assert.ok(await shown(page, "#bar"));
  assert.ok(await shown(page, "#graph-part"));
  await words(page, "#bar-text", /\d/);
  await until(() => page.locator("#graph .series.value").evaluate((path) => /L/.test(path.getAttribute("d"))));
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  await words(page, "#bar-text", /\d/);
  await fromMenu(page, "#option-bar");
  await page.locator("#bar").waitFor({ state: "hidden" });
  // A game by link has no chances.
  await fromMenu(page, "#option-graph");
  await fromMenu(page, "#option-bar");
  await startGame(page, { opponent: "link", columns: 8 });
  assert.equal(await shown(page, "#bar"), false);
  assert.equal(await shown(page, "#hint"), false);
  await page.done();
});

test("a blunder against the engine is reported before the engine moves, and can be taken back", async () => {
  const page = await tab(here, { address: link(here.url, EQUAL, "4") });
  await pegs(page, 4);
  await against(page);
  await fromMenu(page, "#option-warn");
  await peg(page, "B2");
  await words(page, "#warn-ask[open]", /B2 lowers your winning chances from \d+.% to \d+.%/);
  await page.click("#warn-ask [value=back]");
  await pegs(page, 4);
  await words(page, "#status", /You to move/);
  // The move is kept on request, and the engine answers.
  await peg(page, "B2");
  await page.locator("#warn-ask[open]").waitFor();
  await page.keyboard.press("Escape");
  await pegs(page, 6);
  // A good move is not reported.
  await page.click("#undo");
  await pegs(page, 4);
  await peg(page, "G6");
  await pegs(page, 6);
  assert.equal(await shown(page, "#warn-ask"), false);
  await page.done();
});

test("after the end a button starts the review", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 5 });
  await peg(page, "C1", "A2", "D3", "A3");
  assert.equal(await shown(page, "#play-review"), false);
  await peg(page, "C5");
  await page.click("#play-review");
  await page.locator("#review-part").waitFor();
  // The result, with the offer to learn from mistakes, comes into view.
  await until(() => page.evaluate(() => {
    const { top, bottom } = document.querySelector("#mistakes-start").getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }));
  await page.done();
});

test("the button after the end does not stop a running review, and a new game ends it", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 24 });
  await peg(page, "K2", "B9", "L4", "C7");
  await page.keyboard.press("Shift+R");
  await page.click("#resign-form [type=submit]");
  await page.click("[data-open=analyse]");
  await page.selectOption("#review-nodes", "16384");
  for (let times = 0; times < 2; times++) {
    await page.click("[data-open=play]");
    await page.click("#play-review");
    await words(page, "#review", /Stop the review/);
  }
  await startGame(page, { columns: 5 });
  await page.click("[data-open=analyse]");
  await words(page, "#review", /Review the game/);
  await until(async () => (await running(here)) === 0);
  await page.done();
});

test("games played on the page are listed with date, players and result, and can be continued and deleted", async () => {
  const page = await tab(here);
  const rows = page.locator("#recent li");
  await page.click("[data-open=games]");
  assert.equal(await shown(page, "#recent-part"), false);
  await startGame(page, { columns: 5 });
  await peg(page, "C1", "A2", "D3", "A3", "C5");
  await startGame(page, { opponent: "1", columns: 8 });
  await peg(page, "D4");
  await pegs(page, 2);
  await page.click("[data-open=games]");
  await words(page, "#recent li >> nth=0", /You – Beginner · 450.*8 × 8 PP · 2 moves · not finished/);
  await words(page, "#recent li >> nth=1", /First player – Second player.*\d{4}.*5 × 5 PP · 5 moves · .*First player \(vertical\) won/);
  // A finished game opens here, another one in Play with its engine.
  await rows.nth(1).locator("button").first().click();
  await pegs(page, 5);
  await rows.nth(0).locator("button").first().click();
  await pegs(page, 2);
  await words(page, "#status", /You to move/);
  // Only vertical can use row 8; the engine may have taken any other hole.
  await peg(page, "E8");
  await pegs(page, 4);
  await page.click("[data-open=games]");
  await words(page, "#recent li >> nth=0", /4 moves/);
  assert.equal(await rows.count(), 2);
  await page.click("[data-open=play]");
  assert.equal(await shown(page, "#recent-part"), false);
  await page.click("[data-open=games]");
  await rows.nth(1).locator(".delete").click();
  await until(async () => (await rows.count()) === 1);
  await page.click("#toast button");
  await until(async () => (await rows.count()) === 2);
  await page.click("#recent-clear");
  await page.locator("#recent-part").waitFor({ state: "hidden" });
  await page.click("#toast button");
  await until(async () => (await rows.count()) === 2);
  await page.click("#recent-clear");
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  await page.click("[data-open=games]");
  // A game is stored a quarter of a second after a change.
  await page.waitForTimeout(500);
  assert.equal(await shown(page, "#recent-part"), false, "a deleted game stays deleted");
  await page.done();
});

test("at most 50 recent games are kept; games from links are not", async () => {
  const page = await tab(here, { address: link(here.url, EQUAL, "4") });
  await pegs(page, 4);
  await page.click("[data-open=games]");
  await page.waitForTimeout(400);
  assert.equal(await shown(page, "#recent-part"), false);
  await page.evaluate((record) => localStorage.setItem("recent-games", JSON.stringify(Array.from({ length: 60 }, (_, index) =>
    ({ id: String(index), time: index, record, seats: [null, null], extra: {}, result: "" })))), EQUAL);
  await startGame(page, { columns: 8 });
  await peg(page, "D4");
  await until(() => page.evaluate(() => JSON.parse(localStorage.getItem("recent-games")).length === 50));
  await page.click("[data-open=games]");
  await words(page, "#recent li >> nth=0", /8 × 8/);
  await page.done();
});
