// The opening trainer: plays first pegs and replies from the opening book, and asks for the book's moves.

import * as analyse from "./analyse.js";
import * as api from "./api.js";
import { byId, on, percent, notify, attempt } from "./dom.js";
import * as exercise from "./exercise.js";
import { newRecord, same } from "./game.js";
import { other } from "./layers.js";
import * as legend from "./legend.js";
import * as lines from "./lines.js";
import { entry, name, own, valueOf } from "./openings.js";
import { session } from "./session.js";
import { handlers } from "./table.js";
import { views } from "./views.js";

/** @import { Node } from "./game.js" */
/** @import { Book, Side } from "./types" */
/** @typedef {{ node: Node, book: Book, best: string, side: Side, isOpen: boolean }} Question */

/** Null while the page moves, and at the end of a line. @type {Question | null} */
let question = null;
let [asked, right] = [0, 0];
let isBusy = false;
/** The view's handlers, which the trainer replaces. @type {Partial<typeof handlers> | null} */
let replaced = null;
/** @type {AbortController | null} */
let search = null;

export const isActive = () => replaced !== null;

const write = (/** @type {string} */ id, /** @type {string} */ words) => (byId(id, HTMLElement).textContent = words);
const capital = (/** @type {string} */ words) => words[0].toUpperCase() + words.slice(1);
const does = (/** @type {string} */ move) => (move === "SWAP" ? "swaps" : `plays ${move}`);

/** Samples an item by weight. @template T @param {T[]} items @param {(item: T, index: number) => number} weight */
function sample(items, weight) {
  const weights = items.map(weight);
  let left = Math.random() * weights.reduce((sum, one) => sum + one, 0);
  return items.find((_, index) => (left -= weights[index]) < 0) ?? items[0];
}

/** Runs an action of the trainer, unless another one is running. @param {() => Promise<unknown>} act */
const run = (act) => attempt(async () => {
  if (!isActive() || isBusy) return;
  isBusy = true;
  try {
    await act();
  } finally {
    isBusy = false;
    showButtons();
  }
});

/** @param {boolean} isRight */
function score(isRight) {
  asked++;
  if (isRight) right++;
  showScore();
}

const showScore = () => write("trainer-score", `${right} of ${asked} right`);

async function train() {
  exercise.end();
  views.open("analyse");
  await session.load(newRecord({ columns: 12, rows: 12, rules: "pp", swap: "mirror" }));
  replaced = { play: handlers.play, mayMove: handlers.mayMove };
  analyse.pause(true);
  Object.assign(handlers, { play: (/** @type {string} */ turn) => run(() => answer(turn)), mayMove: () => true });
  [asked, right] = [0, 0];
  showScore();
  byId("trainer-part", HTMLElement).hidden = false;
  await run(deal);
  byId("trainer-title", HTMLElement).focus();
  byId("frame", HTMLElement).scrollIntoView({ block: "nearest" });
}

/** Places a first peg, more often a balanced one, and asks one of the players. */
async function deal() {
  search?.abort();
  question = null;
  write("trainer-result", "");
  const { root } = session.game;
  await session.go(root);
  root.children = [];
  session.emit("tree");
  const { moves } = await entry(root);
  const [peg] = sample(moves, ([, value]) => Math.abs((value ?? 0) - 0.5) ** -4);
  await session.play(peg);
  const seat = byId("trainer-seat", HTMLSelectElement).value;
  if (Number(seat || Math.round(Math.random())) === 0) await reply();
  await ask();
}

/** Plays a move that the book answers, more often a good one, if there is any. */
async function reply() {
  const { node } = session;
  const options = (await entry(node)).moves.filter(([, , answer]) => answer);
  if (options.length && session.node === node) await session.play(sample(options, (_, index) => 0.75 ** index)[0]);
}

/** Asks for the book's move in the current position. */
async function ask() {
  const { node, view } = session;
  const book = await entry(node);
  const { best } = book;
  if (session.node !== node || !isActive()) return;
  if (!best || !view?.to_move) return write("trainer-text", `The book ends here, after ${node.ply} moves.`);
  const side = view.to_move;
  question = { node, book, best, side, isOpen: true };
  const last = `${capital(other(side))} ${node.ply > 1 ? does(node.move) : `opens with ${node.move}`}.`;
  write("trainer-text", `${last} ${view.may_swap ? `Swap, or reply for ${side}.` : `Find the answer for ${side}.`}`);
}

/** Checks a move that the user tries. @param {string} turn */
async function answer(turn) {
  const tried = question;
  if (!tried) return notify("There is no question here. Continue with the next opening.");
  if (session.node !== tried.node) return notify("This is not the position of the question. Return to it first.");
  if (!tried.isOpen) return notify("The question is answered. Continue with the book's move or the next opening.");
  const move = (await api.position(session.game.line(tried.node, turn))).moves.at(-1) ?? turn;
  const { best, book, side } = tried;
  const value = valueOf(book, best, side);
  if (same(move, best)) {
    score(true);
    write("trainer-result", `Right: the book ${does(best)}${value === null ? "" : `, ${percent(value)} for ${side}`}.`);
    return proceed();
  }
  const words = `The book ${does(best)}, not ${name(move)}`;
  const reached = best === "SWAP" && value !== null ? 1 - value : valueOf(book, move, side);
  tried.isOpen = false;
  reveal(best);
  if (value === null || reached === null) {
    write("trainer-result", `${words}. Comparing both …`);
    attempt(() => compare(tried, move, words));
  } else {
    score(false);
    write("trainer-result", `${words}: ${percent(value)} instead of ${best === "SWAP" ? "at most " : ""}${percent(reached)} for ${side}.`);
  }
}

/** Shows a move on the board. @param {string} move */
function reveal(move) {
  lines.show([move]);
  legend.update();
}

/** Compares another move with the book's by search. @param {Question} tried @param {string} move @param {string} words */
async function compare({ node, best, side }, move, words) {
  const { signal } = (search = new AbortController());
  let isRight = false;
  try {
    const values = [];
    for (const one of [best, move]) values.push(own((await api.evaluate(session.game.line(node, one), signal)).vertical, side));
    isRight = values[0] - values[1] <= exercise.AS_GOOD;
    const verdict = isRight ? `The book ${does(best)}; ${move} is about as good` : words;
    write("trainer-result", `${verdict}. A search gives ${side} ${percent(values[0])} with ${best}, ${percent(values[1])} with ${move}.`);
  } finally {
    // A comparison that is aborted counts as an error.
    score(isRight);
  }
}

/** Plays the book's move, lets the other side reply, and asks again. */
async function proceed() {
  if (!question) return;
  const { node, best } = question;
  question = null;
  if (session.node !== node) await session.go(node);
  await session.play(best);
  await reply();
  await ask();
}

/** Shows the book's move; the next time, continues with it. */
export const why = () => run(async () => {
  if (!question) return;
  search?.abort();
  const { node, book, best, side, isOpen } = question;
  if (!isOpen) {
    write("trainer-result", "");
    return proceed();
  }
  if (session.node !== node) await session.go(node);
  question.isOpen = false;
  score(false);
  reveal(best);
  const value = valueOf(book, best, side);
  write("trainer-result", `The book ${does(best)}${value === null ? "" : `: ${percent(value)} for ${side}`}.`);
});

export const next = () => run(deal);

function showButtons() {
  if (!isActive()) return;
  const isHere = session.node === question?.node;
  byId("trainer-return", HTMLElement).hidden = !question || isHere;
  byId("trainer-swap", HTMLButtonElement).disabled = !isHere || !question?.isOpen || !session.view?.may_swap;
  const more = byId("trainer-show", HTMLButtonElement);
  more.disabled = !question;
  more.textContent = question && !question.isOpen ? "Continue" : "Show";
  byId("trainer-next", HTMLElement).classList.toggle("primary", !question);
  more.classList.toggle("primary", question?.isOpen === false);
}

/** Ends the training. @param {boolean} [isLeft] whether another view was opened, which has set its own handlers */
export function end(isLeft = false) {
  if (!replaced) return;
  search?.abort();
  if (!isLeft) Object.assign(handlers, replaced);
  replaced = null;
  question = null;
  byId("trainer-part", HTMLElement).hidden = true;
  analyse.pause(false);
}

export function start() {
  on("trainer-start", () => attempt(train));
  on("trainer-next", next);
  on("trainer-show", why);
  on("trainer-stop", () => {
    notify(`${right} of ${asked} moves of the book were right.`);
    end();
  });
  on("trainer-swap", () => run(() => answer("swap")));
  on("trainer-return", () => run(async () => question && session.go(question.node)));
  session.listen("game", () => end());
  session.listen("position", showButtons);
  views.addEventListener("open", () => end(true));
}
