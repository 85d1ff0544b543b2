// The current game and position. Only this module requests the current position; other modules listen to its events.

import * as api from "./api.js";
import { attempt, shortened } from "./dom.js";
import { Game, newRecord, same } from "./game.js";
import { t } from "./texts.js";

/** @import { Node } from "./game.js" */
/** @import { Details, Extra, Record, Seats, View } from "./types" */

/** How a game was won that ended without a chain and without a stated reason. @type {{ [ending: string]: string }} */
export const HOW = { resign: t(" by resignation"), late: t(" on time") };

/** @typedef {"game" | "position" | "tree" | "seats" | "search" | "low"} What */
/** The start of a search in milliseconds, and its maximum time in seconds, if it has one. @typedef {{ node: Node, since: number, seconds: number | null }} Search */
/** @typedef {Pick<Session, "details" | "seats" | "extra" | "isLinked">} Beside what a game has beside its record */
/** @typedef {Pick<Session, "game" | "node" | "view"> & Beside} Kept */

/**
 * Events: `game`, a new game was loaded; `position`, the current node changed; `tree`, moves, notes or values changed;
 * `seats`, the players changed; `search`, the engine started or ended the search for its move; `low`, a clock has little
 * time left.
 */
class Session extends EventTarget {
  game = new Game(newRecord({ columns: 12, rows: 12, rules: "pp", swap: "mirror" }));
  /**
   * The settings of the first and second player; null if none are chosen. Kept in history and session storage, and
   * never read from a file or URL, because opening one must not start an engine.
   *
   * @type {Seats | null}
   */
  seats = null;
  /** Kept like the seats. @type {Extra} */
  extra = {};
  isLinked = false;
  /** @type {Node} */
  node = this.game.root;
  /** @type {View | null} */
  view = null;
  /** The engine's search for its move. @type {Search | null} */
  search = null;
  /** @type {Details | null} the details of a referee's record */
  details = null;
  /** The number of the latest request; responses to older requests are ignored. */
  #latest = 0;
  /** The node that `view` shows. */
  #shown = this.node;
  /** The number of the latest request to load a game. */
  #loads = 0;
  /** The user's game while another one is shown in its place. @type {Kept | null} */
  #kept = null;

  /** @param {What} what */
  emit(what) {
    this.dispatchEvent(new Event(what));
  }

  /** @param {What} what @param {() => void} act */
  listen(what, act) {
    this.addEventListener(what, act);
  }

  /**
   * @param {Record} record
   * @param {Partial<Beside> & { ply?: number }} [how]
   * @param {Kept | null} [kept] the game that `restore` brings back
   */
  async load(record, { ply = 0, details = null, seats = null, extra = {}, isLinked = false } = {}, kept = null) {
    const load = ++this.#loads;
    const game = new Game(record);
    const node = game.main()[ply - 1] ?? game.root;
    // An invalid game throws here, before it replaces the current one.
    await api.position(game.line(node));
    if (load !== this.#loads) return;
    this.#kept = kept;
    Object.assign(this, { game, node, details, seats, extra, isLinked, view: null });
    this.#shown = node;
    this.emit("game");
    // A listener may have replaced the game.
    if (this.game === game) await this.go(node);
  }

  /** What the game has beside its record, for `load`. @returns {Beside} */
  get beside() {
    const { details, seats, extra, isLinked } = this;
    return { details, seats, extra, isLinked };
  }

  /** Whether a game is shown that is neither stored nor written to the address. */
  get isSubstitute() {
    return this.#kept !== null;
  }

  /** Shows the last position of a game until `restore`, or until another game is loaded. @param {Record} record */
  async substitute(record) {
    const { game, node, view, beside } = this;
    const kept = this.#kept ?? { game, node, view: this.isShown ? view : null, ...beside };
    await this.load(record, { ply: record.moves.length }, kept);
  }

  /** Shows the user's game again, if `substitute` has replaced it. */
  restore() {
    this.#loads++;
    const kept = this.#kept;
    if (!kept) return;
    this.#kept = null;
    Object.assign(this, kept);
    this.#latest++;
    this.#shown = kept.node;
    this.emit("game");
    if (kept.view) this.emit("position");
    else attempt(() => this.go(kept.node));
  }

  /** Makes a node the current one. @param {Node} node */
  async go(node) {
    const latest = ++this.#latest;
    this.node = node;
    try {
      const view = await api.position(this.game.line(node));
      if (latest !== this.#latest) return;
      this.view = view;
      this.#shown = node;
    } catch (error) {
      // The server rejected the line: return to the last valid node.
      if (latest === this.#latest) {
        this.node = this.#shown;
        this.emit("position");
      }
      throw error;
    }
    this.emit("position");
  }

  /**
   * Plays a move at the current node.
   *
   * @param {string} move
   * @param {boolean} main whether it becomes the main line rather than a variation
   */
  async play(move, main = false) {
    const from = this.node;
    const view = await api.position(this.game.line(from, move));
    // The position may have changed during the request.
    if (this.node !== from) return;
    const text = view.moves.at(-1) ?? move;
    const known = from.children.find((child) => same(child.move, text));
    const child = known ?? from.child(text);
    const turns = main && from.children[0] !== child;
    if (turns) {
      from.children = [child, ...from.children.filter((one) => one !== child)];
    }
    // The declared result does not apply to a changed main line.
    if (turns || (!known && child === from.children[0])) this.game.reopen();
    this.emit("tree");
    await this.go(child);
  }

  /** Moves forward or back along the line, up to its ends. @param {number} by */
  async step(by) {
    let node = this.node;
    for (; by > 0 && node.children[0]; by--) node = node.children[0];
    for (; by < 0 && node.parent; by++) node = node.parent;
    if (node !== this.node) await this.go(node);
  }

  /** Whether `view` shows the current node. */
  get isShown() {
    return this.view !== null && this.#shown === this.node;
  }

  /** The result, if the current position is the last one. @returns {{ winner: number | null, words: string } | null} */
  outcome() {
    const { view, game, node } = this;
    if (view?.outcome) {
      const { winner, words } = view.outcome;
      const seat = winner && view.players[winner];
      return { winner: seat, words: seat === null ? t(words) : this.#result(seat, "") };
    }
    const { ending, winner, reason } = game.header;
    const over = ending && ending !== "stopped" && node === game.root.end();
    if (!over) return null;
    const seat = winner ? ["first", "second"].indexOf(winner) : null;
    return { winner: seat, words: (reason && t(reason)) || (seat === null ? t("Drawn.") : this.#result(seat, HOW[ending] ?? "")) };
  }

  /** The result in a sentence, such as "You lost on time." @param {number} winner @param {string} how */
  #result(winner, how) {
    const { players } = this.game;
    const lost = players[1 - winner] === "You" && players[winner] !== "You";
    const side = this.view?.players.vertical === winner ? "vertical" : "horizontal";
    if (lost) return t`You lost${how}.`;
    return players[winner] === "You" ? t`You won${how}.` : t`${shortened(players[winner])} (${t(side)}) won${how}.`;
  }
}

export const session = new Session();
