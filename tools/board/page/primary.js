// One button of a view is emphasized at a time: the first visible one with the highest `data-primary`.

import { byId } from "./dom.js";

function update() {
  const all = [...document.querySelectorAll("main [data-primary]")];
  const shown = all.filter((button) => button.checkVisibility());
  const rank = (/** @type {Element} */ button) => Number(button.getAttribute("data-primary"));
  const most = Math.max(...shown.map(rank));
  const first = shown.find((button) => rank(button) === most);
  for (const button of all) button.classList.toggle("primary", button === first);
}

/** Sets the rank of a button; null removes its emphasis. @param {string} id @param {number | null} rank */
export function setRank(id, rank) {
  const button = byId(id, HTMLElement);
  if (rank === null) {
    button.removeAttribute("data-primary");
    button.classList.remove("primary");
  } else if (button.dataset.primary !== String(rank)) button.dataset.primary = String(rank);
}

/**
 * Buttons with the class `primary` have the rank 1 unless `data-primary` gives another. Observed are the attributes on
 * which visibility depends, and not `class`, which this module sets.
 */
export function start() {
  for (const button of document.querySelectorAll("main .primary:not([data-primary])")) button.setAttribute("data-primary", "1");
  update();
  new MutationObserver(update).observe(document.body, {
    subtree: true, attributeFilter: ["hidden", "data-primary", "data-view"],
  });
}
