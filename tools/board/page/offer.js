// The offer to continue a game from a URL or file. URLs and files do not state whether a player is an engine, and no
// engine starts until the user accepts.

import { byId, fill, on, attempt } from "./dom.js";
import { engine, GENTLE, opponents, short } from "./opponents.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { About, Seats, Side } from "./types" */

const choose = (/** @type {string} */ id) => byId(id, HTMLSelectElement);

/** The game whose players were preselected. @type {object | null} */
let filled = null;

/** Preselects opponent and side by the players' names, once per game. @param {About} about */
function guess(about) {
  const { view, game } = session;
  if (!view || filled === game) return;
  filled = game;
  const known = game.players.map((name) => opponents(about).find(([, words]) => short(words) === name)?.[0] ?? null);
  const seat = known.findIndex((value) => value !== null);
  choose("offer-opponent").value = known[seat] ?? GENTLE;
  const mine = seat < 0 ? (view.to_move ?? "vertical") : view.players.vertical === seat ? "horizontal" : "vertical";
  choose("offer-side").value = mine;
}

/** @param {About} about */
function show(about) {
  const { view, seats, isLinked } = session;
  const isOpen = views.current === "play" || (views.current === "analyse" && isLinked);
  byId("offer", HTMLElement).hidden = seats !== null || !isOpen || !view?.to_move || session.outcome() !== null;
  byId("offer-text", HTMLElement).textContent = isLinked
    ? t("A link contains the game, but no opponent. Choose one to continue.")
    : t("This game has no opponent yet. Choose one to continue.");
  guess(about);
}

function accept() {
  const { view, game } = session;
  if (!view) return;
  const settings = engine(choose("offer-opponent").value);
  const mine = view.players[/** @type {Side} */ (choose("offer-side").value)];
  /** @type {Seats} */
  const seats = mine === 0 ? [null, settings] : [settings, null];
  if (settings) {
    const name = short(choose("offer-opponent").selectedOptions[0].textContent ?? "Engine");
    game.header.players = mine === 0 ? ["You", name] : [name, "You"];
  }
  session.seats = seats;
  // The address contains the players' names, so it must be updated.
  session.emit("tree");
  session.emit("seats");
  views.open("play");
}

/** @param {About} about */
export function start(about) {
  fill(choose("offer-opponent"), opponents(about), GENTLE);
  const update = () => show(about);
  for (const what of /** @type {const} */ (["position", "tree", "seats"])) session.listen(what, update);
  views.addEventListener("open", update);
  on("offer-form", (event) => {
    event.preventDefault();
    attempt(accept);
  }, "submit");
}
