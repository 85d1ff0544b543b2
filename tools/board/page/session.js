// The game on the board and where one is in it. Whoever shows something of it listens; nobody else asks
// the server for the position.

import * as api from "./api.js";
import { shortened } from "./dom.js";
import { Game, fresh, same } from "./game.js";

/** @import { Node } from "./game.js" */
/** @import { Details, Record, Seats, View } from "./types" */

/** @typedef {"game" | "position" | "tree" | "seats"} What */

/**
 * Events: `game`, another game is on the board; `position`, the view is of another node; `tree`, moves,
 * notes or values changed; `seats`, others play.
 */
class Session extends EventTarget {
  game = new Game({
    ...fresh({ columns: 12, rows: 12, rules: "pp", swap: "mirror", players: ["You", "Level 4"] }),
  });
  /**
   * Who plays, for the one who opened and the other; null if nobody was chosen yet. Never read from a file or
   * a link, which would start engines on opening; history and session storage keep it.
   *
   * @type {Seats | null}
   */
  seats = [null, { level: "4" }];
  /** Whether the game was opened by a link. */
  isLinked = false;
  /** @type {Node} */
  node = this.game.root;
  /** @type {View | null} */
  view = null;
  /** @type {Details | null} what the record of a referee told */
  details = null;
  /** Which request is the latest: answers to older ones come too late. */
  #latest = 0;
  /** Whose view is shown. */
  #shown = this.node;

  /** @param {What} what */
  tell(what) {
    this.dispatchEvent(new Event(what));
  }

  /** @param {What} what @param {() => void} act */
  hear(what, act) {
    this.addEventListener(what, act);
  }

  /**
   * Puts a game on the board.
   *
   * @param {Record} record
   * @param {{ ply?: number, details?: Details | null, seats?: Seats | null, isLinked?: boolean }} [how]
   */
  async load(record, { ply = 0, details = null, seats = null, isLinked = false } = {}) {
    const game = new Game(record);
    const node = game.main()[ply - 1] ?? game.root;
    // A game that the server refuses is none.
    await api.position(game.line(node));
    Object.assign(this, { game, node, details, seats, isLinked, view: null });
    this.#shown = node;
    this.tell("game");
    await this.go(node);
  }

  /** Goes to a position of the game. @param {Node} node */
  async go(node) {
    const latest = ++this.#latest;
    this.node = node;
    try {
      const view = await api.position(this.game.line(node));
      if (latest !== this.#latest) return;
      this.view = view;
      this.#shown = node;
    } catch (error) {
      // A variation that breaks a rule is not gone to.
      if (latest === this.#latest) {
        this.node = this.#shown;
        this.tell("position");
      }
      throw error;
    }
    this.tell("position");
  }

  /**
   * Plays a turn from here.
   *
   * @param {string} move
   * @param {boolean} main whether the game goes on with it, rather than a variation
   */
  async play(move, main = false) {
    const from = this.node;
    const view = await api.position(this.game.line(from, move));
    // Meanwhile somebody may have gone elsewhere.
    if (this.node !== from) return;
    const text = view.moves.at(-1) ?? move;
    const known = from.children.find((child) => same(child.move, text));
    const child = known ?? from.child(text);
    const turns = main && from.children[0] !== child;
    if (turns) {
      from.children = [child, ...from.children.filter((one) => one !== child)];
    }
    // The end that was told was the main line's as it was.
    if (turns || (!known && child === from.children[0])) this.game.reopen();
    this.tell("tree");
    await this.go(child);
  }

  /** Steps along the line; by more than there is goes to its end. @param {number} by */
  async step(by) {
    let node = this.node;
    for (; by > 0 && node.children[0]; by--) node = node.children[0];
    for (; by < 0 && node.parent; by++) node = node.parent;
    if (node !== this.node) await this.go(node);
  }

  /** Whether the view is of the current node, and not of the one before it. */
  get isShown() {
    return this.view !== null && this.#shown === this.node;
  }

  /** How the game ended, if this is its last position. @returns {{ winner: number | null, words: string } | null} */
  outcome() {
    const { view, game, node } = this;
    if (view?.outcome) {
      const { winner, words } = view.outcome;
      return { winner: winner && view.players[winner], words };
    }
    const { ending, winner, reason } = game.header;
    const over = ending && ending !== "stopped" && node === game.root.end();
    if (!over) return null;
    const seat = winner ? ["first", "second"].indexOf(winner) : null;
    return { winner: seat, words: reason || (seat === null ? "Drawn." : `${shortened(game.players[seat])} wins.`) };
  }
}

export const session = new Session();
