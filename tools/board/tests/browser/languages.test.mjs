// Languages: every text of the page is translated, a choice persists, and German fits a phone.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import ts from "typescript";
import { LESSONS } from "../../page/lessonlist.js";
import { openNew, peg, pegs, place, sample, setUp, submitNew, tab, words } from "./help.mjs";
import { host } from "./host.mjs";

const here = place();
const PAGE = new URL("../../page/", import.meta.url);
const module = host === "single" ? "texts.js" : "./page/texts.js";

/** Keys of texts that the code chooses by a value, such as the names of sides, levels, marks and endings. */
const BY_VALUE = ["vertical", "horizontal", "play", "analyse", "games", "puzzles", "match", "First player", "Second player",
  "Opponent", "Beginner", "Novice", "Learner", "Casual", "Regular", "Average", "Skilled", "Advanced", "Strong", "Expert", "Master",
  "Champion", "green", "red", "blue", "circle", "triangle", "square", "cross", "arrow", "mistake", "blunder", "easy", "medium",
  "hard", "columns", "rows", "draw", "chain", "blocked", "agreement", "late", "Drawn by agreement.", "not over",
  "Drawn: no empty hole is left.", "Drawn: neither side can connect its borders any more.", "You",
  "Space", "Del", "Esc", "Home", "End", "Shift", "Enter"];

/** Calls `visit` for every node of a script. */
function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Adds the keys in a script: arguments of `t`, texts of `plural`, and the tables that are translated where they are shown. */
function collect(name, text, keys) {
  walk(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true), (node) => {
    const called = (node.tag ?? node.expression)?.getText?.().replace("texts.", "");
    if (ts.isTaggedTemplateExpression(node) && called === "t") {
      const { template } = node;
      keys.add(template.text ?? template.templateSpans.reduce((key, { literal }, index) => `${key}{${index}}${literal.text}`, template.head.text));
    }
    if (ts.isCallExpression(node) && called === "t" && ts.isStringLiteralLike(node.arguments[0])) keys.add(node.arguments[0].text);
    if (ts.isCallExpression(node) && called === "plural") keys.add(node.arguments[2].text);
    if (!ts.isVariableDeclaration(node) || !node.initializer) return;
    const table = node.name.getText();
    if (table === "KEYS") for (const { elements } of node.initializer.elements) [0, 2].forEach((at) => keys.add(elements[at].text));
    if (table === "SENTENCES") for (const { text } of node.initializer.elements) keys.add(text);
    if (table === "PICTURES") for (const { properties } of node.initializer.elements) properties.slice(0, 2).forEach(({ initializer }) => keys.add(initializer.text));
  });
}

async function allKeys(page) {
  const keys = new Set(BY_VALUE);
  for (const name of await readdir(PAGE)) if (name.endsWith(".js")) collect(name, await readFile(new URL(name, PAGE), "utf8"), keys);
  for (const { title, steps } of LESSONS) {
    keys.add(title);
    for (const { text, right, wrong, replies } of steps) [text, right, wrong, ...Object.values(replies ?? {}).map(([, words]) => words)].forEach((words) => keys.add(words));
  }
  const html = await readFile(new URL("index.html", PAGE), "utf8");
  const found = await page.evaluate(async ([module, html]) => {
    const { units } = await import(module.startsWith(".") ? new URL(module, location.href).href : module);
    return [...units(new DOMParser().parseFromString(html, "text/html"))].map(({ key }) => key);
  }, [module, html]);
  found.forEach((key) => keys.add(key));
  return keys;
}

test("every language has every text, and no other", async () => {
  const page = await tab(here);
  const keys = await allKeys(page);
  for (const name of await readdir(PAGE)) {
    if (!/^texts\..*\.json$/.test(name)) continue;
    const texts = JSON.parse(await readFile(new URL(name, PAGE), "utf8"));
    assert.deepEqual([...keys].filter((key) => !Object.hasOwn(texts, key)), [], `missing in ${name}`);
    assert.deepEqual(Object.keys(texts).filter((key) => !keys.has(key)), [], `unused in ${name}`);
    const holes = (text) => [...new Set(text.match(/\{\d\}/g))].sort().join();
    const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));
    assert.deepEqual(Object.entries(texts).filter(([key, text]) => forms(text).some((form) => holes(form) !== holes(key))), [], `values in ${name}`);
  }
  await page.done();
});

/** Opens every view and dialog, and calls `check` in each. */
async function everywhere(page, check) {
  await check("play");
  await openNew(page);
  await page.selectOption("#new-clock", "byoyomi");
  await check("new game");
  await page.click("label:has([value=person])");
  await submitNew(page);
  for (const [index, move] of ["F6", "G8"].entries()) {
    await page.fill("#move-text", move);
    await page.keyboard.press("Enter");
    await pegs(page, index + 1);
  }
  await page.click("#play-more");
  await check("menu");
  await page.keyboard.press("Escape");
  await page.click("[data-open=games]");
  await page.click("details:has(#paste-form) summary");
  await page.fill("#paste", await readFile(sample("game.json"), "utf8"));
  await page.click("#paste-form [type=submit]");
  await pegs(page, 15);
  await check("games");
  await page.click("[data-open=analyse]");
  await page.click("#back");
  await pegs(page, 14);
  await page.selectOption("#review-nodes", "64");
  await page.click("#review");
  await page.locator("#review-part").waitFor();
  await page.click("#analyse-toggle");
  await page.locator("#candidates-table").waitFor();
  await page.click("#analyse-toggle");
  await check("analyse");
  await page.click("label:has([value=book])");
  await page.locator("#book-part").waitFor();
  await check("book");
  await setUp(page);
  await check("setup");
  await page.click("#setup-cancel");
  await page.click("[data-open=puzzles]");
  await page.locator("#exercise-text:not(:empty)").waitFor();
  await check("lesson");
  await page.click("label:has([value=puzzles])");
  await page.click("#exercise-why");
  await page.locator("#exercise-result:not(:empty)").waitFor();
  await check("puzzle");
  await page.click("#open-share");
  await page.locator("#share").waitFor();
  await check("share");
  await page.click("#share [data-close]");
  await page.click("#open-settings");
  await page.locator("#settings").waitFor();
  await check("settings");
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.getElementById("help").showModal());
  await check("help");
  await page.click("#open-rules");
  await check("rules");
  await page.click("#rules [data-close]");
}

/** Opens a tab with other texts in place of the German ones. */
const withTexts = (texts, options = {}) => tab({
  ...here,
  browser: {
    newContext: async (given) => {
      const context = await here.browser.newContext({ ...given, locale: "de-DE" });
      await context.route("**/texts.de.json", (route) => route.fulfill({ json: texts }));
      return context;
    },
  },
}, { serviceWorkers: "block", ...options });

test("every visible text is translated", { skip: host === "single" ? "the file has its texts inside" : false }, async () => {
  const keys = await tab(here).then(async (page) => {
    const keys = await allKeys(page);
    await page.done();
    return keys;
  });
  const marked = (key) => `⟦${key}⟧`;
  const page = await withTexts(Object.fromEntries([...keys].map((key) => [key, marked(key)])));
  const plain = new Set();
  await everywhere(page, async (view) => {
    const found = await page.evaluate(() => {
      const texts = [];
      const data = "bdi, [data-data], #moves button.move, svg.chart, #board, textarea, pre, .line, #found-text, label:has([name=set-language]), [data-format], kbd, .peg-icon";
      for (const element of document.querySelectorAll("body *")) {
        if (element.closest(data) || !element.checkVisibility()) continue;
        const withoutNames = (element) => {
          const copy = element.cloneNode(true);
          for (const name of copy.querySelectorAll("bdi")) name.remove();
          return copy.textContent;
        };
        // A text with markup inside is translated as a whole.
        const isWhole = ({ children }) => children.length && [...children].every(({ tagName }) => /^(STRONG|B|KBD|CODE)$/.test(tagName));
        const own = isWhole(element) ? [withoutNames(element)] : [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data);
        const attributes = ["title", "aria-label", "placeholder"].map((name) => element.getAttribute(name) ?? "");
        texts.push(...(isWhole(element.parentElement) ? [] : own), ...attributes);
      }
      return texts;
    });
    for (const text of found) {
      // What is outside of all marks, less coordinates, dates, units and names of formats and programs.
      let left = text;
      while (/⟦[^⟦⟧]*⟧/.test(left)) left = left.replace(/⟦[^⟦⟧]*⟧/g, "");
      left = left.replace(/\d+\. \p{L}+\.? \d{4}/u, "").replace(/\b([A-Z]{1,2}\d+|SGF|PP|LittleGolem|T1j|ms|s|W|L|x)\b/g, "");
      if (/\p{L}{2}/u.test(left)) plain.add(`${view}: ${text.trim()}`);
    }
  });
  assert.deepEqual([...plain], []);
  await page.done(/Service Worker registration blocked/);
});

for (const width of [390, 320]) {
  test(`German fits a phone of ${width} pixels`, async () => {
    const page = await tab(here, { locale: "de-DE", viewport: { width, height: 700 }, hasTouch: true, isMobile: true });
    const cut = [];
    await everywhere(page, async (view) => {
      cut.push(...(await page.evaluate((view) => {
        const wide = [...document.querySelectorAll("nav, button, .button, .segments, .buttons, dialog, legend, h2")].filter((element) =>
          element.checkVisibility() && !element.closest(".unseen") && element.scrollWidth > element.clientWidth + 1 && element.clientWidth);
        if (document.documentElement.scrollWidth > innerWidth) wide.push(document.documentElement);
        return wide.map((element) => `${view}: ${element.tagName} ${element.id} ${(element.textContent ?? "").trim().slice(0, 30)}`);
      }, view)));
    });
    assert.deepEqual(cut, []);
    await page.done();
  });
}

test("the language is the browser's, a choice persists, and the game survives it", async () => {
  const page = await tab(here, { locale: "de-AT" });
  assert.equal(await page.getAttribute("html", "lang"), "de");
  assert.equal(await page.textContent("#open-new"), "Neue Partie");
  await openNew(page, "person");
  await submitNew(page);
  await peg(page, "F6", "G8");
  await page.click("#open-settings");
  await page.click("label:has([name=set-language][value=en])");
  await words(page, "#open-new", /^New game$/);
  await pegs(page, 2);
  assert.equal(await page.getAttribute("html", "lang"), "en");
  await page.reload();
  await words(page, "#open-new", /^New game$/);
  await page.done();
});

test("a plural has a form per category", async () => {
  const page = await tab(here, { locale: "de-DE" });
  const texts = await page.evaluate(async (module) => {
    const { plural } = await import(module.startsWith(".") ? new URL(module, location.href).href : module);
    return [0, 1, 2].map((number) => plural(number, "1 move", "{0} moves"));
  }, module);
  assert.deepEqual(texts, ["0 Züge", "1 Zug", "2 Züge"]);
  await page.done();
});
