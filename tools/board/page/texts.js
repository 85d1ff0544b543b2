// The language of the page. The English texts in the code and in index.html are the keys; texts.de.json and its like
// hold the translations, and only the file of the chosen language is loaded. This module is complete before others run.

import { store, stored } from "./store.js";

/** The languages and their names. Another one needs an entry here and a file texts.CODE.json. */
export const LANGUAGES = { en: "English", de: "Deutsch" };

const KEY = "language";
const isKnown = (/** @type {string} */ code) => Object.hasOwn(LANGUAGES, code);
const wanted = stored(KEY, "");

/** The code of the page's language: the user's choice, or else the first known language of the browser. */
export const language = isKnown(wanted) ? wanted : navigator.languages.map((code) => code.split("-")[0]).find(isKnown) ?? "en";

/** Texts by key; a plural has a form per category of Intl.PluralRules. @type {{ [key: string]: string | { [category: string]: string } }} */
let texts = {};

/** The address of the texts, which the single-file page has in an attribute; empty in English. */
export const address = language === "en" ? "" : document.documentElement.dataset[`texts.${language}.json`] ?? `page/texts.${language}.json`;

// Without the file, the page is in English.
if (address) texts = await fetch(address).then((answer) => answer.json()).catch(() => ({}));
const rules = new Intl.PluralRules(language);

/** @param {string} key @param {unknown[]} values @returns {string} */
function filled(key, values) {
  const found = Object.hasOwn(texts, key) ? texts[key] : key;
  const number = Number(values.find((value) => typeof value === "number") ?? 0);
  const form = typeof found === "string" ? found : found[rules.select(number)] ?? found.other;
  return values.length ? form.replace(/\{(\d)\}/g, (_, index) => String(values[index])) : form;
}

/**
 * Translates a text. As a tag of a template, the key has {0}, {1} … in place of the values, and the first number selects
 * the form of a plural.
 *
 * @param {string | TemplateStringsArray} text
 * @param {unknown[]} values
 */
export const t = (text, ...values) =>
  filled(typeof text === "string" ? text : text.reduce((key, part, index) => `${key}{${index - 1}}${part}`), values);

/** Translates "{0} moves" with a number, or "1 move" in English. @param {number} number @param {string} one @param {string} other */
export const plural = (number, one, other) => (number === 1 && language === "en" ? one : filled(other, [number]));

/** The sentences of the program about results and swaps. */
export const SENTENCES = [
  "Swapped: {0} takes the peg {1}, mirrored to {2}; the borders stay.",
  "Swapped: the peg {0} stays, but its player is {1} now.",
  "{0} wins by {1}", "{0} wins ({1})", "drawn ({0})", "drawn: {0}",
];

/** Translates a text that the program made. @param {string} text */
export function said(text) {
  if (language === "en") return text;
  for (const key of SENTENCES) {
    const pattern = key.replace(/[().]/g, "\\$&").replace(/\{\d\}/g, "(.+?)");
    const found = new RegExp(`^${pattern}$`).exec(text);
    if (found) return filled(key, found.slice(1).map((part) => t(part)));
  }
  return t(text);
}

/** Formats a number with this many decimals. @param {number} number */
export const decimal = (number, digits = 1) =>
  number.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Whether an element is one text with markup inside. @param {Element} element */
const isUnit = ({ childNodes }) => [...childNodes].some((node) => node instanceof Text && node.data.trim())
  && [...childNodes].some((node) => node instanceof Element)
  && [...childNodes].every((node) => node instanceof Text || (node instanceof Element && !node.id && /^(STRONG|B|KBD|CODE)$/.test(node.tagName)));

const isText = (/** @type {string} */ text) => /\p{L}{2}/u.test(text);

/**
 * Yields the texts of a document, and how to replace them. The key of a text with markup inside is its HTML.
 *
 * @param {Document} document
 * @returns {Generator<{ key: string, put: (text: string) => void }>}
 */
export function* units(document) {
  for (const element of document.querySelectorAll("title, body, body *:not(script, script *, style)")) {
    for (const name of ["title", "aria-label", "placeholder", "alt"]) {
      const key = element.getAttribute(name) ?? "";
      if (isText(key)) yield { key, put: (text) => element.setAttribute(name, text) };
    }
    if (element.parentElement && isUnit(element.parentElement)) continue;
    if (isUnit(element)) {
      yield { key: element.innerHTML, put: (text) => (element.innerHTML = text) };
      continue;
    }
    for (const node of element.childNodes) {
      if (!(node instanceof Text) || !isText(node.data)) continue;
      const key = node.data.trim();
      yield { key, put: (text) => (node.data = node.data.replace(key, () => text)) };
    }
  }
}

/** Translates the page's own HTML. */
export function start() {
  document.documentElement.lang = language;
  if (language !== "en") for (const { key, put } of [...units(document)]) put(t(key));
}

/** Changes the language, for which the page is reloaded; the game stays. @param {string} code */
export function chooseLanguage(code) {
  store(KEY, code);
  location.reload();
}
