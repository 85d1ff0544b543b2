// The Puzzles view: lessons, puzzles, and the puzzle of the day. Puzzles are proven positions in which a single move
// wins. Each is shown as a game of its own, and the user's game is restored when the view is left.

import * as api from "./api.js";
import { handlers, INERT, layers } from "./controller.js";
import { byId, capital, fill, on, attempt } from "./dom.js";
import * as exercise from "./exercise.js";
import { newRecord, same } from "./game.js";
import { holeOf, join, split } from "./layout.js";
import * as lessons from "./lessons.js";
import * as lines from "./lines.js";
import { daysInRow, progress, rate, ratingOf, save, solvedToday, today } from "./progress.js";
import { LINES } from "./puzzlelist.js";
import { session } from "./session.js";
import { language, t } from "./texts.js";
import { views } from "./views.js";

/** @import { Course, Exercise, Hint, Verdict } from "./exercise.js" */
/** @import { Record, Side, View } from "./types" */
/** @typedef {{ key: string, size: number, level: string, moves: string[], solution: string, pegs: number }} Puzzle */

/** @type {Puzzle[]} */
const ALL = LINES.trim().split("\n").map((line) => {
  const [size, level, moves, solution, pegs] = line.toUpperCase().split(" ");
  return { key: moves, size: Number(size), level: level.toLowerCase(), moves: moves.match(/[A-Z]\d+/g) ?? [], solution, pegs: Number(pegs) };
});
const LEVELS = { mine: t("At my level"), all: t("All"), easy: t("Easy"), medium: t("Medium"), hard: t("Hard") };
/** Coprime with the number of puzzles, so that every puzzle has its day. */
const DAILY_STEP = 7919;

/** The puzzles of the chosen difficulty. */
let chosen = ALL;
let current = -1;
/** The keys of the puzzles that were shown, so that skipping does not lead back to them. @type {Set<string>} */
const shown = new Set();
/** The change of the user's rating by the current puzzle. @type {number | null} */
let change = null;

const list = () => byId("puzzle-level", HTMLSelectElement);
const isSolved = (/** @type {Puzzle} */ { key }) => progress.solved.has(key);
const isDaily = () => progress.kind === "daily";
const ofLevel = (/** @type {string} */ name) => ALL.filter(({ level }) => level === name || !["easy", "medium", "hard"].includes(name));
/** @param {Puzzle} puzzle @returns {Side} */
const sideOf = ({ moves }) => (moves.length % 2 ? "horizontal" : "vertical");

/** Shows the numbers of solved puzzles in the list of difficulties. */
function choices() {
  fill(list(), Object.entries(LEVELS).map(([name, words]) => {
    const puzzles = ofLevel(name);
    return [name, t`${words}: ${puzzles.filter(isSolved).length} of ${puzzles.length} solved`];
  }), progress.level);
}

/** Shows the ratings, and the days or puzzles in a row. */
function score() {
  const rating = (/** @type {[number, number]} */ [value]) => Math.round(value);
  const by = change === null ? "" : ` (${change < 0 ? "−" : "+"}${Math.abs(change)})`;
  const { streak, best } = progress;
  const row = isDaily() ? t`Days in a row: ${daysInRow()}` : t`In a row: ${streak}${best > streak ? t`, best ${best}` : ""}`;
  byId("puzzle-score", HTMLElement).textContent = t`You ${rating(progress.user)}${by} · puzzle ${rating(ratingOf(chosen[current]))} · ${row}`;
}

/** Selects the next puzzle that is not solved, or the next one if all are; at the user's level, the one that is rated most like the user. */
function move() {
  const order = chosen.map((_, index) => (current + 1 + index) % chosen.length);
  const open = order.filter((index) => !isSolved(chosen[index]) && index !== current);
  const distance = (/** @type {number} */ index) => Math.abs(ratingOf(chosen[index])[0] - progress.user[0]);
  // Puzzles that were skipped, or whose solution the user has seen, come back last.
  const fresh = open.filter((index) => !progress.rated.has(chosen[index].key) && !shown.has(chosen[index].key));
  if (progress.level === "mine" && fresh.length) open.splice(0, open.length, ...fresh.sort((a, b) => distance(a) - distance(b)));
  current = open[0] ?? order[0];
  return true;
}

/** The game of a puzzle, with more moves. @param {Puzzle} puzzle @param {string[]} line @returns {Record} */
const record = ({ size, moves }, line = []) =>
  ({ ...newRecord({ columns: size, rows: size, rules: "pp", swap: "none", players: lessons.players(moves) }), moves: [...moves, ...line] });

/** Shows the current puzzle. @returns {Promise<Exercise | null>} null if another one or the user's game is shown meanwhile */
async function open() {
  const puzzle = chosen[current];
  const { key, size, level } = puzzle;
  shown.add(key);
  change = null;
  await session.substitute(record(puzzle));
  if (!session.isSubstitute || puzzle !== chosen[current]) return null;
  score();
  const done = isSolved(puzzle) ? t(", solved") : "";
  const day = new Date().toLocaleDateString(language, { day: "numeric", month: "long" });
  return {
    at: session.node, tries: 0, hints: 0, state: "open",
    title: isDaily() ? t`Puzzle of the day, ${day}` : t`Puzzle ${current + 1} of ${chosen.length}`,
    text: t`${size}\u00a0×\u00a0${size}, ${t(level)}${done}. ${capital(t(sideOf(puzzle)))} to move: find the only winning move.`,
  };
}

/** The line with the best replies to the solution, up to the end of the game. @param {Puzzle} puzzle @param {AbortSignal} signal */
async function winningLine(puzzle, signal) {
  let line = [puzzle.solution];
  // A search ends with the proof of the win, so its line may be shorter than the win.
  for (let number = 0; number < 2 * puzzle.pegs; number++) {
    const { to_move } = await api.position(record(puzzle, line));
    if (!to_move) break;
    line = await exercise.continued(record(puzzle, line), puzzle.moves.length, signal);
  }
  return line;
}

/** @param {AbortSignal} signal @returns {Verdict} */
function solution(signal) {
  const puzzle = chosen[current];
  const words = t`${puzzle.solution} is the only winning move: ${t(sideOf(puzzle))} wins with at most ${puzzle.pegs} pegs.`;
  const more = async () => {
    const line = await winningLine(puzzle, signal);
    return { words: t`${words} For example: ${line.join(" ")}.`, line };
  };
  return { words, line: [puzzle.solution], more };
}

/** @param {number} hints @returns {Hint | null} */
function hint(hints) {
  const { size, moves, solution } = chosen[current];
  const hole = holeOf(solution);
  if (hints === 1) return { words: t`It is ${hole}. Place the peg there, and see why it wins.`, hole, isArea: false };
  if (hints > 1) return null;
  // The solution is somewhere in the area, not always in its middle.
  const near = (/** @type {number} */ at, /** @type {number} */ by) => Math.min(size - 2, Math.max(1, at + (by % 3) - 1));
  const [column, row] = split(hole);
  return { words: t("The winning peg belongs in the marked area."), hole: join(near(column, moves.length), near(row, Math.floor(moves.length / 3))), isArea: true };
}

/** @param {number} points */
function settle(points) {
  change = rate(chosen[current], points) ?? change;
  score();
}

/** @param {string} move @param {View} after @param {AbortSignal} signal @returns {Promise<Verdict>} */
async function judge(move, after, signal) {
  if (same(move, chosen[current].solution)) return { ...solution(signal), state: "found" };
  settle(0);
  return exercise.refuted(t`${move} does not win.`, record(chosen[current], [move]), after, signal);
}

/** @param {Exercise} exercise */
function settled({ state, hints }) {
  if (state === "found") {
    progress.solved.add(chosen[current].key);
    if (isDaily()) solvedToday();
  }
  settle(state !== "found" ? 0 : [1, 0.5][hints] ?? 0);
  save();
  choices();
}

/** Selects the first puzzle of the chosen kind and difficulty. */
function first() {
  [chosen, current] = isDaily() ? [ALL, (today() * DAILY_STEP) % ALL.length] : [ofLevel(progress.level), -1];
  if (!isDaily()) move();
}

/** Starts the chosen kind of exercises. @param {string} kind @param {boolean} [keepsFocus] */
function run(kind, keepsFocus) {
  progress.kind = Object.hasOwn(courses, kind) ? kind : "lessons";
  save();
  for (const one of document.querySelectorAll("[name=puzzle-kind]")) {
    if (one instanceof HTMLInputElement) one.checked = one.value === progress.kind;
  }
  for (const [id, kinds] of Object.entries({ "puzzle-level": ["puzzles"], "puzzle-score": ["puzzles", "daily"], "lesson-list": ["lessons"] })) {
    byId(id, HTMLElement).hidden = !kinds.includes(progress.kind);
  }
  first();
  return exercise.run(courses[progress.kind], keepsFocus);
}

/** @type {Course} */
const course = { view: "puzzles", why: t("Show the solution"), open, move, isLast: () => false, judge, hint, solution, settled };
const toPuzzles = () => attempt(() => run("puzzles"));
/** @type {{ [kind: string]: Course }} */
const courses = {
  lessons: { ...lessons.course, finish: toPuzzles },
  puzzles: course,
  daily: { ...course, isLast: () => true, move: () => false, finish: toPuzzles },
};

export function start() {
  if (!Object.hasOwn(LEVELS, progress.level)) progress.level = "mine";
  choices();
  on("puzzle-level", () => attempt(() => {
    progress.level = list().value;
    save();
    first();
    return exercise.open();
  }), "change");
  for (const one of document.querySelectorAll("[name=puzzle-kind]")) {
    one.addEventListener("change", () => attempt(() => run(/** @type {HTMLInputElement} */ (one).value, true)));
  }
  lessons.start();
  // Another game, such as one from a file, takes the place of the puzzle.
  session.listen("game", () => {
    if (views.current === "puzzles" && !session.isSubstitute) views.open(session.seats ? "play" : "games");
  });
  views.add("puzzles", {
    enter() {
      Object.assign(handlers, { ...INERT, pointed: () => {}, turned: exercise.turned });
      attempt(() => run(progress.kind));
    },
    leave() {
      lines.hide();
      layers.clear();
      handlers.turned = () => {};
      session.restore();
    },
  });
}
