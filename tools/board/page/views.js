// The page's views (play, analyse, puzzles, games, match); one is open at a time. Each has an entry in the browser's
// history, so that Back returns to the one before it.

import { byId } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {{ enter?: () => void, leave?: () => void }} OneView */

/** Event `leave`: another view is about to be opened; `open`: the open view changed. */
class Views extends EventTarget {
  /** @type {Map<string, OneView>} */
  #all = new Map();
  current = "";

  /** Adds a view, or replaces it; an open one is entered. @param {string} name @param {OneView} view */
  add(name, view) {
    this.#all.set(name, view);
    if (name === this.current) view.enter?.();
  }

  /** @param {string} name */
  open(name) {
    if (!this.#all.has(name)) return;
    // The first view belongs to the entry of the page's address.
    if (!this.current) history.replaceState({ ...history.state, view: name }, "");
    else if (name !== this.current) {
      this.dispatchEvent(new Event("leave"));
      history.pushState({ ...history.state, view: name, isNew: true }, "");
    }
    this.#show(name);
  }

  /** The view of the current history entry, if it has one that can be opened. @returns {string | undefined} */
  get remembered() {
    const { view } = history.state ?? {};
    return document.querySelector(`[data-open="${view}"]:not([hidden])`) ? view : undefined;
  }

  /** Opens the view of a history entry. */
  start() {
    addEventListener("popstate", () => this.remembered && this.#show(this.remembered));
  }

  /** @param {string} name */
  #show(name) {
    if (name === this.current) return;
    const left = this.#all.get(this.current);
    // While a view is left, no view is open: what leaving changes must not start an action of a view.
    this.current = "";
    left?.leave?.();
    this.current = name;
    document.body.dataset.view = name;
    for (const part of document.querySelectorAll("[data-views]")) {
      const names = part.getAttribute("data-views")?.split(" ") ?? [];
      part.toggleAttribute("hidden", !names.includes(name));
    }
    for (const tab of document.querySelectorAll("[data-open]")) {
      if (tab.getAttribute("data-open") === name) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    byId("panel", HTMLElement).scrollTop = 0;
    scrollTo(0, 0);
    document.title = `${byId("title", HTMLElement).textContent} – ${t(name)}`;
    this.#all.get(name)?.enter?.();
    this.dispatchEvent(new Event("open"));
  }
}

export const views = new Views();
