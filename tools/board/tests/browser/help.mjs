// Shared helpers that start the program and a browser, and operate the page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { deflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { host, openSingle, serveSite } from "./host.mjs";

const BOARD = process.env.BOARD ?? new URL("../../../../target/debug/board", import.meta.url).pathname;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

/** After this time in milliseconds a test fails; no machine is so slow. */
export const PATIENCE = 60_000;

export const sample = (name) => new URL(`samples/${name}`, import.meta.url).pathname;

/** Starts the program with these files; resolves after it has printed its address. */
export const serve = (...files) => serveAt(0, ...files);

/** Starts the program on a port. `crash` kills it without closing its connections. */
export async function serveAt(port, ...files) {
  const started = performance.now();
  const child = spawn(BOARD, ["--port", String(port), "--threads", "1", "--memory", "64", ...files], { stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        output.push(line);
        const found = line.match(/http:\/\/\S+/);
        if (found) resolve(found[0]);
      });
    }
    child.on("exit", (code) => reject(new Error(`board ended with ${code}: ${output.join("\n")}`)));
  });
  const crash = () => new Promise((resolve) => {
    child.once("exit", resolve);
    child.kill("SIGKILL");
  });
  return { url, started, stop: () => child.kill(), crash };
}

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

/** Starts the selected host of the page: the program with these files, the static site, or the single-file page. */
const start = (files) => (host === "server" ? serve(...files) : host === "site" ? serveSite() : openSingle());

/**
 * Starts the page's host and a browser before the tests of a file, and stops them afterwards. During the tests the
 * returned object has `url` and `browser`.
 */
export function place(...files) {
  const place = {};
  before(async () => {
    Object.assign(place, await start(files));
    place.browser = await launch();
  });
  after(async () => {
    await place.browser?.close();
    place.stop?.();
  });
  return place;
}

/**
 * Opens a tab. `cores` overrides the browser's number of cores; with `ownClock` the test can stop the page's time. `done`
 * closes it, and fails on errors and warnings in the console, such as violations of the content security policy.
 */
export async function tab({ browser, url }, { address = url, cores, ownClock = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (cores) await page.addInitScript((cores) => Object.defineProperty(navigator, "hardwareConcurrency", { value: cores }), cores);
  if (ownClock) await page.clock.install();
  const complaints = [];
  page.on("console", (entry) => ["error", "warning"].includes(entry.type()) && complaints.push(entry.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address);
  await page.locator("body[data-ready]").waitFor();
  page.done = async (...allowed) => {
    const left = complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)));
    await context.close();
    assert.deepEqual(left, []);
  };
  return page;
}

/** Returns the screen position of a hole, calculated from the coordinate labels. */
export async function at(page, hole) {
  return page.evaluate(([letter, number]) => {
    const label = (text) => {
      const found = [...document.querySelectorAll(".coordinate")].find((label) => label.textContent === text);
      const { x, y, width, height } = found.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    return { x: label(letter).x, y: label(number).y };
  }, [hole[0], hole.slice(1)]);
}

export const pegs = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll(".pegs .peg").length === count, count);

/** Clicks on holes, and waits for each peg. */
export async function peg(page, ...holes) {
  for (const hole of holes) {
    const before = await page.locator(".pegs .peg").count();
    const { x, y } = await at(page, hole);
    await page.mouse.click(x, y);
    await page.waitForFunction((before) => document.querySelectorAll(".pegs .peg").length > before, before);
  }
}

/** Moves the keyboard cursor to a hole by arrow keys. */
export async function cursorTo(page, hole) {
  const cursor = async () => ((await page.textContent("#where")) ?? "").split(" ")[0];
  const isHidden = await page.locator(".cursor-ring[visibility=hidden]").count();
  if (isHidden) await page.locator("#frame").focus();
  await page.keyboard.press(isHidden ? "Enter" : "ArrowLeft");
  for (let step = 0; step < 50 && (await cursor()) !== hole; step++) {
    const now = await cursor();
    const [dx, dy] = [hole.charCodeAt(0) - now.charCodeAt(0), Number(hole.slice(1)) - Number(now.slice(1))];
    // Leave the top row first: its corners have no holes.
    const across = dx !== 0 && (dy === 0 || now.slice(1) !== "1");
    await page.keyboard.press(across ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp");
  }
  assert.equal(await cursor(), hole);
}

/** Opens the dialog of a new game with all its fields, and chooses an opponent: `person`, `link` or a level of the engine. */
export async function openNew(page, opponent) {
  await page.click("#open-new");
  if ((await page.getAttribute("#new-more", "open")) === null) await page.click("#new-more summary");
  if (!opponent) return;
  const isEngine = !["person", "link"].includes(opponent);
  await page.click(`label:has([name=new-opponent][value=${isEngine ? "engine" : opponent}])`);
  if (isEngine) await page.selectOption("#new-level", opponent);
}

/** Presses a button, or sets a checkbox, in the menu of the Play view. */
export async function fromMenu(page, id) {
  await page.click("#play-more");
  await page.click(id);
  if (await page.locator("#play-menu").isVisible()) await page.keyboard.press("Escape");
}

/** Submits the dialog of a new game, and waits for the game. */
export async function submitNew(page) {
  await page.click("#new-form [type=submit]");
  await page.locator("#new-game").waitFor({ state: "hidden" });
}

export async function startGame(page, { opponent = "person", rules = "pp", swap = "none", columns = 12, rows = columns, side = "first" } = {}) {
  await page.click("[data-open=play]");
  await openNew(page, opponent);
  await page.selectOption("#new-rules", rules);
  await page.selectOption("#new-swap", swap);
  if (opponent !== "person") await page.click(`label:has([name=new-side][value=${side}])`);
  await page.fill("#new-columns", String(columns));
  await page.fill("#new-rows", String(rows));
  await submitNew(page);
  await words(page, "#status", /to move/);
  // The board of the new game is shown, not the one before it.
  await page.waitForFunction(([columns, rows]) => {
    const labels = new Set([...document.querySelectorAll("#board .coordinate")].map((label) => label.textContent));
    return labels.size === columns + rows;
  }, [columns, rows]);
}

/** Starts a game between two people and types moves in the analysis view. */
export async function line(page, terms, ...turns) {
  await startGame(page, terms);
  await page.click("[data-open=analyse]");
  await add(page, ...turns);
}

/** Opens the set-up; until its module is loaded, clicks on the board play moves. */
export async function setUp(page) {
  await page.click("#setup");
  await page.locator("#setup-part").waitFor();
}

/** Types moves in the analysis view. */
export async function add(page, ...turns) {
  for (const turn of turns) {
    await page.fill("#move-text", turn);
    await page.keyboard.press("Enter");
    await page.locator(".move.here", { hasText: turn }).waitFor();
  }
  await page.keyboard.press("Escape");
}

export async function paste(page, text) {
  await page.click("[data-open=games]");
  if (!(await page.locator("#paste").isVisible())) await page.click("text=Paste a game");
  await page.fill("#paste", text);
  await page.click("#paste-form button");
}

/** Returns a URL with any record, even one that the page itself would not produce. */
export const link = (url, record, at = "0") =>
  `${url}#g=${deflateRawSync(typeof record === "string" ? record : JSON.stringify(record)).toString("base64url")}&at=${at}`;

/** Waits until an element's text matches a pattern, and returns the text. */
export async function words(page, selector, pattern) {
  try {
    await page.locator(selector).filter({ hasText: pattern }).first().waitFor();
  } catch (error) {
    const found = await page.locator(selector).allTextContents();
    throw new Error(`${selector} contains ${JSON.stringify(found)}, not ${pattern}; the message is ${JSON.stringify(await page.textContent("#toast"))}`, { cause: error });
  }
  return page.locator(selector).filter({ hasText: pattern }).first().textContent();
}

const about = async ({ url }) => (await fetch(new URL("/api/about", url))).json();

/** Returns the number of searches running in the program or, without a server, in the workers of all tabs. */
export async function running({ browser, url }) {
  if (host === "server") return (await about({ url })).running;
  const workers = browser.contexts().flatMap((context) => context.pages()).flatMap((page) => page.workers());
  const counts = await Promise.all(workers.map((worker) => worker.evaluate("requests.size").catch(() => 0)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Opens a file: with the program, from its list of named files; on other hosts, with the file chooser. */
export async function openFile(page, path) {
  await page.click("[data-open=games]");
  if (host === "server") await page.locator("#named button", { hasText: basename(path) }).first().click();
  else await page.setInputFiles("#file", path);
}

/**
 * Chooses an option with the arrow keys. Typing its first letters chooses another one on a slow machine: a browser
 * starts a new word after a second without a letter.
 */
export async function choose(select, option) {
  const chosen = () => select.evaluate((select) => select.selectedOptions[0].textContent);
  const count = await select.locator("option").count();
  await select.press("Home");
  for (let step = 1; step < count && !(await chosen()).startsWith(option); step++) await select.press("ArrowDown");
  assert.ok((await chosen()).startsWith(option), `${option} is not among the options`);
}

/** Waits until `ask` resolves to true; returns the time in milliseconds. */
export async function until(ask) {
  const started = performance.now();
  while (!(await ask())) {
    if (performance.now() - started > PATIENCE) throw new Error(`not true after ${PATIENCE} ms: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return performance.now() - started;
}

/** Starts and aborts searches of the page, and returns the times in milliseconds from each abort to the next answer, sorted. */
export const answersAfterAborts = (page, count) =>
  page.evaluate(async (count) => {
    const api = await import("./page/api.js");
    const line = { size: 24, rules: "pp", swap: "none", moves: [] };
    const times = [];
    for (let round = 0; round < count; round++) {
      const stop = new AbortController();
      for await (const _ of api.think(line, { analysis: true }, stop.signal)) break;
      const start = performance.now();
      stop.abort();
      await api.overlay(line, "distances");
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b);
  }, count);
