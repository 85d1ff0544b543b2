// The service worker of the static site: stores all files that a browser needs, so that the site works offline.
// `cargo xtask site` prepends `VERSION`, a hash of the files, and `FILES`, the addresses of all files except the icons,
// the translations and the two builds of the module for searches.

/// <reference path="./types.d.ts" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = "twixt-";
const cacheName = PREFIX + VERSION;
/** The addresses of the module for searches and of the translation that this browser needs. */
const own = ["engine", "texts"].flatMap((name) => new URLSearchParams(location.search).get(name) || []);

async function install() {
  const cache = await caches.open(cacheName);
  // The HTTP cache may still hold files of the previous version.
  await cache.addAll([...FILES, ...own].map((file) => new Request(file, { cache: "no-cache" })));
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
