// Measures the engine of the static site in headless Chromium, in one worker: evaluations per second from the empty
// board, and the time until the page is ready and until the engine has answered the first move.
//
//   cargo xtask site --out target/site && HOST=site node tools/board/tests/browser/bench.mjs [SECONDS]

import { launch, pegs, startGame, tab, peg, words } from "./help.mjs";
import { serveSite } from "./host.mjs";

const seconds = Number(process.argv[2] ?? 5);
const site = await serveSite(process.env.SITE);
const browser = await launch();
try {
  const here = { browser, url: site.url };
  const started = performance.now();
  const page = await tab(here);
  const ready = performance.now() - started;
  const sent = site.sent.reduce((sum, { size }) => sum + size, 0);
  await startGame(page, { opponent: "1" });
  const moved = performance.now();
  await peg(page, "C3");
  await pegs(page, 2);
  await words(page, "#status", /You to move/);
  console.log(`ready after ${Math.round(ready)} ms, ${Math.round(sent / 1000)} KB; grade 1 answers after ${Math.round(performance.now() - moved)} ms`);
  console.log(`build: ${await page.evaluate(() => import("./page/workerclient.js").then(({ build }) => build))}`);
  for (const size of [12, 24]) {
    const { evals, seconds: time } = await page.evaluate(async ([size, seconds]) => {
      const api = await import("./page/api.js");
      const stop = new AbortController();
      const line = { size, rules: "pp", swap: "none", moves: [] };
      for await (const report of api.think(line, { analysis: true }, stop.signal)) {
        if (report.seconds < seconds) continue;
        stop.abort();
        return report;
      }
    }, [size, seconds]);
    console.log(`${size} x ${size}: ${Math.round(evals / time)} evaluations/s`);
  }
} finally {
  await browser.close();
  await site.stop();
}
