// Learning from mistakes: exercises from the positions before a player's mistakes and blunders in a reviewed game.

import * as analyse from "./analyse.js";
import * as api from "./api.js";
import { byId, fill, on, percent, shortened, notify, attempt } from "./dom.js";
import * as exercise from "./exercise.js";
import { same } from "./game.js";
import { own } from "./layers.js";
import { called } from "./moves.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Exercise, Verdict } from "./exercise.js" */
/** @import { Node } from "./game.js" */
/** @import { ReviewedMove, View } from "./types" */
/** @typedef {Exercise & { node: Node, reviewed: ReviewedMove }} Mistake */

/** @type {Mistake[]} */
let mistakes = [];
let current = -1;

/** The player who made a move: 0 or 1. In a set-up position, horizontal, player 1, can move first. @param {Node} node */
const seatOf = ({ ply }) => (session.game.header.setup?.to_move === "horizontal" ? ply : ply - 1) % 2;

/** The reviewed mistakes and blunders of a player, or of both. @param {string} player */
const mistakesOf = (player) =>
  session.game.main().filter((node) => {
    const { reviewed } = node;
    return reviewed?.mark && reviewed.best && (player === "both" || seatOf(node) === Number(player));
  });

/** @param {Node} node @param {number} index @param {Node[]} all @returns {Mistake} */
function mistake(node, index, all) {
  const reviewed = /** @type {ReviewedMove} */ (node.reviewed);
  const name = shortened(session.game.players[seatOf(node)]);
  return {
    node, reviewed, tries: 0, hints: 0, state: "open", at: /** @type {Node} */ (node.parent),
    title: t`Learn from mistakes: ${index + 1} of ${all.length}`,
    text: t`${name} played ${node.move}, ${called(reviewed.mark ?? "mistake")} that loses ${percent(reviewed.loss)}. Find a better move for ${t(reviewed.side)}.`,
  };
}

/** Lists the players with their numbers of mistakes. */
function choices() {
  const { game, seats } = session;
  const select = byId("mistakes-player", HTMLSelectElement);
  const counts = ["0", "1", "both"].map((player) => mistakesOf(player).length);
  const names = [...game.players.map((name) => shortened(name)), t("Both players")];
  const before = select.value;
  fill(select, names.map((name, index) => [["0", "1", "both"][index], `${name} (${counts[index]})`]));
  // By default the person's mistakes, and in other games those of the player with more.
  const person = seats?.[0] ? "1" : seats?.[1] ? "0" : counts[1] > counts[0] ? "1" : "0";
  select.value = before && filled === game ? before : person;
  filled = game;
  byId("mistakes-start", HTMLButtonElement).disabled = !counts[2];
}
let filled = session.game;

async function startCourse() {
  const found = mistakesOf(byId("mistakes-player", HTMLSelectElement).value);
  if (!found.length) return notify(t("This player made no mistakes or blunders."));
  views.open("analyse");
  if (!exercise.isActive()) analyse.pause(true);
  [mistakes, current] = [found.map(mistake), 0];
  await exercise.run({
    view: "analyse", why: t("See why"), judge, solution, finish,
    open: async () => mistakes[current],
    isLast: () => current + 1 === mistakes.length,
    move: () => ++current < mistakes.length,
    ended: () => analyse.pause(false),
  });
}

/**
 * Vertical's value after a move, by a search of the size of the review's.
 *
 * @param {string} move
 * @param {View} after
 * @param {AbortSignal} signal
 */
async function valueAfter(move, after, signal) {
  if (after.outcome) return after.outcome.winner === null ? 0.5 : Number(after.outcome.winner === "vertical");
  const nodes = Math.min(4096, Number(session.game.review?.positions) || 1024);
  let value = null;
  for await (const report of api.think(session.game.line(mistakes[current].at, move), { nodes }, signal)) {
    value = report.proof ? Number(report.proof.winner === "vertical") : (report.value ?? value);
  }
  return value;
}

/** @param {string} move @param {View} after @param {AbortSignal} signal @returns {Promise<Verdict>} */
async function judge(move, after, signal) {
  const { reviewed, node } = mistakes[current];
  /** @param {string} words */
  const found = (words) => ({ words: `${words} ${chances(reviewed)}`, state: /** @type {const} */ ("found") });
  if (same(move, reviewed.best ?? "")) return found(t`${move} is the best move.`);
  if (same(move, node.move)) return { words: t`${move} is the move of the game. Try another one.` };
  const value = await valueAfter(move, after, signal);
  if (value === null) return { words: t`Cannot evaluate ${move}. Try again.` };
  const loss = own(reviewed.before, reviewed.side) - own(value, reviewed.side);
  if (loss <= exercise.AS_GOOD) return found(t`${move} is as good as ${reviewed.best}, the engine's choice.`);
  const rating = loss < reviewed.loss / 2 ? t("better than the move of the game, but it") : t("not good enough: it");
  return { words: t`${move} is ${rating} loses ${percent(Math.max(0, loss))}. Try again.` };
}

/** @param {ReviewedMove} reviewed */
const chances = ({ side, before, after }) =>
  t`Chances of ${t(side)}: ${percent(own(before, side))} instead of ${percent(own(after, side))}.`;

/** The review's best line. @returns {Verdict} */
function solution() {
  const { reviewed } = mistakes[current];
  const line = reviewed.line.length ? reviewed.line : [reviewed.best ?? ""];
  return { words: t`Best: ${line.join(" ")}. ${chances(reviewed)}`, line };
}

function finish() {
  const count = (/** @type {(one: Exercise) => boolean} */ is) => mistakes.filter(is).length;
  const first = count(({ state, tries }) => state === "found" && !tries);
  const later = count(({ state, tries }) => state === "found" && tries > 0);
  notify(t`Done: ${first} solved at the first try, ${later} later, ${mistakes.length - first - later} not.`);
}

let isStarted = false;

export function start() {
  if (isStarted) return;
  isStarted = true;
  choices();
  on("mistakes-start", () => attempt(startCourse));
  for (const what of /** @type {const} */ (["game", "tree"])) session.listen(what, choices);
}
