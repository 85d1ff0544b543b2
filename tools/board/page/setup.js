// Setting up positions: clicks place or remove pegs, and a new game starts from the result. The order of the pegs
// determines the links, as in game files.

import { handlers } from "./controller.js";
import { attempt, byId, clearMessage, notify, on } from "./dom.js";
import { newRecord } from "./game.js";
import { session } from "./session.js";
import { nodeAt, pathOf } from "./share.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Game } from "./game.js" */
/** @import { Beside } from "./session.js" */
/** @import { Hole, Record, Side } from "./types" */

/** @type {[Hole, Side][]} in order of placement */
let pegs = [];

/** The replaced game and the path to its current node; null before the first change. */
let before = /** @type {{ record: Record, beside: Beside, at: string } | null} */ (null);

/** The game of the last change. @type {Game | null} */
let made = null;

const chosen = (/** @type {string} */ name) =>
  /** @type {HTMLInputElement} */ (document.querySelector(`input[name=${name}]:checked`)).value;

/** The record of a game that starts from the pegs. @returns {Record} */
function record() {
  const { columns, rows, header } = session.game;
  const words = pegs.map(([hole, side], index) => (side === pegs[index - 1]?.[1] ? hole : `${side} ${hole}`)).join(" ");
  const terms = newRecord({ columns, rows, rules: header.rules, swap: "none", players: header.players });
  return { ...terms, setup: { pegs: words, to_move: /** @type {Side} */ (chosen("setup-turn")) } };
}

/** Copies the pegs of the current position, unless the setup already changed them. */
function capture() {
  if (!before) pegs = [...(session.view?.pegs ?? [])];
}

/** @param {[Hole, Side][]} wanted */
async function show(wanted) {
  const last = { pegs, before };
  const { beside, game, node } = session;
  before ??= { record: game.record(), beside, at: pathOf(node) };
  pegs = wanted;
  try {
    await session.load(record());
    made = session.game;
  } catch (error) {
    // A later change or Cancel has its own state.
    if (pegs === wanted) ({ pegs, before } = last);
    throw error;
  }
}

/** @param {Hole} hole */
const click = (hole) => attempt(() => {
  capture();
  const left = pegs.filter(([at]) => at !== hole);
  const side = chosen("setup-peg");
  if (side === "none" && left.length === pegs.length) return notify(t`There is no peg at ${hole}.`);
  return show(side === "none" ? left : [...left, [hole, /** @type {Side} */ (side)]]);
});

let isStarted = false;

/** Opens the setup. */
export function open() {
  start();
  views.open("analyse");
  const { view } = session;
  before = null;
  const turn = document.querySelector(`input[name=setup-turn][value=${view?.to_move ?? "vertical"}]`);
  if (turn instanceof HTMLInputElement) turn.checked = true;
  byId("setup-part", HTMLElement).hidden = false;
  for (const id of ["setup-part", "frame"]) byId(id, HTMLElement).scrollIntoView({ block: "nearest" });
  handlers.click = click;
}

function close() {
  handlers.click = null;
  byId("setup-part", HTMLElement).hidden = true;
}

const STARTS = t("The game starts from the new position.");

/** Closes the setup when another view is opened, and offers to restore the replaced game. */
function left() {
  const isOpen = !byId("setup-part", HTMLElement).hidden;
  close();
  // A game that is opened opens its view, too.
  if (isOpen && before && session.game === made) notify(STARTS, "note", () => session.game === made && attempt(cancel));
}

/** Closes the setup and starts a new game from the position. */
async function done() {
  capture();
  if (!before) await show(pegs);
  close();
}

/** Closes the setup and restores the replaced game. */
async function cancel() {
  const replaced = before;
  close();
  if (!replaced) return;
  await session.load(replaced.record, replaced.beside);
  await session.go(nodeAt(session.game.root, replaced.at));
}

function start() {
  if (isStarted) return;
  isStarted = true;
  on("setup-done", () => attempt(done));
  on("setup-cancel", () => attempt(cancel));
  on("setup-clear", () => attempt(() => show([])));
  for (const input of document.querySelectorAll("input[name=setup-turn]")) {
    input.addEventListener("change", () => attempt(() => {
      capture();
      return show(pegs);
    }));
  }
  views.addEventListener("open", left);
  session.listen("game", () => byId("toast", HTMLElement).textContent?.startsWith(STARTS) && clearMessage());
}
