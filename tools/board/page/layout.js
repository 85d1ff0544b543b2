// Coordinates of holes in the board's SVG, in all eight orientations, and the background.

import { svg } from "./dom.js";

/** @import { Hole, Point } from "./types" */

/** Distance between neighbouring holes, in SVG units. */
export const UNIT = 40;
const MARGIN = 26;

/**
 * The size of coordinates in SVG units at a scale in pixels per unit: from 10.5 to 15 pixels on the screen, if the margin
 * has space for it.
 *
 * @param {number} scale
 */
export const labelSize = (scale) => Math.min(26, Math.max(10.5 / scale, Math.min(12.5, 15 / scale)));

/**
 * The transposition to apply to a narrow board so that its holes are larger in a window; most boards need none.
 *
 * @param {number} columns
 * @param {number} rows
 * @param {{ width: number, height: number }} window
 */
export function isTransposed(columns, rows, { width, height }) {
  const pitch = (/** @type {number} */ across, /** @type {number} */ down) => {
    const [w, h] = [across * UNIT + 2 * MARGIN, down * UNIT + 2 * MARGIN];
    const kind = shapeOf(w, h);
    // The space that the layout of layout.css leaves for the board.
    const beside = height <= 560 ? width > 1.25 * height : width > 860 && width >= height;
    const [right, low] = kind === "wide" || !beside
      ? [width <= 600 && kind === "tall" ? 190 : 16, height <= 560 ? 140 : 250]
      : [356, height <= 560 ? 8 : 56];
    return Math.min((width - right) / w, (height - low) / h);
  };
  return pitch(rows, columns) > 1.25 * pitch(columns, rows);
}

/** The kind of shape of a board on the screen, for the style sheet. @param {number} width @param {number} height */
export const shapeOf = (width, height) => (width > 1.8 * height ? "wide" : width < 0.56 * height ? "tall" : "even");

/** A hole's column and row, from 0. @param {Hole} hole @returns {Point} */
export const split = (hole) => [hole.toUpperCase().charCodeAt(0) - 65, Number(hole.slice(1)) - 1];

/** @param {number} column @param {number} row @returns {Hole} */
export const join = (column, row) => `${String.fromCharCode(65 + column)}${row + 1}`;

/** Whether a move is a peg, not a swap. @param {string} text */
export const isHole = (text) => /^[a-x]\d/i.test(text);

/** The hole of a turn's peg, without the link changes; empty for a swap. @param {string} turn @returns {Hole} */
export const holeOf = (turn) => turn.toUpperCase().match(/^[A-X]\d+/)?.[0] ?? "";

export class Layout {
  /**
   * @param {number} columns
   * @param {number} rows
   * @param {number} turns quarter turns, clockwise
   * @param {boolean} flipped whether the board is reflected left to right before the rotation
   */
  constructor(columns, rows, turns = 0, flipped = false) {
    this.columns = columns;
    this.rows = rows;
    this.turns = turns % 4;
    this.flipped = flipped;
    const [across, down] = turns % 2 ? [rows, columns] : [columns, rows];
    this.width = across * UNIT + 2 * MARGIN;
    this.height = down * UNIT + 2 * MARGIN;
  }

  /** @param {Layout} other */
  equals({ columns, rows, turns, flipped }) {
    return columns === this.columns && rows === this.rows && turns === this.turns && flipped === this.flipped;
  }

  /** The SVG point of a column and row, which may be fractional. @param {number} column @param {number} row @returns {Point} */
  point(column, row) {
    let [x, y] = [this.flipped ? this.columns - 1 - column : column, row];
    let [across, down] = [this.columns, this.rows];
    for (let turn = 0; turn < this.turns; turn++) {
      [x, y] = [down - 1 - y, x];
      [across, down] = [down, across];
    }
    return [MARGIN + (x + 0.5) * UNIT, MARGIN + (y + 0.5) * UNIT];
  }

  /** @param {Hole} hole @returns {Point} */
  at(hole) {
    return this.point(...split(hole));
  }

  /** The hole nearest to an SVG point; null outside the board. @param {number} x @param {number} y @returns {Hole | null} */
  near(x, y) {
    let [across, down] = this.turns % 2 ? [this.rows, this.columns] : [this.columns, this.rows];
    let [column, row] = [Math.round((x - MARGIN) / UNIT - 0.5), Math.round((y - MARGIN) / UNIT - 0.5)];
    if (column < 0 || row < 0 || column >= across || row >= down) return null;
    for (let turn = 0; turn < this.turns; turn++) {
      [column, row] = [row, across - 1 - column];
      [across, down] = [down, across];
    }
    if (this.flipped) column = this.columns - 1 - column;
    return this.has(column, row) ? join(column, row) : null;
  }

  /** Whether the board has this hole; corners have none. @param {number} column @param {number} row */
  has(column, row) {
    const edges = Number(column === 0 || column === this.columns - 1) + Number(row === 0 || row === this.rows - 1);
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows && edges < 2;
  }

  /** @returns {[Hole, Point][]} */
  holes() {
    /** @type {[Hole, Point][]} */
    const holes = [];
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        if (this.has(column, row)) holes.push([join(column, row), this.point(column, row)]);
      }
    }
    return holes;
  }

  /**
   * The neighbour of a hole in a screen direction; the hole itself if there is none.
   *
   * @param {Hole} hole
   * @param {number} dx
   * @param {number} dy
   */
  step(hole, dx, dy) {
    const [x, y] = this.at(hole);
    return this.near(x + dx * UNIT, y + dy * UNIT) ?? hole;
  }

  ground() {
    const [right, low] = [this.columns - 1, this.rows - 1];
    /** A rectangle with rounded corners; its edges are columns and rows. */
    const rect = (/** @type {string} */ name, /** @type {number[]} */ [left, top, far, bottom], rx = 0) => {
      const [[x1, y1], [x2, y2]] = [this.point(left, top), this.point(far, bottom)];
      return svg("rect", { class: name, rx, x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) });
    };
    /** @type {[string, number, number, number, number][]} */
    const strips = [
      ["vertical", 0.5, -0.5, right - 0.5, 0.8],
      ["vertical", 0.5, low - 0.8, right - 0.5, low + 0.5],
      ["horizontal", -0.5, 0.5, 0.8, low - 0.5],
      ["horizontal", right - 0.8, 0.5, right + 0.5, low - 0.5],
    ];
    // The field covers the inner corners of the border rows. The corners of the board have no holes and no rectangle.
    const rects = [...strips.map(([side, ...edges]) => rect(`strip ${side}`, edges, 9)), rect("board", [0.5, 0.5, right - 0.5, low - 0.5])];
    /** @type {[string, number, number, number, number][]} */
    const lines = [
      ["vertical", 0.62, 0.5, right - 0.62, 0.5],
      ["vertical", 0.62, low - 0.5, right - 0.62, low - 0.5],
      ["horizontal", 0.5, 0.62, 0.5, low - 0.62],
      ["horizontal", right - 0.5, 0.62, right - 0.5, low - 0.62],
    ];
    const borders = lines.map(([side, ...ends]) => {
      const [[x1, y1], [x2, y2]] = [this.point(ends[0], ends[1]), this.point(ends[2], ends[3])];
      return svg("line", { class: `border ${side}`, x1, y1, x2, y2 });
    });
    return [...rects, ...borders, ...this.coordinates()];
  }

  /** The coordinates along both axes of the screen, with their positions. @returns {{ across: [string, number][], down: [string, number][] }} */
  axes() {
    const columns = Array.from({ length: this.columns }, (_, column) =>
      /** @type {[string, Point]} */ ([join(column, 0)[0], this.point(column, 0)]));
    const rows = Array.from({ length: this.rows }, (_, row) => /** @type {[string, Point]} */ ([String(row + 1), this.point(0, row)]));
    const [across, down] = this.turns % 2 ? [rows, columns] : [columns, rows];
    return { across: across.map(([text, [x]]) => [text, x]), down: down.map(([text, [, y]]) => [text, y]) };
  }

  coordinates() {
    const at = (/** @type {string} */ text, /** @type {number} */ column, /** @type {number} */ row) => {
      const [x, y] = this.point(column, row);
      return svg("text", { class: "coordinate", x, y, dy: "0.35em" }, text);
    };
    const labels = [];
    for (let column = 0; column < this.columns; column++) {
      const letter = join(column, 0)[0];
      labels.push(at(letter, column, -0.75), at(letter, column, this.rows - 0.25));
    }
    for (let row = 0; row < this.rows; row++) {
      labels.push(at(String(row + 1), -0.75, row), at(String(row + 1), this.columns - 0.25, row));
    }
    return labels;
  }
}
