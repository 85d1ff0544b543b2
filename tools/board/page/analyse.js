// Analysis: searches the current position until the position changes or the user stops the analysis. Each node of the
// game's tree keeps its last report.

import * as api from "./api.js";
import { connection, Unreachable } from "./connection.js";
import { layers, handlers } from "./controller.js";
import { byId, count, el, loaded, on, percent, notify, attempt, write } from "./dom.js";
import { lineOf, moveName } from "./game.js";
import { chance } from "./layers.js";
import * as legend from "./legend.js";
import * as lines from "./lines.js";
import * as openings from "./openings.js";
import { setRank } from "./primary.js";
import { session } from "./session.js";
import { decimal, t } from "./texts.js";
import { views } from "./views.js";

/** @import { Node } from "./game.js" */
/** @import { About, Candidate, Hole, Report, Side } from "./types" */

/** @type {AbortController | null} */
let search = null;
/** Whether analysis is on: each new position starts a search. */
let wanted = false;
let overlay = "visits";
/** @type {AbortController | null} */
let overlayRequest = null;
/** Whether the evaluation is hidden, as in exercises. */
let isPaused = false;
/** The comparison, which is loaded with this view, since many visits only play. @type {typeof import("./compare.js") | null} */
let compare = null;

const LISTED = 8;

async function think() {
  search?.abort();
  search = null;
  const { node, view } = session;
  // A resigned game has a side to move, so its last position can be analysed.
  if (!wanted || !view?.to_move) return showState();
  const mine = (search = new AbortController());
  const side = view.to_move;
  showState();
  try {
    for await (const report of api.think(session.game.line(node), { analysis: true }, mine.signal)) {
      if (search !== mine) break;
      node.report = report;
      show(report, side);
    }
    if (search === mine) wanted = false;
  } catch (error) {
    // After a lost connection, analysis stays on and restarts on reconnection.
    if (search === mine && !(error instanceof Unreachable)) wanted = false;
    throw error;
  } finally {
    mine.abort();
    // A newer search may have replaced this one.
    if (search === mine) {
      search = null;
      showState();
      session.emit("tree");
    }
  }
}

export function toggle() {
  if (isPaused) return notify(t("The analysis is off during the exercises. Stop them first."));
  wanted = !wanted;
  if (wanted) attempt(think);
  else stop();
}

function stop() {
  wanted = false;
  search?.abort();
  search = null;
  showState();
  session.emit("tree");
}

/** Hides all evaluations, or shows them again. @param {boolean} paused */
export function pause(paused) {
  if (paused) stop();
  isPaused = paused;
  compare?.pause(paused);
  byId("analyse-part", HTMLElement).hidden = paused || views.current !== "analyse";
  refresh();
}

function showState() {
  const button = byId("analyse-toggle", HTMLButtonElement);
  button.textContent = wanted ? t("Stop") : t("Analyse");
  setRank("analyse-toggle", wanted ? null : 1);
  button.setAttribute("aria-pressed", String(wanted));
  byId("analyse-dot", HTMLElement).hidden = !search;
}

/** @param {Report} report @param {Side} side */
function show(report, side) {
  if (overlay === "visits" && !lines.isShown()) layers.visits(report, side);
  legend.update({ overlay, report });
  compare?.update();
  const threads = report.threads > 1 ? t` · ${report.threads} threads` : "";
  const speed = report.seconds > 0 ? ` · ${count.format(report.visits / report.seconds)}/s` : "";
  byId("analyse-text", HTMLElement).textContent =
    t`${count.format(report.visits)} visits${speed} · ${decimal(report.seconds)} s${threads}`;
  bar(report);
  list(report, side);
}

/** Updates the bar of winning chances. @param {Pick<Report, "value" | "proof"> | null} report */
export function bar(report) {
  const value = report?.proof ? Number(report.proof.winner === "vertical") : (report?.value ?? null);
  const outcome = session.view?.outcome?.winner;
  const share = outcome ? Number(outcome === "vertical") : value;
  const meter = byId("bar", HTMLElement);
  meter.style.setProperty("--share", String((share ?? 0.5) * 100));
  meter.classList.toggle("unknown", share === null);
  const proof = report?.proof;
  const plies = proof?.plies ? t` in ${proof.plies}` : "";
  const words = proof ? t`${t(proof.winner)} wins${plies}` : share === null ? t("not evaluated") : t`vertical ${percent(share)}`;
  meter.setAttribute("aria-valuenow", String(Math.round((share ?? 0.5) * 100)));
  meter.setAttribute("aria-valuetext", words);
  byId("bar-text", HTMLElement).textContent = proof ? `W${proof.plies ?? ""}` : share === null ? "" : String(Math.round(share * 100));
  byId("value-text", HTMLElement).textContent = proof
    ? t`Proven: ${words}${plies ? t(" or more plies") : ""}`
    : share === null ? "" : t`Vertical ${percent(share)} · horizontal ${percent(1 - share)}`;
}

/** @type {HTMLTableRowElement[]} reused, since reports arrive several times per second */
const rows = [];

/**
 * Lists the best candidates with the mover's winning chances, and says why the first is preferred to one with more visits.
 * @param {Pick<Report, "candidates" | "is_book">} report
 * @param {Side} side
 */
function list(report, side) {
  const { candidates, is_book } = report;
  const isClear = !is_book && candidates.every(({ visits }) => visits <= candidates[0].visits);
  write(byId("analyse-reason", HTMLElement), isClear ? "" : legend.reason(report));
  byId("candidates-side", HTMLElement).textContent = `% ${t(side)}`;
  while (rows.length < LISTED) {
    const row = el("tr", { hidden: true }, el("td", {}, el("button", { type: "button" })), el("td"), el("td"), el("td", { class: "line" }));
    const shown = () => /** @type {Candidate | undefined} */ (session.node.report?.candidates[rows.indexOf(row)]);
    const hover = () => {
      const candidate = shown();
      if (candidate) preview(lineOf(candidate));
    };
    row.addEventListener("pointerenter", hover);
    row.addEventListener("focusin", hover);
    row.addEventListener("pointerleave", () => preview(null));
    row.addEventListener("focusout", () => preview(null));
    row.addEventListener("click", () => {
      const candidate = shown();
      if (candidate) attempt(() => session.play(candidate.move));
    });
    rows.push(row);
    byId("candidates", HTMLElement).append(row);
  }
  byId("candidates-table", HTMLElement).hidden = !candidates.length;
  rows.forEach((row, index) => {
    const candidate = candidates[index];
    row.hidden = !candidate;
    if (!candidate) return;
    const [move, value, visits, expected] = row.cells;
    const button = /** @type {HTMLElement} */ (move.firstChild);
    write(button, moveName(candidate.move));
    write(value, chance(candidate, side));
    write(visits, count.format(candidate.visits));
    write(expected, lineOf(candidate).slice(1, 8).join(" "));
    row.classList.toggle("proven", Boolean(candidate.proof));
  });
}

/** Replaces the overlay with a line of numbered pegs; null restores the overlay. @param {string[] | null} moves */
function preview(moves) {
  if (!moves) return refresh();
  lines.show(moves);
  legend.update();
}

/** Shows the line of the candidate, or the distances, at the pointer's hole. @param {Hole | null} hole */
function pointed(hole) {
  const { view, node } = session;
  // In an exercise, the board shows a tried move or the solution.
  if (isPaused) return;
  if (overlay === "distances") {
    layers.measure(hole);
    const through = layers.through.get(hole ?? "");
    const words = (/** @type {Side} */ side) => `${t(side)} ${through?.[side] ?? "–"}`;
    if (through) byId("where", HTMLElement).textContent = `${hole}: ${words("vertical")}, ${words("horizontal")}`;
  }
  if (overlay === "book" && view?.to_move) {
    const words = openings.describe(hole, view.to_move);
    if (words) byId("where", HTMLElement).textContent = words;
  }
  if (overlay !== "visits" || !view?.to_move) return;
  const candidate = hole && node.report?.candidates.slice(0, LISTED).find(({ move }) => move === hole);
  if (candidate && candidate.line.length > 1) preview(candidate.line);
  else if (lines.isShown()) preview(null);
}

/** Restores the overlay, or the line of an exercise, after the board was rotated or flipped. */
function turned() {
  const line = lines.current();
  refresh();
  if (isPaused && line) lines.show(line);
}

/** Shows the current position's value, candidates and overlay. */
function refresh() {
  overlayRequest?.abort();
  const { node, view } = session;
  lines.hide();
  layers.clear();
  if (!view || views.current !== "analyse") return;
  legend.update({ overlay: isPaused ? "none" : overlay, report: node.report });
  compare?.update();
  if (isPaused) return bar(null);
  const value = node.report?.value ?? node.value();
  bar(node.report ?? { value, proof: null });
  if (node.report && view.to_move) show(node.report, view.to_move);
  else list({ candidates: [], is_book: false }, view.to_move ?? "vertical");
  if (!node.report) byId("analyse-text", HTMLElement).textContent = view.to_move ? "" : t("The game is over.");
  byId("book-part", HTMLElement).hidden = overlay !== "book";
  if (overlay === "book") attempt(() => showBook(node, view.to_move));
  if (overlay !== "distances" && overlay !== "network") return;
  const mine = (overlayRequest = new AbortController());
  const kind = overlay;
  attempt(async () => {
    const values = await api.overlay(session.game.line(node), kind, mine.signal);
    if (mine.signal.aborted) return;
    if (!lines.isShown()) layers[kind](values);
    if (kind === "distances") {
      const total = (/** @type {Side} */ side) => values[side]?.total ?? t("unreachable");
      byId("analyse-text", HTMLElement).textContent = t`Missing pegs: vertical ${total("vertical")}, horizontal ${total("horizontal")}`;
    } else byId("analyse-text", HTMLElement).textContent = t`Network evaluation without search: vertical ${percent(values.value ?? 0.5)}`;
  });
}

/** Shows the moves of the opening book. @param {Node} node @param {Side | null} side the side to move */
async function showBook(node, side) {
  const book = await openings.entry(node);
  if (session.node !== node || overlay !== "book" || isPaused || views.current !== "analyse") return;
  openings.list(book, side ?? "vertical", refresh);
  if (!lines.isShown()) layers.book(book, side ?? "vertical");
}

/** @param {string} kind */
export function setOverlay(kind) {
  overlay = kind;
  const input = document.querySelector(`input[name=overlay][value=${kind}]`);
  if (input instanceof HTMLInputElement) input.checked = true;
  refresh();
}

export function best() {
  const move = session.node.report?.candidates[0]?.move;
  if (move && views.current === "analyse" && !isPaused) attempt(() => session.play(move));
}

/** @param {About} about */
async function loadCompare(about) {
  if (compare) return;
  const module = await loaded(import("./compare.js"));
  if (compare) return;
  compare = module;
  compare.start(about, refresh);
  compare.pause(isPaused);
}

/** @param {About} about */
export function start(about) {
  on("analyse-toggle", toggle);
  for (const input of document.querySelectorAll("input[name=overlay]")) {
    input.addEventListener("change", () => setOverlay(/** @type {HTMLInputElement} */ (input).value));
  }
  const moved = () => {
    if (views.current !== "analyse") return;
    refresh();
    if (wanted) attempt(think);
  };
  session.listen("position", moved);
  connection.addEventListener("change", () => {
    if (!connection.isLost && wanted && !search) attempt(think);
  });
  views.add("analyse", {
    enter() {
      Object.assign(handlers, { play: (/** @type {string} */ turn) => session.play(turn), mayMove: () => true, pointed, turned });
      attempt(() => loadCompare(about));
      refresh();
    },
    leave() {
      stop();
      overlayRequest?.abort();
      lines.hide();
      layers.clear();
      Object.assign(handlers, { pointed: () => {}, turned: () => {} });
      bar(null);
    },
  });
}

