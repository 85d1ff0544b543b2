// Puzzles: proven positions in which a single move wins. The view shows each puzzle as a game of its own and restores
// the user's game when it is left. The browser remembers the solved puzzles.

import * as api from "./api.js";
import { byId, capital, fill, on, attempt } from "./dom.js";
import * as exercise from "./exercise.js";
import { lineOf, newRecord, same } from "./game.js";
import * as lines from "./lines.js";
import { LINES } from "./puzzlelist.js";
import { session } from "./session.js";
import { store, stored } from "./store.js";
import { handlers, layers } from "./table.js";
import { views } from "./views.js";

/** @import { Exercise, Verdict } from "./exercise.js" */
/** @import { Record, Side, View } from "./types" */
/** @typedef {{ key: string, size: number, level: string, moves: string[], solution: string, pegs: number }} Puzzle */

const KEY = "puzzles";
/** The evaluations of the search for the lines that are shown. */
const NODES = 1024;

/** @type {Puzzle[]} */
const ALL = LINES.trim().split("\n").map((line) => {
  const [size, level, moves, solution, pegs] = line.toUpperCase().split(" ");
  return { key: moves, size: Number(size), level: level.toLowerCase(), moves: moves.match(/[A-Z]\d+/g) ?? [], solution, pegs: Number(pegs) };
});

const remembered = stored(KEY, { level: "all", solved: /** @type {unknown} */ ([]) });
/** The keys of the solved puzzles. @type {Set<string>} */
const solved = new Set(Array.isArray(remembered.solved) ? remembered.solved : []);
/** The puzzles of the chosen difficulty. */
let chosen = ALL;
let current = -1;

const list = () => byId("puzzle-level", HTMLSelectElement);
const ofLevel = (/** @type {string} */ name) => ALL.filter(({ level }) => name === "all" || level === name);
const isSolved = (/** @type {Puzzle} */ { key }) => solved.has(key);
/** @param {Puzzle} puzzle @returns {Side} */
const sideOf = ({ moves }) => (moves.length % 2 ? "horizontal" : "vertical");

/** Shows the numbers of solved puzzles in the list of difficulties. */
function choices() {
  const names = { all: "All", easy: "Easy", medium: "Medium", hard: "Hard" };
  fill(list(), Object.entries(names).map(([name, words]) => {
    const puzzles = ofLevel(name);
    return [name, `${words}: ${puzzles.filter(isSolved).length} of ${puzzles.length} solved`];
  }), list().value || remembered.level);
}

const save = () => store(KEY, { level: list().value, solved: [...solved] });

/** Selects the next puzzle that is not solved, or the next one if all are. */
function move() {
  const order = chosen.map((_, index) => (current + 1 + index) % chosen.length);
  current = order.find((index) => !isSolved(chosen[index])) ?? order[0];
  return true;
}

/** The game of a puzzle, with more moves. @param {Puzzle} puzzle @param {string[]} line @returns {Record} */
const record = ({ size, moves }, line = []) =>
  ({ ...newRecord({ columns: size, rows: size, rules: "pp", swap: "none" }), moves: [...moves, ...line] });

/** Shows the current puzzle. @returns {Promise<Exercise | null>} null if another one or the user's game is shown meanwhile */
async function open() {
  const puzzle = chosen[current];
  const { size, level } = puzzle;
  await session.substitute(record(puzzle));
  if (!session.isSubstitute || puzzle !== chosen[current]) return null;
  const done = isSolved(puzzle) ? ", solved" : "";
  return {
    at: session.node, tries: 0, state: "open",
    title: `Puzzle ${current + 1} of ${chosen.length}`,
    text: `${size}\u00a0×\u00a0${size}, ${level}${done}. ${capital(sideOf(puzzle))} to move: find the only winning move.`,
  };
}

/**
 * Adds the moves that the engine expects next to a line from the puzzle's position.
 *
 * @param {Puzzle} puzzle
 * @param {string[]} line
 * @param {AbortSignal} signal
 */
async function extended(puzzle, line, signal) {
  /** @type {string[]} */
  let next = [];
  for await (const { candidates: [best] } of api.think(record(puzzle, line), { nodes: NODES }, signal)) {
    if (best) next = lineOf(best);
  }
  return [...line, ...next];
}

/** The line with the best replies to the solution, up to the end of the game. @param {Puzzle} puzzle @param {AbortSignal} signal */
async function winningLine(puzzle, signal) {
  let line = [puzzle.solution];
  // A search ends with the proof of the win, so its line may be shorter than the win.
  for (let number = 0; number < 2 * puzzle.pegs; number++) {
    const { to_move } = await api.position(record(puzzle, line));
    if (!to_move) break;
    line = await extended(puzzle, line, signal);
  }
  return line;
}

/** @param {AbortSignal} signal @returns {Verdict} */
function solution(signal) {
  const puzzle = chosen[current];
  const words = `${puzzle.solution} is the only winning move: ${sideOf(puzzle)} wins with at most ${puzzle.pegs} pegs.`;
  const more = async () => {
    const line = await winningLine(puzzle, signal);
    return { words: `${words} For example: ${line.join(" ")}.`, line };
  };
  return { words, line: [puzzle.solution], more };
}

/** @param {string} move @param {View} after @param {AbortSignal} signal @returns {Promise<Verdict>} */
async function judge(move, after, signal) {
  const puzzle = chosen[current];
  if (same(move, puzzle.solution)) return { ...solution(signal), state: "found" };
  const words = `${move} does not win.`;
  if (!after.to_move) return { words };
  const more = async () => {
    const line = await extended(puzzle, [move], signal);
    const reply = line[1] ? ` ${capital(after.to_move ?? "")} replies ${line[1]}.` : "";
    return { words: `${words}${reply} Try again.`, line };
  };
  return { words, line: [move], more };
}

/** @param {Exercise} exercise */
function settled({ state }) {
  if (state !== "found") return;
  solved.add(chosen[current].key);
  save();
  choices();
}

const course = { view: "puzzles", why: "Show the solution", open, move, isLast: () => false, judge, solution, settled };

/** Selects the first puzzle of the chosen difficulty that is not solved. */
function first() {
  [chosen, current] = [ofLevel(list().value), -1];
  move();
}

export function start() {
  choices();
  if (!list().value) list().value = "all";
  on("puzzle-level", () => attempt(() => {
    save();
    first();
    return exercise.open();
  }), "change");
  // Another game, such as one from a file, takes the place of the puzzle.
  session.listen("game", () => {
    if (views.current === "puzzles" && !session.isSubstitute) views.open(session.seats ? "play" : "games");
  });
  views.add("puzzles", {
    enter() {
      const turned = () => {
        const line = lines.current();
        if (line) lines.show(line);
      };
      Object.assign(handlers, { pointed: () => {}, turned });
      first();
      attempt(() => exercise.run(course));
    },
    leave() {
      lines.hide();
      layers.clear();
      handlers.turned = () => {};
      session.restore();
    },
  });
}
