// DOM helpers, and messages to the user. This module does not depend on the game.

import { Unreachable } from "./connection.js";
import { language, t } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * Sets attributes. A function becomes an event listener; null, undefined and false remove the attribute.
 *
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Returns the element with this id; throws if it is missing or of another type.
 *
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return found;
}

export const capital = (/** @type {string} */ words) => words[0].toUpperCase() + words.slice(1);

/** Adds an event listener. @param {string} id @param {(event: Event) => void} act @param {string} [kind] */
export function on(id, act, kind = "click") {
  byId(id, HTMLElement).addEventListener(kind, act);
}

/**
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} options values and labels
 * @param {string} [chosen]
 */
export function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, words]) => el("option", { value }, words)));
  if (chosen !== undefined) select.value = chosen;
}

/** Returns the message element, after moving it to the open dialog or, without one, to the header. */
function place() {
  const toast = byId("toast", HTMLElement);
  const home = document.querySelector("dialog[open]") ?? byId("messages", HTMLElement);
  if (toast.parentElement !== home) home.append(toast);
  return toast;
}

/**
 * Shows a message until the next message or user action.
 *
 * @param {string} words
 * @param {"note" | "error"} [kind]
 * @param {() => void} [undo] the action of a button in the message
 */
export function notify(words, kind = "note", undo) {
  const toast = place();
  toast.textContent = words;
  toast.className = kind;
  if (undo) toast.append(" ", el("button", { type: "button", click: undo }, t("Undo")));
}

/** Clears a message if it is still shown. @param {string} words */
export function clearNotice(words) {
  const toast = byId("toast", HTMLElement);
  if (toast.textContent === words) toast.textContent = "";
}

export function clearMessage() {
  place().replaceChildren();
}

/**
 * Clears the message on every user action except keys, which keys.js handles. Capturing listeners run before the
 * action's own handler, so a message that this handler shows remains.
 */
export function clearOnAction() {
  for (const kind of ["click", "submit", "change", "drop", "paste"]) document.addEventListener(kind, clearMessage, true);
}

/**
 * Runs an action and shows its error, except an abort and a lost connection, which has its own status line.
 *
 * @param {() => unknown} act
 */
export async function attempt(act) {
  try {
    await act();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (error instanceof Unreachable) return;
    notify(error instanceof Error ? error.message : String(error), "error");
  }
}

/** Loads a module that few visits need. @template T @param {Promise<T>} module */
export const loaded = (module) => module.catch(() => {
  throw new Error(t("This part of the page cannot be loaded. Check the connection, and reload the page."));
});

/** The names in records are in English where the page chose them. @param {string} name */
const named = (name) => (/^(You|Opponent|First player|Second player)$/.test(name) ? t(name) : name);

/** Unicode characters that change the text direction. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Shortens an untrusted text, and removes characters that change the text direction. A name inside other text also
 * needs a `bdi` element.
 *
 * @param {string} text
 * @param {number} [most] the maximum length in characters
 */
export function shortened(text, most = 40) {
  const letters = Array.from(named(text).replace(DIRECTION_MARKS, ""));
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("");
}

/** Formats a fraction as a whole percentage. @param {number} share */
export const percent = (share) => `${Math.round(share * 100)}\u00a0%`;

/** Formats a large number, such as 1.2K. */
export const count = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });

/** Changes a text only if it differs, since a change ends a selection. @param {Element} element @param {string} words */
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** Copies the link in a field to the clipboard. @param {HTMLInputElement} field */
export async function copy(field) {
  field.select();
  // A page from another device in the local network has no clipboard.
  const writing = navigator.clipboard?.writeText(field.value) ?? Promise.reject();
  const isCopied = await writing.then(() => true, () => document.execCommand("copy"));
  notify(isCopied ? t("Link copied.") : t("Copy the selected link yourself: the browser does not let the page copy it."));
}
