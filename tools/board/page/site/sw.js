// The service worker of the static site: stores all files that a browser needs, so that the site works offline.
// `cargo xtask site` prepends `VERSION`, a hash of the files, and `FILES`, the addresses of all files except the icons
// and the two builds of the module for searches.

/// <reference path="./types.d.ts" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = "twixt-";
const cacheName = PREFIX + VERSION;
/** The address of the module for searches that this browser needs. */
const engine = new URLSearchParams(location.search).get("engine");

async function install() {
  const cache = await caches.open(cacheName);
  const files = engine ? [...FILES, engine] : FILES;
  // The HTTP cache may still hold files of the previous version.
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

async function activate() {
  const old = (await caches.keys()).filter((other) => other.startsWith(PREFIX) && other !== cacheName);
  await Promise.all(old.map((other) => caches.delete(other)));
}

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(cacheName);
  return (await cache.match(request.mode === "navigate" ? "./" : request, { ignoreVary: true })) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
// A page that has loaded all its files allows a new version to replace them.
worker.addEventListener("message", () => worker.skipWaiting());
