// The list of moves: the main line in pairs, variations below the move that they replace, notes and review marks.

import { byId, el, percent, attempt } from "./dom.js";
import { moveName } from "./game.js";
import { session } from "./session.js";

/** @import { Node } from "./game.js" */

/** @type {Map<Node, HTMLElement>} */
const buttons = new Map();
/** The node whose note is in the text field. @type {Node | null} */
let noted = null;

const MARKS = { blunder: "??", mistake: "?" };

/** The mark of a reviewed move; null without a review. @param {Node} node */
export const markOf = ({ reviewed }) => reviewed && (reviewed.mark ?? "good");

/** A mark in a sentence. @param {keyof typeof MARKS | "good"} mark */
export const called = (mark) => (mark === "good" ? mark : `a ${mark}`);

/** @param {Node} node */
function button(node) {
  const made = el("button", { class: "move", type: "button", click: () => attempt(() => session.go(node)) }, moveName(node.move));
  const mark = markOf(node);
  if (mark && node.reviewed) {
    made.classList.add(mark);
    const { loss, best } = node.reviewed;
    made.title = `${mark}: loses ${percent(loss)}${best && loss >= 0.005 ? `; best: ${best}` : ""}`;
    if (mark !== "good") made.append(el("b", {}, MARKS[mark]), el("span", { class: "unseen" }, ` ${mark}`));
  }
  if (node.note) made.append(el("span", { class: "noted", title: node.note }, "✎"));
  if (node.marks.length) made.append(el("span", { class: "noted", role: "img", "aria-label": "marks", title: "Marks on the board" }, "◎"));
  buttons.set(node, made);
  return made;
}

/**
 * Renders a line and its variations.
 *
 * @param {Node} first
 * @param {boolean} main
 * @returns {HTMLElement}
 */
function line(first, main) {
  const list = el("div", { class: main ? "line main" : "line" });
  for (let node = /** @type {Node | undefined} */ (first); node; node = node.children[0]) {
    const opens = node.ply % 2 === 1;
    if (opens || node === first) {
      const words = opens ? `${node.ply}.` : `${node.ply - 1}…`;
      list.append(el("span", { class: "ply" }, words));
      if (!opens && main) list.append(el("span"));
    }
    list.append(button(node));
    const others = node === first && !main ? [] : (node.parent?.children.slice(1) ?? []);
    if (node.parent?.children[0] === node && others.length) {
      list.append(...others.map((other) => line(other, false)));
      // The second move of the pair follows on a new row below the variations.
      if (opens && node.children[0] && main) list.append(el("span", { class: "ply" }, `${node.ply}.`), el("span", { class: "gap" }, "…"));
    }
  }
  return list;
}

function render() {
  buttons.clear();
  const { root } = session.game;
  const [first] = root.children;
  byId("moves", HTMLElement).replaceChildren(first ? line(first, true) : el("p", { class: "quiet" }, "No moves yet."));
  showCurrent();
}

/** Marks the current move, and shows its note. */
function showCurrent() {
  for (const [node, made] of buttons) {
    const here = node === session.node;
    made.classList.toggle("here", here);
    if (here) made.setAttribute("aria-current", "step");
    else made.removeAttribute("aria-current");
  }
  keepInSight();
  const note = byId("note", HTMLTextAreaElement);
  if (document.activeElement === note && noted === session.node) return;
  note.value = session.node.note;
  noted = session.node;
}

/** Scrolls the list, never the page, to the current move, unless it is visible. */
function keepInSight() {
  const here = buttons.get(session.node);
  const list = byId("moves", HTMLElement);
  if (!here) return (list.scrollTop = 0);
  const [top, seen] = [here.offsetTop - list.offsetTop, list.clientHeight];
  if (top < list.scrollTop || top + here.offsetHeight > list.scrollTop + seen) list.scrollTop = top - seen / 2;
}

/** Deletes the current move and all moves after it. */
async function cut() {
  const { node } = session;
  if (!node.parent) return;
  const { parent } = node;
  if (session.game.main().includes(node)) session.game.reopen();
  parent.children = parent.children.filter((child) => child !== node);
  session.emit("tree");
  await session.go(parent);
}

/** Makes the current variation the main line. */
function promote() {
  const changes = !session.game.main().includes(session.node);
  for (let { node } = session; node.parent; node = node.parent) {
    const { children } = node.parent;
    node.parent.children = [node, ...children.filter((child) => child !== node)];
  }
  if (changes) session.game.reopen();
  session.emit("tree");
}

export function start() {
  session.listen("game", render);
  session.listen("tree", render);
  session.listen("position", showCurrent);
  // The list's height depends on the open view.
  new ResizeObserver(keepInSight).observe(byId("moves", HTMLElement));
  byId("cut", HTMLElement).addEventListener("click", () => attempt(cut));
  byId("promote", HTMLElement).addEventListener("click", promote);
  let waiting = 0;
  byId("note", HTMLTextAreaElement).addEventListener("input", (event) => {
    session.node.note = /** @type {HTMLTextAreaElement} */ (event.target).value.trim();
    // Debounced: rebuilding a long list on every keystroke would be slow.
    clearTimeout(waiting);
    waiting = setTimeout(() => session.emit("tree"), 300);
  });
}
