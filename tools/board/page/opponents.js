// The opponents of a game: the engine's levels and people.

import { session } from "./session.js";

/** @import { About, ThinkRequest } from "./types" */

/** The engine settings of a player; null for a person. @param {number} player */
export const seat = (player) => session.seats?.[player] ?? null;

/** Whether a level is one of the calibrated grades. @param {string} name */
export const isGrade = (name) => name.startsWith("grade");

/** The grades, which are the levels in the list of opponents. @param {About} about */
const grades = ({ levels }) => levels.filter(({ name }) => isGrade(name));

/** The label of a level. @param {About["levels"][number]} level */
export function label({ name, words }) {
  if (name === "full") return "Full strength";
  return isGrade(name) ? `Grade ${name.slice("grade".length)}: ${words}` : `Level ${name}`;
}

/** Values and labels of the options in the list of opponents. @param {About} about @returns {[string, string][]} */
export function opponents(about) {
  const levels = grades(about).map((level) => /** @type {[string, string]} */ ([level.name, label(level)]));
  return [...levels, ["full", "Engine: full strength"],
    ["arena", "Arena: full strength at the arena's time control, 1 s + 0.3 s"],
    ["person", "Another person: on this screen"]];
}

/** The opponent for a first game. @param {About} about */
export const gentle = (about) => grades(about)[1].name;

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
  if (chosen === "arena") return { level: "full", clock: "arena" };
  if (chosen === "full") return { level: "full", seconds };
  // A grade varies its moves with the seed, so that no two games are the same.
  return isGrade(chosen) ? { level: chosen, seed: Math.floor(Math.random() * 2 ** 32) } : { level: chosen };
}
