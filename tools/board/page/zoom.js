// The visible part of the board: zoom and panning by wheel, trackpad, touch, mouse and buttons. Coordinates keep their
// size on the screen, and stay at the edges of a zoomed board.

import { byId, set, svg } from "./dom.js";
import { labelSize, UNIT } from "./layout.js";

/** @import { Board } from "./board.js" */
/** @import { Hole } from "./types" */

const STEP = 1.5;
/** The distance in pixels after which a press is a drag rather than a click. */
const DRAG = 6;
/** Holes closer than this, in pixels, are hard to point at: the page then shows the zoom buttons. */
const CLOSE = 36;

export class Zoom {
  /** Whether the wheel zooms without a modifier key. @type {() => boolean} */
  byWheel = () => false;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.factor = 1;
    // The top left corner of the visible part, in SVG units.
    this.x = 0;
    this.y = 0;
    board.reshaped.push(() => this.whole());
    new ResizeObserver(() => this.apply()).observe(board.root);
    this.listen();
  }

  /** Pixels per SVG unit for the whole board. */
  get scale() {
    return this.board.root.getBoundingClientRect().width / this.board.layout.width || 1;
  }

  /** The distance between neighbouring holes in pixels. */
  get pitch() {
    return UNIT * this.scale * this.factor;
  }

  /** The maximum zoom factor. */
  get most() {
    return Math.max(3, 64 / (UNIT * this.scale));
  }

  whole() {
    this.factor = 1;
    this.apply();
  }

  /** Sets the view box within the bounds of the board, and places the coordinates. */
  apply() {
    const { layout, root } = this.board;
    if (!layout.columns) return;
    const [width, height] = [layout.width / this.factor, layout.height / this.factor];
    this.x = Math.max(0, Math.min(layout.width - width, this.x));
    this.y = Math.max(0, Math.min(layout.height - height, this.y));
    set(root, { viewBox: `${this.x} ${this.y} ${width} ${height}` });
    const isZoomed = this.factor > 1;
    root.classList.toggle("zoomed", isZoomed);
    const size = labelSize(this.scale * this.factor);
    root.style.setProperty("--label", `${size}px`);
    this.labels(isZoomed, width, height, size);
    document.body.classList.toggle("zoomable", isZoomed || UNIT * this.scale < CLOSE);
    for (const id of ["zoom-out", "zoom-whole"]) byId(id, HTMLButtonElement).disabled = !isZoomed;
    byId("zoom-in", HTMLButtonElement).disabled = this.factor >= this.most;
  }

  /** Shows the coordinates at the top and left edges of the visible part. @param {boolean} isZoomed @param {number} width @param {number} height @param {number} size */
  labels(isZoomed, width, height, size) {
    const layer = this.board.layers.labels;
    if (!isZoomed) return layer.replaceChildren();
    const { x: left, y: top } = this;
    const strip = size * 1.5;
    const { across, down } = this.board.layout.axes();
    const text = (/** @type {string} */ words, /** @type {number} */ x, /** @type {number} */ y) =>
      svg("text", { class: "fixed-coordinate", x, y, dy: "0.35em" }, words);
    layer.replaceChildren(
      svg("rect", { class: "label-strip", x: left, y: top, width, height: strip }),
      svg("rect", { class: "label-strip", x: left, y: top + strip, width: strip, height: height - strip }),
      ...across.filter(([, x]) => x > left + strip && x < left + width).map(([words, x]) => text(words, x, top + strip / 2)),
      ...down.filter(([, y]) => y > top + strip && y < top + height).map(([words, y]) => text(words, left + strip / 2, y)),
    );
  }

  /**
   * Zooms by a factor about a point of the screen, which stays in place.
   *
   * @param {number} by
   * @param {number} clientX
   * @param {number} clientY
   */
  by(by, clientX, clientY) {
    const { left, top, width } = this.board.root.getBoundingClientRect();
    const before = this.factor;
    this.factor = Math.max(1, Math.min(this.most, before * by));
    // Less than 2 % is the whole board: a pinch seldom ends at exactly 1.
    if (this.factor < 1.02) this.factor = 1;
    const unit = this.board.layout.width / width;
    this.x += (clientX - left) * unit * (1 / before - 1 / this.factor);
    this.y += (clientY - top) * unit * (1 / before - 1 / this.factor);
    this.apply();
  }

  /** Moves the visible part by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    const unit = 1 / (this.scale * this.factor);
    this.x += dx * unit;
    this.y += dy * unit;
    this.apply();
  }

  /** Zooms in or out by one step about a hole, or about the middle of the visible part. @param {1 | -1} way @param {Hole | null} hole */
  step(way, hole) {
    const box = this.board.root.getBoundingClientRect();
    let [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const matrix = this.board.root.getScreenCTM();
    if (hole && matrix) ({ x, y } = new DOMPoint(...this.board.layout.at(hole)).matrixTransform(matrix));
    this.by(way > 0 ? STEP : 1 / STEP, x, y);
    if (hole) this.reveal(hole);
  }

  /** Pans as little as necessary to show a hole and its neighbours. @param {Hole} hole */
  reveal(hole) {
    if (this.factor === 1) return;
    const { layout } = this.board;
    const [x, y] = layout.at(hole);
    const [width, height] = [layout.width / this.factor, layout.height / this.factor];
    const margin = Math.min(UNIT * 2, width / 3, height / 3);
    this.x = Math.max(x + margin - width, Math.min(x - margin, this.x));
    this.y = Math.max(y + margin - height, Math.min(y - margin, this.y));
    this.apply();
  }

  listen() {
    const { root } = this.board;
    root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    let isDragged = false;
    /** @type {{ x: number, y: number } | null} */
    let pressed = null;
    root.addEventListener("pointerdown", ({ pointerType, button, clientX, clientY, shiftKey, altKey, ctrlKey, metaKey }) => {
      isDragged = false;
      const isPlain = pointerType === "mouse" && button === 0 && !shiftKey && !altKey && !ctrlKey && !metaKey;
      pressed = isPlain && this.factor > 1 ? { x: clientX, y: clientY } : null;
    });
    root.addEventListener("pointermove", (event) => {
      if (!pressed || !(event.buttons & 1)) return (pressed = null);
      const [dx, dy] = [pressed.x - event.clientX, pressed.y - event.clientY];
      if (!isDragged && Math.hypot(dx, dy) < DRAG) return;
      if (!isDragged) root.setPointerCapture(event.pointerId);
      isDragged = true;
      this.pan(dx, dy);
      pressed = { x: event.clientX, y: event.clientY };
    });
    /** @type {Touch[]} the touches of the last event */
    let touches = [];
    const onBoard = (/** @type {TouchEvent} */ event) =>
      [...event.touches].filter(({ target }) => target instanceof Node && root.contains(target)).slice(0, 2);
    const middle = (/** @type {Touch[]} */ [a, b = a]) => ({
      x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2, spread: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
    });
    const touched = (/** @type {TouchEvent} */ event) => {
      touches = onBoard(event);
      if (touches.length === 2 && event.cancelable) event.preventDefault();
    };
    root.addEventListener("touchstart", (event) => {
      if (onBoard(event).length === 1) isDragged = false;
      touched(event);
    }, { passive: false });
    root.addEventListener("touchmove", (event) => {
      const now = onBoard(event);
      if (now.length !== touches.length || (now.length === 1 && this.factor === 1)) return;
      const [old, to] = [middle(touches), middle(now)];
      if (now.length === 1 && !isDragged && Math.hypot(old.x - to.x, old.y - to.y) < DRAG) return;
      isDragged = true;
      if (event.cancelable) event.preventDefault();
      if (now.length === 2 && old.spread > 0) this.by(to.spread / old.spread, to.x, to.y);
      this.pan(old.x - to.x, old.y - to.y);
      touches = now;
    }, { passive: false });
    for (const kind of /** @type {const} */ (["touchend", "touchcancel"])) root.addEventListener(kind, touched, { passive: false });
    // Safari reports a pinch of the trackpad as a gesture.
    let scale = 1;
    const gesture = (/** @type {Event} */ event) => {
      const { scale: now = 1, clientX = 0, clientY = 0 } = /** @type {{ scale?: number, clientX?: number, clientY?: number }} */ (/** @type {unknown} */ (event));
      event.preventDefault();
      if (event.type === "gesturechange" && touches.length === 0) this.by(now / scale, clientX, clientY);
      scale = event.type === "gesturechange" ? now : 1;
    };
    for (const kind of ["gesturestart", "gesturechange"]) root.addEventListener(kind, gesture, { passive: false });
    // The click at the end of a drag places no peg.
    root.addEventListener("click", (event) => {
      if (isDragged) event.stopImmediatePropagation();
      isDragged = false;
    }, true);
  }

  /** Zooms with Ctrl, which browsers also report for a pinch of the trackpad. @param {WheelEvent} event */
  wheel(event) {
    const { deltaMode, deltaX, deltaY, clientX, clientY } = event;
    const pixels = deltaMode === 0 ? 1 : 20;
    if (event.ctrlKey || event.metaKey || this.byWheel()) {
      event.preventDefault();
      if (event.shiftKey && !event.ctrlKey) return this.pan((deltaX || deltaY) * pixels, 0);
      const power = event.ctrlKey && Math.abs(deltaY) < 40 ? 0.01 : 0.0025;
      this.by(Math.exp(-deltaY * pixels * power), clientX, clientY);
    }
  }
}
