// The service worker of the static site: keeps all files, so that the site works offline. `cargo xtask site`
// prepends `VERSION`, a hash of the files, and `FILES`, the addresses of all files except the builds of the engine.

/// <reference path="./types.d.ts" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = "twixt-";
const cacheName = PREFIX + VERSION;
/** The build of the engine that this browser needs. */
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
