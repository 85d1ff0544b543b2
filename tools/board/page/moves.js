// The list of moves: the main line in pairs, variations below the move that they replace, notes and review marks.

import { byId, el, loaded, on, percent, shortened, attempt } from "./dom.js";
import { moveName } from "./game.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Node } from "./game.js" */

/** @type {Map<Node, HTMLElement>} */
const buttons = new Map();
/** The node whose note is in the text field. @type {Node | null} */
let noted = null;

const MARKS = { blunder: "??", mistake: "?" };

/** The mark of a reviewed move; null without a review. @param {Node} node */
export const markOf = ({ reviewed }) => reviewed && (reviewed.mark ?? "good");

/** A mark in a sentence. @param {keyof typeof MARKS | "good"} mark */
export const called = (mark) => ({ good: t("good"), mistake: t("a mistake"), blunder: t("a blunder") })[mark];

/** @param {Node} node */
function button(node) {
  const made = el("button", { class: "move", type: "button", click: () => attempt(() => session.go(node)) }, moveName(node.move));
  const mark = markOf(node);
  if (mark && node.reviewed) {
    made.classList.add(mark);
    const { loss, best } = node.reviewed;
    made.title = t`${t(mark)}: loses ${percent(loss)}${best && loss >= 0.005 ? t`; best: ${best}` : ""}`;
    if (mark !== "good") made.append(el("b", {}, MARKS[mark]), el("span", { class: "unseen" }, ` ${t(mark)}`));
  }
  if (node.marks.length) made.append(el("span", { class: "noted", role: "img", "aria-label": t("marks"), title: t("Marks on the board") }, "◎"));
  buttons.set(node, made);
  return made;
}

/** The start of a node's note, in the list. @param {Node} node */
const note = ({ note }) => (note ? [el("bdi", { class: "noted", title: note }, shortened(note, 200))] : []);

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
    if (opens || !main) list.append(el("span", { class: "ply" }, `${node.ply}.`));
    list.append(button(node), ...note(node));
    const others = node === first && !main ? [] : (node.parent?.children.slice(1) ?? []);
    if (node.parent?.children[0] === node) list.append(...others.map((other) => line(other, false)));
    // The second move of the pair follows on a new row below the note and the variations.
    if (main && opens && node.children[0] && (node.note || others.length)) {
      list.append(el("span", { class: "ply" }, `${node.ply}.`), el("span", { class: "gap" }, "…"));
    }
  }
  return list;
}

function render() {
  buttons.clear();
  const { root } = session.game;
  const [first] = root.children;
  byId("moves", HTMLElement).replaceChildren(...note(root), first ? line(first, true) : el("p", { class: "empty" }, el("strong", {}, t("No moves yet")), t("Choose a hole on the board to place a peg.")));
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

/** Changes variations by a module that few visits need. @param {(module: typeof import("./variations.js")) => unknown} act */
export const edit = (act) => attempt(async () => act(await loaded(import("./variations.js"))));

/** Opens the menu of a move. @param {MouseEvent} event */
function openMenu(event) {
  const made = event.target instanceof Element ? event.target.closest(".move") : null;
  const [node] = [...buttons].find(([, button]) => button === made) ?? [];
  if (!made || !node || !["analyse", "games"].includes(views.current)) return;
  event.preventDefault();
  const { left, bottom } = made.getBoundingClientRect();
  edit(({ menu }) => menu(node, { x: left, y: bottom }));
}

export function start() {
  session.listen("game", render);
  session.listen("tree", render);
  session.listen("position", showCurrent);
  // The list's height depends on the open view.
  new ResizeObserver(keepInSight).observe(byId("moves", HTMLElement));
  on("cut", () => edit(({ cut }) => cut()));
  on("promote", () => edit(({ promote }) => promote()));
  byId("moves", HTMLElement).addEventListener("contextmenu", openMenu);
  let waiting = 0;
  byId("note", HTMLTextAreaElement).addEventListener("input", (event) => {
    session.node.note = /** @type {HTMLTextAreaElement} */ (event.target).value.trim();
    // Debounced: rebuilding a long list on every keystroke would be slow.
    clearTimeout(waiting);
    waiting = setTimeout(() => session.emit("tree"), 300);
  });
}
