// The opponents of a game: the engine's grades and people.

import { capital } from "./dom.js";
import { session } from "./session.js";
import { t } from "./texts.js";

/** @import { About, ThinkRequest } from "./types" */

/** The settings of the engine that plays for a player; null for a person. @param {number} player */
export const engineOf = (player) => session.seats?.[player] ?? null;

/** Values and labels of the grades in a list. @param {About} about */
export const grades = ({ grades }) =>
  grades.map(({ grade, name, elo }) => /** @type {[string, string]} */ ([String(grade), `${t(capital(name))} · ${elo}`]));

/** Values and labels of the engine's levels in a list. @param {About} about @returns {[string, string][]} */
export const levels = (about) => [...grades(about), ["full", t("Engine: full strength")],
  ["arena", t("Engine: 1 s for the first move, then 0.3 s, as in the arena of bots")]];

/** Values and labels of the options in the list of opponents. @param {About} about @returns {[string, string][]} */
export const opponents = (about) => [...levels(about), ["person", t("Another person: on this screen")]];

/** The grade of the opponent in a first game. */
export const GENTLE = "2";

/** The label of an opponent without its description. @param {string} words */
export const short = (words) => words.split(":")[0];

/**
 * The engine settings for an option in the list of opponents; null for a person.
 *
 * @param {string} chosen
 * @param {number} [seconds] the time per move at full strength
 * @returns {ThinkRequest | null}
 */
export function engine(chosen, seconds = 3) {
  if (chosen === "person" || chosen === "link") return null;
  if (chosen === "arena") return { clock: "arena" };
  if (chosen === "full") return { seconds };
  // A grade varies its moves with the seed, so that no two games are the same.
  return { grade: Number(chosen), seed: Math.floor(Math.random() * 2 ** 32) };
}
