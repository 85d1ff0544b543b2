// Analysis: searches the current position until the position changes or the user stops the analysis. Each node of the
// game's tree keeps its last report.

import * as api from "./api.js";
import { connection, Unreachable } from "./connection.js";
import { byId, el, fill, on, percent, attempt } from "./dom.js";
import { chance } from "./layers.js";
import { session } from "./session.js";
import { layers, handlers } from "./table.js";
import { views } from "./views.js";

/** @import { About, Candidate, Hole, Report, Side } from "./types" */

/** @type {AbortController | null} */
let search = null;
/** Whether analysis is on: each new position starts a search. */
let wanted = false;
let overlay = "visits";
/** @type {AbortController | null} */
let overlayRequest = null;
/** @type {string[] | null} the line shown as numbered pegs */
let line = null;

const LISTED = 8;

const count = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

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
    for await (const report of api.think(session.game.line(node), { level: level(), endless: true }, mine.signal)) {
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

const level = () => byId("analyse-level", HTMLSelectElement).value || undefined;

export function toggle() {
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

function showState() {
  const button = byId("analyse-toggle", HTMLButtonElement);
  button.textContent = wanted ? "Stop" : "Analyse";
  button.classList.toggle("primary", !wanted);
  button.setAttribute("aria-pressed", String(wanted));
  byId("analyse-dot", HTMLElement).hidden = !search;
}

/** @param {Report} report @param {Side} side */
function show(report, side) {
  if (overlay === "visits" && !line) layers.visits(report, side);
  const threads = report.threads > 1 ? ` · ${report.threads} threads` : "";
  const speed = report.seconds > 0 ? ` · ${count.format(report.visits / report.seconds)}/s` : "";
  byId("analyse-text", HTMLElement).textContent =
    `${count.format(report.visits)} visits${speed} · ${report.seconds.toFixed(1)} s${threads}`;
  bar(report);
  list(report, side);
}

/** Updates the bar of winning chances. @param {Pick<Report, "value" | "proof"> | null} report */
function bar(report) {
  const value = report?.proof ? Number(report.proof.winner === "vertical") : (report?.value ?? null);
  const outcome = session.view?.outcome?.winner;
  const share = outcome ? Number(outcome === "vertical") : value;
  const meter = byId("bar", HTMLElement);
  meter.style.setProperty("--share", String((share ?? 0.5) * 100));
  meter.classList.toggle("unknown", share === null);
  const proof = report?.proof;
  const plies = proof?.plies ? ` in ${proof.plies}` : "";
  const words = proof ? `${proof.winner} wins${plies}` : share === null ? "not evaluated" : `vertical ${percent(share)}`;
  meter.setAttribute("aria-valuenow", String(Math.round((share ?? 0.5) * 100)));
  meter.setAttribute("aria-valuetext", words);
  byId("bar-text", HTMLElement).textContent = proof ? `W${proof.plies ?? ""}` : share === null ? "" : String(Math.round(share * 100));
  byId("value-text", HTMLElement).textContent = proof
    ? `Proven: ${words}${plies ? " or more plies" : ""}`
    : share === null ? "" : `Vertical ${percent(share)} · horizontal ${percent(1 - share)}`;
}

/** @type {HTMLTableRowElement[]} reused, since reports arrive several times per second */
const rows = [];

/** Lists the best candidates with the mover's winning chances. @param {Pick<Report, "candidates">} report @param {Side} side */
function list({ candidates }, side) {
  byId("candidates-side", HTMLElement).textContent = `% ${side}`;
  while (rows.length < LISTED) {
    const row = el("tr", { hidden: true }, el("td", {}, el("button", { type: "button" })), el("td"), el("td"), el("td", { class: "line" }));
    const shown = () => /** @type {Candidate | undefined} */ (session.node.report?.candidates[rows.indexOf(row)]);
    const hover = () => shown() && session.view?.to_move && preview(fullLine(shown()), session.view.to_move);
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
    write(button, candidate.move === "SWAP" ? "swap" : candidate.move);
    write(value, chance(candidate, side));
    write(visits, count.format(candidate.visits));
    write(expected, fullLine(candidate).slice(1, 8).join(" "));
    row.classList.toggle("proven", Boolean(candidate.proof));
  });
}

/** @param {Element} element @param {string} words */
function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** @param {Candidate | undefined} candidate */
const fullLine = (candidate) => (candidate ? (candidate.line.length ? candidate.line : [candidate.move]) : []);

/** Replaces the overlay with a line of numbered pegs; null restores the overlay. @param {string[] | null} moves @param {Side} [side] */
function preview(moves, side) {
  line = moves;
  if (moves) {
    layers.clear();
    layers.line(moves, side);
  } else refresh();
}

/** Shows the line of the candidate at the pointer's hole. @param {Hole | null} hole */
function pointed(hole) {
  const { view, node } = session;
  if (overlay !== "visits" || !view?.to_move) return;
  const candidate = hole && node.report?.candidates.slice(0, LISTED).find(({ move }) => move === hole);
  if (candidate && candidate.line.length > 1) preview(candidate.line, view.to_move);
  else if (line) preview(null);
}

/** Shows the current position's value, candidates and overlay. */
function refresh() {
  overlayRequest?.abort();
  const { node, view } = session;
  line = null;
  layers.clear();
  if (!view || views.current !== "analyse") return;
  const value = node.report?.value ?? node.value();
  bar(node.report ?? { value, proof: null });
  if (node.report && view.to_move) show(node.report, view.to_move);
  else list({ candidates: [] }, view.to_move ?? "vertical");
  if (!node.report) byId("analyse-text", HTMLElement).textContent = view.to_move ? "" : "The game is over.";
  if (overlay !== "distances" && overlay !== "network") return;
  const mine = (overlayRequest = new AbortController());
  const kind = overlay;
  attempt(async () => {
    const values = await api.overlay(session.game.line(node), kind, mine.signal);
    if (mine.signal.aborted) return;
    layers[kind](values);
    if (kind === "distances") {
      const total = (/** @type {Side} */ side) => values[side]?.total ?? "unreachable";
      byId("analyse-text", HTMLElement).textContent = `Missing pegs: vertical ${total("vertical")}, horizontal ${total("horizontal")}`;
    } else byId("analyse-text", HTMLElement).textContent = `Network evaluation without search: vertical ${percent(values.value ?? 0.5)}`;
  });
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
  if (move && views.current === "analyse") attempt(() => session.play(move));
}

/** @param {About} about */
export function start(about) {
  const full = about.levels.at(-1)?.name ?? "full";
  const levels = about.levels.filter(({ name }) => !name.startsWith("grade"));
  fill(byId("analyse-level", HTMLSelectElement), levels.map(({ name }) => [name, name === "full" ? "Full strength" : `Level ${name}`]), full);
  on("analyse-toggle", toggle);
  on("analyse-level", () => attempt(think), "change");
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
      Object.assign(handlers, { play: (/** @type {string} */ turn) => session.play(turn), mayMove: () => true, pointed, turned: refresh });
      refresh();
    },
    leave() {
      stop();
      layers.clear();
      Object.assign(handlers, { pointed: () => {}, turned: () => {} });
      bar(null);
    },
  });
}

