// Lines of moves on the board: numbered pegs, and the links that they make.

import * as api from "./api.js";
import { newLinks } from "./board.js";
import { layers } from "./controller.js";
import { session } from "./session.js";

/** @type {string[] | null} the line on the board */
let shown = null;

export const isShown = () => shown !== null;
export const current = () => shown;

/** Shows a line that starts in the current position, instead of the overlay. @param {string[]} moves */
export async function show(moves) {
  const { node, view, game } = session;
  if (!view?.to_move || !moves.length) return;
  shown = moves;
  layers.clear();
  layers.line(moves, view.to_move);
  // The rules determine the links, so the engine returns them.
  const end = await api.position(game.line(node, ...moves)).catch(() => null);
  if (!end || shown !== moves || session.view !== view) return;
  layers.line(moves, view.to_move, { sides: new Map(end.pegs), links: newLinks(view, end) });
}

/** Forgets the line; the caller shows what replaces it. */
export function hide() {
  shown = null;
}
