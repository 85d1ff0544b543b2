// The legend: what each mark that is now on the board means.

import { peg } from "./board.js";
import { layers } from "./controller.js";
import { byId, el, svg } from "./dom.js";
import * as lines from "./lines.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Report } from "./types" */

/** @typedef {{ name: string, icon: () => SVGElement[], words: string }} Entry */

/** What the board shows in the analysis. @type {{ overlay: string, report: Report | null }} */
let state = { overlay: "none", report: null };
let shown = "";

const disc = (/** @type {string} */ kind, /** @type {string} */ marks, r = 12) => () =>
  [svg("g", { class: `heat ${kind}` }, svg("circle", { r, class: marks, "fill-opacity": marks === "lost" ? null : 0.75 }))];

/** @type {Entry[]} */
const VISITS = [
  { name: "disc", icon: disc("visits", ""), words: t("Visits: the larger the disc, the more of the search went to the move. The number is the chances of the side to move in percent.") },
  { name: "won", icon: disc("visits", "won"), words: t("Proven win: W and the number of plies.") },
  { name: "lost", icon: disc("visits", "lost"), words: t("Proven loss: L and the number of plies.") },
];

/** @type {{ [overlay: string]: Entry[] }} */
const OVERLAYS = {
  network: [{ name: "network", icon: disc("network", ""), words: t("Network without search: the larger the disc, the likelier the move, in percent.") }],
  distances: [{ name: "distances", icon: () => [number("vertical", -8), number("horizontal", 9)], words: t("Pegs that vertical (above) and horizontal (below) need for a chain through the hole. Bold: as few as anywhere.") }],
  shades: [{ name: "shades", icon: () => [shade("vertical", 1), shade("horizontal", 0)], words: t("Chains of vertical (upper half) and horizontal (lower half): the stronger the colour, the fewer pegs a chain through the hole needs. Point at a hole, or move the cursor there, for the numbers.") }],
  book: [
    { name: "book", icon: disc("visits", ""), words: t("Opening book: the number is the value for the side to move in percent; for first pegs, without a swap.") },
    { name: "answered", icon: disc("visits", "", 8), words: t("Move that the book answers.") },
    { name: "book-best", icon: disc("visits", "best"), words: t("The book's move.") },
  ],
  none: [],
};

const number = (/** @type {string} */ side, /** @type {number} */ y) => svg("text", { class: `distance short ${side}`, y, dy: "0.35em" }, "4");
const shade = (/** @type {string} */ side, /** @type {number} */ sweep) =>
  svg("path", { class: `shade ${side}`, d: `M-15 0A15 15 0 0 ${sweep} 15 0Z`, "fill-opacity": sweep ? 0.9 : 0.5 });

/** Why the engine prefers the first candidate. @param {Pick<Report, "candidates" | "is_book">} report */
export function reason({ candidates, is_book }) {
  const [first, ...others] = candidates;
  const name = (/** @type {string} */ move) => (move === "SWAP" ? t("the swap") : move);
  const start = t`Best move: ${name(first.move)}`;
  if (is_book) return t`${start}, the engine's prepared opening move.`;
  const most = others.reduce((most, other) => (other.visits > most.visits ? other : most), first);
  return most === first
    ? t`${start}, which also has the most visits.`
    : t`${start}. ${name(most.move)} has more visits, but a lower or less certain value.`;
}

/** The ring, which need not be on the largest disc. @param {Report} report @returns {Entry} */
const best = (report) => ({ name: "best", icon: disc("visits", "best"), words: reason(report) });

/** @returns {Entry[]} */
function overlayEntries() {
  const { overlay, report } = state;
  if (views.current !== "analyse") return [];
  if (lines.isShown()) {
    const numbered = () => [peg("vertical"), svg("text", { class: "number vertical", dy: "0.35em" }, "1")];
    return [{ name: "line", icon: numbered, words: t("Expected line: its moves in order, and the links that they make.") }];
  }
  if (overlay !== "visits") return OVERLAYS[overlay === "distances" && layers.isLarge ? "shades" : overlay] ?? [];
  if (!report?.candidates.length) return [];
  const proofs = new Set(report.candidates.map(({ proof }) => proof && (proof === session.view?.to_move ? "won" : "lost")));
  return [...VISITS.filter(({ name }) => name === "disc" || proofs.has(/** @type {"won" | "lost"} */ (name))), best(report)];
}

/** @returns {Entry[]} */
function entries() {
  const { view, node } = session;
  const entries = [...overlayEntries()];
  if (view?.last.length) {
    const last = () => [svg("g", { class: "last" }, svg("circle", { class: "halo", r: 18 }), peg("vertical"))];
    entries.push({ name: "last", icon: last, words: t("Last peg.") });
  }
  if (view?.chain.length) {
    const glow = () => [svg("g", { class: "glow" }, svg("line", { class: "vertical", x1: -12, y1: 8, x2: 12, y2: -8 }))];
    entries.push({ name: "chain", icon: glow, words: t("Winning chain.") });
  }
  if (node.marks.length) {
    const circle = () => [svg("g", { class: "drawn" }, svg("circle", { class: "shape green", r: 15 }))];
    entries.push({ name: "drawn", icon: circle, words: t("Your arrows, shapes and letters for this position. They are saved with the game.") });
  }
  return entries;
}

/** Updates the legend; without a parameter, for the same overlay. @param {typeof state} [now] */
export function update(now = state) {
  state = now;
  const part = byId("legend-part", HTMLDetailsElement);
  // A closed legend is not rendered.
  const wanted = part.open ? entries() : [];
  const key = wanted.map(({ name, words }) => `${name} ${words}`).join("\n");
  if (key === shown) return;
  shown = key;
  byId("legend", HTMLElement).replaceChildren(...wanted.map(({ icon, words }) =>
    el("li", {}, svg("svg", { class: "legend-icon", viewBox: "-22 -22 44 44", "aria-hidden": "true" }, ...icon()), words)));
  byId("legend-none", HTMLElement).hidden = wanted.length > 0;
}

export function start() {
  byId("legend-part", HTMLDetailsElement).addEventListener("toggle", () => update());
  for (const what of /** @type {const} */ (["position", "tree", "game"])) session.listen(what, () => update());
  views.addEventListener("open", () => update());
}
