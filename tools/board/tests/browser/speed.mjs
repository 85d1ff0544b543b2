// Times of the page that a person notices, on a machine without other load: `run.sh speed.mjs`. Not among the tests that
// run for every change, since they depend on the machine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { serverOnly, siteOnly } from "./host.mjs";
import { answersAfterAborts, place, serve, tab } from "./help.mjs";

const here = place();

test("the page is ready within two seconds of the program's start", serverOnly, async (context) => {
  const server = await serve();
  try {
    const page = await tab({ browser: here.browser, url: server.url });
    const took = performance.now() - server.started;
    context.diagnostic(`${Math.round(took)} ms`);
    assert.ok(took < 2000, `${took} ms`);
    await page.done();
  } finally {
    server.stop();
  }
});

test("a worker answers within 50 ms of an abort", siteOnly, async (context) => {
  const page = await tab(here, { serviceWorkers: "block" });
  const times = await answersAfterAborts(page, 5);
  context.diagnostic(`${times.map(Math.round)} ms from abort to answer`);
  assert.ok(times[2] < 50, `an answer after an abort took ${times}`);
  await page.done(/Service Worker registration blocked/);
});
