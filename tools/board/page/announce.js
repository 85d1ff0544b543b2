// Announcements for screen readers: every move and result in a live region, and descriptions of holes on request.

import * as api from "./api.js";
import { byId, notify, shortened } from "./dom.js";
import { isHole, split } from "./layout.js";
import { session } from "./session.js";
import { language, said, t } from "./texts.js";

/** @import { Node } from "./game.js" */
/** @import { Hole, Side, View } from "./types" */

/** The node of the last announcement. @type {Node | null} */
let last = null;

const joined = new Intl.ListFormat(language);

/** @param {View} view @param {Side} side */
const player = (view, side) => shortened(session.game.players[view.players[side]]);

/** The holes linked to a hole. @param {View} view @param {Hole} hole */
const linked = (view, hole) => view.links.flatMap(([a, b]) => (a === hole ? [b] : b === hole ? [a] : []));

/** @param {Hole[]} holes */
const linkWords = (holes) => (holes.length ? t`linked to ${joined.format(holes)}` : t("no links"));

/** Describes the move of the current node. @param {View} view */
function move(view) {
  const { node } = session;
  if (view.swap) return t`Move ${node.ply}: swap. ${said(view.swap)}`;
  const [hole] = view.last;
  const side = view.pegs.find(([at]) => at === hole)?.[1];
  if (!hole || !side) return t`Move ${node.ply}: ${node.move}.`;
  return t`Move ${node.ply}: ${player(view, side)}, ${t(side)}, ${hole}, ${linkWords(linked(view, hole))}.`;
}

/** Announces the current position: its last move, and the result or the player to move. */
export function announce() {
  const { view, node, game } = session;
  if (!view || !session.isShown) return;
  const outcome = session.outcome();
  const next = outcome ? outcome.words : view.to_move ? t`${player(view, view.to_move)} to move, ${t(view.to_move)}.` : "";
  const swap = view.may_swap && view.to_move ? t` ${player(view, view.to_move)} may swap.` : "";
  const first = node.parent ? move(view) : t`${view.columns} by ${view.rows} holes, no moves.`;
  const text = `${first} ${next[0]?.toUpperCase() ?? ""}${next.slice(1)}${swap}`;
  const region = byId("announcement", HTMLElement);
  // The same text is announced once, although the position is shown again after changes of the game's tree.
  if (last === node && region.textContent === text) return;
  last = node;
  region.textContent = text;
}

/** The border rows that contain a hole. @param {View} view @param {Hole} hole */
function borders({ columns, rows }, hole) {
  const [column, row] = split(hole);
  if (row === 0 || row === rows - 1) return "vertical";
  return column === 0 || column === columns - 1 ? "horizontal" : null;
}

/** The holes a knight's move away from a hole with pegs of a side. @param {View} view @param {Hole} hole @param {Side} side */
function reachable(view, hole, side) {
  const [column, row] = split(hole);
  return view.pegs.flatMap(([at, owner]) => {
    const [x, y] = split(at);
    return owner === side && Math.abs((x - column) * (y - row)) === 2 ? [at] : [];
  });
}

/** Whether two links cross. @param {[Hole, Hole]} one @param {[Hole, Hole]} two */
export function cross([a, b], [c, d]) {
  if ([a, b].some((end) => end === c || end === d)) return false;
  const side = (/** @type {Hole} */ p, /** @type {Hole} */ q, /** @type {Hole} */ r) => {
    const [[px, py], [qx, qy], [rx, ry]] = [split(p), split(q), split(r)];
    return Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px));
  };
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Explains the missing links between a hole and pegs of the same side. @param {View} view @param {Hole} hole @param {Hole[]} others */
function missing(view, hole, others) {
  return others.map((other) => {
    const by = view.links.find(([a, b]) => cross([hole, other], [a, b]));
    return t` No link to ${other}${by ? t`: the link ${by[0]}–${by[1]} crosses` : ""}.`;
  }).join("");
}

/**
 * Describes a hole: its peg and links, or whether the side to move may play there, and the links that it would make.
 *
 * @param {Hole} hole
 * @param {string} removal the links that the turn removes, in turn notation
 */
export async function describe(hole, removal) {
  const { view, node, game } = session;
  if (!view) return "";
  const border = borders(view, hole);
  const place = border ? t`, in ${t(border)}'s border row` : "";
  const own = view.pegs.find(([at]) => at === hole);
  if (own) {
    const [, side] = own;
    const links = linked(view, hole);
    const without = reachable(view, hole, side).filter((at) => !links.includes(at));
    return t`${hole}: ${t(side)} peg of ${player(view, side)}${place}, ${linkWords(links)}.${missing(view, hole, without)}`;
  }
  if (!view.to_move || session.outcome()) return t`${hole}: no peg${place}. The game is over.`;
  if (!view.holes.includes(hole)) return t`${hole}: no peg${place}. Not playable for ${t(view.to_move)}.`;
  const next = await api.position(game.line(node, hole + removal));
  const links = linked(next, hole);
  const without = reachable(view, hole, view.to_move).filter((at) => !links.includes(at));
  const made = links.length ? t`links to ${joined.format(links)}` : t("makes no link");
  return t`${hole}: free${place}. A ${t(view.to_move)} peg here ${made}.${missing(next, hole, without)}`;
}

/** Shows and announces the description of a hole. @param {Hole | null} hole @param {string} removal */
export async function announceHole(hole, removal) {
  if (!hole || !isHole(hole)) return notify(t("Move the cursor to a hole first, with the arrow keys."));
  const { view } = session;
  const words = await describe(hole, removal);
  if (session.view === view) notify(words);
}
