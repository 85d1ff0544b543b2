// Play turn by turn: after each move a link carries the game to the other player, whose page continues it. No engine
// starts. The link contains the played moves only, without notes and variations.

import { orientation, turn } from "./controller.js";
import { byId, copy, on, shortened, attempt } from "./dom.js";
import { askForDraw } from "./resigndraw.js";
import { session } from "./session.js";
import { isLocalAddress, pack } from "./share.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { View } from "./types" */

/** Whether the person at this screen may move; true in games without links. @param {View} view */
export function mayMove(view) {
  const { link } = session.extra;
  return !link || (view.to_move !== null && view.players[view.to_move] === link.player && session.node.ply >= link.from);
}

/** Whether the last move may be taken back: after it was sent, the other player has it. */
export function mayUndo() {
  const { extra: { link }, game } = session;
  return !link || session.node.ply > link.from || Boolean(game.header.ending && !link.isOver);
}

/** Whether there is a move or a result to send. */
function isReady() {
  const { game, extra: { link } } = session;
  if (!link) return false;
  return game.main().length > link.from || Boolean(game.header.ending && !link.isOver) || (!link.from && link.player === 1);
}

/** The link for the other player. */
async function address() {
  const { game, extra: { link } } = session;
  if (!link) return "";
  // One move per turn: moves added in other views beyond it are not played.
  const moves = game.main().slice(0, link.from + 1).map(({ move }) => move);
  const packed = await pack({ ...game.header, moves });
  const offer = link.offers && !game.header.ending ? "&draw=1" : "";
  return `${location.href.split("#")[0]}#g=${packed}&at=${moves.length}&play=${1 - link.player}${offer}`;
}

/** The text above the link. */
function words() {
  const { game, extra: { link } } = session;
  if (!link) return "";
  const other = shortened(game.players[1 - link.player]);
  if (!isReady()) return session.outcome() || link.isOver ? t("The game is over.") : t("It is your turn. After your move, the link for the other player is here.");
  const here = isLocalAddress()
    ? t` The address works on this device only; elsewhere, ${other} pastes the link in Games.` : "";
  const last = game.main()[link.from];
  const what = game.header.ending ? t("the result") : last ? t`move ${last.ply}. ${last.move}` : t("the empty board");
  return t`Send this link to ${other}: it contains ${what}${link.offers && !game.header.ending ? t(" and a draw offer") : ""}.${here}`;
}

let updates = 0;

/** Updates the card with the link: the text and the link always belong to the same move. */
async function show() {
  const { extra: { link } } = session;
  const part = byId("link-part", HTMLElement);
  part.hidden = !link || views.current !== "play";
  const latest = ++updates;
  if (!link) return;
  const [text, isShown] = [words(), isReady()];
  const found = isShown ? await address() : "";
  // The game may have changed while its moves were compressed.
  if (latest !== updates) return;
  byId("link-text", HTMLElement).textContent = text;
  const field = byId("turn-link", HTMLInputElement);
  // On a phone the link is below the screen.
  if (found && !field.value) part.scrollIntoView({ block: "nearest" });
  field.value = found;
  for (const id of ["copy-turn", "send-turn"]) byId(id, HTMLButtonElement).disabled = !isShown;
}

/** The game for which the board was turned. @type {object | null} */
let turned = null;

/** Turns the board so that the borders of the person at this screen are at the top and bottom, once per game. */
function turnBoard() {
  const { view, game, extra: { link } } = session;
  if (!view || turned === game || !session.isShown) return;
  if (!link && !turned) return;
  turned = link ? game : null;
  const wanted = link && view.players.horizontal === link.player ? 1 : 0;
  if (orientation.turns !== wanted) turn(4 + wanted - orientation.turns);
}

/** Shows the draw offer of a link, once. */
function showOffer() {
  const { extra: { link }, view } = session;
  if (!link?.offered || views.current !== "play" || !view?.to_move || session.outcome()) return;
  link.offered = false;
  askForDraw(1 - link.player);
}

export function start() {
  const update = () => attempt(show);
  for (const what of /** @type {const} */ (["position", "tree", "game"])) session.listen(what, update);
  session.listen("position", () => {
    turnBoard();
    showOffer();
  });
  views.addEventListener("open", () => {
    update();
    showOffer();
  });
  on("copy-turn", () => attempt(() => copy(byId("turn-link", HTMLInputElement))));
  const send = byId("send-turn", HTMLButtonElement);
  send.hidden = !("share" in navigator);
  on("send-turn", () => attempt(() => navigator.share({ title: "Twixt", url: byId("turn-link", HTMLInputElement).value })));
}
