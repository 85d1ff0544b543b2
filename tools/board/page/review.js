// Game reviews, and the graph of the values over a game.

import * as api from "./api.js";
import { drawChart } from "./chart.js";
import { Unreachable } from "./connection.js";
import { byId, el, on, percent, shortened, notify, attempt, write } from "./dom.js";
import { called, markOf } from "./moves.js";
import { session } from "./session.js";
import { decimal, language, t } from "./texts.js";
import { views } from "./views.js";

/** @import { ReviewedMove } from "./types" */
/** @import { Game, Node } from "./game.js" */

/** @typedef {{ game: Game, stop: AbortController }} Run */

/** The running review. @type {Run | null} */
let running = null;
/** The values that a running review has reported, by ply. @type {Map<number, number>} */
const reported = new Map();
/** The evaluations per position of a first pass, whose review the one with more evaluations replaces. */
const QUICK = 64;

/** Ends a review; without effect if another one runs by now. @param {Run} one */
function end(one) {
  if (one !== running) return;
  one.stop.abort();
  running = null;
  reported.clear();
  byId("review-progress", HTMLProgressElement).hidden = true;
  graph();
  summary();
}

/** Starts a review of the current game. */
async function run() {
  const { game } = session;
  if (!game.root.children.length) return notify(t("Cannot review: the game has no moves yet."));
  const mine = (running = { game, stop: new AbortController() });
  const progress = byId("review-progress", HTMLProgressElement);
  progress.hidden = false;
  progress.removeAttribute("value");
  summary();
  try {
    const nodes = Number(byId("review-nodes", HTMLSelectElement).value);
    const passes = nodes > QUICK && !game.review ? [QUICK, nodes] : [nodes];
    const { variations, comments, comment, marks, review: old, ...record } = game.record();
    for (const pass of passes) {
      const started = performance.now();
      for await (const update of api.review(record, pass, mine.stop.signal)) {
        if (mine !== running) return;
        if (update.done) {
          game.accept(update.review);
          session.emit("tree");
          if (pass === passes[0]) showResult();
        } else {
          Object.assign(progress, { max: update.of, value: update.evals });
          for (const [ply, value] of update.values) reported.set(ply, value);
          showProgress(pass < nodes ? t("Quick pass") : t("Review"), update, (performance.now() - started) / 1000);
          graph();
        }
      }
    }
    progressText(t`Reviewed with ${nodes.toLocaleString(language)} evaluations per position.`);
  } catch (error) {
    if (mine === running) progressText("");
    throw error instanceof Unreachable ? new Error(t("The review was aborted: the connection was lost. Start it again.")) : error;
  } finally {
    end(mine);
  }
}

const progressText = (/** @type {string} */ words) => write(byId("review-text", HTMLElement), words);

/** @param {string} name @param {{ evals: number, of: number }} done @param {number} seconds since the start */
function showProgress(name, { evals, of }, seconds) {
  const left = (seconds * (of - evals)) / evals;
  const time = left < 90 ? `${Math.ceil(left)} s` : t`${Math.round(left / 60)} min`;
  progressText(`${name}: ${percent(evals / of)}${evals && seconds > 1 ? t`, about ${time} left` : ""}`);
}

/** Starts a review of the current game, unless it has one or one is running, and scrolls to the result. */
export async function review() {
  if (running) return;
  if (!session.game.review) await run();
  if (session.game.review) byId("mistakes-start", HTMLElement).scrollIntoView({ block: "nearest" });
}

/** Scrolls to the result if the button above it is still visible. */
function showResult() {
  const { top, bottom } = byId("review", HTMLElement).getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) byId("mistakes-start", HTMLElement).scrollIntoView({ block: "nearest" });
}

/** The available values at the start of a line and after each move. @param {Node[]} line */
function values(line) {
  // A review covers the main line.
  const latest = line.at(-1) === session.game.main().at(-1) ? reported : new Map();
  const start = line[0]?.reviewed?.before ?? session.game.root.report?.value;
  return [{ ply: 0, value: () => start ?? null }, ...line].flatMap((node) => {
    const y = latest.get(node.ply) ?? node.value();
    return y === null ? [] : [{ x: node.ply, y }];
  });
}

/** The values that the bots reported, one series per bot. */
function own() {
  const values = session.details?.values ?? [];
  return ["first", "second"].map((kind, seat) => ({
    kind: `own ${kind} dots`,
    dots: values.flatMap((y, index) => (y !== null && index % 2 === seat ? [{ x: index + 1, y }] : [])),
  }));
}

const WORDS = { blunder: t("Blunder"), mistake: t("Mistake") };

export function graph() {
  const { node, game } = session;
  // The line through the current node, which may be a variation.
  const line = [...node.path(), ...node.rest()];
  const dots = values(line);
  const bots = own().filter(({ dots }) => dots.length);
  const shown = dots.length > 1 || bots.length > 0;
  // During play, the space of the graph does not depend on the values.
  const inPlay = views.current === "play" && document.body.classList.contains("with-graph");
  byId("graph-part", HTMLElement).hidden = !inPlay && (!shown || !["analyse", "games"].includes(views.current));
  if (!shown && !inPlay) return;
  const marks = line.flatMap((node) => {
    const { reviewed } = node;
    if (!reviewed?.mark) return [];
    const words = t`${WORDS[reviewed.mark]}: ${node.ply}. ${node.move} loses ${percent(reviewed.loss)}`;
    return [{ x: node.ply, y: reviewed.after, kind: `${reviewed.mark} ${reviewed.side}`, words }];
  });
  drawChart(byId("graph", SVGSVGElement), {
    name: t`Vertical's winning chances by ply; ${marks.length} mistakes and blunders`,
    series: [{ kind: "value", dots }, ...bots],
    marks,
    at: node.ply,
    x: [0, Math.max(line.length, 1)],
    y: [0, 1],
    lines: [0, 0.5, 1],
    unit: (y) => String(y * 100),
    describe: (x) => {
      const dot = dots.find((dot) => dot.x === x);
      return `${x ? `${x}. ${line[x - 1]?.move ?? ""}` : t("start")} ${dot ? percent(dot.y) : ""}`;
    },
    click: (x) => attempt(() => session.go(line[x - 1] ?? game.root)),
  });
}

/** Shows the summary per player and the review of the current move. */
function summary() {
  const { game, node } = session;
  const { review } = game;
  byId("review", HTMLButtonElement).textContent = running ? t("Stop the review") : review ? t("Review again") : t("Review the game");
  byId("review-part", HTMLElement).hidden = !review;
  byId("review-here", HTMLElement).replaceChildren(...(review ? verdict(node.reviewed, markOf(node)) : []));
  if (!review) return;
  const counts = review.players.map(({ name, loss, moves, mistakes, blunders }) =>
    el("tr", {}, el("th", { scope: "row" }, el("bdi", {}, shortened(name))), el("td", {}, String(moves)), el("td", {}, `${decimal(loss * 100)} %`),
      el("td", { class: "fair" }, String(mistakes)), el("td", { class: "bad" }, String(blunders))));
  byId("review-players", HTMLElement).replaceChildren(...counts);
}

/** @param {ReviewedMove | null} reviewed @param {ReturnType<typeof markOf>} mark */
function verdict(reviewed, mark) {
  if (!reviewed) return [];
  const { turn, before, after, loss, best, line } = reviewed;
  const rather = best && loss >= 0.005 ? t` Best: ${line.slice(0, 5).join(" ") || best}.` : "";
  return [el("strong", {}, t`${turn} is ${called(mark || "good")}.`),
    t` Vertical ${percent(before)} → ${percent(after)}${loss >= 0.005 ? t`, the mover loses ${percent(loss)}` : ""}.${rather}`];
}

/** Moves to the next or previous mistake or blunder. @param {1 | -1} way */
export function nextMark(way) {
  const line = session.game.main().filter(({ reviewed }) => reviewed?.mark);
  const { ply } = session.node;
  const found = way > 0 ? line.find((node) => node.ply > ply) : line.findLast((node) => node.ply < ply);
  if (found) attempt(() => session.go(found));
  else notify(t("No more mistakes or blunders in this direction."));
}

export function start() {
  on("review", () => attempt(async () => {
    if (!running) return run();
    progressText(running.game.review ? t("Stopped. The results so far are kept.") : t("Stopped."));
    end(running);
  }));
  session.listen("game", () => {
    progressText("");
    // A new game ends the review of the one before it.
    if (running && running.game !== session.game) end(running);
  });
  views.addEventListener("open", graph);
  for (const what of /** @type {const} */ (["game", "tree", "position"])) {
    session.listen(what, () => {
      graph();
      summary();
    });
  }
}
