// Play against the engine or another person. The engine moves automatically at the end of the line, and only on
// request at an earlier position, such as after undo.

import * as api from "./api.js";
import { allotted } from "./clock.js";
import { connection } from "./connection.js";
import { board, layers, handlers } from "./controller.js";
import { byId, loaded, on, shortened, notify, attempt, clearNotice } from "./dom.js";
import { askToResign } from "./resigndraw.js";
import { lineOf } from "./game.js";
import * as invite from "./invite.js";
import { chance } from "./layers.js";
import { holeOf } from "./layout.js";
import * as lines from "./lines.js";
import { engineOf } from "./opponents.js";
import * as players from "./players.js";
import { setRank } from "./primary.js";
import { review } from "./review.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";
import * as warn from "./warn.js";

/** @import { Node } from "./game.js" */
/** @import { ThinkRequest, View } from "./types" */

const BUSY_STATUS = 429;
const RETRY_MS = 1000;

/** @type {{ node: Node, stop: AbortController } | null} the engine's search for a move, and the node that it searches */
let search = null;
/** @type {Node | null} the position of a failed search, which only the user or a reconnection restarts */
let stalled = null;
/** @type {Node | null} the move that the last undo took back */
let undone = null;
/** @type {AbortController | null} the search for a hint, separate from the engine's own */
let hinting = null;

/** @param {View} view */
const turnOf = (view) => (view.to_move ? engineOf(view.players[view.to_move]) : null);
/** @param {View} view */
const mayMove = (view) => Boolean(view.to_move) && !turnOf(view) && !session.outcome() && invite.mayMove(view);

function halt() {
  search?.stop.abort();
  search = null;
  setSearch(null);
}

/** @param {import("./session.js").Search | null} search */
function setSearch(search) {
  if (search === session.search) return;
  session.search = search;
  session.emit("search");
}

/** The engine's settings for a move, limited to its time if it has a clock. @param {Node} node @param {ThinkRequest} settings @returns {ThinkRequest} */
function timed(node, settings) {
  const { view, extra: { clock } } = session;
  if (!clock || !view?.to_move || !node.parent) return settings;
  return { ...settings, seconds: Math.min(settings.seconds ?? Infinity, allotted(clock, view.players[view.to_move])) };
}

/** The time limit of a move in seconds; null for a move at fixed nodes. @param {ThinkRequest} settings @param {number} ply */
const limit = ({ seconds, clock, grade }, ply) => (grade ? null : Math.min(seconds ?? Infinity, clock ? (ply < 2 ? 1 : 0.3) : Infinity));

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
      return await api.answer(session.game.line(node), settings, signal);
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
    if (!(await warn.keeps(node, mine.stop.signal))) return await undo();
    const request = timed(node, settings);
    setSearch({ node, since: performance.now(), seconds: limit(request, node.ply) });
    const turn = await answer(node, request, mine.stop.signal);
    // If the position has changed meanwhile, the event of that change has already started the next search.
    if (search !== mine || session.node !== node) return;
    stalled = node;
    if (turn) await session.play(turn, true);
  } catch (error) {
    if (search === mine) stalled = node;
    throw error;
  } finally {
    if (search === mine) {
      search = null;
      setSearch(null);
    }
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
  const from = session.node;
  warn.moving(from);
  await session.play(turn, true);
  // Another move replaces the one that was taken back, which would stay as a variation otherwise.
  if (undone?.parent === from && session.node.parent === from && session.node !== undone) {
    from.children = from.children.filter((child) => child !== undone);
    session.emit("tree");
  }
  // If the move was played before, repeat the engine's earlier answer.
  if (session.view && turnOf(session.view)) await session.step(1);
}

/** Marks a premove while the engine is to move at the end of the line. @param {string} hole */
function premove(hole) {
  const { view, node } = session;
  if (!engineToMove() || node.children.length || !view?.to_move || engineOf(1 - view.players[view.to_move])) return false;
  attempt(async () => (await loaded(import("./premove.js"))).choose(hole));
  return true;
}

/** Takes back moves, up to and including the last move of a person. */
async function undo() {
  let { node } = session;
  if (!invite.mayUndo()) return notify(t("The other player has this move, so you cannot take it back."));
  if (session.game.header.ending && node === session.game.root.end()) {
    if (session.game.header.ending === "late") {
      delete session.extra.clock;
      notify(t("The game continues without clocks."));
    }
    session.game.reopen();
    session.emit("tree");
    if (session.view && !session.view.outcome) return session.go(node);
  }
  do {
    if (!node.parent) return;
    undone = node;
    node = node.parent;
    await session.go(node);
  } while (session.view && turnOf(session.view) && node.parent);
  // If the engine moves first, keep its first move.
  if (session.view && turnOf(session.view)) {
    [undone] = session.node.children[0]?.children ?? [null];
    await session.step(1);
  }
}

async function redo() {
  // A button that is disabled by its own click does not close its menu.
  byId("play-menu", HTMLElement).hidePopover();
  do await session.step(1);
  while (session.view && turnOf(session.view) && session.node.children[0]);
}

const SEARCHING = t("Searching for a hint …");
const HINT = t("Hint");

/** The line of the hint in the current position, which the next press of the button shows. @type {string[] | null} */
let hinted = null;

/** @param {string[] | null} line */
function setHinted(line) {
  hinted = line;
  byId("hint", HTMLElement).textContent = line ? t("Show line") : HINT;
}

/** Marks the best move at full strength, and then shows its line. The search is separate from the engine's own. */
async function hint() {
  const { view, node, game } = session;
  if (!view) return;
  if (hinted) {
    const line = hinted;
    setHinted(null);
    return lines.show(line);
  }
  if (!view.to_move || session.outcome()) return notify(t("The game is over. Analyse shows the engine's evaluation of this position."));
  const side = view.to_move;
  if (turnOf(view)) return notify(t`It is ${shortened(game.players[view.players[side]])}'s turn; hints are available on your own turn.`);
  hinting?.abort();
  const mine = (hinting = new AbortController());
  notify(SEARCHING);
  try {
    for await (const report of api.think(game.line(node), { analysis: true, seconds: 2 }, mine.signal)) {
      const [best] = report.candidates;
      if (!best || !report.done) continue;
      if (mine.signal.aborted) return;
      lines.hide();
      const hole = holeOf(report.answer ?? best.move);
      // A swap has no hole.
      if (hole) layers.spot(hole, false);
      byId("frame", HTMLElement).scrollIntoView({ block: "nearest" });
      const line = lineOf(best);
      setHinted(line.length > 1 ? line : null);
      const chances = chance(best, side);
      const words = best.proof ? (best.proof === side ? t("proven win") : t("proven loss, as are all other moves")) : `${chances}\u00a0%`;
      notify(t`Hint: ${report.answer ?? best.move} (${words}).`);
    }
  } finally {
    if (hinting === mine) clearNotice(SEARCHING);
  }
}

/** Updates the list of players and the buttons that depend on the side to move. */
function showSeats() {
  const { view, game } = session;
  const outcome = view && session.outcome();
  players.show();
  // A new game is emphasized after the end of the last one only.
  setRank("open-new", outcome ? 0 : null);
  byId("swap", HTMLButtonElement).hidden = !view?.may_swap || !mayMove(view);
  byId("engine-move", HTMLButtonElement).hidden = Boolean(search) || !engineToMove();
  byId("undo", HTMLButtonElement).disabled = !session.node.parent && !game.header.ending;
  byId("redo", HTMLButtonElement).disabled = !session.node.children.length;
  // After the end, the review takes the place of the actions that need a running game.
  for (const id of ["hint", "draw", "resign"]) byId(id, HTMLButtonElement).hidden = Boolean(outcome);
  if (session.extra.link) byId("hint", HTMLButtonElement).hidden = true;
  byId("play-review", HTMLButtonElement).hidden = !outcome || !game.root.children.length;
}

function openReview() {
  views.open("analyse");
  return review();
}

export function start() {
  const acts = { undo, redo, hint, "play-review": openReview, swap: () => play("swap"), "engine-move": letEngineMove };
  for (const [id, act] of Object.entries(acts)) on(id, () => attempt(act));
  session.listen("position", () => {
    hinting?.abort();
    setHinted(null);
    if (views.current === "play") lines.hide();
    updateEngine();
  });
  session.listen("seats", updateEngine);
  for (const what of /** @type {const} */ (["search", "tree"])) session.listen(what, players.show);
  views.addEventListener("open", players.show);
  board.reshaped.push(players.show);
  connection.addEventListener("change", () => {
    if (!connection.isLost) stalled = null;
    updateEngine();
  });
  views.add("play", {
    enter() {
      Object.assign(handlers, { play, mayMove, premove, pointed: () => {} });
      updateEngine();
    },
    leave() {
      handlers.premove = () => false;
      hinting?.abort();
      setHinted(null);
      lines.hide();
      halt();
    },
  });
}
