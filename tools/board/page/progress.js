// The user's progress in puzzles and lessons, kept in the browser. Ratings follow Glicko: a rating and its deviation,
// which shrinks with every result. A puzzle has a rating of its own, which starts from its difficulty.

import { store, stored } from "./store.js";

/** @import { Puzzle } from "./puzzles.js" */
/** @typedef {[rating: number, deviation: number]} Rating */

const KEY = "puzzles";
const SCALE = Math.LN10 / 400;
/** The least deviation: a rating never stops following its owner. */
const LEAST = 60;
/** @type {Rating} */
const USER = [800, 200];
const PUZZLE_DEVIATION = 120;
/** The rating of a 6 × 6 puzzle, and what each further row adds. @type {{ [level: string]: number }} */
const BY_LEVEL = { easy: 750, medium: 1100, hard: 1400 };
const PER_ROW = 40;

/** @param {unknown} value @returns {value is Rating} */
const isRating = (value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
const count = (/** @type {unknown} */ value) => (Number.isSafeInteger(value) ? Math.max(0, Number(value)) : 0);
const words = (/** @type {unknown} */ value) => new Set(Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

const found = /** @type {{ [key: string]: any }} */ (stored(KEY, {}));
/** What is stored: each value is checked, since anything can be in the storage. */
export const progress = {
  kind: typeof found.kind === "string" ? found.kind : found.solved?.length ? "puzzles" : "lessons",
  level: typeof found.level === "string" ? found.level : "mine",
  /** The keys of the solved puzzles and of the finished lessons. */
  solved: words(found.solved),
  lessons: words(found.lessons),
  user: isRating(found.user) ? found.user : USER,
  /** The ratings of the puzzles that the user has tried. @type {Map<string, Rating>} */
  rated: new Map(Object.entries(found.rated ?? {}).filter(/** @returns {entry is [string, Rating]} */ (entry) => isRating(entry[1]))),
  /** The puzzles in a row that were solved at the first try, and the most so far. */
  streak: count(found.streak),
  best: count(found.best),
  /** The last day whose puzzle was solved, and the number of days in a row. */
  day: count(found.day),
  days: count(found.days),
};

export function save() {
  const { solved, lessons, rated, ...others } = progress;
  store(KEY, { ...others, solved: [...solved], lessons: [...lessons], rated: Object.fromEntries(rated) });
}

/** A rating after a game. @param {Rating} own @param {Rating} other @param {number} score @returns {Rating} */
export function after([rating, deviation], [other, uncertainty], score) {
  const weight = 1 / Math.sqrt(1 + 3 * (SCALE * uncertainty / Math.PI) ** 2);
  const expected = 1 / (1 + 10 ** (weight * (other - rating) / 400));
  const precision = 1 / deviation ** 2 + (SCALE * weight) ** 2 * expected * (1 - expected);
  return [rating + SCALE * weight * (score - expected) / precision, Math.max(LEAST, precision ** -0.5)];
}

/** @param {Puzzle} puzzle @returns {Rating} */
export const ratingOf = ({ key, level, size }) =>
  progress.rated.get(key) ?? [BY_LEVEL[level] + PER_ROW * (size - 6), PUZZLE_DEVIATION];

/**
 * Rates the first try at a puzzle; further ones change nothing. Returns the change of the user's rating.
 *
 * @param {Puzzle} puzzle
 * @param {number} score 1 for a solution at the first try, 0.5 after the hint at the area, otherwise 0
 */
export function rate(puzzle, score) {
  if (progress.rated.has(puzzle.key)) return null;
  const [user, rating] = [progress.user, ratingOf(puzzle)];
  progress.user = after(user, rating, score);
  progress.rated.set(puzzle.key, after(rating, user, 1 - score));
  progress.streak = score === 1 ? progress.streak + 1 : 0;
  progress.best = Math.max(progress.best, progress.streak);
  save();
  return Math.round(progress.user[0]) - Math.round(user[0]);
}

/** The number of the day by the user's clock. */
export function today() {
  const now = new Date();
  return Math.round(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000);
}

/** The number of days in a row with a solved daily puzzle, which today can still extend. */
export const daysInRow = () => (progress.day >= today() - 1 ? progress.days : 0);

/** Records that the puzzle of the day is solved. */
export function solvedToday() {
  const day = today();
  if (progress.day === day) return;
  progress.days = daysInRow() + 1;
  progress.day = day;
  save();
}
