// The tree of a game's moves, which is read from a record and written to one. The rules are not implemented here:
// the engine checks the moves (see api.js).

/** @import { Evaluation, Header, Record, Report, Review, ReviewedMove, Variation } from "./types" */

/** A move and the position after it. The root has no move. */
export class Node {
  ply = 0;

  /**
   * @param {Node | null} parent
   * @param {string} move
   */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    if (parent) this.ply = parent.ply + 1;
    /** @type {Node[]} the first child continues the line; the others are variations */
    this.children = [];
    this.note = "";
    /** @type {string[]} the marks on the board, in the notation of marks.js */
    this.marks = [];
    /** @type {Report | null} the last report of an analysis */
    this.report = null;
    /** @type {ReviewedMove | null} */
    this.reviewed = null;
    /** @type {Evaluation | null} a short evaluation during play */
    this.quick = null;
  }

  /** The nodes from the first move to this one. @returns {Node[]} */
  path() {
    const path = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) path.unshift(node);
    return path;
  }

  /** The nodes after this one, always through the first child. @returns {Node[]} */
  rest() {
    const rest = [];
    for (let node = this.children[0]; node; node = node.children[0]) rest.push(node);
    return rest;
  }

  end() {
    return this.rest().at(-1) ?? this;
  }

  /** Returns the child with this move; adds it if missing. @param {string} move */
  child(move) {
    const found = this.children.find((child) => same(child.move, move));
    if (found) return found;
    const child = new Node(this, move);
    this.children.push(child);
    return child;
  }

  /** The value of this position for vertical, from the review, the analysis, or the play. @returns {number | null} */
  value() {
    return this.reviewed?.after ?? this.report?.value ?? this.quick?.vertical ?? null;
  }
}

/** Compares moves, ignoring case. @param {string} a @param {string} b */
export const same = (a, b) => a.toUpperCase() === b.toUpperCase();

/** A move as the page shows it. */
export const moveName = (/** @type {string} */ move) => (same(move, "SWAP") ? "swap" : move);

/** The best line of a candidate, which starts with its move. @param {{ move: string, line: string[] }} candidate */
export const lineOf = ({ move, line }) => (line.length ? line : [move]);

/** The keys of a record that the tree holds; the header holds all others. */
const TREE_KEYS = ["moves", "comment", "comments", "marks", "variations", "review"];

export class Game {
  /** @param {Record} record */
  constructor(record) {
    const header = Object.entries(record).filter(([key]) => !TREE_KEYS.includes(key));
    this.header = /** @type {Header} */ (Object.fromEntries(header));
    this.root = new Node(null, "");
    this.root.note = record.comment ?? "";
    addLine(this.root, record);
    if (record.review) this.accept(record.review);
  }

  get columns() {
    return this.header.columns ?? this.header.size;
  }

  get rows() {
    return this.header.rows ?? this.header.size;
  }

  /** The names of the first and the second player. @returns {[string, string]} */
  get players() {
    const [first, second] = this.header.players ?? [];
    return [first || "First player", second || "Second player"];
  }

  main() {
    return this.root.rest();
  }

  /** Stores a review in the game and in the nodes of the main line. @param {Review} review */
  accept(review) {
    this.review = review;
    let fits = true;
    this.main().forEach((node, index) => {
      const reviewed = review.moves[index];
      // The review is invalid from the first changed move on.
      fits &&= reviewed !== undefined && same(reviewed.turn, node.move);
      node.reviewed = fits ? reviewed : null;
    });
  }

  /** Removes the declared result, which does not apply to a changed main line. */
  reopen() {
    for (const key of ["winner", "ending", "reason"]) delete this.header[key];
  }

  /**
   * The record of the line to a node, without result and comments.
   *
   * @param {Node} node
   * @param {string[]} more moves after it
   * @returns {Record}
   */
  line(node, ...more) {
    const { size, columns, rows, rules, swap, players, setup } = this.header;
    const moves = [...node.path().map((node) => node.move), ...more];
    return { size, columns, rows, rules, swap, players, setup, moves };
  }

  /** @returns {Record} */
  record() {
    /** @type {Record} */
    const record = { ...this.header, ...written(this.main()) };
    if (this.root.note) record.comment = this.root.note;
    if (this.root.marks.length) record.marks = { 0: this.root.marks, ...record.marks };
    if (this.root.children.length > 1) {
      record.variations = [...this.root.children.slice(1).map((child) => branch(0, child)), ...(record.variations ?? [])];
    }
    if (this.review) record.review = this.review;
    return record;
  }
}

/**
 * Adds a line of a record, with its variations, below a node.
 *
 * @param {Node} from
 * @param {Pick<Variation, "moves" | "comments" | "marks" | "variations">} line
 */
function addLine(from, line) {
  const nodes = [from];
  for (const move of line.moves) nodes.push(nodes[nodes.length - 1].child(move));
  for (const [number, note] of Object.entries(line.comments ?? {})) {
    const node = nodes[Number(number)];
    if (node) node.note = note;
  }
  for (const [number, marks] of Object.entries(line.marks ?? {})) {
    const node = nodes[Number(number)];
    if (node) node.marks = marks;
  }
  for (const variation of line.variations ?? []) {
    const at = nodes[variation.at];
    if (at) addLine(at, variation);
  }
}

/** The record of a line with its notes, marks and variations. @param {Node[]} nodes */
function written(nodes) {
  /** @type {Pick<Variation, "moves" | "comments" | "marks" | "variations">} */
  const line = { moves: nodes.map((node) => node.move) };
  const notes = nodes.flatMap((node, index) => (node.note ? [[index + 1, node.note]] : []));
  if (notes.length) line.comments = Object.fromEntries(notes);
  const marks = nodes.flatMap((node, index) => (node.marks.length ? [[index + 1, node.marks]] : []));
  if (marks.length) line.marks = Object.fromEntries(marks);
  const others = nodes.flatMap((node, index) =>
    node.children.slice(1).map((child) => branch(index + 1, child)),
  );
  if (others.length) line.variations = others;
  return line;
}

/**
 * The record of a variation that starts with this node.
 *
 * @param {number} at the number of moves before it in the parent line
 * @param {Node} first
 * @returns {Variation}
 */
const branch = (at, first) => ({ at, ...written([first, ...first.rest()]) });

/**
 * @param {{ columns: number, rows: number, rules: string, swap: string, players?: (string | null)[] }} terms
 * @returns {Record}
 */
export function newRecord({ columns, rows, rules, swap, players }) {
  const size = Math.max(columns, rows);
  const record = { size, rules, swap, players: players ?? ["First player", "Second player"], moves: [] };
  return columns === rows ? record : { ...record, columns, rows };
}
