// Drawing of marks: with the right mouse button, with the keyboard at the cursor, or, while drawing is on, by taps and
// drags. The marks belong to the current node of the game.

import { board, cursorAt, handlers, step } from "./controller.js";
import { byId, on, set, svg } from "./dom.js";
import { described, freeLetter, parse, toggled } from "./marks.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Colour, Mark } from "./marks.js" */
/** @import { Hole } from "./types" */

const layer = svg("g", { class: "drawn" });

/** Whether a tap or drag with the left button draws. */
let isOn = false;
/** The start of the arrow that the pointer or the keyboard is drawing. @type {Hole | null} */
let origin = null;
/** The pointer that draws. @type {number | null} */
let pointer = null;

const shape = () => byId("draw-shape", HTMLSelectElement).value;

/** The colour of a new mark: Shift selects red, Alt blue. @param {{ shiftKey?: boolean, altKey?: boolean }} keys */
const colourOf = ({ shiftKey, altKey }) =>
  /** @type {Colour} */ (shiftKey ? "red" : altKey ? "blue" : byId("draw-colour", HTMLSelectElement).value);

/** @param {Hole} from @param {Hole} to @param {Colour} colour @returns {Mark} */
function made(from, to, colour) {
  const kind = /** @type {Mark["kind"]} */ (from === to ? shape() : "arrow");
  return { kind, from, to, colour, text: kind === "label" ? freeLetter(session.node.marks) : "" };
}

/** Adds or removes a mark of the current node, and announces it. @param {Mark} mark */
function toggle(mark) {
  const { node } = session;
  const before = node.marks.length;
  node.marks = toggled(node.marks, mark);
  session.emit("tree");
  byId("where", HTMLElement).textContent = `${described(mark)}${node.marks.length < before ? t(" removed") : ""}`;
}

/** @param {Mark} mark */
function rendered({ kind, from, to, colour, text }) {
  const [x, y] = board.layout.at(from);
  const transform = `translate(${x} ${y})`;
  if (kind === "arrow") return arrow(from, to, colour);
  if (kind === "label") return svg("text", { class: text.length > 2 ? "long" : null, transform, dy: "0.35em" }, text);
  const shapes = {
    circle: () => svg("circle", { r: 17 }),
    triangle: () => svg("path", { d: "M0 -18L16 11H-16Z" }),
    square: () => svg("rect", { x: -14.5, y: -14.5, width: 29, height: 29 }),
    cross: () => svg("path", { d: "M-13 -13L13 13M13 -13L-13 13" }),
  };
  const made = shapes[kind]();
  set(made, { class: `shape ${kind} ${colour}`, transform });
  return made;
}

/** @param {Hole} from @param {Hole} to @param {Colour} colour */
function arrow(from, to, colour) {
  const [[x1, y1], [x2, y2]] = [board.layout.at(from), board.layout.at(to)];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return svg("g", { class: `arrow ${colour}`, transform: `translate(${x1} ${y1}) rotate(${angle})` },
    svg("line", { x1: 10, x2: length - 22 }),
    svg("path", { d: `M${length - 6} 0l-20 -10v20Z` }));
}

/** Renders the marks of the current node, and the one that is being drawn. @param {Mark} [next] */
function render(next) {
  const marks = session.node.marks.flatMap((text) => parse(text) ?? []);
  const parts = marks.map(rendered);
  if (next) parts.push(svg("g", { class: "next" }, rendered(next)));
  layer.replaceChildren(...parts);
  byId("drawn-text", HTMLElement).textContent = marks.length ? t`Here: ${marks.map(described).join(", ")}.` : "";
  byId("draw-clear", HTMLButtonElement).disabled = !marks.length;
}

/** Whether a press of this button draws. While a position is set up, clicks have another meaning. @param {number} button */
const draws = (button) => !handlers.click && (button === 2 || (isOn && button === 0));

/** @param {PointerEvent} event */
function onDown(event) {
  if (!event.isPrimary || !draws(event.button)) return;
  event.stopPropagation();
  const hole = board.holeAt(event);
  if (!hole) return;
  [origin, pointer] = [hole, event.pointerId];
  byId("frame", HTMLElement).setPointerCapture(event.pointerId);
  render(made(hole, hole, colourOf(event)));
}

/** @param {PointerEvent} event */
function onMove(event) {
  // While drawing is on, no peg is previewed.
  if (isOn || event.pointerId === pointer) event.stopPropagation();
  if (event.pointerId !== pointer || !origin) return;
  const hole = board.holeAt(event);
  render(hole ? made(origin, hole, colourOf(event)) : undefined);
}

/** @param {PointerEvent} event */
function onUp(event) {
  if (event.pointerId !== pointer || !origin) return;
  event.stopPropagation();
  const [from, hole] = [origin, board.holeAt(event)];
  cancel();
  if (hole) toggle(made(from, hole, colourOf(event)));
}

/** Ends an arrow without drawing it. */
export function cancel() {
  [origin, pointer] = [null, null];
  render();
}

/** Toggles the selected shape at the cursor. @param {boolean} [isRed] */
export function markAtCursor(isRed = false) {
  const hole = cursorAt();
  if (hole) toggle(made(hole, hole, colourOf({ shiftKey: isRed })));
  else step(0, 0);
}

/** Starts an arrow at the cursor, or ends it there. @param {boolean} [isRed] */
export function arrowAtCursor(isRed = false) {
  const hole = cursorAt();
  if (!hole) return step(0, 0);
  if (!origin || origin === hole) {
    if (origin) return cancel();
    origin = hole;
    render(made(hole, hole, colourOf({ shiftKey: isRed })));
    byId("where", HTMLElement).textContent = t`Arrow from ${hole}: move the cursor and press the key again`;
    return;
  }
  const mark = made(origin, hole, colourOf({ shiftKey: isRed }));
  cancel();
  toggle(mark);
}

/** Turns drawing by taps and drags on or off. */
export function toggleDrawing() {
  isOn = !isOn;
  const button = byId("draw-toggle", HTMLButtonElement);
  button.setAttribute("aria-pressed", String(isOn));
  button.textContent = isOn ? t("Stop drawing") : t("Draw");
  const frame = byId("frame", HTMLElement);
  frame.classList.toggle("drawing", isOn);
  if (isOn) frame.scrollIntoView({ block: "nearest" });
}

function clear() {
  session.node.marks = [];
  session.emit("tree");
}

/** Initializes the drawing. */
export function start() {
  board.root.insertBefore(layer, board.layers.cursor);
  board.reshaped.push(() => render());
  session.listen("tree", () => render());
  session.listen("position", cancel);
  const frame = byId("frame", HTMLElement);
  // Capturing listeners run before those of the board, which places pegs.
  frame.addEventListener("pointerdown", onDown, true);
  frame.addEventListener("pointermove", onMove, true);
  frame.addEventListener("pointerup", onUp, true);
  frame.addEventListener("pointercancel", cancel, true);
  frame.addEventListener("click", (event) => isOn && draws(0) && event.stopPropagation(), true);
  frame.addEventListener("contextmenu", (event) => event.preventDefault());
  on("draw-toggle", toggleDrawing);
  // A view without the button plays on taps.
  views.addEventListener("open", () => isOn && byId("draw-toggle", HTMLElement).closest("[hidden]") && toggleDrawing());
  on("draw-clear", clear);
}
