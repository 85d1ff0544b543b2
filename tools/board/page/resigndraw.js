// Ends of games that the rules do not define: resignation, a draw by agreement, and time.

import * as api from "./api.js";
import { byId, el, on, shortened, notify, attempt } from "./dom.js";
import { engineOf } from "./opponents.js";
import { session } from "./session.js";
import { t } from "./texts.js";

/** @import { View } from "./types" */

/**
 * Declares the result.
 *
 * @param {{ winner: number | null, ending: "resign" | "late" | "agreement", reason?: string }} result in the words of the
 * record format
 */
export function finish({ winner, ending, reason = "" }) {
  Object.assign(session.game.header, { winner: winner === null ? null : ["first", "second"][winner], ending, reason });
  session.emit("tree");
  session.emit("position");
}

const name = (/** @type {number} */ player) => el("bdi", {}, shortened(session.game.players[player]));

/** Whether a verb is in the second person: "You lose", "Anna loses". @param {number} player */
const isYou = (player) => session.game.players[player] === "You";

/** The player who resigns: the person of this screen, else the player to move. @param {View} view */
function resigning({ to_move, players }) {
  const moving = players[to_move ?? "vertical"];
  if (session.extra.link) return session.extra.link.player;
  return engineOf(moving) && !engineOf(1 - moving) ? 1 - moving : moving;
}

/** Whether the game can be ended here; shows why not. @param {string} words the action */
function canEnd(words) {
  const { view, node } = session;
  if (!view?.to_move || session.outcome()) return false;
  if (!node.children.length) return true;
  notify(t`You can only ${words} at the end of the line: go to the last position first.`);
  return false;
}

export function askToResign() {
  const { view } = session;
  if (!view || !canEnd(t("resign"))) return;
  const loser = resigning(view);
  byId("resign-text", HTMLElement).replaceChildren(name(loser), isYou(loser) ? t(" lose the game to ") : t(" loses the game to "), name(1 - loser), ".");
  byId("resign-ask", HTMLDialogElement).showModal();
}

function resign() {
  const { view } = session;
  if (!view?.to_move || session.outcome()) return;
  finish({ winner: 1 - resigning(view), ending: "resign" });
}

/** Maximum distance of the engine's chances from 50 % at which it accepts a draw. */
const EVEN = 0.05;

/** Whether the engine accepts a draw: late in the game, at equal chances. A dead position ends by itself. */
async function engineAccepts() {
  const { game, node } = session;
  if (node.ply < game.columns + game.rows) return false;
  const { value } = await api.evaluate(game.line(node), new AbortController().signal);
  return Math.abs(value - 0.5) <= EVEN;
}

/** Offers a draw to the engine or to the other person at this screen. */
async function offerDraw() {
  const { view, game, node, extra } = session;
  if (!view?.to_move || !canEnd(t("offer a draw"))) return;
  const mover = view.players[view.to_move];
  const words = (/** @type {number} */ player) => shortened(game.players[player]);
  if (engineOf(mover)) return notify(t`It is ${words(mover)}'s turn; you can offer a draw on your own turn.`);
  if (extra.link) {
    if (mover === extra.link.player) return notify(t("Play your move first; then offer the draw with the link."));
    extra.link.offers = true;
    session.emit("tree");
    return notify(t("The link now offers a draw. Send it."));
  }
  if (!engineOf(1 - mover)) return askForDraw(mover);
  const accepts = await engineAccepts();
  if (session.game !== game || session.node !== node) return;
  if (accepts) return agree();
  notify(t`${words(1 - mover)} declines. It accepts a draw at equal chances after move ${game.columns + game.rows}.`);
}

/** Asks the other player whether to accept a draw. @param {number} from the player who offers it */
export function askForDraw(from) {
  byId("draw-text", HTMLElement).replaceChildren(name(from), isYou(from) ? t(" offer a draw to ") : t(" offers a draw to "), name(1 - from), ".");
  byId("draw-ask", HTMLDialogElement).showModal();
}

function agree() {
  // A clock may have run out meanwhile.
  if (!session.outcome()) finish({ winner: null, ending: "agreement", reason: "Drawn by agreement." });
}

export function start() {
  on("resign-form", () => attempt(resign), "submit");
  on("draw-form", () => attempt(agree), "submit");
  on("resign", () => attempt(askToResign));
  on("draw", () => attempt(offerDraw));
}
