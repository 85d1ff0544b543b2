// Playing by keyboard and accessibility tree alone: every element is found by its role and name, as a screen reader
// finds it, and the board is read from live regions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, place, tab } from "./help.mjs";

const here = place();

const says = (place, pattern) =>
  place.filter({ hasText: pattern }).waitFor({ state: "attached" }).catch(async (error) => {
    throw new Error(`${JSON.stringify(await place.textContent())} does not match ${pattern}`, { cause: error });
  });

/** Operates the page by roles, names and keys. */
function reader(page) {
  const key = (name) => page.keyboard.press(name);
  const cursor = page.getByRole("status", { name: "Cursor" });
  const moves = page.getByRole("status", { name: "Moves" });
  const hole = async () => ((await cursor.textContent()) ?? "").split(" ")[0];
  return {
    key, cursor, moves,
    /** Starts a game between two people. */
    async start(size, swap) {
      await page.getByRole("button", { name: "New game" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "New game" });
      await dialog.getByRole("radio", { name: "Computer" }).press("ArrowRight");
      assert.ok(await dialog.getByRole("radio", { name: "A friend on this screen" }).isChecked());
      await dialog.getByText("More: rules").press("Enter");
      await choose(dialog.getByRole("combobox", { name: "Swap" }), swap);
      for (const edge of ["Columns", "Rows"]) {
        await dialog.getByRole("spinbutton", { name: edge }).press("Control+a");
        await page.keyboard.type(String(size));
      }
      await dialog.getByRole("button", { name: "Start game" }).press("Enter");
      await dialog.waitFor({ state: "hidden" });
      await says(moves, new RegExp(`${size} by ${size} holes`));
    },
    /** Moves the cursor to a hole by arrow keys, and reads its state. */
    async to(wanted) {
      await page.getByRole("application", { name: /^Board/ }).focus();
      await key("ArrowLeft");
      for (let step = 0; step < 40 && (await hole()) !== wanted; step++) {
        const now = await hole();
        const [dx, dy] = [wanted.charCodeAt(0) - now.charCodeAt(0), Number(wanted.slice(1)) - Number(now.slice(1))];
        const isEdge = ["1", "5"].includes(now.slice(1));
        if (dx && (!isEdge || !dy)) await key(dx > 0 ? "ArrowRight" : "ArrowLeft");
        else await key(dy > 0 ? "ArrowDown" : "ArrowUp");
        // At a corner, which has no hole, leave the edge first.
        if ((await hole()) === now) await key(now.startsWith("A") ? "ArrowRight" : now.startsWith("E") ? "ArrowLeft" : isEdge && dy === 0 ? (now.endsWith("1") ? "ArrowDown" : "ArrowUp") : "ArrowDown");
      }
      assert.equal(await hole(), wanted);
      return cursor.textContent();
    },
    /** Waits for an announcement of moves. */
    hears: (pattern) => says(moves, pattern),
    /** Waits for a message. */
    sees: (pattern) => says(page.getByRole("alert"), pattern),
  };
}

test("a game is played to the end by keyboard and accessibility tree", async () => {
  const page = await tab(here);
  const { key, start, to, hears, sees } = reader(page);
  await start(5, "Mirror");
  await hears(/First player to move, vertical/);
  assert.match(await to("C1"), /^C1 free/);
  await key("Enter");
  await hears(/^Move 1: First player, vertical, C1, no links\. Second player to move, horizontal\. Second player may swap\.$/);
  await key("s");
  await hears(/^Move 2: swap\. .*C1.* First player to move, vertical\.$/);
  const turns = [
    ["C1", /^Move 3: First player, vertical, C1, no links\. Second player to move/],
    ["A2", /^Move 4: Second player, horizontal, A2, no links\./],
    ["D3", /^Move 5: First player, vertical, D3, linked to C1\./],
    ["A4", /^Move 6: Second player, horizontal, A4, no links\./],
    ["C5", /^Move 7: First player, vertical, C5, linked to D3\. First player \(vertical\) won\./],
  ];
  for (const [hole, heard] of turns) {
    assert.match(await to(hole), /free/);
    await key("Enter");
    await hears(heard);
  }
  assert.match(await to("D3"), /^D3 vertical peg/);
  await key("i");
  await sees(/^D3: vertical peg of First player, linked to C1 and C5\.$/);
  // The tree lists the moves; the last one is the current one.
  const tree = await page.getByRole("group", { name: "Moves", exact: true }).ariaSnapshot();
  assert.match(tree, /button "C1".*button "swap".*button "C5"/s);
  await page.getByRole("button", { name: "First position" }).press("Enter");
  await hears(/no moves.*First player to move/s);
  await page.done();
});

test("the page describes the hole at the cursor: pegs, links, and whether a link can be made", async () => {
  const page = await tab(here);
  const { key, start, to, hears, sees } = reader(page);
  const asked = async (hole, pattern) => {
    await to(hole);
    await key("i");
    await sees(pattern);
  };
  await start(5, "None");
  await key("i");
  await sees(/Move the cursor to a hole first/);
  for (const [index, hole] of ["B2", "C4", "D3", "B3"].entries()) {
    await to(hole);
    await key("Enter");
    await hears(new RegExp(`^Move ${index + 1}:`));
  }
  await asked("B2", /^B2: vertical peg of First player, linked to D3\.$/);
  await asked("C4", /^C4: horizontal peg of Second player, no links\.$/);
  await asked("A3", /^A3: no peg, in horizontal's border row\. Not playable for vertical\.$/);
  await asked("C1", /^C1: free, in vertical's border row\. A vertical peg here links to D3\.$/);
  await asked("E2", /Not playable/);
  await to("C2");
  await key("i");
  await sees(/^C2: free\. A vertical peg here makes no link\.$/);
  // The link B2–D3 crosses horizontal's link from B3 to D2.
  await to("C5");
  await key("Enter");
  await hears(/^Move 5:/);
  await asked("D2", /^D2: free\. A horizontal peg here makes no link\..* No link to B3: the link B2–D3 crosses\./);
  await asked("A3", /^A3: free, in horizontal's border row\. A horizontal peg here links to C4\.$/);
  await page.done();
});
