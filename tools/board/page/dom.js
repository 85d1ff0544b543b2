// Elements: made, found and filled. Nothing here knows Twixt.

import { Unreachable } from "./connection.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * Attributes that are functions listen, those that are null or false are left out.
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
 * An element of the page, with its attributes and what stands in it.
 *
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
 * An element of a picture.
 *
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
 * The element of the page with this id, which must be there and of this type.
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

/**
 * What happens when a button is pressed, or an input changes.
 *
 * @param {string} id
 * @param {(event: Event) => void} act
 * @param {string} [kind]
 */
export function on(id, act, kind = "click") {
  byId(id, HTMLElement).addEventListener(kind, act);
}

/**
 * Fills a choice.
 *
 * @param {HTMLSelectElement} select
 * @param {[string, string][]} options values and words
 * @param {string} [chosen]
 */
export function fill(select, options, chosen) {
  select.replaceChildren(...options.map(([value, words]) => el("option", { value }, words)));
  if (chosen !== undefined) select.value = chosen;
}

/** The one place for messages: in the page's header, or in the dialog that lies over it. */
function place() {
  const toast = byId("toast", HTMLElement);
  const home = document.querySelector("dialog[open]") ?? byId("messages", HTMLElement);
  if (toast.parentElement !== home) home.append(toast);
  return toast;
}

/**
 * Shows a message until the next one or the user's next action; screen readers speak it.
 *
 * @param {string} words
 * @param {"note" | "error"} [kind]
 */
export function tell(words, kind = "note") {
  const toast = place();
  toast.textContent = words;
  toast.className = kind;
}

/** Removes a message that no longer holds, if it is still shown. @param {string} words */
export function withdraw(words) {
  const toast = byId("toast", HTMLElement);
  if (toast.textContent === words) toast.textContent = "";
}

/** Clears the message of an earlier action. */
export function acted() {
  place().replaceChildren();
}

/**
 * Clears messages at clicks, forms and choices; keys.js does so at keys. The capturing phase runs before the
 * action's own handler, whose message therefore stays.
 */
export function clearing() {
  for (const kind of ["click", "submit", "change", "drop", "paste"]) document.addEventListener(kind, acted, true);
}

/**
 * Runs an action and shows the error if it fails. A lost connection has a line of its own beside the messages.
 *
 * @param {() => unknown} act
 */
export async function trying(act) {
  try {
    await act();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (error instanceof Unreachable) return;
    tell(error instanceof Error ? error.message : String(error), "error");
  }
}

/** Characters that turn the direction of what follows them. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text of a file or a link as the page shows it on one line: shortened, and without characters that would
 * turn the words after it. A name still needs a `bdi` where other words share its line.
 *
 * @param {string} text
 * @param {number} [most] characters
 */
export function shortened(text, most = 40) {
  const letters = Array.from(text.replace(TURNING, ""));
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : letters.join("");
}

/**
 * A share as whole percents.
 *
 * @param {number} share
 */
export const percent = (share) => `${Math.round(share * 100)}\u00a0%`;
