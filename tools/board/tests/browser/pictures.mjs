// Makes the pictures of the documents: node pictures.mjs FOLDER [league journal]. BOARD and CHROMIUM are set as in run.sh.

import { join } from "node:path";
import { launch, serve, tab, words } from "./help.mjs";

const [folder, journal = new URL("../../../lab/league/games.jsonl", import.meta.url).pathname] = process.argv.slice(2);
const GAME = 219;
const PLIES = 9;

const board = await serve(journal);
const place = { ...board, browser: await launch() };

/** Opens the league, and then the analysed and reviewed game. */
async function picture(name, options) {
  const page = await tab(place, options);
  await page.locator("#match-grid button").first().waitFor();
  if (name === "analysis") await page.screenshot({ path: join(folder, "board-match.png") });
  await page.locator("#match-grid button").nth(GAME - 1).click();
  await words(page, "#moves", /1/);
  await page.click("[data-open=analyse]");
  await page.click("#to-start");
  for (let ply = 0; ply < PLIES; ply++) await page.click("#forth");
  await page.click("#review");
  await page.locator("#review-part").waitFor();
  await page.click("#analyse-toggle");
  await page.waitForTimeout(6000);
  await page.click("#analyse-toggle");
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(folder, `board-${name}.png`) });
  await page.done();
}

try {
  await picture("analysis", { viewport: { width: 1280, height: 860 } });
  await picture("phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
} finally {
  await place.browser.close();
  board.stop();
}
