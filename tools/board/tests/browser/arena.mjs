// A bot that plays with the engine of the static site, through the page's worker in headless Chromium. It follows the
// arena's protocol on stdin and stdout.
//
//   node tools/board/tests/browser/arena.mjs [SECONDS]
//
// Before the game, a search of a few seconds lets the browser compile the engine with optimizations, as on a page that
// is in use. The first answer is therefore late: pass --first-ms 20000 to the referee or the lab.

import { createInterface } from "node:readline";
import { launch, tab } from "./help.mjs";
import { serveSite } from "./host.mjs";

const seconds = Number(process.argv[2] ?? 1);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => (await lines.next()).value?.trim();
const site = await serveSite(process.env.SITE);
const browser = await launch();
const page = await tab({ browser, url: site.url });

/** Reads a count and then that many lines. */
async function list() {
  const found = [];
  for (let left = Number(await next()); left > 0; left--) found.push(await next());
  return found;
}

/** Returns the hole with column and row exchanged, as the swap does. */
const reflected = (hole) => String.fromCharCode(64 + Number(hole.slice(1))) + (hole.charCodeAt(0) - 64);

/** Returns moves that lead to a position with this last move and these pegs; assumes no swap unless `last` is one. */
function opening(last, mine, his) {
  if (last === "SWAP") return [reflected(his[0]), "SWAP"];
  const [first, second] = mine.length === his.length ? [mine, his] : [his, mine];
  return first.flatMap((hole, index) => [hole, second[index]].filter(Boolean));
}

/** Returns the page's move after these moves. */
const answer = (moves, seconds) => page.evaluate(async ([moves, seconds]) => {
  const api = await import("./page/api.js");
  const line = { size: 12, rules: "pp", swap: "mirror", moves };
  for await (const report of api.think(line, { analysis: true, seconds }, new AbortController().signal)) {
    if (report.done) return report.answer;
  }
}, [moves, seconds]);

await answer(["D4", "H8"], 4);
let moves = null;
for (let last = await next(); last; last = await next()) {
  const [mine, , his] = [await list(), await list(), await list(), await list()];
  moves = moves ? [...moves, last] : opening(last, mine, his);
  const move = (await answer(moves, seconds)).toUpperCase();
  moves.push(move);
  console.log(move);
}
await browser.close();
await site.stop();
