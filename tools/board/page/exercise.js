// Exercises: positions in which the user finds a move, or several in turn. A course supplies the positions and judges
// the moves. A tried move does not change the game, unless the exercise continues after it.

import * as api from "./api.js";
import { handlers, layers } from "./controller.js";
import { byId, capital, on, notify, attempt } from "./dom.js";
import { lineOf } from "./game.js";
import * as legend from "./legend.js";
import * as lines from "./lines.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Node } from "./game.js" */
/** @import { Hole, Record, View } from "./types" */

/** @typedef {"found" | "shown"} Settled */

/**
 * The answer to a tried move, or the solution: the text, and a line to show on the board. A verdict with a state ends
 * the exercise; with `then`, the exercise continues with another position and text. `more` adds what takes longer.
 *
 * @typedef {{ words: string, line?: string[], state?: Settled, then?: Pick<Exercise, "at" | "text">, more?: () => Promise<Verdict> }} Verdict
 */

/** @typedef {{ at: Node, title: string, text: string, tries: number, hints: number, state: "open" | Settled }} Exercise */

/** A hint: a hole, or the area around it. @typedef {{ words: string, hole: Hole, isArea: boolean }} Hint */

/**
 * A sequence of exercises. `open` returns the current one, `move` selects another and returns false after the last.
 *
 * @typedef {object} Course
 * @property {string} view the view in which the course runs; another one ends it
 * @property {string} why the label of the button for the solution
 * @property {() => Promise<Exercise | null>} open
 * @property {() => boolean} move
 * @property {() => boolean} isLast
 * @property {(move: string, after: View, signal: AbortSignal) => Promise<Verdict>} judge
 * @property {(signal: AbortSignal) => Verdict} solution
 * @property {(hints: number) => Hint | null} [hint] the hint after this number of hints; null if only the solution is left
 * @property {(exercise: Exercise) => void} [settled] called when an exercise was found or shown
 * @property {() => void} [finish] called after the last exercise and by the button that stops
 * @property {() => void} [ended]
 */

/** The largest loss of a move that counts as good as the best one, as a difference of expected scores. */
export const AS_GOOD = 0.05;
/** The evaluations of the search for the lines that are shown. */
const NODES = 1024;

/** @type {Course | null} */
let course = null;
/** @type {Exercise | null} */
let exercise = null;
/** The view's handlers, which the exercises replace. @type {Partial<typeof handlers>} */
let replaced = {};
/** The hint on the board. @type {Hint | null} */
let hinted = null;
/** @type {AbortController | null} */
let search = null;
let isOpening = false;
/** Ends with the opening of the current exercise. */
let opening = Promise.resolve();

export const isActive = () => course !== null;

const write = (/** @type {string} */ id, /** @type {string} */ words) => (byId(id, HTMLElement).textContent = words);

/** Starts a course, instead of a running one. @param {Course} wanted @param {boolean} [keepsFocus] */
export async function run(wanted, keepsFocus = false) {
  if (course?.view !== wanted.view) {
    end(true);
    replaced = { play: handlers.play, mayMove: handlers.mayMove };
    Object.assign(handlers, { play: answer, mayMove: () => true });
  }
  course = wanted;
  write("exercise-why", wanted.why);
  // The Puzzles view always has an exercise.
  byId("exercise-stop", HTMLElement).hidden = wanted.view === "puzzles";
  byId("exercise-part", HTMLElement).hidden = false;
  await open();
  if (keepsFocus) return;
  byId("exercise-title", HTMLElement).focus();
  byId("frame", HTMLElement).scrollIntoView({ block: "nearest" });
}

/** Opens the course's current exercise. */
export const open = () => (opening = load());

async function load() {
  const mine = course;
  search?.abort();
  isOpening = true;
  try {
    const found = await mine?.open();
    if (!found || course !== mine) return;
    exercise = found;
    write("exercise-result", "");
    await place(found);
  } finally {
    isOpening = false;
  }
  refresh();
}

/** Shows the text and the position of an exercise. @param {Pick<Exercise, "at" | "text">} step */
async function place({ at, text }) {
  write("exercise-text", text);
  lines.hide();
  hinted = null;
  await session.go(at);
}

/** Whether the board shows the exercise's position. */
const isHere = () => session.node === exercise?.at;

/** Shows the title, which may contain a score, and the buttons. */
function refresh() {
  if (!course || !exercise) return;
  const { state, title } = exercise;
  write("exercise-title", title);
  byId("exercise-return", HTMLElement).hidden = isHere();
  byId("exercise-why", HTMLButtonElement).disabled = state === "shown";
  const help = byId("exercise-hint", HTMLButtonElement);
  help.hidden = !course.hint;
  help.disabled = state !== "open";
  byId("exercise-swap", HTMLElement).hidden = !isHere() || !session.view?.may_swap || state !== "open";
  const next = byId("exercise-next", HTMLButtonElement);
  next.textContent = state === "open" ? t("Skip") : course.isLast() ? t("Finish") : t("Next");
  next.classList.toggle("primary", state !== "open");
}

/** Shows a verdict, then what it adds later. @param {Verdict} verdict @param {AbortSignal} signal */
async function show({ words, line, state, then, more }, signal) {
  write("exercise-result", words);
  byId("exercise-result", HTMLElement).scrollIntoView({ block: "nearest" });
  if (state) settle(state);
  if (then && exercise) {
    Object.assign(exercise, then);
    await place(then);
  }
  // The user may have stepped to another position meanwhile.
  if (line && isHere()) {
    hinted = null;
    lines.show(line);
    legend.update();
  }
  refresh();
  const added = await more?.();
  if (added && !signal.aborted) await show(added, signal);
}

/** @param {Settled} state */
function settle(state) {
  if (exercise?.state !== "open") return;
  exercise.state = state;
  course?.settled?.(exercise);
}

/** Checks a move that the user tries. @param {string} turn */
async function answer(turn) {
  const tried = exercise;
  if (!course || !tried || isOpening) return;
  if (!isHere()) return notify(t("This is not the position of the exercise. Return to it first."));
  if (tried.state !== "open") return notify(t("This exercise is over. Continue with the next one."));
  search?.abort();
  const { signal } = (search = new AbortController());
  const after = await api.position(session.game.line(session.node, turn));
  if (signal.aborted) return;
  const move = after.moves.at(-1) ?? turn;
  await show({ words: t`Checking ${move} …`, line: [move] }, signal);
  const verdict = await course.judge(move, after, signal);
  if (signal.aborted) return;
  if (verdict.state !== "found") tried.tries++;
  await show(verdict, signal);
}

const back = async () => {
  if (exercise) await session.go(exercise.at);
};

/** Shows the solution on the board. */
export const why = () => attempt(async () => {
  await opening;
  if (!course || !exercise || exercise.state === "shown") return;
  search?.abort();
  const { signal } = (search = new AbortController());
  if (!isHere()) await back();
  await show({ ...course.solution(signal), state: "shown" }, signal);
});

/** Shows the next hint: the area of the solution, its hole, then the solution. */
export const hint = () => attempt(async () => {
  await opening;
  if (!course?.hint || exercise?.state !== "open") return;
  const found = course.hint(exercise.hints++);
  if (!found) return why();
  search?.abort();
  if (!isHere()) await back();
  lines.hide();
  hinted = found;
  turned();
  write("exercise-result", found.words);
});

/** Shows the line or the hint again, after the board was turned. */
export function turned() {
  const line = lines.current();
  if (line) return lines.show(line);
  if (hinted) layers.spot(hinted.hole, hinted.isArea);
  else layers.clear();
}

/**
 * The moves of a record from an index on, and those that the engine expects next.
 *
 * @param {Record} record
 * @param {number} from
 * @param {AbortSignal} signal
 */
export async function continued(record, from, signal) {
  /** @type {string[]} */
  let next = [];
  for await (const { candidates: [best] } of api.think(record, { nodes: NODES }, signal)) {
    if (best) next = lineOf(best);
  }
  return [...record.moves.slice(from), ...next];
}

/**
 * The verdict on the last move of a record, a wrong one, with the opponent's reply.
 *
 * @param {string} words
 * @param {Record} record
 * @param {View} after
 * @param {AbortSignal} signal
 * @returns {Verdict}
 */
export function refuted(words, record, { to_move }, signal) {
  if (!to_move) return { words };
  const more = async () => {
    const line = await continued(record, record.moves.length - 1, signal);
    const reply = line[1] ? t` ${capital(t(to_move))} replies ${line[1]}.` : "";
    return { words: t`${words}${reply} Try again.`, line };
  };
  return { words, line: record.moves.slice(-1), more };
}

/** Opens the next exercise, or ends the course. */
export const next = () => attempt(async () => {
  if (!course || isOpening) return;
  if (course.move()) return open();
  finish();
});

function finish() {
  const ended = course;
  end();
  // This may start another course.
  ended?.finish?.();
}

/** Ends the course. @param {boolean} [isLeft] whether another view was opened, which has set its own handlers */
export function end(isLeft = false) {
  if (!course) return;
  const { ended } = course;
  search?.abort();
  course = exercise = null;
  if (!isLeft) Object.assign(handlers, replaced);
  byId("exercise-part", HTMLElement).hidden = true;
  ended?.();
}

export function start() {
  on("exercise-next", next);
  on("exercise-why", why);
  on("exercise-hint", hint);
  on("exercise-stop", finish);
  on("exercise-swap", () => attempt(() => answer("swap")));
  on("exercise-return", () => attempt(back));
  session.listen("position", refresh);
  // Another game has other exercises; puzzles show games of their own.
  session.listen("game", () => views.current === "analyse" && end());
  views.addEventListener("open", () => course && course.view !== views.current && end(true));
}
