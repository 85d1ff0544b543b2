// Winning chances during play: the bar, the graph, and the evaluations for warnings before blunders. Each is optional,
// and off until the user selects it. A position is evaluated as in a review, while a person is to move, so that the
// engine's own search is not slowed down.

import { bar } from "./analyse.js";
import * as api from "./api.js";
import { byId } from "./dom.js";
import { engineOf } from "./opponents.js";
import { graph } from "./review.js";
import { session } from "./session.js";
import { store, stored } from "./store.js";
import { views } from "./views.js";

/** @import { Evaluation } from "./types" */
/** @import { Node } from "./game.js" */

const KEY = "play-options";

export const options = { bar: false, graph: false, warn: false, ...stored(KEY, {}) };

/** @type {AbortController | null} */
let running = null;

/** Returns the evaluation of a position, once per node. @param {Node} node @param {AbortSignal} signal @returns {Promise<Evaluation>} */
export async function evaluated(node, signal) {
  node.quick ??= await api.evaluate(session.game.line(node), signal);
  return node.quick;
}

/** Evaluates the current position and the one before it, if an option needs their values. */
async function evaluate() {
  running?.abort();
  running = null;
  const { view, node, extra } = session;
  // In a game by link, each player would have an evaluation that the other does not see.
  if (extra.link || views.current !== "play" || !view || !session.isShown || !Object.values(options).some(Boolean)) return;
  const isEngines = view.to_move && !session.outcome() && engineOf(view.players[view.to_move]);
  if (isEngines) return;
  const mine = (running = new AbortController());
  for (const one of [node, node.parent]) {
    if (!one || one.quick) continue;
    await evaluated(one, mine.signal);
    if (mine.signal.aborted) return;
    show();
  }
}

/** The last known value for vertical on the line to the current position. */
function value() {
  for (let node = /** @type {Node | null} */ (session.node); node; node = node.parent) {
    if (node.quick) return node.quick.vertical;
  }
  return null;
}

function show() {
  const isFair = !session.extra.link;
  document.body.classList.toggle("with-bar", options.bar && isFair);
  document.body.classList.toggle("with-graph", options.graph && isFair);
  if (views.current !== "play") return;
  if (options.bar && isFair) bar({ value: value(), proof: null });
  graph();
}

function refresh() {
  show();
  // A failed evaluation only leaves the value unknown.
  evaluate().catch(() => {});
}

export function start() {
  for (const key of /** @type {const} */ (["bar", "graph", "warn"])) {
    const input = byId(`option-${key}`, HTMLInputElement);
    input.checked = options[key] = Boolean(options[key]);
    input.addEventListener("change", () => {
      options[key] = input.checked;
      store(KEY, options);
      refresh();
    });
  }
  session.listen("position", refresh);
  views.addEventListener("open", refresh);
}
