// Renders positions as SVG, and finds the hole or link at the pointer. For a new position, only the elements that
// differ are added or removed.

import { set, svg } from "./dom.js";
import { Layout, UNIT } from "./layout.js";

/** @import { Hole, Point, Side, View } from "./types" */

/** @typedef {{ hole: Hole | null, link: [Hole, Hole] | null }} Target */

/** Vertical's pegs are filled and horizontal's are rings, so that the sides differ in more than colour. */
export function peg(/** @type {Side} */ side, /** @type {string} */ extra = "") {
  return svg("circle", { class: `peg ${side} ${extra}`, r: side === "vertical" ? 14 : 11.5 });
}

/** A link: its shadow, its body and its core. */
export function bar(/** @type {Side} */ side, /** @type {Point} */ [x1, y1], /** @type {Point} */ [x2, y2]) {
  const lines = ["cast", "body", "core"].map((part) => svg("line", { x1, y1, x2, y2, class: part }));
  return svg("g", { class: `link ${side}` }, ...lines);
}

export class Board {
  /**
   * @param {SVGSVGElement} root
   * @param {{ point: (target: Target) => void, click: (target: Target) => void }} handlers
   */
  constructor(root, handlers) {
    this.root = root;
    this.layout = new Layout(0, 0);
    /** @type {Map<string, SVGElement>} the elements of pegs and links */
    this.elements = new Map();
    /** @type {View | null} */
    this.view = null;
    /** @type {Set<string>} the links that the next turn removes */
    this.taken = new Set();
    /** @type {(() => void)[]} callbacks after a change of size or orientation */
    this.reshaped = [];
    // The layers of the SVG, from bottom to top.
    const names = ["ground", "glow", "holes", "heat", "links", "pegs", "ghost", "marks", "cursor", "labels"];
    this.layers = Object.fromEntries(names.map((name) => [name, svg("g", { class: name })]));
    root.append(...Object.values(this.layers));
    this.ring = svg("rect", { class: "cursor-ring", visibility: "hidden", x: -18, y: -18, width: 36, height: 36, rx: 8 });
    this.layers.cursor.append(this.ring);
    root.addEventListener("pointermove", (event) => handlers.point(this.target(event)));
    root.addEventListener("pointerleave", () => handlers.point({ hole: null, link: null }));
    root.addEventListener("click", (event) => handlers.click(this.target(event)));
  }

  /**
   * @param {number} columns
   * @param {number} rows
   * @param {number} turns quarter turns, clockwise
   * @param {boolean} flipped
   */
  shape(columns, rows, turns, flipped) {
    const layout = new Layout(columns, rows, turns, flipped);
    if (layout.equals(this.layout)) return;
    this.layout = layout;
    this.elements.clear();
    for (const name of ["ground", "holes", "links", "pegs", "ghost", "glow"]) this.layers[name].replaceChildren();
    this.layers.ground.append(...layout.ground());
    for (const [, [x, y]] of layout.holes()) this.layers.holes.append(svg("circle", { cx: x, cy: y, r: 3 }));
    for (const act of this.reshaped) act();
    if (this.view) this.show(this.view);
  }

  /** @param {View} view */
  show(view) {
    // Only the move to the next position is animated.
    const isNext = this.view?.ply === view.ply - 1;
    this.view = view;
    /** @type {Set<string>} */
    const wanted = new Set();
    const before = new Set(this.elements.keys());
    const removable = new Set(view.removable.map(([a, b]) => key(a, b)));
    this.taken = new Set([...this.taken].filter((link) => removable.has(link)));
    for (const [a, b, side] of view.links) {
      const name = key(a, b);
      const at = `${side} ${name}`;
      wanted.add(at);
      const link = this.ensure(at, "links", () => bar(side, this.layout.at(a), this.layout.at(b)));
      link.classList.toggle("fresh", isNext && !before.has(at));
      link.classList.toggle("removable", removable.has(name));
      link.classList.toggle("taken", this.taken.has(name));
    }
    for (const [hole, side] of view.pegs) {
      const at = `${side} ${hole}`;
      wanted.add(at);
      const element = this.ensure(at, "pegs", () => {
        const [x, y] = this.layout.at(hole);
        const group = svg("g", { transform: `translate(${x} ${y})` }, svg("g", { class: "piece" }, svg("circle", { class: "halo", r: 19 }), peg(side), svg("circle", { class: "gloss", r: 14 })));
        return group;
      });
      element.classList.toggle("fresh", isNext && !before.has(at));
      element.classList.toggle("last", view.last.includes(hole));
    }
    for (const [at, element] of this.elements) {
      if (wanted.has(at)) continue;
      element.remove();
      this.elements.delete(at);
    }
    this.glow(view);
  }

  /** Highlights the winning chain. @param {View} view */
  glow(view) {
    const chain = new Set(view.chain);
    const links = view.links.filter(([a, b]) => chain.has(a) && chain.has(b)).map(([a, b, side]) => {
      const [[x1, y1], [x2, y2]] = [this.layout.at(a), this.layout.at(b)];
      return svg("line", { x1, y1, x2, y2, class: side });
    });
    const pegs = view.pegs.filter(([hole]) => chain.has(hole)).map(([hole, side]) => {
      const [cx, cy] = this.layout.at(hole);
      return svg("circle", { cx, cy, r: 18.4, class: side });
    });
    this.layers.glow.replaceChildren(...links, ...pegs);
  }

  /** @param {string} at @param {string} layer @param {() => SVGElement} make */
  ensure(at, layer, make) {
    let element = this.elements.get(at);
    if (!element) {
      element = make();
      this.elements.set(at, element);
      this.layers[layer].append(element);
    }
    return element;
  }

  /**
   * Previews a peg and the links that it would add.
   *
   * @param {Hole | null} hole
   * @param {Side} [side]
   * @param {[Hole, Hole, Side][]} [links]
   */
  ghost(hole, side = "vertical", links = []) {
    if (!hole) return this.layers.ghost.replaceChildren();
    const [x, y] = this.layout.at(hole);
    const pegs = peg(side);
    set(pegs, { cx: x, cy: y });
    this.layers.ghost.replaceChildren(
      ...links.map(([a, b]) => bar(side, this.layout.at(a), this.layout.at(b))), pegs,
    );
  }

  /** Moves the keyboard cursor to a hole; null hides it. @param {Hole | null} hole */
  cursor(hole) {
    const [x, y] = hole ? this.layout.at(hole) : [0, 0];
    set(this.ring, { visibility: hole ? null : "hidden", transform: `translate(${x} ${y})` });
  }

  /** Toggles whether the next turn removes a link. @param {[Hole, Hole]} link */
  take([a, b]) {
    const name = key(a, b);
    if (!this.taken.delete(name)) this.taken.add(name);
    if (this.view) this.show(this.view);
  }

  /** The links that the next turn removes, in turn notation. */
  removal() {
    return this.taken.size ? `-${[...this.taken].join(",")}` : "";
  }

  /** The pointer's position in units of the layout. @param {MouseEvent} event */
  #point({ clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM()?.inverse());
  }

  /** The hole at the pointer. @param {MouseEvent} event */
  holeAt(event) {
    const { x, y } = this.#point(event);
    return this.layout.near(x, y);
  }

  /** The hole or link at the pointer. @param {MouseEvent} event @returns {Target} */
  target(event) {
    const { x, y } = this.#point(event);
    const hole = this.layout.near(x, y);
    const off = hole ? Math.hypot(this.layout.at(hole)[0] - x, this.layout.at(hole)[1] - y) : UNIT;
    const vacant = hole !== null && (this.view?.holes.includes(hole) ?? false);
    if (off > UNIT * (vacant ? 0.3 : 0.4)) {
      const link = this.view?.removable.find(([a, b]) => away(x, y, this.layout.at(a), this.layout.at(b)) < 8);
      if (link) return { hole: null, link };
    }
    return { hole, link: null };
  }
}

/** The name of a link in turn notation, with its ends in a fixed order. @param {Hole} a @param {Hole} b */
export const key = (a, b) => (a < b ? `${a}/${b}` : `${b}/${a}`);

/** The links of a position that an earlier one does not have. @param {View} earlier @param {View} later */
export function newLinks(earlier, later) {
  const old = new Set(earlier.links.map(([a, b]) => key(a, b)));
  return later.links.filter(([a, b]) => !old.has(key(a, b)));
}

/** The distance from (x, y) to a line segment. @returns {number} */
function away(/** @type {number} */ x, /** @type {number} */ y, /** @type {Point} */ [ax, ay], /** @type {Point} */ [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(ax + along * dx - x, ay + along * dy - y);
}
