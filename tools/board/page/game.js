// A game as a tree of moves: read from a record, walked, changed, and written as one. It knows no
// rules: whether a move may be played, and what it does, the server says.

/** @import { Header, Record, Report, Review, ReviewedMove, Variation } from "./types" */

/** A move, and what is known of the position after it. The root has no move. */
export class Node {
  /** How many moves lead here. */
  ply = 0;

  /**
   * @param {Node | null} parent
   * @param {string} move
   */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    if (parent) this.ply = parent.ply + 1;
    /** @type {Node[]} the first one is the line that goes on */
    this.children = [];
    this.note = "";
    /** @type {Report | null} what the engine thought of the position */
    this.report = null;
    /** @type {ReviewedMove | null} */
    this.reviewed = null;
  }

  /** From the first move to this one. @returns {Node[]} */
  path() {
    const path = [];
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) path.unshift(node);
    return path;
  }

  /** This position's line as it goes on, without it. @returns {Node[]} */
  rest() {
    const rest = [];
    for (let node = this.children[0]; node; node = node.children[0]) rest.push(node);
    return rest;
  }

  /** Where this one's line ends. */
  end() {
    return this.rest().at(-1) ?? this;
  }

  /** The child by this move, made if there is none. @param {string} move */
  child(move) {
    const found = this.children.find((child) => same(child.move, move));
    if (found) return found;
    const child = new Node(this, move);
    this.children.push(child);
    return child;
  }

  /** The value that is known of this position, the better known first. @returns {number | null} */
  value() {
    return this.reviewed?.after ?? this.report?.value ?? null;
  }
}

/** Whether two texts are the same move. @param {string} a @param {string} b */
export const same = (a, b) => a.toUpperCase() === b.toUpperCase();

/** What of a record is the tree's. */
const OF_THE_TREE = ["moves", "comment", "comments", "variations", "review"];

export class Game {
  /** @param {Record} record */
  constructor(record) {
    const told = Object.entries(record).filter(([key]) => !OF_THE_TREE.includes(key));
    /** Size, rules, players, how it ended, and whatever else it came with. */
    this.header = /** @type {Header} */ (Object.fromEntries(told));
    this.root = new Node(null, "");
    this.root.note = record.comment ?? "";
    plant(this.root, record);
    if (record.review) this.accept(record.review);
  }

  get columns() {
    return this.header.columns ?? this.header.size;
  }

  get rows() {
    return this.header.rows ?? this.header.size;
  }

  /** The names of the one who opened and the other. @returns {[string, string]} */
  get players() {
    const [first, second] = this.header.players ?? [];
    return [first || "First", second || "Second"];
  }

  /** The moves of the main line. */
  main() {
    return this.root.rest();
  }

  /** Keeps a review, and tells every move of the main line what it says. @param {Review} review */
  accept(review) {
    this.review = review;
    let fits = true;
    this.main().forEach((node, index) => {
      const told = review.moves[index];
      // A review says nothing of a line that has changed since.
      fits &&= told !== undefined && same(told.turn, node.move);
      node.reviewed = fits ? told : null;
    });
  }

  /** Forgets how the game ended, as it goes on in another way. */
  reopen() {
    for (const key of ["winner", "ending", "reason"]) delete this.header[key];
  }

  /**
   * What leads to a position, and nothing else: the end that a record tells is its last position's.
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

  /** The whole game, as the tools read it. @returns {Record} */
  record() {
    /** @type {Record} */
    const record = { ...this.header, ...written(this.main()) };
    if (this.root.note) record.comment = this.root.note;
    if (this.root.children.length > 1) {
      record.variations = [...this.root.children.slice(1).map((child) => branch(0, child)), ...(record.variations ?? [])];
    }
    if (this.review) record.review = this.review;
    return record;
  }
}

/**
 * Grows a record's lines from a node.
 *
 * @param {Node} from
 * @param {{ moves: string[], comments?: { [number: string]: string }, variations?: Variation[] }} line
 */
function plant(from, line) {
  const nodes = [from];
  for (const move of line.moves) nodes.push(nodes[nodes.length - 1].child(move));
  for (const [number, note] of Object.entries(line.comments ?? {})) {
    const node = nodes[Number(number)];
    if (node) node.note = note;
  }
  for (const variation of line.variations ?? []) {
    const at = nodes[variation.at];
    if (at) plant(at, variation);
  }
}

/** A line of nodes with its notes, and the variations off it. @param {Node[]} nodes */
function written(nodes) {
  /** @type {Pick<Variation, "moves" | "comments" | "variations">} */
  const line = { moves: nodes.map((node) => node.move) };
  const notes = nodes.flatMap((node, index) => (node.note ? [[index + 1, node.note]] : []));
  if (notes.length) line.comments = Object.fromEntries(notes);
  const others = nodes.flatMap((node, index) =>
    node.children.slice(1).map((child) => branch(index + 1, child)),
  );
  if (others.length) line.variations = others;
  return line;
}

/**
 * A variation that begins with this node.
 *
 * @param {number} at how many moves of its line come before it
 * @param {Node} first
 * @returns {Variation}
 */
const branch = (at, first) => ({ at, ...written([first, ...first.rest()]) });

/**
 * A new game's record.
 *
 * @param {{ columns: number, rows: number, rules: string, swap: string, players?: (string | null)[] }} terms
 * @returns {Record}
 */
export function fresh({ columns, rows, rules, swap, players }) {
  const size = Math.max(columns, rows);
  const record = { size, rules, swap, players: players ?? ["First", "Second"], moves: [] };
  return columns === rows ? record : { ...record, columns, rows };
}
