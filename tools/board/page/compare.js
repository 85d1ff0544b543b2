// Comparison of two evaluations of the current position: the analysis, and a grade, a short search or the network
// without search.

import * as api from "./api.js";
import { byId, count, el, fill, on, attempt, write } from "./dom.js";
import { lineOf, moveName } from "./game.js";
import { chance } from "./layers.js";
import * as legend from "./legend.js";
import * as lines from "./lines.js";
import { grades, short } from "./opponents.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Node } from "./game.js" */
/** @import { About, Candidate, Report, ThinkRequest } from "./types" */

/** The time of the second search at full strength; a grade has its own node budget. */
const SECONDS = 5;
const RANKS = [t("Best"), t("2nd"), t("3rd"), t("4th")];

/** The web worker of the second search; the analysis has the first one. */
const WORKER = 1;

/** @typedef {{ candidates: Candidate[], visits: number | null, isDone: boolean }} Result */

/** The results of the second search, by node and by its strength. @type {WeakMap<Node, Map<string, Result>>} */
const results = new WeakMap();
/** @type {AbortController | null} */
let search = null;
/** Restores the overlay after a line. */
let restore = () => {};
/** @type {{ button: HTMLButtonElement, text: HTMLElement, candidate: Candidate | null }[][]} by rank and column */
const cells = [];

const select = () => byId("compare-with", HTMLSelectElement);

/** @param {Node} node @param {string} kind @param {Result} result */
function keep(node, kind, result) {
  const kept = results.get(node) ?? new Map();
  results.set(node, kept.set(kind, result));
}

/** Evaluates the current position with the second search, unless its result is known. */
async function run() {
  search?.abort();
  search = null;
  update();
  const [kind, { node, view, game }] = [select().value, session];
  if (!kind || views.current !== "analyse" || isPaused || !view?.to_move || results.get(node)?.get(kind)?.isDone) return;
  const mine = (search = new AbortController());
  const line = game.line(node);
  if (kind === "network") {
    const { holes = [] } = await api.overlay(line, "network", mine.signal);
    const sorted = holes.toSorted(([, a], [, b]) => b - a).slice(0, RANKS.length);
    const candidates = sorted.map(([move, prior]) => ({ move, visits: 0, share: 0, value: null, prior, proof: null, line: [move] }));
    keep(node, kind, { candidates, visits: null, isDone: true });
    return update();
  }
  /** @type {ThinkRequest} */
  const how = kind === "full" ? { analysis: true, seconds: SECONDS } : { grade: Number(kind) };
  for await (const { candidates, visits, done } of api.think(line, how, mine.signal, WORKER)) {
    if (search !== mine) return;
    keep(node, kind, { candidates, visits, isDone: done });
    update();
  }
}

let isPaused = false;

/** Pauses the comparison during an exercise. @param {boolean} paused */
export function pause(paused) {
  isPaused = paused;
  attempt(run);
}

/** @param {number} rank @param {number} column */
function cell(rank, column) {
  const button = el("button", { type: "button" });
  const text = el("span");
  const cell = { button, text, candidate: /** @type {Candidate | null} */ (null) };
  const preview = () => {
    if (!cell.candidate) return;
    lines.show(lineOf(cell.candidate));
    legend.update();
  };
  for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, preview);
  for (const kind of ["pointerleave", "blur"]) button.addEventListener(kind, () => restore());
  button.addEventListener("click", () => {
    const { candidate } = cell;
    if (candidate) attempt(() => session.play(candidate.move));
  });
  (cells[rank] ??= [])[column] = cell;
  return el("td", {}, button, " ", text);
}

/** @param {Candidate} candidate */
function facts(candidate) {
  const side = session.view?.to_move;
  if (!side) return "";
  const known = chance(candidate, side);
  if (!known) return t`${Math.round(candidate.prior * 100)}\u00a0% likely`;
  return candidate.proof ? known : `${known}\u00a0%`;
}

/** The difference of the two choices in a sentence. @param {(Result | null)[]} found @param {string[]} names */
function verdict([first, second], [a, b]) {
  const [one, other] = [first?.candidates[0], second?.candidates[0]];
  if (!one) return t("Start the analysis to compare it.");
  if (!other) return "";
  if (one.move === other.move) return t`Both choose ${moveName(one.move)}.`;
  const also = first?.candidates.find(({ move }) => move === other.move);
  const more = also && also.value !== null ? t` ${a} gives ${moveName(other.move)} ${facts(also)}.` : "";
  return t`${a} chooses ${moveName(one.move)}, ${b} ${moveName(other.move)}.${more}`;
}

/** Shows the two results side by side. */
export function update() {
  const kind = select().value;
  byId("compare-part", HTMLElement).hidden = !kind || isPaused;
  if (!kind) return;
  const { node } = session;
  /** @param {Report | null} report @returns {Result | null} */
  const analysed = (report) => report && { candidates: report.candidates, visits: report.visits, isDone: report.done };
  const found = [analysed(node.report), results.get(node)?.get(kind) ?? null];
  const names = [t("Analysis"), short(select().selectedOptions[0].textContent ?? "")];
  names.forEach((name, column) => write(byId(`compare-name-${column}`, HTMLElement), name));
  cells.forEach((row, rank) => row.forEach((cell, column) => {
    const candidate = found[column]?.candidates[rank] ?? null;
    cell.candidate = candidate;
    cell.button.hidden = !candidate;
    write(cell.button, candidate ? moveName(candidate.move) : "");
    write(cell.text, candidate ? facts(candidate) : "");
  }));
  found.forEach((result, column) => {
    const line = result?.candidates[0]?.line ?? [];
    write(byId(`compare-line-${column}`, HTMLElement), line.slice(1, 6).join(" ") || "–");
    write(byId(`compare-visits-${column}`, HTMLElement), result?.visits ? count.format(result.visits) : "–");
  });
  write(byId("compare-text", HTMLElement), session.view?.to_move ? verdict(found, names) : "");
}

/** @param {About} about @param {() => void} overlay restores the overlay */
export function start(about, overlay) {
  restore = overlay;
  fill(select(), [["", t("Nothing")], ["network", t("Network without search")],
    ...grades(about), ["full", t("Full strength")]], "");
  const rows = RANKS.map((rank, index) => el("tr", {}, el("th", { scope: "row" }, rank), cell(index, 0), cell(index, 1)));
  byId("compare-rows", HTMLElement).prepend(...rows);
  on("compare-with", () => attempt(run), "change");
  session.listen("position", () => attempt(run));
  views.addEventListener("open", () => attempt(run));
}
