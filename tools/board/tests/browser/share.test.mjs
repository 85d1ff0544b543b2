// Shared URLs and exports.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { host } from "./host.mjs";
import { at, link, paste, peg, pegs, place, sample, startGame, tab, until, words } from "./help.mjs";

const here = place();

test("a shared address opens the same position and tree in a second tab", async () => {
  const page = await tab(here);
  await paste(page, await readFile(sample("game.sgf"), "utf8"));
  await words(page, "#moves", /L8/);
  // Select a move of the variation.
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
  await words(broken, "#toast.error", /incomplete or was changed/);
  await broken.done();
  await page.done();
});

test("the address has the moves of one position, even if a move is played during its compression", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await page.click("[data-open=analyse]");
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    globalThis.addresses = [];
    history.replaceState = (state, title, address) => {
      globalThis.addresses.push(address);
      replace(state, title, address);
    };
    // Compression starts, and ends when the test allows it.
    const read = Response.prototype.arrayBuffer;
    globalThis.compressing = false;
    const allowed = new Promise((allow) => (globalThis.allow = allow));
    Response.prototype.arrayBuffer = async function () {
      globalThis.compressing = true;
      await allowed;
      return read.call(this);
    };
  });
  await peg(page, "C3");
  await page.waitForFunction(() => globalThis.compressing);
  await peg(page, "F6");
  await pegs(page, 2);
  await page.evaluate(() => globalThis.allow());
  await page.waitForFunction(() => location.hash.endsWith("at=2"));
  const addresses = await page.evaluate(() => globalThis.addresses);
  for (const address of addresses) {
    const [, packed, at] = /^#g=([\w-]+)&at=(\d+)$/.exec(address);
    const { moves } = JSON.parse(inflateRawSync(Buffer.from(packed, "base64url")));
    assert.equal(moves.length, Number(at));
  }
  await page.done();
});

test("a reload restores the game", async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await peg(page, "C3", "F6");
  await page.waitForFunction(() => location.hash.endsWith("at=2"));
  await page.reload();
  await pegs(page, 2);
  await page.done();
});

const GAME = { size: 8, rules: "pp", swap: "none", players: ["Anna", "Ben"], moves: ["C3", "F6"] };

test("a reload keeps a move that the address receives after the reload has started", { skip: host !== "server" }, async () => {
  const page = await tab(here);
  await startGame(page, { columns: 8 });
  await until(() => page.url().endsWith("&at=0"));
  await page.route((url) => url.pathname === "/", async (route) => {
    await until(() => page.url().endsWith("&at=1"));
    await route.continue();
  });
  await page.evaluate(async () => {
    const { session } = await import("./page/session.js");
    const replace = history.replaceState;
    // A move whose position takes long updates the address twice; here, only the second update changes it.
    history.replaceState = (...entry) => {
      if (!String(entry[2]).endsWith("&at=1")) return replace.apply(history, entry);
      history.replaceState = replace;
      session.emit("tree");
    };
    new MutationObserver(() => location.reload()).observe(document.querySelector(".pegs"), { childList: true });
  });
  const reloaded = page.waitForEvent("load");
  const { x, y } = await at(page, "D4");
  await page.mouse.click(x, y);
  await reloaded;
  await pegs(page, 1);
  await page.done();
});

test("a link to an invalid game shows a readable error, and the page stays usable", async () => {
  const broken = [{}, [], null, 5, { ...GAME, moves: 5 }, { ...GAME, moves: [5] }, { ...GAME, moves: ["C3", "C3"] },
    { ...GAME, size: 99 }, { ...GAME, players: 7 }, { ...GAME, variations: [{ at: 9, moves: ["C3"] }] }, "{", "[".repeat(100_000)];
  for (const record of broken) {
    const page = await tab(here, { address: link(here.url, record) });
    assert.match(await words(page, "#toast.error", /./), /^Cannot open the link: its game is incomplete/, JSON.stringify(record)?.slice(0, 80));
    await words(page, "#status", /You to move/);
    await page.done(/status of 422/);
  }
});

test("a short link that would decompress to 200 MB is rejected", async () => {
  const page = await tab(here, { address: link(here.url, JSON.stringify({ ...GAME, comment: " ".repeat(200_000_000) })) });
  await words(page, "#toast.error", /Cannot open the link: its game is larger than 256 KB/);
  await words(page, "#status", /You to move/);
  await page.done();
});

test("a link with engine settings starts no engine", async () => {
  const page = await tab(here, { address: link(here.url, { ...GAME, seats: [{ grade: 1 }, { grade: 1 }] }, "2") });
  await pegs(page, 2);
  await page.click("[data-open=play]");
  await words(page, "#status", /Anna to move/);
  await page.waitForTimeout(1500);
  await pegs(page, 2);
  await page.done();
});

test("names in a link break neither layout nor text direction", async () => {
  const players = ["A".repeat(20_000), "\u202eneB"];
  for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
    const page = await tab(here, { address: link(here.url, { ...GAME, players }, "2"), ...options });
    await page.click("[data-open=play]");
    await words(page, "#status", /^A+… to move: vertical/);
    const { width, height } = await page.locator("#status").boundingBox();
    assert.ok(width <= 1280 && height < 120, `${width} x ${height}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "wider than the window");
    await page.keyboard.press("p");
    await words(page, "#status", /^neB to move: horizontal/);
    // The text after the name is to its right.
    const [name, rest] = await page.evaluate(() => [...document.querySelector("#status strong").childNodes].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return range.getBoundingClientRect().left;
    }));
    assert.ok(name < rest, `${name} ${rest}`);
    await page.done();
  }
});

test("the game of the address is loaded if the storage is broken", async () => {
  const address = link(here.url, GAME, "2");
  const breaks = [
    () => sessionStorage.setItem("game", "{no JSON"),
    () => sessionStorage.setItem("game", JSON.stringify({ hashes: [location.hash], record: { moves: 5 } })),
    () => {
      for (const storage of ["sessionStorage", "localStorage"]) {
        Object.defineProperty(window, storage, { get() { throw new DOMException("denied", "SecurityError"); } });
      }
    },
  ];
  for (const act of breaks) {
    const context = await here.browser.newContext();
    await context.addInitScript(act);
    const page = await context.newPage();
    await page.goto(address);
    await page.locator("body[data-ready]").waitFor();
    await pegs(page, 2);
    assert.equal(await page.textContent("#toast"), "");
    await context.close();
  }
});

test("a reload keeps an unfinished note", async () => {
  const page = await tab(here, { address: link(here.url, GAME, "2") });
  await pegs(page, 2);
  await page.waitForTimeout(400);
  await page.locator("#note").pressSequentially("Half a sentence");
  await page.reload();
  await pegs(page, 2);
  await until(async () => (await page.inputValue("#note")) === "Half a sentence");
  await page.done();
});

test("a link is copied where the browser has no clipboard, as in a page from another device", async () => {
  const page = await tab(here);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.click("#open-share");
  await page.click("#copy");
  await words(page, "#toast", /^Link copied\.|^Copy the selected link yourself/);
  await page.done();
});

test("a pasted link opens its game", async () => {
  const page = await tab(here);
  await paste(page, `Look at this: ${link("http://127.0.0.1:1/", GAME, "1")}`);
  await pegs(page, 1);
  await words(page, "#moves", /C3\s*F6/);
  await page.done();
});

const KINDS = {
  sgf: /^\(;FF\[4\]/,
  littlegolem: /^\(;FF\[4\].*littlegolem/,
  t1j: /^# Twixt/,
  list: /^# twixt size=12/,
  arena: /^FIRST\n0\n0\n0\n0\nSWAP\n/,
  json: /"moves":\["D7","SWAP"/,
  svg: /^<svg/,
  html: /^<!doctype html>/i,
};

test("every export format produces a valid file", async () => {
  const page = await tab(here);
  await paste(page, await readFile(sample("game.json"), "utf8"));
  await words(page, "#moves", /L8/);
  await page.click("#open-share");
  const save = async (format) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-format=${format}]`)]);
    return readFile(await download.path());
  };
  for (const [format, start] of Object.entries(KINDS)) assert.match(String(await save(format)), start, format);
  const png = await save("png");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  // The PNG's first chunk contains width and height, twice those of the SVG.
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
