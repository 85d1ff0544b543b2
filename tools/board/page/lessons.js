// Ten lessons from the rules to ladders: positions in which the user finds one move, or several in turn. A test of the
// solver proves what they claim.

import { byId, fill, notify, on, attempt } from "./dom.js";
import * as exercise from "./exercise.js";
import { newRecord, same } from "./game.js";
import { LESSONS } from "./lessonlist.js";
import { progress, save } from "./progress.js";
import { session } from "./session.js";
import { t } from "./texts.js";

/** @import { Course, Exercise, Verdict } from "./exercise.js" */
/** @import { View } from "./types" */
/**
 * A move to find. `goal` is what exactly the `answers` do, `wrong` completes a sentence that starts with another move,
 * and `replies` has the refutations of tempting moves. After an answer the opponent makes the move `then`.
 *
 * @typedef {{ text: string, goal: string, answers: string[], right: string, wrong: string,
 *   replies?: { [move: string]: string[] | undefined }, then?: string }} Step
 */
/** @typedef {{ name: string, title: string, size: number, moves: string, steps: Step[] }} Lesson */

/** @type {Lesson[]} */
const ALL = LESSONS;
let current = 0;
let step = 0;
/** The position of the step. */
let at = session.node;

/** The names of the players after these moves: the user is to move. @param {string[]} moves */
export const players = (moves) => (moves.length % 2 ? ["Opponent", "You"] : ["You", "Opponent"]);

const list = () => byId("lesson-list", HTMLSelectElement);
const isDone = (/** @type {Lesson} */ { name }) => progress.lessons.has(name);
const now = () => ALL[current].steps[step];

const choices = () =>
  fill(list(), ALL.map((lesson, index) => [String(index), `${isDone(lesson) ? "✓" : "○"} ${index + 1}. ${t(lesson.title)}`]), String(current));

/** @returns {Promise<Exercise | null>} */
async function open() {
  const lesson = ALL[current];
  step = 0;
  choices();
  const moves = lesson.moves.match(/[A-Z]\d+/g) ?? [];
  const swap = now().goal === "swap" ? "mirror" : "none";
  const record = newRecord({ columns: lesson.size, rows: lesson.size, rules: "pp", swap, players: players(moves) });
  await session.substitute({ ...record, moves });
  if (!session.isSubstitute || lesson !== ALL[current]) return null;
  at = session.node;
  return { at, tries: 0, hints: 0, state: "open", title: t`Lesson ${current + 1} of ${ALL.length}: ${t(lesson.title)}`, text: t(now().text) };
}

/** @param {string} move @param {View} after @param {AbortSignal} signal @returns {Promise<Verdict>} */
async function judge(move, after, signal) {
  const { answers, right, wrong, goal, replies, then } = now();
  if (answers.some((answer) => same(answer, move))) {
    if (!then) return { words: t(right), line: [move], state: "found" };
    step++;
    at = at.child(move).child(then);
    return { words: "", then: { at, text: `${t(right)} ${t(now().text)}` } };
  }
  const [reply, words] = replies?.[move] ?? [];
  if (reply) return { words: t`${t(words)} Try again.`, line: [move, reply] };
  if (goal === "win") return exercise.refuted(`${move} ${t(wrong)}`, session.game.line(at, move), after, signal);
  return { words: t`${move} ${t(wrong)} Try again.`, line: [move] };
}

/** The moves up to the end of the lesson. @returns {Verdict} */
function solution() {
  const left = ALL[current].steps.slice(step);
  return { words: left.map(({ right }) => t(right)).join(" "), line: left.flatMap(({ answers, then }) => [answers[0], ...(then ? [then] : [])]) };
}

function settled(/** @type {Exercise} */ { state }) {
  if (state !== "found") return;
  progress.lessons.add(ALL[current].name);
  save();
  choices();
  if (ALL.every(isDone)) notify(t("All lessons done! Play a game against the weakest opponent, or go on with puzzles."));
}

/** @type {Course} */
export const course = {
  view: "puzzles", why: t("Show the move"), open, judge, solution, settled,
  isLast: () => current + 1 === ALL.length,
  move: () => current + 1 < ALL.length && ++current > 0,
};

export function start() {
  current = Math.max(0, ALL.findIndex((lesson) => !isDone(lesson)));
  on("lesson-list", () => attempt(() => {
    current = Number(list().value);
    return exercise.open();
  }), "change");
}
