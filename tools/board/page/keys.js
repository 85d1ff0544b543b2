// Keyboard shortcuts. One table defines both the handling and the help.

import * as analyse from "./analyse.js";
import * as controller from "./controller.js";
import { clearMessage, byId, el, attempt } from "./dom.js";
import * as drawing from "./drawing.js";
import * as exercise from "./exercise.js";
import { edit } from "./moves.js";
import { nextMark } from "./review.js";
import { session } from "./session.js";
import * as settings from "./settings.js";
import { arrowsStep } from "./stepping.js";
import { t } from "./texts.js";
import * as theme from "./theme.js";
import { views } from "./views.js";

/** Presses a button that is visible, or would be in its open menu. */
const press = (/** @type {string} */ id) => () => {
  const button = byId(id, HTMLButtonElement);
  const menu = button.closest("[popover]");
  const shown = menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : button;
  if (!button.disabled && !button.hidden && shown?.checkVisibility()) button.click();
};
const step = (/** @type {number} */ by) => () => attempt(() => session.step(by));

/** Moves to the next or previous variation at the same ply. @param {1 | -1} way */
function variation(way) {
  const { node } = session;
  const lines = node.parent?.children ?? [];
  const next = lines[(lines.indexOf(node) + way + lines.length) % lines.length];
  if (next) attempt(() => session.go(next));
}

/** Whether keys change the tree of moves. */
const isEdited = () => ["analyse", "games"].includes(views.current) && !exercise.isActive();

/** Whether the arrow keys move the cursor. */
const moveCursor = () => !arrowsStep();

function hideCursor() {
  drawing.cancel();
  controller.hideCursor();
  controller.handlers.pointed(null);
  controller.handlers.cancel();
}

/** @type {[group: string, keys: string[], words: string, act: () => void, when?: () => boolean][]} */
const KEYS = [
  ["Board", ["ArrowLeft"], "move the cursor left", () => controller.step(-1, 0), moveCursor],
  ["Board", ["ArrowRight"], "move the cursor right", () => controller.step(1, 0), moveCursor],
  ["Board", ["ArrowUp"], "move the cursor up", () => controller.step(0, -1), moveCursor],
  ["Board", ["ArrowDown"], "move the cursor down", () => controller.step(0, 1), moveCursor],
  ["Board", ["Enter"], "show the cursor; place a peg at the cursor", controller.enter],
  ["Board", ["Escape"], "hide the cursor", hideCursor],
  ["Board", ["Delete", "x"], "mark the next link of the peg at the cursor for removal", controller.unlink],
  ["Board", ["i"], "describe the hole at the cursor: peg, links, whether it is free", controller.announceCursor],
  ["Board", ["+", "="], "zoom in", () => controller.zoomBy(1)],
  ["Board", ["-"], "zoom out", () => controller.zoomBy(-1)],
  ["Board", ["0"], "show the whole board", () => controller.zoom.whole()],
  ["Board", ["m"], "type a move, such as D6-C4/E5", () => byId("move-text", HTMLInputElement).focus()],
  ["Board", ["t"], "rotate the board by 90°", () => controller.turn(1)],
  ["Board", ["f"], "flip the board", () => controller.turn(0, true)],
  ["Game", ["n", "Shift+ArrowRight"], "next move", step(1)],
  ["Game", ["p", "Shift+ArrowLeft"], "previous move", step(-1)],
  ["Game", ["Home", "Shift+ArrowUp"], "first position", step(-Infinity)],
  ["Game", ["End", "Shift+ArrowDown"], "last position", step(Infinity)],
  ["Game", ["ArrowLeft"], "previous move, in Analyse and Games without cursor", step(-1), arrowsStep],
  ["Game", ["ArrowRight"], "next move, in Analyse and Games without cursor", step(1), arrowsStep],
  ["Game", ["ArrowUp"], "first position, in Analyse and Games without cursor", step(-Infinity), arrowsStep],
  ["Game", ["ArrowDown"], "last position, in Analyse and Games without cursor", step(Infinity), arrowsStep],
  ["Game", ["v"], "next variation", () => variation(1)],
  ["Game", ["b"], "next mistake or blunder", () => nextMark(1)],
  ["Game", ["Shift+B"], "previous mistake or blunder", () => nextMark(-1)],
  ["Play", ["g"], "new game", press("open-new")],
  ["Play", ["u"], "undo", press("undo")],
  ["Play", ["r"], "redo", press("redo")],
  ["Play", ["h"], "hint", () => ["hint", "exercise-hint"].forEach((id) => press(id)())],
  ["Play", ["s"], "swap", () => ["swap", "exercise-swap"].forEach((id) => press(id)())],
  ["Play", ["Shift+R"], "resign", press("resign")],
  ["Play", ["Shift+D"], "offer a draw", press("draw")],
  ["Analyse", ["a", " "], "start or stop the analysis", () => (views.current === "analyse" ? analyse.toggle() : views.open("analyse"))],
  ["Analyse", ["c"], "play the engine's best move", analyse.best],
  ["Analyse", ["o"], "next overlay", () => {
    const kinds = [...document.querySelectorAll("input[name=overlay]")].map((input) => /** @type {HTMLInputElement} */ (input));
    const at = kinds.findIndex((kind) => kind.checked);
    analyse.setOverlay(kinds[(at + 1) % kinds.length].value);
  }],
  ["Analyse", ["w"], "review the game", press("review")],
  ["Analyse", ["Shift+V"], "make the variation the main line", () => edit(({ promote }) => promote()), isEdited],
  ["Analyse", ["Shift+X", "Shift+Delete"], "delete the move and all moves after it", () => edit(({ cut }) => cut()), isEdited],
  ["Analyse", ["z"], "undo the deletion or the change of the main line", () => edit(({ undo }) => undo()), isEdited],
  ["Exercise", ["j"], "next puzzle, mistake or opening", exercise.next],
  ["Exercise", ["y"], "show the solution, or the book's move", exercise.why],
  ["Draw", ["k"], "add or remove a mark at the cursor", () => drawing.markAtCursor()],
  ["Draw", ["Shift+K"], "add or remove a red mark at the cursor", () => drawing.markAtCursor(true)],
  ["Draw", ["e"], "start or end an arrow at the cursor", () => drawing.arrowAtCursor()],
  ["Draw", ["Shift+E"], "end a red arrow at the cursor", () => drawing.arrowAtCursor(true)],
  ["Draw", ["q"], "turn drawing by taps and drags on or off", drawing.toggleDrawing],
  ["Page", ["1", "2", "3", "4", "5"], "views: play, analyse, games, match, puzzles", () => {}],
  ["Page", ["l"], "share or save the game", press("open-share")],
  ["Page", ["d"], "light or dark theme", theme.toggle],
  ["Page", [","], "settings", settings.open],
  ["Page", ["?"], "show this help", () => byId("help", HTMLDialogElement).showModal()],
];

const NAMES = /** @type {{ [key: string]: string }} */ ({
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Delete: "Del", Escape: "Esc", "-": "−",
});

/** The name of a key in the table. @param {KeyboardEvent} event */
function name({ key, shiftKey }) {
  const letter = key.length === 1;
  const shifted = shiftKey && (!letter || key !== key.toLowerCase());
  return shifted ? `Shift+${key}` : key;
}

/** Whether the focused element handles a key itself. @param {EventTarget | null} target @param {string} key */
function isTaken(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("textarea, select, input:not([type=radio])")) return true;
  if (target.closest("input")) return key.startsWith("Arrow") || key === " ";
  return Boolean(target.closest("button, a, summary, tr[tabindex]")) && (key === "Enter" || key === " ");
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const key = name(event);
  // The browser closes an open menu.
  if (key === "Escape" && CSS.supports("selector(:popover-open)") && document.querySelector(":popover-open")) return;
  if (key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
  if (isTaken(event.target, event.key)) return;
  const tab = ["play", "analyse", "games", "match", "puzzles"][Number(key) - 1];
  const found = KEYS.find(([, keys, , , when]) => keys.includes(key) && (!when || when()));
  if (!found) return;
  event.preventDefault();
  // Arrow keys keep the message, because it may name the hole that the user is looking for.
  if (!key.startsWith("Arrow")) clearMessage();
  if (!tab) found[3]();
  else if (!document.querySelector(`[data-open=${tab}]`)?.hasAttribute("hidden")) views.open(tab);
}

export function start() {
  document.addEventListener("keydown", onKey);
  const groups = Map.groupBy(KEYS, ([group]) => group);
  const parts = [...groups].map(([group, keys]) =>
    el("section", {}, el("h3", {}, t(group)), el("dl", {}, ...keys.flatMap(([, names, words]) => [
      el("dt", {}, ...names.flatMap((name) => [el("kbd", {}, (name === "+" ? [name] : name.split("+")).map((part) => t(NAMES[part] ?? part)).join(" ")), " "])),
      el("dd", {}, t(words)),
    ]))));
  byId("keys", HTMLElement).replaceChildren(...parts);
}
