// Play against the engine or another person. The engine moves automatically at the end of the line, and only on
// request at an earlier position, such as after undo.

import * as api from "./api.js";
import { connection } from "./connection.js";
import { byId, el, fill, on, shortened, svg, notify, attempt, clearNotice } from "./dom.js";
import { newRecord } from "./game.js";
import { chance } from "./layers.js";
import { peg } from "./board.js";
import { setRank } from "./primary.js";
import { session } from "./session.js";
import { goal, layers, handlers } from "./table.js";
import { views } from "./views.js";

/** @import { Node } from "./game.js" */
/** @import { About, Seats, ThinkRequest, View } from "./types" */

const BUSY_STATUS = 429;
const RETRY_MS = 1000;

/** The engine settings of a player; null for a person. */
const seat = (/** @type {number} */ player) => session.seats?.[player] ?? null;
/** @type {{ node: Node, stop: AbortController } | null} the engine's search for a move, and the node that it searches */
let search = null;
/** @type {Node | null} the position of a failed search, which only the user or a reconnection restarts */
let stalled = null;
/** @type {AbortController | null} the search for a hint, separate from the engine's own */
let hinting = null;

const choose = (/** @type {string} */ id) => byId(id, HTMLSelectElement);

/** @param {View} view */
const turnOf = (view) => (view.to_move ? seat(view.players[view.to_move]) : null);
/** @param {View} view */
const mayMove = (view) => Boolean(view.to_move) && !turnOf(view) && !session.outcome();

function halt() {
  search?.stop.abort();
  search = null;
}

/** The settings of the engine to move; null if no engine is to move. */
function engineToMove() {
  const { view } = session;
  return view && session.isShown && !session.outcome() ? turnOf(view) : null;
}

/**
 * Starts or aborts the engine's search, depending on the side to move. Called on every change of position, players,
 * view or connection, so that user actions need not control the search.
 */
function updateEngine() {
  const { node } = session;
  const settings = views.current === "play" ? engineToMove() : null;
  if (search && (!settings || search.node !== node)) halt();
  if (stalled !== node) stalled = null;
  if (settings && !search && !stalled && !node.children.length) attempt(() => reply(node, settings));
  showSeats();
}

/** Returns the engine's move; repeats the request while the server is busy. @param {Node} node @param {ThinkRequest} settings @param {AbortSignal} signal */
async function answer(node, settings, signal) {
  for (;;) {
    try {
      for await (const report of api.think(session.game.line(node), settings, signal)) {
        if (report.done) return report.answer ?? null;
      }
      return null;
    } catch (error) {
      if (!(error instanceof api.ApiError) || error.status !== BUSY_STATUS || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Plays the engine's move. @param {Node} node @param {ThinkRequest} settings */
async function reply(node, settings) {
  const mine = (search = { node, stop: new AbortController() });
  showSeats();
  try {
    const turn = await answer(node, settings, mine.stop.signal);
    // If the position has changed meanwhile, the event of that change has already started the next search.
    if (search !== mine || session.node !== node) return;
    stalled = node;
    if (turn) await session.play(turn, true);
  } catch (error) {
    if (search === mine) stalled = node;
    throw error;
  } finally {
    if (search === mine) search = null;
    showSeats();
  }
}

/** Starts the engine's search on request: after a failure, or at an earlier position. */
function letEngineMove() {
  const settings = engineToMove();
  if (!settings || search) return;
  connection.retry();
  return reply(session.node, settings);
}

/** @param {string} turn */
async function play(turn) {
  if (/^resigns?$/i.test(turn)) return askToResign();
  await session.play(turn, true);
  // If the move was played before, repeat the engine's earlier answer.
  if (session.view && turnOf(session.view)) await session.step(1);
}

/** Takes back moves, up to and including the last move of a person. */
async function undo() {
  let { node } = session;
  if (session.game.header.ending && node === session.game.root.end()) {
    session.game.reopen();
    session.emit("tree");
    if (session.view && !session.view.outcome) return session.go(node);
  }
  do {
    if (!node.parent) return;
    node = node.parent;
    await session.go(node);
  } while (session.view && turnOf(session.view) && node.parent);
  // If the engine moves first, keep its first move.
  if (session.view && turnOf(session.view)) await session.step(1);
}

async function redo() {
  do await session.step(1);
  while (session.view && turnOf(session.view) && session.node.children[0]);
}

/** The player who resigns: the person in a game against an engine, else the player to move. @param {View} view */
function resigning({ to_move, players }) {
  const moving = players[to_move ?? "vertical"];
  return seat(moving) && !seat(1 - moving) ? 1 - moving : moving;
}

function askToResign() {
  const { view, game, node } = session;
  if (!view?.to_move || session.outcome()) return;
  if (node.children.length) return notify("You can only resign at the end of the line: go to the last position first.");
  const loser = resigning(view);
  byId("resign-text", HTMLElement).replaceChildren(el("bdi", {}, shortened(game.players[loser])),
    ` loses the game to `, el("bdi", {}, shortened(game.players[1 - loser])), ".");
  byId("resign-ask", HTMLDialogElement).showModal();
}

function resign() {
  const { view, game } = session;
  if (!view?.to_move || session.outcome()) return;
  const loser = resigning(view);
  Object.assign(game.header, {
    winner: ["second", "first"][loser],
    ending: "resign",
    reason: `${shortened(game.players[1 - loser])} wins by resignation.`,
  });
  session.emit("tree");
  session.emit("position");
}

const SEARCHING = "Searching for a hint …";

/** Shows the best move and line at full strength, in a search separate from the engine's own. */
async function hint() {
  const { view, node, game } = session;
  if (!view) return;
  if (!view.to_move || session.outcome()) return notify("The game is over. Analyse shows the engine's evaluation of this position.");
  const side = view.to_move;
  if (turnOf(view)) return notify(`It is ${shortened(game.players[view.players[side]])}'s turn; hints are available on your own turn.`);
  hinting?.abort();
  const mine = (hinting = new AbortController());
  notify(SEARCHING);
  try {
    for await (const report of api.think(game.line(node), { level: "full", seconds: 2 }, mine.signal)) {
      const [best] = report.candidates;
      if (!best) continue;
      layers.line(best.line.length ? best.line : [best.move], side);
      if (!report.done) continue;
      const chances = chance(best, side);
      const words = best.proof ? (best.proof === side ? "proven win" : "proven loss, as are all other moves") : `${chances}\u00a0%`;
      notify(`Hint: ${report.answer ?? best.move} (${words}).`);
    }
  } finally {
    if (hinting === mine) clearNotice(SEARCHING);
  }
}

/** Updates the list of players and the buttons that depend on the side to move. */
function showSeats() {
  const { view, game } = session;
  const outcome = view && session.outcome();
  const rows = /** @type {const} */ (["vertical", "horizontal"]).map((side) => {
    const player = view ? view.players[side] : side === "vertical" ? 0 : 1;
    const turn = view?.to_move === side && !outcome;
    const won = outcome && outcome.winner === player;
    const state = turn ? (search ? "thinking …" : stalled && connection.isLost ? "no connection" : "to move") : won ? "won" : "";
    const icon = svg("svg", { viewBox: "-20 -20 40 40", class: "peg-icon", "aria-hidden": "true" }, peg(side));
    return el("li", { class: `seat ${turn ? "turn" : ""}` }, icon,
      el("bdi", { class: "name" }, shortened(game.players[player])), el("span", { class: "goal" }, `${side}, ${goal(side)}`),
      el("span", { class: "state" }, state));
  });
  byId("seats", HTMLElement).replaceChildren(...rows);
  // A new game is emphasized after the end of the last one only.
  setRank("open-new", outcome ? 0 : null);
  byId("swap", HTMLButtonElement).hidden = !view?.may_swap || !mayMove(view);
  byId("engine-move", HTMLButtonElement).hidden = Boolean(search) || !engineToMove();
}

/**
 * The engine settings for an option in the list of opponents; null for a person.
 *
 * @param {string} chosen
 * @returns {ThinkRequest | null}
 */
export function engine(chosen) {
  if (chosen === "person") return null;
  if (chosen === "arena") return { level: "full", clock: "arena" };
  if (chosen === "full") return { level: "full", seconds: Number(choose("new-seconds").value) };
  return { level: chosen };
}

/** The form's columns and rows, reduced by the handicap. */
function edges() {
  const number = (/** @type {string} */ id) => Number(byId(id, HTMLInputElement).value);
  const handicap = number("new-handicap");
  return { columns: number("new-columns") - Math.max(0, handicap), rows: number("new-rows") - Math.max(0, -handicap) };
}

/** Makes the form invalid if the handicap is too large. @param {About} about */
function checkHandicap({ sizes: [least] }) {
  const left = Object.entries(edges()).find(([, count]) => count < least);
  const words = left && `This handicap leaves ${Math.max(0, left[1])} ${left[0]}; the minimum is ${least}. Choose a smaller handicap.`;
  byId("new-handicap", HTMLInputElement).setCustomValidity(words ?? "");
}

async function startGame() {
  const terms = { rules: choose("new-rules").value, swap: choose("new-swap").value };
  const { columns, rows } = edges();
  const settings = engine(choose("new-opponent").value);
  const words = choose("new-opponent").selectedOptions[0].textContent ?? "Engine";
  const second = choose("new-side").value === "second";
  /** @type {Seats} */
  const seats = second ? [settings, null] : [null, settings];
  const name = words.split(":")[0];
  const players = settings ? (second ? [name, "You"] : ["You", name]) : ["First player", "Second player"];
  await session.load(newRecord({ ...terms, columns, rows, players }), { seats });
  views.open("play");
}

/** Values and labels of the options in the list of opponents. @param {About} about @returns {[string, string][]} */
export function opponents(about) {
  const levels = about.levels.map(({ name, words }) => /** @type {[string, string]} */ ([
    name, name === "full" ? "Engine: full strength" : `Level ${name}: ${words}`,
  ]));
  return [...levels, ["arena", "Arena: full strength at the arena's time control, 1 s + 0.3 s"],
    ["person", "Another person: on this screen"]];
}

/** @param {About} about */
function form(about) {
  fill(choose("new-opponent"), opponents(about), "4");
  fill(choose("new-rules"), about.rules.map((name) => [name, name === "pp" ? "PP: own links may cross" : "Classic: no links cross, you may remove your own links"]));
  fill(choose("new-swap"), about.swaps.map((name) => [name, { mirror: "Mirror: the second player takes the first peg, mirrored", sides: "Sides: the players exchange sides", none: "None" }[name] ?? name]));
  for (const id of ["new-columns", "new-rows"]) {
    const [min, max] = about.sizes;
    Object.assign(byId(id, HTMLInputElement), { min, max });
  }
  const shown = () => {
    const settings = choose("new-opponent").value;
    byId("new-seconds-row", HTMLElement).hidden = settings !== "full";
    byId("new-side-row", HTMLElement).hidden = settings === "person";
  };
  on("new-opponent", shown, "change");
  // Select the rule set's default swap, which the user may change.
  on("new-rules", () => (choose("new-swap").value = choose("new-rules").value === "pp" ? "mirror" : "sides"), "change");
  on("new-columns", () => (byId("new-rows", HTMLInputElement).value = byId("new-columns", HTMLInputElement).value), "input");
  for (const id of ["new-columns", "new-rows", "new-handicap"]) on(id, () => checkHandicap(about), "input");
  shown();
}

/** @param {About} about */
export function start(about) {
  form(about);
  const dialog = byId("new-game", HTMLDialogElement);
  on("open-new", () => dialog.showModal());
  on("new-form", (event) => {
    event.preventDefault();
    attempt(async () => {
      await startGame();
      dialog.close();
    });
  }, "submit");
  on("resign-form", () => attempt(resign), "submit");
  const acts = { undo, redo, resign: askToResign, hint, swap: () => play("swap"), "engine-move": letEngineMove };
  for (const [id, act] of Object.entries(acts)) on(id, () => attempt(act));
  session.listen("position", () => {
    hinting?.abort();
    updateEngine();
  });
  session.listen("seats", updateEngine);
  connection.addEventListener("change", () => {
    if (!connection.isLost) stalled = null;
    updateEngine();
  });
  views.add("play", {
    enter() {
      Object.assign(handlers, { play, mayMove, pointed: () => {}, turned: showSeats });
      updateEngine();
    },
    leave() {
      handlers.turned = () => {};
      hinting?.abort();
      halt();
    },
  });
}
