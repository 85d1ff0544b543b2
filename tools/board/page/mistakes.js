// Learning from mistakes: shows the positions before a player's mistakes and blunders in a reviewed game, and checks the
// moves that the user tries. A tried move does not change the game.

import * as analyse from "./analyse.js";
import * as api from "./api.js";
import { byId, fill, on, percent, shortened, notify, attempt } from "./dom.js";
import { same } from "./game.js";
import * as legend from "./legend.js";
import * as lines from "./lines.js";
import { session } from "./session.js";
import { handlers } from "./table.js";
import { views } from "./views.js";

/** @import { Node } from "./game.js" */
/** @import { ReviewedMove, View } from "./types" */
/** @typedef {{ node: Node, reviewed: ReviewedMove, tries: number, state: "open" | "found" | "shown" }} Exercise */

/** The largest loss of a move that counts as good as the best one, as a difference of expected scores. */
const AS_GOOD = 0.05;

/** @type {Exercise[]} */
let exercises = [];
let current = -1;
/** The view's handlers, which the exercises replace. @type {Partial<typeof handlers> | null} */
let replaced = null;
/** @type {AbortController | null} */
let search = null;

export const isActive = () => replaced !== null;

const exercise = () => exercises[current];
const write = (/** @type {string} */ id, /** @type {string} */ words) => (byId(id, HTMLElement).textContent = words);
const signs = { blunder: "a blunder", mistake: "a mistake" };

/** The player who made a move: 0 or 1. @param {Node} node */
const seatOf = ({ ply }) => (ply - 1) % 2;

/** The reviewed mistakes and blunders of a player, or of both. @param {string} player @returns {Exercise[]} */
const mistakesOf = (player) =>
  session.game.main().flatMap((node) => {
    const { reviewed } = node;
    const isWanted = reviewed?.mark && reviewed.best && (player === "both" || seatOf(node) === Number(player));
    return isWanted ? [{ node, reviewed, tries: 0, state: /** @type {const} */ ("open") }] : [];
  });

/** Lists the players with their numbers of mistakes. */
function choices() {
  const { game, seats } = session;
  const select = byId("mistakes-player", HTMLSelectElement);
  const counts = ["0", "1", "both"].map((player) => mistakesOf(player).length);
  const names = [...game.players.map((name) => shortened(name)), "Both players"];
  const before = select.value;
  fill(select, names.map((name, index) => [["0", "1", "both"][index], `${name} (${counts[index]})`]));
  // By default the person's mistakes, and in other games those of the player with more.
  const person = seats?.[0] ? "1" : seats?.[1] ? "0" : counts[1] > counts[0] ? "1" : "0";
  select.value = before && filled === game ? before : person;
  filled = game;
  byId("mistakes-start", HTMLButtonElement).disabled = !counts[2];
}
let filled = session.game;

async function startExercises() {
  const found = mistakesOf(byId("mistakes-player", HTMLSelectElement).value);
  if (!found.length) return notify("This player made no mistakes or blunders.");
  if (!isActive()) {
    views.open("analyse");
    replaced = { play: handlers.play, mayMove: handlers.mayMove };
    analyse.pause(true);
    Object.assign(handlers, { play: answer, mayMove: () => true });
  }
  exercises = found;
  byId("mistakes-part", HTMLElement).hidden = false;
  await open(0);
  byId("mistakes-title", HTMLElement).focus();
  byId("frame", HTMLElement).scrollIntoView({ block: "nearest" });
}

/** @param {number} index */
async function open(index) {
  search?.abort();
  current = index;
  const { node, reviewed } = exercise();
  write("mistakes-progress", `${index + 1} of ${exercises.length}`);
  const name = shortened(session.game.players[seatOf(node)]);
  const label = signs[reviewed.mark ?? "mistake"];
  write("mistakes-text", `${name} played ${node.move}, ${label} that loses ${percent(reviewed.loss)}. Find a better move for ${reviewed.side}.`);
  write("mistakes-result", "");
  await session.go(/** @type {Node} */ (node.parent));
  showButtons();
}

/** Whether the board shows the exercise's position. */
const isHere = () => session.node === exercise()?.node.parent;

function showButtons() {
  if (!isActive()) return;
  const { state } = exercise();
  byId("mistakes-return", HTMLElement).hidden = isHere();
  byId("mistakes-why", HTMLButtonElement).disabled = state === "shown";
  byId("mistakes-swap", HTMLElement).hidden = !isHere() || !session.view?.may_swap || state !== "open";
  const next = byId("mistakes-next", HTMLButtonElement);
  next.textContent = state === "open" ? "Skip" : current + 1 < exercises.length ? "Next" : "Finish";
  next.classList.toggle("primary", state !== "open");
}

/** The value for the mover, from the value for vertical. @param {number} value @param {ReviewedMove} reviewed */
const own = (value, { side }) => (side === "vertical" ? value : 1 - value);

/**
 * Vertical's value after a move, by a search of the size of the review's.
 *
 * @param {string} move
 * @param {View} after
 * @param {AbortSignal} signal
 */
async function valueAfter(move, after, signal) {
  if (after.outcome) return after.outcome.winner === null ? 0.5 : Number(after.outcome.winner === "vertical");
  const evaluations = Number(session.game.review?.positions) || 1024;
  // Level N has 4^N evaluations.
  const level = Math.min(6, Math.max(3, Math.round(Math.log(evaluations) / Math.log(4))));
  let value = null;
  for await (const report of api.think(session.game.line(session.node, move), { level: String(level) }, signal)) {
    value = report.proof ? Number(report.proof.winner === "vertical") : (report.value ?? value);
  }
  return value;
}

/** Checks a move that the user tries. @param {string} turn */
async function answer(turn) {
  const tried = exercise();
  if (!isHere()) return notify("This is not the position of the exercise. Return to it first.");
  if (tried.state !== "open") return notify("This exercise is over. Continue with the next one.");
  search?.abort();
  const mine = (search = new AbortController());
  const { reviewed, node } = tried;
  const after = await api.position(session.game.line(session.node, turn));
  const move = after.moves.at(-1) ?? turn;
  if (mine.signal.aborted) return;
  lines.show([move]);
  legend.update();
  if (same(move, reviewed.best ?? "")) return found(`${move} is the best move.`);
  tried.tries++;
  if (same(move, node.move)) return write("mistakes-result", `${move} is the move of the game. Try another one.`);
  write("mistakes-result", `Checking ${move} …`);
  const value = await valueAfter(move, after, mine.signal);
  if (mine.signal.aborted || exercise() !== tried) return;
  if (value === null) return write("mistakes-result", `Cannot evaluate ${move}. Try again.`);
  const loss = own(reviewed.before, reviewed) - own(value, reviewed);
  if (loss <= AS_GOOD) return found(`${move} is as good as ${reviewed.best}, the engine's choice.`);
  const rating = loss < reviewed.loss / 2 ? "better than the move of the game, but it" : "not good enough: it";
  write("mistakes-result", `${move} is ${rating} loses ${percent(Math.max(0, loss))}. Try again.`);
}

/** @param {string} words */
function found(words) {
  const { reviewed } = exercise();
  exercise().state = "found";
  write("mistakes-result", `${words} ${chances(reviewed)}`);
  showButtons();
}

/** @param {ReviewedMove} reviewed */
const chances = (reviewed) =>
  `Chances of ${reviewed.side}: ${percent(own(reviewed.before, reviewed))} instead of ${percent(own(reviewed.after, reviewed))}.`;

/** Shows the review's best line on the board. */
export const why = () => attempt(async () => {
  if (!isActive()) return;
  search?.abort();
  const shown = exercise();
  const { reviewed } = shown;
  if (!isHere()) await session.go(/** @type {Node} */ (shown.node.parent));
  if (shown.state === "open") shown.state = "shown";
  const line = reviewed.line.length ? reviewed.line : [reviewed.best ?? ""];
  await lines.show(line);
  legend.update();
  write("mistakes-result", `Best: ${line.join(" ")}. ${chances(reviewed)}`);
  showButtons();
});

/** Opens the next exercise, or ends with a summary. */
export const next = () => attempt(async () => {
  if (!isActive()) return;
  if (current + 1 < exercises.length) return open(current + 1);
  const count = (/** @type {(one: Exercise) => boolean} */ is) => exercises.filter(is).length;
  const first = count(({ state, tries }) => state === "found" && !tries);
  const later = count(({ state, tries }) => state === "found" && tries > 0);
  notify(`${exercises.length} mistakes: ${first} solved at the first try, ${later} later, ${exercises.length - first - later} not solved.`);
  end();
});

/** Ends the exercises. @param {boolean} [isLeft] whether another view was opened, which has set its own handlers */
function end(isLeft = false) {
  if (!replaced) return;
  search?.abort();
  if (!isLeft) Object.assign(handlers, replaced);
  replaced = null;
  byId("mistakes-part", HTMLElement).hidden = true;
  analyse.pause(false);
}

export function start() {
  on("mistakes-start", () => attempt(startExercises));
  on("mistakes-next", next);
  on("mistakes-why", why);
  on("mistakes-stop", () => end());
  on("mistakes-swap", () => attempt(() => answer("swap")));
  on("mistakes-return", () => attempt(() => session.go(/** @type {Node} */ (exercise().node.parent))));
  session.listen("game", () => end());
  session.listen("position", showButtons);
  for (const what of /** @type {const} */ (["game", "tree"])) session.listen(what, choices);
  views.addEventListener("open", () => end(true));
}
