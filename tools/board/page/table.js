// The table that one sits at: shows the position, whose turn it is and what happened, and turns pointer
// and keyboard into moves. What a move means, the view that is open decides.

import * as api from "./api.js";
import { Board } from "./board.js";
import { byId, el, shortened, tell, trying } from "./dom.js";
import { Layers } from "./layers.js";
import { join } from "./layout.js";
import { session } from "./session.js";

/** @import { Target } from "./board.js" */
/** @import { Hole, Side, View } from "./types" */

export const board = new Board(byId("board", SVGSVGElement), {
  point: (target) => point(target),
  click: (target) => trying(() => click(target)),
});
export const layers = new Layers(board);

/** What the open view makes of things; each view sets its own. */
export const manners = {
  /** Plays a turn. @type {(turn: string) => unknown} */
  play: (turn) => session.play(turn),
  /** Whether the user may move now. @type {(view: View) => boolean} */
  mayMove: () => true,
  /** A hole that the pointer is at. @type {(hole: Hole | null) => void} */
  pointed: () => {},
  /** The board lies in another way. @type {() => void} */
  turned: () => {},
  /** Takes clicks for itself, as a position that is set up does. @type {null | ((hole: Hole) => void)} */
  click: null,
};

/** How the board lies. */
export const lie = { turns: 0, flipped: false };

/** @type {Hole | null} */
let cursor = null;
/** @type {Hole | null} */
let ghost = null;

const SIDES = { vertical: "Vertical", horizontal: "Horizontal" };

/** Shows where a peg would go, and as soon as the server says so, its links. @param {Hole | null} hole */
async function aim(hole) {
  const { view } = session;
  const may = view?.to_move && !manners.click && manners.mayMove(view) && hole && view.holes.includes(hole);
  const wanted = may ? hole : null;
  if (wanted === ghost) return;
  ghost = wanted;
  board.ghost(ghost, view?.to_move ?? undefined);
  if (!ghost || !view?.to_move) return;
  const [side, turn] = [view.to_move, ghost + board.removal()];
  const next = await api.position(session.game.line(session.node, turn)).catch(() => null);
  if (!next || ghost !== hole || session.view !== view) return;
  const here = new Set(view.links.map(([a, b]) => `${a} ${b}`));
  board.ghost(ghost, side, next.links.filter(([a, b]) => !here.has(`${a} ${b}`)));
}

/** @param {Target} target */
function point({ hole, link }) {
  const { view } = session;
  const mayTake = link && view && manners.mayMove(view);
  board.picture.classList.toggle("at-link", Boolean(mayTake));
  aim(link ? null : hole);
  board.picture.classList.toggle("at-hole", Boolean(ghost || (manners.click && hole)));
  byId("where", HTMLElement).textContent = mayTake
    ? `${link.join("–")}: click to ${board.taken.has([...link].sort().join("/")) ? "keep" : "take away"}`
    : (hole ?? "");
  manners.pointed(hole);
}

/** On a small board under a finger, the first tap aims and the second one pegs. */
const isSmall = () =>
  matchMedia("(pointer: coarse)").matches && board.picture.getBoundingClientRect().width / session.game.columns < 24;

/** @param {Target} target */
async function click({ hole, link }) {
  const { view } = session;
  if (!view) return;
  if (manners.click) return hole ? manners.click(hole) : undefined;
  if (link && manners.mayMove(view)) return board.take(link);
  if (!hole) return;
  if (isSmall() && cursor !== hole && view.holes.includes(hole)) {
    moveCursor(hole);
    return;
  }
  await set(hole);
}

const OVER = "The game is over. Step back to play on from there.";

/** Why the user may not move now. @param {View} view */
const waits = (view) =>
  view.to_move && !session.outcome() ? `It is the turn of ${shortened(session.game.players[view.players[view.to_move]])}.` : OVER;

/** Pegs a hole, if that may be done. @param {Hole} hole */
async function set(hole) {
  const { view } = session;
  if (!view) return;
  if (!manners.mayMove(view)) return tell(waits(view));
  if (!view.to_move) return tell(OVER);
  if (!view.holes.includes(hole)) {
    const taken = view.pegs.some(([at]) => at === hole);
    const whose = taken ? "there is a peg" : "that border row is the opponent's";
    return tell(`${SIDES[view.to_move]} cannot peg ${hole}: ${whose}.`);
  }
  const turn = hole + board.removal();
  board.taken.clear();
  await manners.play(turn);
}

/** @param {Hole | null} hole */
function moveCursor(hole) {
  cursor = hole;
  board.cursor(hole);
  aim(hole);
  if (!hole || !session.view) return;
  const own = session.view.pegs.find(([at]) => at === hole);
  const words = own ? `${own[1]} peg` : session.view.holes.includes(hole) ? "free" : "closed";
  byId("where", HTMLElement).textContent = `${hole} ${words}`;
  manners.pointed(hole);
}

/** Moves the keyboard's cursor by holes as they are seen. @param {number} dx @param {number} dy */
export function step(dx, dy) {
  // Enter is the board's from here on, whatever had the focus.
  byId("frame", HTMLElement).focus({ preventScroll: true });
  const { columns, rows } = session.game;
  const middle = join(Math.floor((columns - 1) / 2), Math.floor((rows - 1) / 2));
  moveCursor(cursor ? board.layout.step(cursor, dx, dy) : (session.view?.last[0] ?? middle));
}

/** Pegs at the cursor. */
export const enter = () => trying(() => cursor && (manners.click ? manners.click(cursor) : set(cursor)));

/** Takes the next of the links away that end at the cursor's peg, and after the last one none. */
export function unlink() {
  const links = session.view?.removable.filter((link) => cursor && link.includes(cursor)) ?? [];
  if (!links.length) return tell("No link ends here that this turn may take away.");
  const at = links.findIndex(([a, b]) => board.taken.has([a, b].sort().join("/")));
  if (at >= 0) board.take(links[at]);
  if (at + 1 < links.length) board.take(links[at + 1]);
}

export function hideCursor() {
  moveCursor(null);
}

/** Turns by quarters, or flips, the board. @param {number} turns @param {boolean} [flip] */
export function turn(turns, flip = false) {
  lie.turns = (lie.turns + turns) % 4;
  if (flip) lie.flipped = !lie.flipped;
  shape();
  if (cursor) moveCursor(cursor);
  manners.turned();
}

function shape() {
  const { columns, rows } = session.game;
  board.shape(columns, rows, lie.turns, lie.flipped);
  const { width, height } = board.layout;
  document.documentElement.style.setProperty("--aspect", String(width / height));
}

/** What stands under the board: the end, or whose turn it is, and what the swap did. */
function status() {
  const { view, game, node } = session;
  if (!view) return;
  const outcome = session.outcome();
  const state = byId("status", HTMLElement);
  state.className = view.to_move && !outcome ? view.to_move : "over";
  const seat = view.to_move ? view.players[view.to_move] : 0;
  const joins = view.to_move === "vertical" ? "top – bottom" : "left – right";
  state.replaceChildren(
    outcome
      ? el("strong", {}, el("bdi", {}, shortened(outcome.words[0].toUpperCase() + outcome.words.slice(1), 200)))
      : el("strong", {}, el("bdi", {}, shortened(game.players[seat])), ` to move: ${view.to_move}, ${joins}`),
    // The ring around the peg says so to those who see it.
    el("span", { class: "unseen" }, node.parent ? `; last turn ${node.ply}. ${node.move}` : ""),
  );
  const swap = byId("swap-told", HTMLElement);
  const may = view.may_swap && !view.swap ? "The first peg may be swapped now instead of setting one." : "";
  swap.textContent = view.swap ?? may;
  swap.hidden = !swap.textContent;
}

/** What a screen reader says of the board. */
function describe() {
  const { view } = session;
  if (!view) return;
  const pegs = (/** @type {Side} */ side) =>
    view.pegs.filter(([, owner]) => owner === side).map(([hole]) => hole).join(" ") || "none";
  const links = view.links.map(([a, b]) => `${a}–${b}`).join(", ") || "none";
  byId("board-told", HTMLElement).textContent =
    `${view.columns} by ${view.rows} holes. Vertical pegs: ${pegs("vertical")}. Horizontal pegs: ${pegs("horizontal")}. Links: ${links}.`;
}

export function start() {
  session.hear("game", () => {
    board.view = null;
    board.taken.clear();
    cursor = null;
    board.cursor(null);
    shape();
  });
  session.hear("position", () => {
    const { view } = session;
    if (!view) return;
    ghost = null;
    board.ghost(null);
    layers.clear();
    board.show(view);
    status();
    describe();
    if (cursor) moveCursor(cursor);
  });
  session.hear("tree", status);
  byId("move-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const input = byId("move-text", HTMLInputElement);
    const text = input.value.trim();
    if (!text || !session.view) return;
    if (!manners.mayMove(session.view)) return tell(waits(session.view));
    trying(async () => {
      await manners.play(text);
      input.value = "";
    });
  });
}
