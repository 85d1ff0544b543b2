// Analyse: the engine thinks of the position that one looks at, for as long as one looks. What it told
// last stays with the position.

import * as api from "./api.js";
import { connection, Unreachable } from "./connection.js";
import { byId, el, fill, on, percent, trying } from "./dom.js";
import { chance } from "./layers.js";
import { session } from "./session.js";
import { layers, manners } from "./table.js";
import { views } from "./views.js";

/** @import { About, Candidate, Hole, Report, Side } from "./types" */

/** @type {AbortController | null} */
let search = null;
/** Whether the engine should think, wherever one goes. */
let wanted = false;
let overlay = "visits";
/** @type {AbortController | null} */
let asked = null;
/** @type {string[] | null} the line that is shown as numbered pegs */
let line = null;

/** How many of the candidates are listed. */
const LISTED = 8;

const count = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Thinks of the position until it is left. */
async function think() {
  search?.abort();
  search = null;
  const { node, view } = session;
  // Only the position decides: that of a resigned game can be analysed.
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
    // A search that the lost connection ended is restarted with the next one.
    if (search === mine && !(error instanceof Unreachable)) wanted = false;
    throw error;
  } finally {
    mine.abort();
    // Another search may have taken over.
    if (search === mine) {
      search = null;
      showState();
      session.tell("tree");
    }
  }
}

const level = () => byId("analyse-level", HTMLSelectElement).value || undefined;

export function toggle() {
  wanted = !wanted;
  if (wanted) trying(think);
  else stop();
}

/** Ends the search; what it told stays. */
function stop() {
  wanted = false;
  search?.abort();
  search = null;
  showState();
  session.tell("tree");
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
  const speed = report.seconds > 0 ? ` · ${count.format(report.visits / report.seconds)}/s` : "";
  byId("analyse-told", HTMLElement).textContent =
    `${count.format(report.visits)} visits${speed} · ${report.seconds.toFixed(1)} s`;
  bar(report);
  list(report, side);
}

/** The chances of both sides. @param {Pick<Report, "value" | "proof"> | null} report */
function bar(report) {
  const value = report?.proof ? Number(report.proof.winner === "vertical") : (report?.value ?? null);
  const outcome = session.view?.outcome?.winner;
  const share = outcome ? Number(outcome === "vertical") : value;
  const meter = byId("bar", HTMLElement);
  meter.style.setProperty("--share", String((share ?? 0.5) * 100));
  meter.classList.toggle("unknown", share === null);
  const proof = report?.proof;
  const plies = proof?.plies ? ` in ${proof.plies}` : "";
  const words = proof ? `${proof.winner} wins${plies}` : share === null ? "no value yet" : `vertical ${percent(share)}`;
  meter.setAttribute("aria-valuenow", String(Math.round((share ?? 0.5) * 100)));
  meter.setAttribute("aria-valuetext", words);
  byId("bar-told", HTMLElement).textContent = proof ? `W${proof.plies ?? ""}` : share === null ? "" : String(Math.round(share * 100));
  byId("value-told", HTMLElement).textContent = proof
    ? `Proven: ${words}${plies ? " plies or more" : ""}`
    : share === null ? "" : `Vertical ${percent(share)} · horizontal ${percent(1 - share)}`;
}

/** @type {HTMLTableRowElement[]} made once, as reports come several times a second */
const rows = [];

/** The best candidates, with the chances of the side to move. @param {Pick<Report, "candidates">} report @param {Side} side */
function list({ candidates }, side) {
  byId("candidates-side", HTMLElement).textContent = `% ${side}`;
  while (rows.length < LISTED) {
    const row = el("tr", { hidden: true }, el("td", {}, el("button", { type: "button" })), el("td"), el("td"), el("td", { class: "line" }));
    const shown = () => /** @type {Candidate | undefined} */ (session.node.report?.candidates[rows.indexOf(row)]);
    const hover = () => shown() && session.view?.to_move && preview(whole(shown()), session.view.to_move);
    row.addEventListener("pointerenter", hover);
    row.addEventListener("focusin", hover);
    row.addEventListener("pointerleave", () => preview(null));
    row.addEventListener("focusout", () => preview(null));
    row.addEventListener("click", () => {
      const candidate = shown();
      if (candidate) trying(() => session.play(candidate.move));
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
    write(expected, whole(candidate).slice(1, 8).join(" "));
    row.classList.toggle("proven", Boolean(candidate.proof));
  });
}

/** @param {Element} element @param {string} words */
function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/** @param {Candidate | undefined} candidate */
const whole = (candidate) => (candidate ? (candidate.line.length ? candidate.line : [candidate.move]) : []);

/** Shows a line as numbered pegs instead of what lies over the board. @param {string[] | null} moves @param {Side} [side] */
function preview(moves, side) {
  line = moves;
  if (moves) {
    layers.clear();
    layers.line(moves, side);
  } else refresh();
}

/** A hole that the pointer is at: its candidate's line. @param {Hole | null} hole */
function pointed(hole) {
  const { view, node } = session;
  if (overlay !== "visits" || !view?.to_move) return;
  const candidate = hole && node.report?.candidates.slice(0, LISTED).find(({ move }) => move === hole);
  if (candidate && candidate.line.length > 1) preview(candidate.line, view.to_move);
  else if (line) preview(null);
}

/** Shows what lies over the position that is looked at. */
function refresh() {
  asked?.abort();
  const { node, view } = session;
  line = null;
  layers.clear();
  if (!view || views.current !== "analyse") return;
  const value = node.report?.value ?? node.value();
  bar(node.report ?? { value, proof: null });
  if (node.report && view.to_move) show(node.report, view.to_move);
  else list({ candidates: [] }, view.to_move ?? "vertical");
  if (!node.report) byId("analyse-told", HTMLElement).textContent = view.to_move ? "" : "The game is over.";
  if (overlay !== "distances" && overlay !== "network") return;
  const mine = (asked = new AbortController());
  const kind = overlay;
  trying(async () => {
    const told = await api.overlay(session.game.line(node), kind, mine.signal);
    if (mine.signal.aborted) return;
    layers[kind](told);
    if (kind === "distances") {
      const total = (/** @type {Side} */ side) => told[side]?.total ?? "no way left";
      byId("analyse-told", HTMLElement).textContent = `Pegs still needed: vertical ${total("vertical")}, horizontal ${total("horizontal")}`;
    } else byId("analyse-told", HTMLElement).textContent = `The network alone: vertical ${percent(told.value ?? 0.5)}`;
  });
}

/** What lies over the board. @param {string} kind */
export function cover(kind) {
  overlay = kind;
  const input = document.querySelector(`input[name=overlay][value=${kind}]`);
  if (input instanceof HTMLInputElement) input.checked = true;
  refresh();
}

/** Plays the engine's best turn. */
export function best() {
  const move = session.node.report?.candidates[0]?.move;
  if (move && views.current === "analyse") trying(() => session.play(move));
}

/** @param {About} about */
export function start(about) {
  const full = about.levels.at(-1)?.name ?? "full";
  fill(byId("analyse-level", HTMLSelectElement), about.levels.map(({ name, words }) => [name, name === "full" ? "Full strength" : `Level ${name}`]), full);
  on("analyse-toggle", toggle);
  on("analyse-level", () => trying(think), "change");
  for (const input of document.querySelectorAll("input[name=overlay]")) {
    input.addEventListener("change", () => cover(/** @type {HTMLInputElement} */ (input).value));
  }
  const moved = () => {
    if (views.current !== "analyse") return;
    refresh();
    if (wanted) trying(think);
  };
  session.hear("position", moved);
  connection.addEventListener("change", () => {
    if (!connection.isLost && wanted && !search) trying(think);
  });
  views.add("analyse", {
    enter() {
      Object.assign(manners, { play: (/** @type {string} */ turn) => session.play(turn), mayMove: () => true, pointed, turned: refresh });
      refresh();
    },
    leave() {
      stop();
      layers.clear();
      Object.assign(manners, { pointed: () => {}, turned: () => {} });
      bar(null);
    },
  });
}

