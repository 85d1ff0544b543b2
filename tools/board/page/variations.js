// Changes of the tree of moves: a line is promoted or deleted, which can be undone, by buttons, keys and a menu.

import { attempt, byId, el, notify } from "./dom.js";
import { moveName } from "./game.js";
import { session } from "./session.js";
import { t } from "./texts.js";

/** @import { Node } from "./game.js" */

/** Undoes the last change. @type {(() => void) | null} */
let back = null;

/**
 * Changes the tree, and offers to undo that.
 *
 * @param {string} words
 * @param {Node} node the current node after an undo
 * @param {() => void} act
 */
function change(words, node, act) {
  const { game } = session;
  const { winner, ending, reason } = game.header;
  /** @type {[Node, Node[]][]} */
  const before = [];
  for (let at = node.parent; at; at = at.parent) before.push([at, at.children]);
  const main = game.main();
  act();
  // A declared result belongs to the main line.
  if (game.main().some((one, index) => one !== main[index]) || main.length !== game.main().length) game.reopen();
  session.emit("tree");
  back = () => {
    back = null;
    if (session.game !== game) return;
    for (const [at, children] of before) at.children = children;
    game.reopen();
    for (const [key, value] of Object.entries({ winner, ending, reason })) if (value !== undefined) game.header[key] = value;
    session.emit("tree");
    attempt(() => session.go(node));
  };
  notify(words, "note", undo);
}

/** Undoes the last change of the tree. */
export const undo = () => (back ? back() : notify(t("There is no deletion to undo.")));

/** Deletes a move and all moves after it. @param {Node} [node] */
export async function cut(node = session.node) {
  const { parent } = node;
  if (!parent) return;
  const isCurrent = session.node === node || session.node.path().includes(node);
  const words = node.children.length ? t`Deleted ${node.ply}. ${moveName(node.move)} and the moves after it.` : t`Deleted ${node.ply}. ${moveName(node.move)}.`;
  change(words, node, () => (parent.children = parent.children.filter((child) => child !== node)));
  if (isCurrent) await session.go(parent);
}

/** Makes the variation of a move the main line. @param {Node} [node] */
export function promote(node = session.node) {
  if (session.game.main().includes(node)) return notify(t("This move is in the main line already."));
  change(t`${node.ply}. ${moveName(node.move)} is now in the main line.`, node, () => {
    for (let at = node; at.parent; at = at.parent) raise(at, 0);
  });
}

/** Moves the variation of a move up by one line. @param {Node} [node] */
export function up(node = session.node) {
  let at = node;
  while (at.parent && at.parent.children[0] === at) at = at.parent;
  if (!at.parent) return promote(node);
  const index = at.parent.children.indexOf(at) - 1;
  change(t`The variation ${at.ply}. ${moveName(at.move)} is one line higher.`, node, () => raise(at, index));
}

/** @param {Node} node @param {number} index its new index among the lines of its parent */
function raise(node, index) {
  if (!node.parent) return;
  const others = node.parent.children.filter((child) => child !== node);
  node.parent.children = [...others.slice(0, index), node, ...others.slice(index)];
}

const ACTS = /** @type {[string, (node: Node) => unknown][]} */ ([[t("Make main line"), promote], [t("Move up one line"), up], [t("Delete from here"), cut]]);

/** The node whose menu is open. */
let target = session.node;

const list = el("div", { id: "line-menu", class: "menu", popover: "auto", role: "group", "aria-label": t("Variation") },
  ...ACTS.map(([words, act]) => el("button", { type: "button", click: () => {
    list.hidePopover();
    attempt(() => act(target));
  } }, words)));

/** Opens the menu of a move. @param {Node} node @param {{ x: number, y: number }} at */
export function menu(node, { x, y }) {
  target = node;
  byId("panel", HTMLElement).append(list);
  list.showPopover();
  const { width, height } = list.getBoundingClientRect();
  list.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
  list.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 12))}px`;
  list.querySelector("button")?.focus();
}
