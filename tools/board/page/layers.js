// Overlays of the board: visits and network policy as heat maps, distances, and lines of numbered pegs with links. In the heat
// maps, each hole's element is created once, and updates apply only changes, at most once per frame.

import { bar, peg } from "./board.js";
import { set, svg } from "./dom.js";
import { UNIT, holeOf, isHole } from "./layout.js";

/** @import { Board } from "./board.js" */
/** @import { Book, Hole, Overlay, Report, Side } from "./types" */

/** The maximum number of holes of a board whose holes show their distances as numbers. */
const MAX_NUMBERED = 200;

/** The opacity of a hole's half, by the difference of its distance to the minimum. */
const SHADES = [0.95, 0.4, 0.15];

/** @typedef {{ size: number, strength: number, words?: string, proof?: "won" | "lost" | null, best?: boolean }} Spot */

/** Discs below this radius show no more than the hole, and have no rim. */
const SMALL = 4.5;

export class Layers {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<Hole, { circle: SVGElement, text: SVGElement, shown: string }>} */
    this.spots = new Map();
    /** @type {Map<Hole, Spot>} */
    this.wanted = new Map();
    this.kind = "visits";
    /** The sides' distances through each hole, while they are shown. @type {Map<Hole, { [side: string]: number }>} */
    this.through = new Map();
    this.waiting = false;
    /** The links of a line, below the pegs. */
    this.links = svg("g", { class: "line-links" });
    board.root.insertBefore(this.links, board.layers.pegs);
    board.reshaped.push(() => {
      this.links.replaceChildren();
      this.spots.clear();
      board.layers.heat.replaceChildren();
      board.layers.marks.replaceChildren();
      this.later();
    });
  }

  /** Schedules an update for the next frame. */
  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.render();
    });
  }

  render() {
    set(this.board.layers.heat, { class: `heat ${this.kind}` });
    for (const [hole, spot] of this.spots) {
      if (spot.shown && !this.wanted.has(hole)) this.put(hole, null);
    }
    for (const [hole, spot] of this.wanted) this.put(hole, spot);
  }

  /** @param {Hole} hole @param {Spot | null} wanted */
  put(hole, wanted) {
    const size = wanted ? wanted.size.toFixed(1) : "";
    const shown = wanted
      ? `${size} ${wanted.strength.toFixed(2)} ${wanted.words ?? ""} ${wanted.proof ?? ""} ${wanted.best ?? ""}`
      : "";
    let spot = this.spots.get(hole);
    if (spot?.shown === shown) return;
    if (!spot) {
      const [x, y] = this.board.layout.at(hole);
      const circle = svg("circle", { cx: x, cy: y });
      const text = svg("text", { x, y, dy: "0.35em" });
      this.board.layers.heat.append(circle, text);
      spot = { circle, text, shown: "" };
      this.spots.set(hole, spot);
    }
    spot.shown = shown;
    const marks = wanted ? [wanted.proof ?? "", wanted.best ? "best" : "", wanted.size < SMALL ? "small" : ""].join(" ").trim() : "";
    set(spot.circle, {
      r: wanted ? size : 0,
      class: marks || null,
    });
    spot.circle.style.setProperty("--strength", `${Math.round(100 * (wanted?.strength ?? 0))}%`);
    spot.text.textContent = wanted?.words ?? "";
  }

  clear() {
    this.wanted = new Map();
    this.through.clear();
    this.links.replaceChildren();
    this.board.layers.marks.replaceChildren();
    this.board.root.classList.remove("measured");
    this.later();
  }

  /**
   * Shows the visits of each hole, and labels the most visited holes with the mover's winning chances.
   *
   * @param {Report} report
   * @param {Side} side
   */
  visits(report, side) {
    this.kind = "visits";
    const most = Math.max(1e-9, ...report.candidates.map(({ share }) => share));
    const labelled = report.candidates.filter(({ move, share }) => isHole(move) && share > most / 8).slice(0, 6);
    // The ring marks the engine's choice, unless it is a swap. A hole with more visits has the largest disc.
    const best = report.candidates[0]?.move;
    this.wanted = new Map();
    for (const candidate of report.candidates) {
      const { move, share, proof } = candidate;
      const hole = holeOf(move);
      // Under classic rules several turns can share a hole; candidates are sorted, so the first one is the best.
      if (!hole || this.wanted.has(hole) || (share <= 0 && !proof)) continue;
      const part = share / most;
      const won = proof === side;
      this.wanted.set(hole, {
        size: won ? 17 : 3 + 15 * Math.sqrt(part),
        strength: won ? 0.9 : 0.15 + 0.75 * part,
        words: won || labelled.includes(candidate) ? chance(candidate, side) : "",
        proof: proof && (proof === side ? "won" : "lost"),
        best: move === best,
      });
    }
    this.later();
  }

  /** Shows the network's policy. @param {Overlay} overlay */
  network({ holes = [] }) {
    this.kind = "network";
    const most = Math.max(1e-9, ...holes.map(([, prior]) => prior));
    this.wanted = new Map(
      holes.map(([hole, prior]) => {
        const words = prior >= 0.02 ? String(Math.round(prior * 100)) : "";
        return [hole, { size: 3 + 15 * Math.sqrt(prior / most), strength: 0.12 + 0.78 * (prior / most), words }];
      }),
    );
    this.later();
  }

  /** Shows the moves of the opening book, with the values for the side to move. @param {Book} book @param {Side} side */
  book({ best, moves }, side) {
    this.kind = "visits";
    this.wanted = new Map(moves.filter(([move]) => isHole(move)).map(([move, value]) => {
      const shown = value === null ? 0.2 : own(value, side);
      const words = value === null ? "" : String(Math.round(shown * 100));
      return [move, { size: words ? 15 : 8, strength: 0.15 + 0.75 * shown, words, best: move === best }];
    }));
    this.later();
  }

  /** Whether the board is too large for two numbers per hole. */
  get isLarge() {
    return this.board.layout.columns * this.board.layout.rows > MAX_NUMBERED;
  }

  /**
   * Shows the number of pegs that each side needs for a chain through each hole; the minimum is highlighted. On a large
   * board, the shade of a hole's halves is the difference to the minimum.
   *
   * @param {Overlay} overlay
   */
  distances(overlay) {
    this.clear();
    const marks = this.board.layers.marks;
    const isLarge = this.isLarge;
    const taken = new Set(this.board.view?.pegs.map(([hole]) => hole));
    // Between two numbers, a hole looks like a part of them.
    if (!isLarge) this.board.root.classList.add("measured");
    for (const side of /** @type {Side[]} */ (["vertical", "horizontal"])) {
      const { holes = [], total = null } = overlay[side] ?? {};
      const dy = side === "vertical" ? -8 : 8;
      for (const [hole, first, second] of holes) {
        if (first === null || second === null || taken.has(hole)) continue;
        const [x, y] = this.board.layout.at(hole);
        // Both distances count the peg in the hole itself.
        const through = first + second - 1;
        this.through.set(hole, { ...this.through.get(hole), [side]: through });
        if (isLarge) {
          const shade = SHADES[through - (total ?? through)];
          // The upper half belongs to vertical, as its number does on a small board.
          const d = `M-15 0A15 15 0 0 ${side === "vertical" ? 1 : 0} 15 0Z`;
          if (shade) marks.append(svg("path", { class: `shade ${side}`, d, transform: `translate(${x} ${y})`, "fill-opacity": shade }));
          continue;
        }
        marks.append(svg("text", { class: `distance ${side} ${through === total ? "short" : ""}`, x, y: y + dy, dy: "0.35em" }, String(through)));
      }
    }
  }

  /** Shows the numbers of a shaded hole; null removes them. @param {Hole | null} hole */
  measure(hole) {
    const { marks } = this.board.layers;
    marks.querySelector(".measure")?.remove();
    const through = hole && this.isLarge ? this.through.get(hole) : null;
    if (!hole || !through) return;
    const [x, y] = this.board.layout.at(hole);
    const text = (/** @type {Side} */ side, /** @type {number} */ dy) =>
      svg("text", { class: `distance short ${side}`, y: dy, dy: "0.35em" }, String(through[side] ?? "–"));
    marks.append(svg("g", { class: "measure", transform: `translate(${x} ${y})` },
      svg("circle", { r: 24 }), text("vertical", -9), text("horizontal", 9)));
  }

  /** Marks only a hole, or the area of 3 × 3 holes around it. @param {Hole} hole @param {boolean} isArea */
  spot(hole, isArea) {
    this.clear();
    const [cx, cy] = this.board.layout.at(hole);
    this.board.layers.marks.append(svg("circle", { class: "spot", cx, cy, r: isArea ? 1.5 * UNIT : 17 }));
  }

  /**
   * Shows a line of moves as numbered pegs, with the links that it makes.
   *
   * @param {string[]} line
   * @param {Side} side the side of the first move
   * @param {{ sides: Map<Hole, Side>, links: [Hole, Hole, Side][] }} [end] the position after the line, with its new links
   */
  line(line, side, end) {
    const marks = this.board.layers.marks;
    const links = end?.links.map(([a, b, own]) => bar(own, this.board.layout.at(a), this.board.layout.at(b))) ?? [];
    this.links.replaceChildren(...links);
    marks.replaceChildren();
    line.forEach((move, index) => {
      if (!isHole(move)) return;
      const [x, y] = this.board.layout.at(holeOf(move));
      // After a swap of sides, the sides do not alternate.
      const own = end?.sides.get(holeOf(move)) ?? (index % 2 ? other(side) : side);
      const text = svg("text", { class: `number ${own}`, dy: "0.35em" }, String(index + 1));
      marks.append(svg("g", { class: "numbered", transform: `translate(${x} ${y})` }, peg(own, "of-line"), text));
    });
  }
}

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "vertical" ? "horizontal" : "vertical");

/** A side's value, from the value for vertical. @param {number} value @param {Side} side */
export const own = (value, side) => (side === "vertical" ? value : 1 - value);

/**
 * A candidate's winning chances for a side in percent; if the result is proven, W (win) or L (loss) and the number of
 * plies.
 *
 * @param {import("./types").Candidate} candidate
 * @param {Side} side
 */
export function chance({ value, proof, plies }, side) {
  if (proof) return `${proof === side ? "W" : "L"}${plies ?? ""}`;
  if (value === null) return "";
  return String(Math.round(own(value, side) * 100));
}
