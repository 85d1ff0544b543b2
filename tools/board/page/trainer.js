// The opening trainer: exercises that ask for the book's move after first pegs and replies from the opening book.

import * as analyse from "./analyse.js";
import * as api from "./api.js";
import { byId, capital, percent, notify } from "./dom.js";
import * as exercise from "./exercise.js";
import { moveName, newRecord, same } from "./game.js";
import { other, own } from "./layers.js";
import { entry, valueOf } from "./openings.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Course, Exercise, Verdict } from "./exercise.js" */
/** @import { Game } from "./game.js" */
/** @import { Book, Side } from "./types" */
/** @typedef {Exercise & { book: Book, best: string, side: Side }} Question */

/** @type {Question | null} */
let question = null;
let [asked, right] = [0, 0];
let isOn = false;
/** The game of the training. @type {Game | null} */
let game = null;

/** Whether the training's game is shown: while a question is prepared, the user may return to another one. */
const isHere = () => session.game === game;

const does = (/** @type {string} */ move) => (move === "SWAP" ? t("swaps") : t`plays ${move}`);
const title = () => t`Train openings: ${right} of ${asked} right`;

/** Samples an item by weight. @template T @param {T[]} items @param {(item: T, index: number) => number} weight */
function sample(items, weight) {
  const weights = items.map(weight);
  let left = Math.random() * weights.reduce((sum, one) => sum + one, 0);
  return items.find((_, index) => (left -= weights[index]) < 0) ?? items[0];
}

export async function train() {
  views.open("analyse");
  if (isOn) return;
  isOn = true;
  await session.substitute(newRecord({ columns: 12, rows: 12, rules: "pp", swap: "mirror" })).catch((error) => {
    isOn = false;
    throw error;
  });
  isOn = session.isSubstitute;
  if (!isOn) return;
  game = session.game;
  analyse.pause(true);
  question = null;
  [asked, right] = [0, 0];
  await exercise.run(course);
}

/** Continues the line after an answered question, or starts another one. */
async function open() {
  const last = question;
  question = null;
  if (last && last.state !== "open") {
    if (session.node !== last.at) await session.go(last.at);
    if (isHere()) await session.play(last.best);
    await reply();
    question = await ask();
  }
  // Stepping to another position while a line is dealt leaves no question.
  for (let deals = 0; !question && deals < 3 && isHere(); deals++) question = await deal();
  return question;
}

/** Places a first peg, more often a balanced one, and asks one of the players. */
async function deal() {
  const { root } = session.game;
  await session.go(root);
  if (!isHere()) return null;
  root.children = [];
  session.emit("tree");
  const { moves } = await entry(root);
  if (!isHere()) return null;
  const [peg] = sample(moves, ([, value]) => Math.abs((value ?? 0) - 0.5) ** -4);
  await session.play(peg);
  const seat = byId("trainer-seat", HTMLSelectElement).value;
  if (Number(seat || Math.round(Math.random())) === 0) await reply();
  return ask();
}

/** Plays a move that the book answers, more often a good one, if there is any. */
async function reply() {
  const { node } = session;
  const options = (await entry(node)).moves.filter(([, , answer]) => answer);
  if (options.length && session.node === node && isHere()) await session.play(sample(options, (_, index) => 0.75 ** index)[0]);
}

/** Returns the question for the book's move in the current position; null where the book ends. @returns {Promise<Question | null>} */
async function ask() {
  const { node, view } = session;
  const book = await entry(node);
  const { best } = book;
  if (session.node !== node || !best || !view?.to_move) return null;
  const side = view.to_move;
  const last = `${capital(t(other(side)))} ${node.ply > 1 ? does(node.move) : t`opens with ${node.move}`}.`;
  const text = `${last} ${view.may_swap ? t`Swap, or reply for ${t(side)}.` : t`Find the answer for ${t(side)}.`}`;
  return { at: node, title: title(), text, tries: 0, hints: 0, state: "open", book, best, side };
}

/** @param {string} move @param {AbortSignal} signal @returns {Promise<Verdict>} */
async function judge(move, signal) {
  const tried = /** @type {Question} */ (question);
  const { book, best, side } = tried;
  const value = valueOf(book, best, side);
  if (same(move, best)) return { words: t`Right: ${solution().words[0].toLowerCase()}${solution().words.slice(1)}`, line: [best], state: "found" };
  const words = t`The book ${does(best)}, not ${moveName(move)}`;
  const reached = best === "SWAP" && value !== null ? 1 - value : valueOf(book, move, side);
  /** @type {Verdict} */
  const wrong = { words: t`${words}. Comparing both …`, line: [best], state: "shown" };
  if (value === null || reached === null) return { ...wrong, more: () => compare(tried, move, words, signal) };
  return { ...wrong, words: t`${words}: ${percent(value)} instead of ${best === "SWAP" ? t("at most ") : ""}${percent(reached)} for ${t(side)}.` };
}

/**
 * Compares another move with the book's by search.
 *
 * @param {Question} tried
 * @param {string} move
 * @param {string} words
 * @param {AbortSignal} signal
 * @returns {Promise<Verdict>}
 */
async function compare(tried, move, words, signal) {
  const { at, best, side } = tried;
  const values = [];
  for (const one of [best, move]) values.push(own((await api.evaluate(session.game.line(at, one), signal)).vertical, side));
  const isRight = values[0] - values[1] <= exercise.AS_GOOD;
  if (isRight) {
    right++;
    tried.title = title();
  }
  const verdict = isRight ? t`The book ${does(best)}; ${move} is about as good` : words;
  return { words: t`${verdict}. A search gives ${t(side)} ${percent(values[0])} with ${best}, ${percent(values[1])} with ${move}.` };
}

/** The book's move. @returns {Verdict} */
function solution() {
  const { book, best, side } = /** @type {Question} */ (question);
  const value = valueOf(book, best, side);
  return { words: t`The book ${does(best)}${value === null ? "" : t`: ${percent(value)} for ${t(side)}`}.`, line: [best] };
}

/** @type {Course} */
const course = {
  view: "analyse", why: t("Show"), open, solution,
  judge: (move, _, signal) => judge(move, signal),
  isLast: () => false,
  move: () => true,
  settled: (answered) => {
    asked++;
    if (answered.state === "found") right++;
    answered.title = title();
  },
  finish: () => notify(t`${right} of ${asked} moves of the book were right.`),
  ended: () => {
    isOn = false;
    analyse.pause(false);
    session.restore();
  },
};
