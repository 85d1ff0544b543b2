// Positions set up by hand: clicks set pegs of a side or take them off, and the position becomes a game
// of its own. Links follow from the order of the pegs, as in the files.

import { byId, on, tell, trying } from "./dom.js";
import { fresh } from "./game.js";
import { session } from "./session.js";
import { follow, way } from "./share.js";
import { manners } from "./table.js";
import { views } from "./views.js";

/** @import { Details, Hole, Record, Seats, Side } from "./types" */
/** @typedef {{ details: Details | null, seats: Seats | null, isLinked: boolean }} Kept what of a game its record lacks */

/** @type {[Hole, Side][]} in the order that they were set in */
let pegs = [];

/** The game that the position replaces, and the way to where one was in it; null while nothing is changed. */
let before = /** @type {{ record: Record, kept: Kept, at: string } | null} */ (null);

const chosen = (/** @type {string} */ name) =>
  /** @type {HTMLInputElement} */ (document.querySelector(`input[name=${name}]:checked`)).value;

/** The game whose start the pegs are. @returns {Record} */
function record() {
  const { columns, rows, header } = session.game;
  const words = pegs.map(([hole, side], index) => (side === pegs[index - 1]?.[1] ? hole : `${side} ${hole}`)).join(" ");
  const terms = fresh({ columns, rows, rules: header.rules, swap: "none", players: header.players });
  return { ...terms, setup: { pegs: words, to_move: /** @type {Side} */ (chosen("setup-turn")) } };
}

/** Starts from the position on the board, wherever one has stepped to, until the first change. */
function take() {
  if (!before) pegs = [...(session.view?.pegs ?? [])];
}

/** @param {[Hole, Side][]} wanted */
async function show(wanted) {
  const last = pegs;
  const { details, seats, isLinked, game, node } = session;
  const replaced = before ?? { record: game.record(), kept: { details, seats, isLinked }, at: way(node) };
  pegs = wanted;
  try {
    await session.load(record());
    before = replaced;
  } catch (error) {
    pegs = last;
    throw error;
  }
}

/** @param {Hole} hole */
const click = (hole) => trying(() => {
  take();
  const left = pegs.filter(([at]) => at !== hole);
  const side = chosen("setup-peg");
  if (side === "none" && left.length === pegs.length) return tell(`There is no peg at ${hole}.`);
  return show(side === "none" ? left : [...left, [hole, /** @type {Side} */ (side)]]);
});

function begin() {
  views.open("analyse");
  const { view } = session;
  before = null;
  const turn = document.querySelector(`input[name=setup-turn][value=${view?.to_move ?? "vertical"}]`);
  if (turn instanceof HTMLInputElement) turn.checked = true;
  byId("setup-part", HTMLElement).hidden = false;
  manners.click = click;
}

function end() {
  manners.click = null;
  byId("setup-part", HTMLElement).hidden = true;
}

/** Ends it; the position as it is becomes a game of its own. */
async function done() {
  take();
  if (!before) await show(pegs);
  end();
}

/** Ends it, back in the game as it was. */
async function cancel() {
  const replaced = before;
  end();
  if (!replaced) return;
  await session.load(replaced.record, replaced.kept);
  await session.go(follow(session.game.root, replaced.at));
}

export function start() {
  on("setup", begin);
  on("setup-done", () => trying(done));
  on("setup-cancel", () => trying(cancel));
  on("setup-clear", () => trying(() => show([])));
  for (const input of document.querySelectorAll("input[name=setup-turn]")) {
    input.addEventListener("change", () => trying(() => {
      take();
      return show(pegs);
    }));
  }
  views.addEventListener("open", end);
}
