// Marks on the board, in the notation of records: `arrow D6 F7`, `red circle E8`, `label G9 A`.

import { t } from "./texts.js";

/** @import { Hole } from "./types" */

/** @typedef {"green" | "red" | "blue"} Colour */
/** @typedef {"circle" | "triangle" | "square" | "cross"} Shape */
/**
 * A mark. Only an arrow has two different holes, and only a label has a text and no colour.
 *
 * @typedef {{ kind: Shape | "arrow" | "label", from: Hole, to: Hole, colour: Colour, text: string }} Mark
 */

const PATTERN = /^(?:(red|blue|green) )?(?:(arrow) ([A-X]\d+) ([A-X]\d+)|(circle|triangle|square|cross) ([A-X]\d+)|(label) ([A-X]\d+) (.+))$/;

/** @param {string} text @returns {Mark | null} */
export function parse(text) {
  const [, colour = "green", arrow, from, to, shape, hole, label, at, words = ""] = PATTERN.exec(text) ?? [];
  const kind = arrow ?? shape ?? label;
  if (!kind) return null;
  const start = from ?? hole ?? at;
  return /** @type {Mark} */ ({ kind, from: start, to: to ?? start, colour, text: words });
}

/** @param {Mark} mark */
export function written({ kind, from, to, colour, text }) {
  if (kind === "label") return `label ${from} ${text}`;
  return `${colour === "green" ? "" : `${colour} `}${kind} ${from}${kind === "arrow" ? ` ${to}` : ""}`;
}

/** The mark in words. @param {Mark} mark */
export function described({ kind, from, to, colour, text }) {
  if (kind === "label") return t`letter ${text} on ${from}`;
  return t`${t(colour)} ${t(kind)} ${kind === "arrow" ? t`${from} to ${to}` : t`on ${from}`}`;
}

/** The place of a mark: a position has one arrow between two holes, one shape per hole, and one label per hole. @param {Mark} mark */
const place = ({ kind, from, to }) => `${["arrow", "label"].includes(kind) ? kind : "shape"} ${from} ${to}`;

/**
 * Returns the marks with a mark added, or removed if it was there. It replaces another mark at the same place.
 *
 * @param {string[]} marks
 * @param {Mark} mark
 */
export function toggled(marks, mark) {
  const text = written(mark);
  const others = marks.filter((other) => {
    const parsed = parse(other);
    return !parsed || place(parsed) !== place(mark);
  });
  // A second label on a hole removes the first one, whatever its text.
  const removes = marks.includes(text) || (mark.kind === "label" && others.length < marks.length);
  return removes ? others : [...others, text];
}

/** The first letter that no label has. @param {string[]} marks */
export function freeLetter(marks) {
  const used = new Set(marks.map((mark) => parse(mark)?.text));
  return Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ").find((letter) => !used.has(letter)) ?? "Z";
}
