// Positions set up by hand: clicks set pegs of a side or take them off, and the position becomes a game
// of its own. Links follow from the order of the pegs, as in the files.

import { byId, on, tell, trying } from "./dom.js";
import { fresh } from "./game.js";
import { session } from "./session.js";
import { manners } from "./table.js";
import { views } from "./views.js";

/** @import { Hole, Record, Side } from "./types" */

/** @type {[Hole, Side][]} in the order that they were set in */
let pegs = [];

const chosen = (/** @type {string} */ name) =>
  /** @type {HTMLInputElement} */ (document.querySelector(`input[name=${name}]:checked`)).value;

/** The game whose start the pegs are. @returns {Record} */
function record() {
  const { columns, rows, header } = session.game;
  const words = pegs.map(([hole, side], index) => (side === pegs[index - 1]?.[1] ? hole : `${side} ${hole}`)).join(" ");
  const terms = fresh({ columns, rows, rules: header.rules, swap: "none", players: session.game.players });
  return { ...terms, setup: { pegs: words, to_move: /** @type {Side} */ (chosen("setup-turn")) } };
}

/** @param {[Hole, Side][]} wanted */
async function show(wanted) {
  const before = pegs;
  pegs = wanted;
  try {
    await session.load(record());
  } catch (error) {
    pegs = before;
    throw error;
  }
}

/** @param {Hole} hole */
const click = (hole) => trying(() => {
  const left = pegs.filter(([at]) => at !== hole);
  const side = chosen("setup-peg");
  if (side === "none" && left.length === pegs.length) return tell(`There is no peg at ${hole}.`);
  return show(side === "none" ? left : [...left, [hole, /** @type {Side} */ (side)]]);
});

function begin() {
  views.open("analyse");
  pegs = [...(session.view?.pegs ?? [])];
  byId("setup-part", HTMLElement).hidden = false;
  manners.click = click;
  trying(() => show(pegs));
}

function end() {
  manners.click = null;
  byId("setup-part", HTMLElement).hidden = true;
}

export function start() {
  on("setup", begin);
  on("setup-done", end);
  on("setup-clear", () => trying(() => show([])));
  for (const input of document.querySelectorAll("input[name=setup-turn]")) {
    input.addEventListener("change", () => trying(() => show(pegs)));
  }
  views.addEventListener("open", end);
}
