// Clocks of the players at one screen: Fischer (an increment per move) and byo-yomi (periods after the main time). A clock
// runs in the Play view at the last position, from the second ply on; elsewhere it pauses. An engine's clock runs during
// its search.

import { el, shortened } from "./dom.js";
import { finish } from "./resigndraw.js";
import { engineOf } from "./opponents.js";
import { session } from "./session.js";
import { decimal, t } from "./texts.js";
import { views } from "./views.js";

/** @import { ClockState } from "./types" */
/** @import { Game, Node } from "./game.js" */

/** Below this time, in milliseconds, the clock shows tenths of seconds and is highlighted. */
const LOW = 10_000;
const TICK_MS = 100;

/**
 * @param {{ kind: "fischer" | "byoyomi", minutes: number, seconds: number, periods: number }} terms
 * @returns {ClockState}
 */
export function newClock({ kind, minutes, seconds, periods }) {
  const count = kind === "byoyomi" ? periods : 0;
  // Without main time, the first increment or period is the time of the first move.
  const main = minutes * 60_000 || (kind === "fischer" ? seconds * 1000 : 0);
  return { kind, seconds, count, left: [main, main], periods: [count, count] };
}

/** Whether a player is in byo-yomi. @param {ClockState} clock @param {number} player */
const isOvertime = (clock, player) => clock.periods[player] < clock.count;

/**
 * Subtracts time from a player's clock, and starts byo-yomi periods. Returns whether no time is left.
 *
 * @param {ClockState} clock
 * @param {number} player
 * @param {number} time in milliseconds
 */
export function spend(clock, player, time) {
  clock.left[player] -= time;
  while (clock.left[player] <= 0 && clock.periods[player] > 0) {
    clock.periods[player] -= 1;
    clock.left[player] += clock.seconds * 1000;
  }
  clock.left[player] = Math.max(0, clock.left[player]);
  return clock.left[player] === 0;
}

/** Adds the increment after a move, or restores the current period. @param {ClockState} clock @param {number} player */
export function complete(clock, player) {
  if (clock.kind === "fischer") clock.left[player] += clock.seconds * 1000;
  else if (isOvertime(clock, player)) clock.left[player] = clock.seconds * 1000;
}

/** A player's time as text, and the periods that are left. @param {ClockState} clock @param {number} player */
export function reading(clock, player) {
  const left = clock.left[player];
  const whole = Math.ceil(left / 1000);
  const time = left < LOW ? decimal(Math.ceil(left / 100) / 10) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  const periods = clock.periods[player];
  const more = clock.kind === "fischer" ? `+ ${clock.seconds} s` : periods ? `+ ${periods} × ${clock.seconds} s` : isOvertime(clock, player) ? t("last period") : "";
  return { time, more, isLow: left < LOW };
}

/**
 * The time in seconds that an engine may use for its next move: a part of what is left, and most of what the move adds.
 *
 * @param {ClockState} clock
 * @param {number} player
 */
export function allotted(clock, player) {
  const left = clock.left[player] / 1000;
  if (clock.kind === "fischer") return Math.min(0.7 * left, left / 25 + 0.7 * clock.seconds);
  // A period follows the main time, and is restored after a move within it.
  return isOvertime(clock, player) ? 0.7 * left : Math.max(left / 25, 0.7 * clock.seconds);
}

/** The player whose clock runs. @type {{ clock: ClockState, game: Game, node: Node, player: number, since: number, isLow?: boolean } | null} */
let running = null;

/** The player whose clock should run; null if none. */
function due() {
  const { view, node, game, extra } = session;
  if (!extra.clock || views.current !== "play" || !session.isShown || !view?.to_move || session.outcome()) return null;
  if (!node.parent || node !== game.root.end()) return null;
  const player = view.players[view.to_move];
  return engineOf(player) && session.search?.node !== node ? null : player;
}

/** Subtracts the time since the last call. Returns whether no time is left. */
function settle() {
  if (!running) return false;
  const now = performance.now();
  const since = running.since;
  running.since = now;
  return spend(running.clock, running.player, now - since);
}

/** Starts, stops and switches the clocks, depending on the position and the view. */
function update() {
  const before = running;
  const isOut = settle();
  running = null;
  if (before && before.game === session.game) {
    if (isOut && !session.outcome()) return fall(before.player);
    // The line ended at the clock's node, so a child is the player's move.
    if (session.node.parent === before.node) complete(before.clock, before.player);
  }
  const player = due();
  const { extra, game, node } = session;
  if (player !== null && extra.clock) running = { clock: extra.clock, game, node, player, since: performance.now() };
  show();
}

/** Ends the game: a player has no time left. @param {number} player */
function fall(player) {
  const winner = 1 - player;
  finish({ winner, ending: "late" });
}

function tick() {
  if (running && settle()) update();
  else show();
  if (!running || running.isLow || engineOf(running.player) || !reading(running.clock, running.player).isLow) return;
  running.isLow = true;
  session.emit("low");
}

/** Updates the clocks of the list of players. */
function show() {
  const { clock } = session.extra;
  if (!clock) return;
  for (const face of document.querySelectorAll("#seats [data-clock]")) {
    const player = Number(face.getAttribute("data-clock"));
    const { time, more, isLow } = reading(clock, player);
    const [big, small] = face.children;
    if (big.textContent !== time) big.textContent = time;
    if (small.textContent !== more) small.textContent = more;
    face.classList.toggle("low", isLow);
    face.classList.toggle("runs", running?.player === player);
  }
}

/** The clock of a player in the list of players; empty without a clock. @param {number} player */
export function face(player) {
  const { clock } = session.extra;
  if (!clock) return [];
  const { time, more, isLow } = reading(clock, player);
  const classes = ["clock", isLow && "low", running?.player === player && "runs"].filter(Boolean).join(" ");
  return [el("span", { class: classes, role: "timer", "aria-label": t`Time of ${shortened(session.game.players[player])}`, "data-clock": player },
    el("span", { class: "time" }, time), el("span", { class: "more" }, more))];
}

export function start() {
  for (const what of /** @type {const} */ (["position", "seats", "game", "search"])) session.listen(what, update);
  views.addEventListener("open", update);
  // The session storage keeps the time left, so a reload does not restore time.
  addEventListener("pagehide", settle);
  setInterval(tick, TICK_MS);
}
