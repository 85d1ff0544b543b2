// Elements: made, found and filled. Nothing here knows Twixt.

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

/** @type {number | undefined} */
let timer;

/**
 * Tells the user something for a while; screen readers speak it.
 *
 * @param {string} words
 * @param {"note" | "error"} [kind]
 */
export function tell(words, kind = "note") {
  const toast = byId("toast", HTMLElement);
  toast.textContent = words;
  toast.className = kind;
  clearTimeout(timer);
  timer = setTimeout(() => (toast.textContent = ""), kind === "error" ? 9000 : 5000);
}

/**
 * Runs what may fail, and tells why it did.
 *
 * @param {() => unknown} act
 */
export async function trying(act) {
  try {
    await act();
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    tell(error instanceof Error ? error.message : String(error), "error");
  }
}

/**
 * A share as whole percents.
 *
 * @param {number} share
 */
export const percent = (share) => `${Math.round(share * 100)}\u00a0%`;
