// Registers the static site's service worker, which stores the files for offline use. The root element's attribute
// `data-offline` contains the worker's address.

import { address } from "./texts.js";
import { build } from "./workerclient.js";

/**
 * Allows a new version to replace the stored files; this page has already loaded all of its own.
 *
 * @param {ServiceWorker | null} worker
 */
const allow = (worker) => worker?.postMessage("activate");

export async function start() {
  const { offline, [build]: engine = "" } = document.documentElement.dataset;
  if (!offline || !navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register(`${offline}?engine=${encodeURIComponent(engine)}&texts=${encodeURIComponent(address)}`);
  allow(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => installing.state === "installed" && allow(installing));
  });
}
