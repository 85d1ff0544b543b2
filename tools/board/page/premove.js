// A premove: a hole chosen during the engine's turn. It is played at once on the user's turn, if that is legal then.

import { board, handlers } from "./controller.js";
import { attempt, byId, notify, svg } from "./dom.js";
import { peg } from "./board.js";
import { other } from "./layers.js";
import { split } from "./layout.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Node } from "./game.js" */
/** @import { Hole, Side, View } from "./types" */

/** The chosen hole, and the position in which it was chosen. @type {{ hole: Hole, node: Node, side: Side } | null} */
let chosen = null;

const layer = svg("g", { class: "premove" });

function render() {
  layer.replaceChildren();
  if (!chosen) return;
  const [x, y] = board.layout.at(chosen.hole);
  layer.append(svg("g", { transform: `translate(${x} ${y})` }, svg("circle", { class: "spot", r: 18 }), peg(chosen.side)));
}

/** Forgets the premove. */
function cancel() {
  chosen = null;
  handlers.cancel = () => {};
  render();
}

/** Whether a side could place a peg in a hole. @param {View} view @param {Hole} hole @param {Side} side */
function isOpen({ pegs, columns, rows }, hole, side) {
  const [column, row] = split(hole);
  const isBorder = side === "vertical" ? column === 0 || column === columns - 1 : row === 0 || row === rows - 1;
  return !isBorder && !pegs.some(([at]) => at === hole);
}

/** Chooses a hole as the premove; the same hole again cancels it. @param {Hole} hole */
export function choose(hole) {
  const { view, node } = session;
  // The engine may have moved while this module was loaded.
  if (!view?.to_move || handlers.mayMove(view)) return;
  if (chosen?.hole === hole) {
    cancel();
    return notify(t("Premove cancelled."));
  }
  const side = other(view.to_move);
  if (!isOpen(view, hole, side)) return notify(t`A premove at ${hole} is not possible: your peg cannot be placed there.`);
  chosen = { hole, node, side };
  handlers.cancel = () => {
    cancel();
    notify(t("Premove cancelled."));
  };
  render();
  notify(t`Premove ${hole}: it is played on your turn. Choose it again or press Escape to cancel.`);
}

/** Plays the premove after the engine's move. */
function play() {
  const { view, node } = session;
  if (!chosen || node === chosen.node || !view) return;
  const { hole, node: before } = chosen;
  cancel();
  // The user has gone to another position, or the game is over.
  if (node.parent !== before || views.current !== "play" || !handlers.mayMove(view)) return;
  if (!view.holes.includes(hole)) return notify(t`Premove ${hole} was cancelled: it is not legal any more.`);
  attempt(() => handlers.play(hole));
}

board.root.insertBefore(layer, board.layers.cursor);
board.reshaped.push(render);
session.listen("position", play);
session.listen("game", cancel);
views.addEventListener("open", cancel);
// Before the listeners of the drawing.
document.addEventListener("pointerdown", (event) => {
  if (!chosen || event.button !== 2 || !byId("frame", HTMLElement).contains(/** @type {globalThis.Node} */ (event.target))) return;
  event.stopPropagation();
  handlers.cancel();
}, true);
