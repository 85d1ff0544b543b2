// The board's controller: shows the position and its status, and passes moves by pointer and keyboard to the open view.

import { announce, announceHole } from "./announce.js";
import * as api from "./api.js";
import { Board, key, newLinks } from "./board.js";
import { connection, Unreachable } from "./connection.js";
import { byId, el, on, shortened, notify, attempt } from "./dom.js";
import { Layers } from "./layers.js";
import { isTransposed, join, shapeOf } from "./layout.js";
import { session } from "./session.js";
import { settings } from "./settings.js";
import { said, t } from "./texts.js";
import { views } from "./views.js";
import { Zoom } from "./zoom.js";

/** @import { Target } from "./board.js" */
/** @import { Node } from "./game.js" */
/** @import { Hole, Side, View } from "./types" */

export const board = new Board(byId("board", SVGSVGElement), {
  point: (target) => point(target),
  click: (target) => attempt(() => click(target)),
});
export const layers = new Layers(board);
export const zoom = new Zoom(board);

/** The handlers that the open view has set. */
export const handlers = {
  /** @type {(turn: string) => unknown} */
  play: (turn) => session.play(turn),
  /** @type {(view: View) => boolean} */
  mayMove: () => true,
  /** Handles a hole that is chosen during the turn of another player; returns whether it does. @type {(hole: Hole) => boolean} */
  premove: () => false,
  /** Called by the key Escape. */
  cancel: () => {},
  /** Called when the pointer or cursor reaches a hole. @type {(hole: Hole | null) => void} */
  pointed: () => {},
  /** Called after the board was rotated or flipped. @type {() => void} */
  turned: () => {},
  /** Replaces `play` on clicks while a position is set up. @type {null | ((hole: Hole) => void)} */
  click: null,
};

/** Handlers with which clicks have no effect, and no message. */
export const INERT = { mayMove: () => false, premove: () => true };

/** The rotation and reflection that the user has chosen. */
export const orientation = { turns: 0, flipped: false };

/** @type {Hole | null} */
let cursor = null;
/** @type {Hole | null} */
let ghost = null;
/** The hole of a click that waits for a second one. @type {Hole | null} */
let chosen = null;

/** The borders on the screen that a side connects. @param {Side} side */
export const goal = (side) =>
  (board.layout.turns % 2 === 0) === (side === "vertical") ? t("top – bottom") : t("left – right");

/** The hole of the keyboard cursor; null while it is hidden. */
export const cursorAt = () => cursor;

const SIDES = { vertical: t("Vertical"), horizontal: t("Horizontal") };

/** Previews a peg at once, and its links after the server's response. @param {Hole | null} hole */
async function showGhost(hole) {
  const { view } = session;
  const may = view?.to_move && !handlers.click && handlers.mayMove(view) && hole && view.holes.includes(hole);
  const wanted = may ? hole : null;
  if (wanted === ghost) return;
  ghost = wanted;
  board.ghost(ghost, view?.to_move ?? undefined);
  if (!ghost || !view?.to_move) return;
  const [side, turn] = [view.to_move, ghost + board.removal()];
  const next = await api.position(session.game.line(session.node, turn)).catch(() => null);
  if (!next || ghost !== hole || session.view !== view) return;
  board.ghost(ghost, side, newLinks(view, next));
}

/** @param {Target} target */
function point({ hole, link }) {
  const { view } = session;
  const mayTake = link && view && handlers.mayMove(view);
  board.root.classList.toggle("at-link", Boolean(mayTake));
  showGhost(chosen ?? (link ? null : hole));
  board.root.classList.toggle("at-hole", Boolean(ghost || (handlers.click && hole)));
  byId("where", HTMLElement).textContent = mayTake
    ? t`${link.join("–")}: click to ${board.taken.has(key(...link)) ? t("keep") : t("remove")}`
    : (hole ?? "");
  handlers.pointed(hole);
}

/** Whether holes are too small for a finger. */
const isSmall = () => isTouch() && zoom.pitch < 24;
const isTouch = () => matchMedia("(pointer: coarse)").matches;

/** Whether the user confirms moves: the first click previews the peg and its links. */
const confirms = () =>
  isSmall() || (views.current === "play" && (settings.confirm === "always" || (settings.confirm === "touch" && isTouch())));

/** @param {Target} target */
async function click({ hole, link }) {
  const { view } = session;
  if (!view) return;
  if (handlers.click) return hole ? handlers.click(hole) : undefined;
  if (link && handlers.mayMove(view)) return board.take(link);
  if (!hole) return;
  if (cursor !== hole && view.holes.includes(hole) && handlers.mayMove(view) && confirms()) return moveCursor(hole, true);
  await confirmed(hole);
}

const OVER = t("The game is over. Go back to continue from an earlier position.");

/** The message when the user tries to move but may not. @param {View} view */
const notYourTurn = (view) =>
  view.to_move && !session.outcome() ? t`It is ${shortened(session.game.players[view.players[view.to_move]])}'s turn.` : OVER;

/** The turn that a lost connection kept from being played, and its position. @type {{ turn: string, node: Node } | null} */
let kept = null;

/** Plays a turn: after a lost connection as soon as it is back, unless the position has changed. @param {string} turn */
async function playTurn(turn) {
  const { node } = session;
  kept = null;
  try {
    await handlers.play(turn);
  } catch (error) {
    if (error instanceof Unreachable) kept = { turn, node };
    throw error;
  }
}

function playKept() {
  if (connection.isLost || !kept) return;
  const { turn, node } = kept;
  kept = null;
  if (session.node !== node || !session.view || !handlers.mayMove(session.view)) return;
  attempt(() => playTurn(turn));
}

/** Places a peg, or shows why the move is illegal. @param {Hole} hole */
async function set(hole) {
  const { view } = session;
  if (!view) return;
  if (!handlers.mayMove(view)) return handlers.premove(hole) || notify(notYourTurn(view));
  if (!view.to_move) return notify(OVER);
  if (!view.holes.includes(hole)) {
    const taken = view.pegs.some(([at]) => at === hole);
    const cause = taken ? t("the hole is occupied") : t("it is in the opponent's border row");
    return notify(t`${SIDES[view.to_move]} cannot place a peg at ${hole}: ${cause}.`);
  }
  // The marks of links to remove stay until the turn is played: the next position has other removable links.
  await playTurn(hole + board.removal());
}

/** @param {Hole | null} hole @param {boolean} [isChosen] whether the next click there places a peg */
function moveCursor(hole, isChosen = false) {
  cursor = hole;
  choose(isChosen ? hole : null);
  board.cursor(hole);
  if (hole) zoom.reveal(hole);
  showGhost(hole);
  if (!hole || !session.view) return;
  const own = session.view.pegs.find(([at]) => at === hole);
  const words = isChosen ? t("chosen") : own ? t`${t(own[1])} peg` : session.view.holes.includes(hole) ? t("free") : t("not playable");
  byId("where", HTMLElement).textContent = `${hole} ${words}`;
  handlers.pointed(hole);
}

/** Places a peg; after a first click, the cursor is not needed any more. @param {Hole} hole */
function confirmed(hole) {
  if (chosen) hideCursor();
  return set(hole);
}

/** @param {Hole | null} hole */
function choose(hole) {
  chosen = hole;
  byId("place", HTMLElement).hidden = !hole;
}

/** Moves the keyboard cursor in screen directions. @param {number} dx @param {number} dy */
export function step(dx, dy) {
  // Enter places a peg only while the board has the focus.
  byId("frame", HTMLElement).focus({ preventScroll: true });
  const { columns, rows } = session.game;
  const middle = join(Math.floor((columns - 1) / 2), Math.floor((rows - 1) / 2));
  moveCursor(cursor ? board.layout.step(cursor, dx, dy) : (session.view?.last[0] ?? middle));
}

/** Places a peg at the cursor; shows a hidden cursor. */
export const enter = () => attempt(() => (!cursor ? step(0, 0) : handlers.click ? handlers.click(cursor) : set(cursor)));

/** Cycles through the links of the cursor's peg: marks the next one for removal, and none after the last. */
export function unlink() {
  const links = session.view?.removable.filter((link) => cursor && link.includes(cursor)) ?? [];
  if (!links.length) return notify(t("You have no link to remove here."));
  const at = links.findIndex(([a, b]) => board.taken.has(key(a, b)));
  if (at >= 0) board.take(links[at]);
  if (at + 1 < links.length) board.take(links[at + 1]);
}

/** Zooms about the cursor. @param {1 | -1} way */
export const zoomBy = (way) => zoom.step(way, cursor);

export const announceCursor = () => attempt(() => announceHole(cursor, board.removal()));

export function hideCursor() {
  moveCursor(null);
}

/** Rotates the board by quarter turns, or flips it. @param {number} turns @param {boolean} [flip] */
export function turn(turns, flip = false) {
  orientation.turns = (orientation.turns + turns) % 4;
  if (flip) orientation.flipped = !orientation.flipped;
  shape();
  if (cursor) moveCursor(cursor);
  status();
  handlers.turned();
}

/** Sets the shape of the board on the screen: transposed if its holes are larger then, and turned as the user chose. */
function shape() {
  const { columns, rows } = session.game;
  const transposed = isTransposed(columns, rows, { width: innerWidth, height: innerHeight });
  const { turns, flipped } = orientation;
  // A reflection and three quarter turns transpose the board.
  board.shape(columns, rows, turns + (transposed ? 3 : 0), flipped !== transposed);
  const { width, height } = board.layout;
  document.documentElement.style.setProperty("--aspect", String(width / height));
  document.body.dataset.board = shapeOf(width, height);
}

/** Shapes the board for a window of another size. */
function resize() {
  const before = board.layout;
  shape();
  if (board.layout === before) return;
  if (cursor) moveCursor(cursor);
  status();
  handlers.turned();
}

/** Shows the result or the player to move, and the effect of a swap. */
function status() {
  const { view, game } = session;
  if (!view) return;
  const outcome = session.outcome();
  const state = byId("status", HTMLElement);
  state.className = view.to_move && !outcome ? view.to_move : "over";
  const seat = view.to_move ? view.players[view.to_move] : 0;
  state.replaceChildren(
    outcome
      ? el("strong", {}, el("bdi", {}, shortened(outcome.words[0].toUpperCase() + outcome.words.slice(1), 200)))
      : el("strong", {}, el("bdi", {}, shortened(game.players[seat])), t` to move: ${t(view.to_move ?? "")}`,
        el("span", { class: "goal" }, view.to_move ? `, ${goal(view.to_move)}` : "")),
  );
  const swap = byId("swap-text", HTMLElement);
  const who = handlers.mayMove(view) ? t("You") : shortened(game.players[seat]);
  const may = view.may_swap && !view.swap && !outcome ? t`${who} may swap: take the first peg instead of placing one.` : "";
  swap.textContent = view.swap ? said(view.swap) : may;
  swap.hidden = !swap.textContent;
  announce();
}

/** Updates the description of the board for screen readers. */
function describe() {
  const { view } = session;
  if (!view) return;
  const pegs = (/** @type {Side} */ side) =>
    view.pegs.filter(([, owner]) => owner === side).map(([hole]) => hole).join(" ") || t("none");
  const links = view.links.map(([a, b]) => `${a}–${b}`).join(", ") || t("none");
  byId("board-text", HTMLElement).textContent =
    t`${view.columns} by ${view.rows} holes. Vertical pegs: ${pegs("vertical")}. Horizontal pegs: ${pegs("horizontal")}. Links: ${links}.`;
}

export function start() {
  session.listen("game", () => {
    board.view = null;
    board.taken.clear();
    cursor = null;
    board.cursor(null);
    shape();
  });
  session.listen("position", () => {
    const { view } = session;
    if (!view) return;
    ghost = null;
    choose(null);
    board.ghost(null);
    layers.clear();
    board.show(view);
    status();
    describe();
    const [last] = view.last;
    if (cursor) moveCursor(cursor);
    if (last) zoom.reveal(last);
  });
  session.listen("tree", status);
  connection.addEventListener("change", playKept);
  addEventListener("resize", resize);
  // In a page that scrolls, the wheel is needed for that.
  zoom.byWheel = () => views.current === "play" && document.documentElement.scrollHeight <= innerHeight;
  on("place", () => chosen && attempt(() => confirmed(/** @type {Hole} */ (chosen))));
  views.addEventListener("open", () => chosen && hideCursor());
  on("zoom-in", () => zoomBy(1));
  on("zoom-out", () => zoomBy(-1));
  on("zoom-whole", () => zoom.whole());
  byId("move-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const input = byId("move-text", HTMLInputElement);
    const text = input.value.trim();
    if (!text || !session.view) return;
    if (!handlers.mayMove(session.view)) return notify(notYourTurn(session.view));
    attempt(async () => {
      await playTurn(text);
      input.value = "";
    });
  });
}
