// The opening book in the analysis: its moves in the current position, their values, and its answers.

import * as api from "./api.js";
import { byId, el, percent, attempt } from "./dom.js";
import { moveName } from "./game.js";
import { own } from "./layers.js";
import { split } from "./layout.js";
import * as legend from "./legend.js";
import * as lines from "./lines.js";
import { session } from "./session.js";
import { t } from "./texts.js";

/** @import { Node } from "./game.js" */
/** @import { Book, Hole, Side } from "./types" */

/** The entries of nodes, whose positions never change. @type {WeakMap<Node, Promise<Book>>} */
const entries = new WeakMap();
/** The listed entry. @type {Book | null} */
let listed = null;

/** Returns the book's entry for a node of the current game. @param {Node} node */
export function entry(node) {
  const found = entries.get(node) ?? api.book(session.game.line(node));
  found.catch(() => entries.delete(node));
  entries.set(node, found);
  return found;
}

/** The value of a move for a side; null if the book has none. @param {Book} book @param {string} move @param {Side} side */
export function valueOf({ moves }, move, side) {
  const value = moves.find(([known]) => known === move)?.[1] ?? null;
  return value === null ? null : own(value, side);
}

/** @param {Book} book @param {Side} side */
function summary(book, side) {
  const { best, moves } = book;
  if (!moves.length) return t("Not in the book, which has openings on 12 × 12 under PP. Start the analysis instead.");
  if (!session.view?.pegs.length) return t`The book opens with ${best}. Values are for vertical without a swap; the book swaps above 50\u00a0%.`;
  if (!best) return t`The book has answers to these moves of ${t(side)}.`;
  const value = valueOf(book, best, side);
  return t`The book ${best === "SWAP" ? t("swaps") : t`plays ${best}`}${value === null ? "" : t`: ${percent(value)} for ${t(side)}`}.`;
}

/** The moves to list; first pegs are listed once, with the balanced ones first. @param {Book} book */
function listing({ moves }) {
  const { columns, rows } = session.game;
  if (session.view?.pegs.length) return moves;
  const isQuarter = (/** @type {Hole} */ hole) => split(hole)[0] < columns / 2 && split(hole)[1] < rows / 2;
  const bias = (/** @type {Book["moves"][0]} */ [, value]) => Math.abs((value ?? 0) - 0.5);
  return moves.filter(([move]) => isQuarter(move)).sort((a, b) => bias(a) - bias(b));
}

/** Lists the moves of an entry. @param {Book} book @param {Side} side the side to move @param {() => void} restore restores the overlay after a line */
export function list(book, side, restore) {
  if (listed === book) return;
  listed = book;
  byId("book-text", HTMLElement).textContent = summary(book, side);
  byId("book-side", HTMLElement).textContent = `% ${t(side)}`;
  const rows = listing(book).map(([move, value, answer]) => {
    const row = el("tr", {}, el("td", {}, el("button", { type: "button" }, moveName(move))),
      el("td", {}, value === null ? "" : String(Math.round(100 * own(value, side)))),
      el("td", {}, answer ? moveName(answer) : ""), el("td", { class: "line" }, move === book.best ? t("book's move") : ""));
    const preview = () => {
      lines.show(answer ? [move, answer] : [move]);
      legend.update();
    };
    for (const kind of ["pointerenter", "focusin"]) row.addEventListener(kind, preview);
    for (const kind of ["pointerleave", "focusout"]) row.addEventListener(kind, restore);
    row.addEventListener("click", () => attempt(() => session.play(move)));
    return row;
  });
  const body = byId("book-rows", HTMLElement);
  const hadFocus = body.contains(document.activeElement);
  // While the rows are replaced, no line must be shown or removed.
  if (hadFocus) byId("book-list", HTMLElement).focus();
  body.replaceChildren(...rows);
  byId("book-list", HTMLElement).scrollTop = 0;
  byId("book-list", HTMLElement).hidden = !rows.length;
}

/** Describes the book's move at a hole. @param {Hole | null} hole @param {Side} side */
export function describe(hole, side) {
  const [move, value, answer] = listed?.moves.find(([move]) => move === hole) ?? [];
  if (!move) return "";
  const facts = [value == null ? "" : t`${percent(own(value, side))} for ${t(side)}`, answer ? t`answer ${moveName(answer)}` : "", move === listed?.best ? t("book's move") : ""];
  return `${move}: ${facts.filter(Boolean).join(", ")}`;
}
