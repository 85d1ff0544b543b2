// Names of downloaded files: the players and the date, as in Ann-vs-Ben-2026-11-25.sgf.

/** @import { Game } from "./game.js" */

const MAX_LENGTH = 40;

/**
 * Replaces everything but letters and digits by hyphens, since file systems forbid different characters. Accents are
 * removed, because programs store them in different ways.
 *
 * @param {string} text
 */
function safe(text) {
  const plain = text.normalize("NFKD").replace(/\p{Mark}/gu, "").replace(/[^\p{Letter}\p{Number}]+/gu, "-");
  return Array.from(plain.replace(/^-+/, "")).slice(0, MAX_LENGTH).join("").replace(/-+$/, "");
}

/** A date in local time, as in game files. @param {Date} date */
export const localDate = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/**
 * Returns a file name without extension. The date is the game's or, if it has none, today's.
 *
 * @param {Game} game
 * @param {Date} [today]
 */
export function fileName({ header }, today = new Date()) {
  const [first, second] = [0, 1].map((seat) => safe(header.players?.[seat] ?? ""));
  const players = first || second ? `${first || "first"}-vs-${second || "second"}` : "twixt";
  const date = typeof header.date === "string" ? safe(header.date) : "";
  return `${players}-${date || localDate(today)}`;
}
