// Play: against the engine or another person. A seat is a person's or an engine's; the engine answers
// where the game ends so far, and in between, where one only looks or has taken turns back, by request alone.

import * as api from "./api.js";
import { connection } from "./connection.js";
import { byId, el, fill, on, shortened, svg, tell, trying, withdraw } from "./dom.js";
import { fresh } from "./game.js";
import { chance } from "./layers.js";
import { peg } from "./board.js";
import { session } from "./session.js";
import { layers, manners } from "./table.js";
import { views } from "./views.js";

/** @import { Node } from "./game.js" */
/** @import { About, Seats, ThinkRequest, View } from "./types" */

/** The status of a busy server, and the milliseconds until the next request. */
const [BUSY, BETWEEN_REQUESTS] = [429, 1000];

/** Who sits where: null is a person. */
const seat = (/** @type {number} */ player) => session.seats?.[player] ?? null;
/** @type {{ node: Node, stop: AbortController } | null} the engine's search for a turn, and where it searches */
let search = null;
/** @type {Node | null} the position of a failed search: the next one there needs the user or a new connection */
let stalled = null;
/** @type {AbortController | null} the search for a hint, apart from the engine's own */
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

/** The settings of the engine whose turn it is; null where no engine is to move. */
function engineToMove() {
  const { view } = session;
  return view && session.isShown && !session.outcome() ? turnOf(view) : null;
}

/**
 * Starts the engine's search where its turn is due, and ends a search that is no longer needed. Runs at every
 * change of position, seats, view or connection, so that no action starts or ends a search itself.
 */
function attend() {
  const { node } = session;
  const how = views.current === "play" ? engineToMove() : null;
  if (search && (!how || search.node !== node)) halt();
  if (stalled !== node) stalled = null;
  if (how && !search && !stalled && !node.children.length) trying(() => reply(node, how));
  showSeats();
}

/** Returns the engine's turn, and requests it again while the server is busy. @param {Node} node @param {ThinkRequest} how @param {AbortSignal} signal */
async function answer(node, how, signal) {
  for (;;) {
    try {
      for await (const report of api.think(session.game.line(node), how, signal)) {
        if (report.done) return report.answer ?? null;
      }
      return null;
    } catch (error) {
      if (!(error instanceof api.Refusal) || error.status !== BUSY || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_REQUESTS));
    }
  }
}

/** Lets the engine play. @param {Node} node @param {ThinkRequest} how */
async function reply(node, how) {
  const mine = (search = { node, stop: new AbortController() });
  showSeats();
  try {
    const turn = await answer(node, how, mine.stop.signal);
    // If the user has gone elsewhere meanwhile, that position's event starts what is due.
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

/** Starts the engine's search by request: after a failure, or in the middle of a game. */
function letEngineMove() {
  const how = engineToMove();
  if (!how || search) return;
  connection.retry();
  return reply(session.node, how);
}

/** @param {string} turn */
async function play(turn) {
  if (/^resigns?$/i.test(turn)) return askToResign();
  await session.play(turn, true);
  // What was answered before it was taken back is answered so again.
  if (session.view && turnOf(session.view)) await session.step(1);
}

/** Back to before the last turn of a person. */
async function undo() {
  let { node } = session;
  if (session.game.header.ending && node === session.game.root.end()) {
    session.game.reopen();
    session.tell("tree");
    if (session.view && !session.view.outcome) return session.go(node);
  }
  do {
    if (!node.parent) return;
    node = node.parent;
    await session.go(node);
  } while (session.view && turnOf(session.view) && node.parent);
  // A game that the engine opens begins with its turn.
  if (session.view && turnOf(session.view)) await session.step(1);
}

async function redo() {
  do await session.step(1);
  while (session.view && turnOf(session.view) && session.node.children[0]);
}

/** The player who would resign: whoever is to move, but against an engine always the person. @param {View} view */
function resigning({ to_move, players }) {
  const moving = players[to_move ?? "vertical"];
  return seat(moving) && !seat(1 - moving) ? 1 - moving : moving;
}

/** Resigning cannot be undone by mistake only if it asks. */
function askToResign() {
  const { view, game, node } = session;
  if (!view?.to_move || session.outcome()) return;
  if (node.children.length) return tell("Resigning is for the end of the game: step there first.");
  const loser = resigning(view);
  byId("resign-told", HTMLElement).replaceChildren(el("bdi", {}, shortened(game.players[loser])),
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
    reason: `${view.players.vertical === loser ? "Horizontal wins: vertical" : "Vertical wins: horizontal"} resigns.`,
  });
  session.tell("tree");
  session.tell("position");
}

const LOOKING = "Looking for a hint …";

/** Shows the best turn and line at full strength. A search of its own, which never ends the engine's. */
async function hint() {
  const { view, node, game } = session;
  if (!view) return;
  if (!view.to_move || session.outcome()) return tell("The game is over. Analyse shows what the engine thinks of this position.");
  const side = view.to_move;
  if (turnOf(view)) return tell(`It is the turn of ${shortened(game.players[view.players[side]])}: hints are for your own turns.`);
  hinting?.abort();
  const mine = (hinting = new AbortController());
  tell(LOOKING);
  try {
    for await (const report of api.think(game.line(node), { level: "full", seconds: 2 }, mine.signal)) {
      const [best] = report.candidates;
      if (!best) continue;
      layers.line(best.line.length ? best.line : [best.move], side);
      if (!report.done) continue;
      const chances = chance(best, side);
      const words = best.proof ? (best.proof === side ? "wins for certain" : "is lost, as all others are") : `${chances}\u00a0%`;
      tell(`Hint: ${report.answer ?? best.move} (${words}).`);
    }
  } finally {
    if (hinting === mine) withdraw(LOOKING);
  }
}

/** The two players, with their pegs and whose turn it is. */
function showSeats() {
  const { view, game } = session;
  const outcome = view && session.outcome();
  const rows = /** @type {const} */ (["vertical", "horizontal"]).map((side) => {
    const player = view ? view.players[side] : side === "vertical" ? 0 : 1;
    const turn = view?.to_move === side && !outcome;
    const won = outcome && outcome.winner === player;
    const told = turn ? (search ? "thinking …" : stalled && connection.isLost ? "no connection" : "to move") : won ? "won" : "";
    const icon = svg("svg", { viewBox: "-20 -20 40 40", class: "peg-icon", "aria-hidden": "true" }, peg(side));
    const goal = side === "vertical" ? "top – bottom" : "left – right";
    return el("li", { class: `seat ${turn ? "turn" : ""}` }, icon,
      el("bdi", { class: "name" }, shortened(game.players[player])), el("span", { class: "goal" }, `${side}, ${goal}`),
      el("span", { class: "told" }, told));
  });
  byId("seats", HTMLElement).replaceChildren(...rows);
  byId("swap", HTMLButtonElement).hidden = !view?.may_swap || !mayMove(view);
  byId("engine-move", HTMLButtonElement).hidden = Boolean(search) || !engineToMove();
}

/** How a choice of engine thinks. @param {string} chosen @returns {ThinkRequest | null} */
export function engine(chosen) {
  if (chosen === "person") return null;
  if (chosen === "arena") return { level: "full", clock: "arena" };
  if (chosen === "full") return { level: "full", seconds: Number(choose("new-seconds").value) };
  return { level: chosen };
}

/** The edges of the board that the form describes, less the handicap. */
function edges() {
  const whole = (/** @type {string} */ id) => Number(byId(id, HTMLInputElement).value);
  const handicap = whole("new-handicap");
  return { columns: whole("new-columns") - Math.max(0, handicap), rows: whole("new-rows") - Math.max(0, -handicap) };
}

/** Marks a handicap that leaves no board, which keeps the form open. @param {About} about */
function checkHandicap({ sizes: [least] }) {
  const left = Object.entries(edges()).find(([, count]) => count < least);
  const words = left && `This handicap leaves ${Math.max(0, left[1])} ${left[0]}; a board has ${least} at least. Choose a smaller handicap.`;
  byId("new-handicap", HTMLInputElement).setCustomValidity(words ?? "");
}

/** Begins the game that the form describes. */
async function begin() {
  const terms = { rules: choose("new-rules").value, swap: choose("new-swap").value };
  const { columns, rows } = edges();
  const how = engine(choose("new-opponent").value);
  const words = choose("new-opponent").selectedOptions[0].textContent ?? "Engine";
  const second = choose("new-side").value === "second";
  /** @type {Seats} */
  const seats = second ? [how, null] : [null, how];
  const name = words.split(":")[0];
  const players = how ? (second ? [name, "You"] : ["You", name]) : ["First", "Second"];
  await session.load(fresh({ ...terms, columns, rows, players }), { seats });
  views.open("play");
}

/** The opponents to choose from. @param {About} about @returns {[string, string][]} */
export function opponents(about) {
  const levels = about.levels.map(({ name, words }) => /** @type {[string, string]} */ ([
    name, name === "full" ? "Engine: full strength" : `Level ${name}: ${words}`,
  ]));
  return [...levels, ["arena", "Arena: full strength by its clock, 1 s and then 0.3 s"],
    ["person", "Another person: both at this board"]];
}

/** Fills the form of a new game. @param {About} about */
function form(about) {
  fill(choose("new-opponent"), opponents(about), "4");
  fill(choose("new-rules"), about.rules.map((name) => [name, name === "pp" ? "PP: own links may cross" : "Standard: no links cross, own ones may go"]));
  fill(choose("new-swap"), about.swaps.map((name) => [name, { mirror: "Mirror: the peg changes its owner", sides: "Sides: the players change places", none: "None" }[name] ?? name]));
  for (const id of ["new-columns", "new-rows"]) {
    const [min, max] = about.sizes;
    Object.assign(byId(id, HTMLInputElement), { min, max });
  }
  const shown = () => {
    const how = choose("new-opponent").value;
    byId("new-seconds-row", HTMLElement).hidden = how !== "full";
    byId("new-side-row", HTMLElement).hidden = how === "person";
  };
  on("new-opponent", shown, "change");
  // The classic game swaps sides, the arena's pegs; both may be chosen otherwise.
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
    trying(async () => {
      await begin();
      dialog.close();
    });
  }, "submit");
  on("resign-form", () => trying(resign), "submit");
  const acts = { undo, redo, resign: askToResign, hint, swap: () => play("swap"), "engine-move": letEngineMove };
  for (const [id, act] of Object.entries(acts)) on(id, () => trying(act));
  session.hear("position", () => {
    hinting?.abort();
    attend();
  });
  session.hear("seats", attend);
  connection.addEventListener("change", () => {
    if (!connection.isLost) stalled = null;
    attend();
  });
  views.add("play", {
    enter() {
      Object.assign(manners, { play, mayMove, pointed: () => {} });
      attend();
    },
    leave() {
      hinting?.abort();
      halt();
    },
  });
}
