// The offer to continue a game that has no players: one from a link or a file. No engine starts before the
// user accepts the offer.

import { byId, fill, on, trying } from "./dom.js";
import { engine, opponents } from "./play.js";
import { session } from "./session.js";
import { views } from "./views.js";

/** @import { About, Seats, Side } from "./types" */

const choose = (/** @type {string} */ id) => byId(id, HTMLSelectElement);

/** The name of an opponent, without its explanation. @param {string} words */
const short = (words) => words.split(":")[0];

/** The game that the form was filled for. @type {object | null} */
let filled = null;

/** Preselects the players that the game's names suggest, once per game. @param {About} about */
function guess(about) {
  const { view, game } = session;
  if (!view || filled === game) return;
  filled = game;
  const known = game.players.map((name) => opponents(about).find(([, words]) => short(words) === name)?.[0] ?? null);
  const seat = known.findIndex((value) => value !== null);
  choose("offer-opponent").value = known[seat] ?? "4";
  const mine = seat < 0 ? (view.to_move ?? "vertical") : view.players.vertical === seat ? "horizontal" : "vertical";
  choose("offer-side").value = mine;
}

/** @param {About} about */
function show(about) {
  const { view, seats, isLinked } = session;
  const isOpen = views.current === "play" || (views.current === "analyse" && isLinked);
  byId("offer", HTMLElement).hidden = seats !== null || !isOpen || !view?.to_move || session.outcome() !== null;
  byId("offer-told", HTMLElement).textContent = isLinked
    ? "A link holds the game, not who plays it." : "The game came without players at this board.";
  guess(about);
}

/** Seats the chosen players. */
function accept() {
  const { view, game } = session;
  if (!view) return;
  const how = engine(choose("offer-opponent").value);
  const mine = view.players[/** @type {Side} */ (choose("offer-side").value)];
  /** @type {Seats} */
  const seats = mine === 0 ? [null, how] : [how, null];
  if (how) {
    const name = short(choose("offer-opponent").selectedOptions[0].textContent ?? "Engine");
    game.header.players = mine === 0 ? ["You", name] : [name, "You"];
  }
  session.seats = seats;
  // Their names are part of the game.
  session.tell("tree");
  session.tell("seats");
  views.open("play");
}

/** @param {About} about */
export function start(about) {
  fill(choose("offer-opponent"), opponents(about), "4");
  const update = () => show(about);
  for (const what of /** @type {const} */ (["position", "tree", "seats"])) session.hear(what, update);
  views.addEventListener("open", update);
  on("offer-form", (event) => {
    event.preventDefault();
    trying(accept);
  }, "submit");
}
