// The settings: board style, coordinates, confirmation of moves, animation, sounds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findings } from "./axe.mjs";
import { at, fromMenu, line, peg, pegs, place, startGame, tab, until, words } from "./help.mjs";

const here = place();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const board = (page) => page.evaluate(() => getComputedStyle(document.querySelector("rect.board")).fill);
const click = async (page, hole) => {
  const { x, y } = await at(page, hole);
  await page.mouse.click(x, y);
};

/** Chooses a value of a setting in the dialog. */
async function choose(page, name, value) {
  await page.click("#open-settings");
  await page.locator("#settings[open]").waitFor();
  if (value === undefined) await page.click(`#set-${name}`);
  else await page.click(`label:has([name=set-${name}][value="${value}"])`);
  await page.keyboard.press("Escape");
  await page.locator("#settings").waitFor({ state: "hidden" });
}

test("the style of the board, the theme and the coordinates are applied at once, and kept", async () => {
  const page = await tab(here, { colorScheme: "light" });
  const paper = await board(page);
  await page.keyboard.press(",");
  await page.click("label:has([value=wood])");
  assert.notEqual(await board(page), paper);
  await page.click("#set-coordinates");
  const seen = () => page.evaluate(() => getComputedStyle(document.querySelector(".coordinate")).visibility);
  assert.equal(await seen(), "hidden");
  await page.click("label:has([name=set-theme][value=dark])");
  await page.locator("#settings >> text=Close").click();
  const dark = await board(page);
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  assert.equal(await board(page), dark);
  assert.equal(await seen(), "hidden");
  await choose(page, "theme", "");
  assert.notEqual(await board(page), dark);
  await choose(page, "coordinates");
  assert.equal(await seen(), "visible");
  await page.done();
});

test("without storage, and with damaged storage, the settings work in the open page", async () => {
  const page = await tab(here);
  await page.context().addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
  });
  await page.reload();
  await page.locator("body[data-ready]").waitFor();
  const paper = await board(page);
  await choose(page, "style", "slate");
  assert.notEqual(await board(page), paper);
  await page.done();
  const other = await tab(here);
  await other.evaluate(() => localStorage.setItem("settings", JSON.stringify({ style: "velvet", confirm: 3, sounds: null })));
  await other.reload();
  await other.locator("body[data-ready]").waitFor();
  assert.equal(await board(other), paper);
  await other.done();
});

for (const [name, options] of Object.entries({ wide: {}, phone: PHONE, tablet: { viewport: { width: 1024, height: 768 } }, "320 px": { viewport: { width: 320, height: 568 } },
  "640 px at 200 %": { viewport: { width: 320, height: 256 } } })) {
  test(`the settings are accessible and fit the window: ${name}`, async () => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await tab(here, { ...options, colorScheme });
      await page.click("#open-settings");
      await page.locator("#settings[open]").waitFor();
      assert.deepEqual(await findings(page, name, "html"), []);
      // The keyboard reaches every setting: one stop per group of radio buttons, and one per switch.
      const stops = new Set();
      for (let step = 0; step < 8; step++) {
        await page.keyboard.press("Tab");
        stops.add(await page.evaluate(() => document.activeElement.name || document.activeElement.id || document.activeElement.textContent));
      }
      for (const stop of ["set-theme", "set-style", "set-confirm", "set-coordinates", "set-animation", "set-sounds", "Close"]) assert.ok(stops.has(stop), `${stop}: ${[...stops]}`);
      await page.done();
    }
  });
}

test("with confirmation, the first click previews a peg with its links, and the second or the button places it", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await choose(page, "confirm", "always");
  await click(page, "D4");
  await page.locator(".ghost .peg").waitFor();
  await words(page, "#where", /^D4 chosen$/);
  assert.equal(await page.locator(".pegs .peg").count(), 0);
  // The preview stays while the pointer is elsewhere.
  const { x, y } = await at(page, "G7");
  await page.mouse.move(x, y);
  assert.equal(await page.locator(".ghost .peg").getAttribute("cx"), await page.evaluate(() => String(3.5 * 40 + 26)));
  await click(page, "D4");
  await pegs(page, 1);
  await click(page, "F6");
  await page.click("#place");
  await pegs(page, 2);
  assert.equal(await page.locator(".cursor-ring[visibility=hidden]").count(), 1);
  assert.equal(await page.locator("#place").isVisible(), false);
  await click(page, "E6");
  await page.locator(".ghost .link").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#place").isVisible(), false);
  assert.equal(await page.locator(".ghost .peg").count(), 0);
  // The keyboard needs no confirmation, since its cursor is the preview; neither does the analysis.
  await page.fill("#move-text", "E6");
  await page.keyboard.press("Enter");
  await pegs(page, 3);
  await page.click("[data-open=analyse]");
  await click(page, "C6");
  await pegs(page, 4);
  await page.done();
});

test("confirmation on touch screens applies to a finger, not to a mouse", async () => {
  for (const [options, count] of [[{}, 1], [PHONE, 0]]) {
    const page = await tab(here, options);
    await startGame(page, { columns: 5 });
    await choose(page, "confirm", "touch");
    await click(page, "C3");
    if (count) await pegs(page, count);
    else await page.locator("#place").waitFor();
    assert.equal(await page.locator(".pegs .peg").count(), count);
    await page.done();
  }
});

test("a new peg and its links move, once, and not without animation or with reduced motion", async () => {
  const moving = (page) => page.evaluate(() => document.querySelector("#board").getAnimations({ subtree: true })
    .map(({ animationName, effect }) => [animationName, effect.getTiming().duration]));
  const page = await tab(here, { ownClock: true });
  await line(page, { columns: 8 }, "C2", "F6", "D4");
  await page.click("#to-start");
  await pegs(page, 0);
  const started = () => page.evaluate(() => (window.started = [], document.addEventListener("animationstart", ({ animationName }) => window.started.push(animationName))));
  await started();
  await page.click("#to-end");
  await pegs(page, 3);
  assert.deepEqual(await moving(page), []);
  await page.click("#back");
  await pegs(page, 2);
  await page.click("#forth");
  await pegs(page, 3);
  await until(async () => (await page.evaluate(() => window.started.length)) === 2);
  assert.deepEqual(await page.evaluate(() => window.started.sort()), ["linked", "placed"]);
  await page.evaluate(() => (window.started.length = 0));
  await choose(page, "animation");
  await page.click("#back");
  await pegs(page, 2);
  await page.click("#forth");
  await pegs(page, 3);
  assert.deepEqual(await moving(page), []);
  await choose(page, "animation");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => (window.started.length = 0));
  await page.click("#back");
  await pegs(page, 2);
  await page.click("#forth");
  await pegs(page, 3);
  assert.deepEqual(await moving(page), []);
  assert.deepEqual(await page.evaluate(() => window.started), []);
  await page.done();
});

test("the chosen values are visible in the colours of the system", async () => {
  const page = await tab(here, { forcedColors: "active" });
  await page.click("#open-settings");
  await page.locator("#settings[open]").waitFor();
  const outlines = await page.evaluate(() => [...document.querySelectorAll("#settings :checked + span")].map((span) => getComputedStyle(span).outlineStyle));
  assert.deepEqual(outlines, ["solid", "solid", "solid", "solid"], "theme, style, confirmation, language");
  await page.done();
});

/** Replaces the browser's sound by a list of the frequencies that are played. */
const RECORD = () => {
  window.heard = [];
  const node = () => ({ connect: (next) => next, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
  window.AudioContext = class { currentTime = 0; destination = {}; createGain = node; };
  window.OscillatorNode = class {
    constructor(_, { frequency }) { this.frequency = frequency; }
    connect(next) { return next; }
    start() { window.heard.push(this.frequency); }
    stop() {}
  };
};

test("sounds are off until they are switched on, and differ for pegs, links, swaps, the end and a low clock", async () => {
  const page = await tab(here, { ownClock: true });
  await page.evaluate(RECORD);
  const heard = async (count) => {
    await until(async () => (await page.evaluate(() => window.heard.length)) === count);
    return page.evaluate(() => window.heard.splice(0));
  };
  await startGame(page, { columns: 5, swap: "mirror" });
  await peg(page, "C1");
  assert.deepEqual(await heard(0), []);
  assert.equal(await page.getAttribute("#sounds", "aria-pressed"), "false");
  await page.click("#sounds");
  assert.equal(await page.getAttribute("#sounds", "aria-pressed"), "true");
  await page.waitForFunction(async () => (await import("./page/sounds.js")).isStarted);
  await page.click("#swap");
  assert.deepEqual(await heard(2), [495, 330]);
  await peg(page, "C1");
  assert.deepEqual(await heard(1), [330]);
  await peg(page, "A2");
  await heard(1);
  await peg(page, "D3");
  assert.deepEqual(await heard(2), [330, 495]);
  await fromMenu(page, "#resign");
  await page.click("#resign-form [type=submit]");
  assert.deepEqual(await heard(3), [392, 494, 587]);
  // A game at a clock.
  await page.click("#open-new");
  await page.selectOption("#new-clock", "fischer");
  await page.fill("#new-minutes", "0.2");
  await page.fill("#new-increment", "1");
  await page.click("#new-form [type=submit]");
  await words(page, ".clock .time >> nth=0", /0:12/);
  await peg(page, "C3");
  await heard(1);
  await page.clock.runFor(4000);
  assert.deepEqual(await heard(2), [880, 880]);
  await page.clock.runFor(1000);
  assert.deepEqual(await heard(0), []);
  // The switch in the dialog is the same.
  await choose(page, "sounds");
  assert.equal(await page.getAttribute("#sounds", "aria-pressed"), "false");
  await page.done();
});
