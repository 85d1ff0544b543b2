// Results of a match: scores, Elo over time, endings, first pegs, and all games. The view can follow a
// running match.

import * as api from "./api.js";
import { drawChart } from "./chart.js";
import { connection, Unreachable } from "./connection.js";
import { layers } from "./controller.js";
import { byId, el, fill, percent, set, shortened, svg, notify, attempt } from "./dom.js";
import { labelSize, Layout } from "./layout.js";
import * as running from "./running.js";
import { decimal, plural, t } from "./texts.js";
import { views } from "./views.js";

/** @import { FoundGame, Match, MatchGame, NamedFile, Standing } from "./types" */

/** @type {Match | null} */
let match = null;
/** @type {AbortController | null} */
let live = null;
/** Opens a game of the match. @type {(found: FoundGame) => void} */
let replay = () => {};
/** @type {Map<number, HTMLElement>} the grid's cells by the number of their game */
const cells = new Map();

const RESULT = /** @type {const} */ (["lost", "drawn", "won"]);
/** The width of the board with first pegs in pixels. */
const FIRST_WIDTH = 300;
const SIGN = { lost: "−", drawn: "=", won: "+" };

/** The result of a game for the player with the lower index. @param {MatchGame} game */
function result({ first, second, winner }) {
  if (winner === null) return "drawn";
  return winner === Math.min(first, second) ? "won" : "lost";
}

/** @param {MatchGame} game @param {Match} match */
function words(game, { players }) {
  const { number, first, second, winner, ending, plies, first_peg, swapped } = game;
  const end = winner === null ? t("drawn") : t`${players[winner]} won`;
  return t`Game ${number}: ${players[first]} (first) – ${players[second]}${first_peg ? t`, first peg ${first_peg}` : ""}` +
    `${swapped ? t(", swapped") : ""}; ${end}${ending ? ` (${t(ending)})` : ""} ${plural(plies, "after 1 ply", "after {0} plies")}`;
}

/** @param {MatchGame} game */
function cell(game) {
  if (!match) return el("button");
  const kind = result(game);
  const label = words(game, match);
  return el("button", {
    type: "button", class: `game ${kind}`, title: label, "aria-label": label,
    click: () => match && replay({ title: label, game: game.game, result: "" }),
  }, SIGN[kind]);
}

function grid() {
  if (!match) return;
  const pair = byId("match-pair", HTMLSelectElement).value;
  const wanted = match.games.filter(({ first, second }) => pair === "" || pair === `${Math.min(first, second)} ${Math.max(first, second)}`);
  for (const game of wanted) {
    if (!cells.has(game.number)) cells.set(game.number, cell(game));
  }
  const shown = wanted.sort((a, b) => a.number - b.number).map((game) => /** @type {HTMLElement} */ (cells.get(game.number)));
  byId("match-grid", HTMLElement).replaceChildren(...shown);
}

/** Shows the cross table; a draw counts half a point. @param {Match} match */
function table({ players, games, table: rating }) {
  const points = players.map(() => players.map(() => [0, 0]));
  for (const { first, second, winner } of games) {
    for (const [one, other] of [[first, second], [second, first]]) {
      points[one][other][0] += winner === null ? 0.5 : Number(winner === one);
      points[one][other][1] += 1;
    }
  }
  const sum = (/** @type {number[][]} */ row) => row.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  const rated = (/** @type {number} */ index) => rating?.find(({ name }) => name === players[index]);
  const share = (/** @type {number} */ index) => sum(points[index])[0] / Math.max(1, sum(points[index])[1]);
  const order = players.map((_, index) => index);
  if (players.length > 2) order.sort((a, b) => (rated(b)?.elo ?? share(b)) - (rated(a)?.elo ?? share(a)));
  const cell = (/** @type {number[]} */ [won, of]) => {
    const made = el("td", { title: of ? t`${won} points in ${of} games` : null }, of ? percent(won / of) : "");
    if (of) made.style.setProperty("--share", String((won / of) * 100));
    return made;
  };
  const head = el("tr", {}, el("th", { scope: "col" }, t("player")), ...(rating ? [el("th", { scope: "col" }, "Elo")] : []),
    el("th", { scope: "col" }, t("points")), ...order.map((index) => el("th", { scope: "col" }, players[index])));
  const rows = order.map((one) => {
    const [won, of] = sum(points[one]);
    const mine = rated(one);
    const error = mine?.error ? ` ± ${Math.round(mine.error)}` : "";
    return el("tr", {}, el("th", { scope: "row" }, players[one]),
      ...(rating ? [el("td", { class: "plain" }, mine ? `${Math.round(mine.elo)}${error}` : "")] : []),
      el("td", { class: "plain" }, `${won} / ${of}`),
      ...order.map((other) => (one === other ? el("td", { class: "self" }) : cell(points[one][other]))));
  });
  byId("match-table", HTMLElement).replaceChildren(head, ...rows);
}

/** Shows the Elo difference and its error against the number of games. @param {Match} match */
function elo({ elo, players, games }) {
  const dots = elo.flatMap(({ games, elo, error }) =>
    elo === null ? [] : [{ x: games, y: elo, low: error === null ? undefined : elo - error, high: error === null ? undefined : elo + error }]);
  byId("match-elo-part", HTMLElement).hidden = players.length !== 2 || games.length < 2;
  const words = byId("match-elo-text", HTMLElement);
  set(byId("match-elo", SVGSVGElement), { hidden: dots.length < 2 });
  if (dots.length < 2) {
    const best = games.every(({ winner }) => winner === 0) ? 0 : 1;
    words.textContent = t`none yet: ${players[best]} won all ${games.length} games, so the difference has no upper limit`;
    return;
  }
  // Fit the axis to the last two thirds of the points: error bars after few games are too wide.
  const later = dots.slice(Math.floor(dots.length / 3));
  const all = later.flatMap(({ y, low = y, high = y }) => [low, high, y]).filter((y) => Math.abs(y) < 2000);
  const step = [10, 20, 50, 100, 200, 500, 1000].find((step) => (Math.max(...all, 0) - Math.min(...all, 0)) / step <= 5) ?? 1000;
  const y = /** @type {[number, number]} */ ([Math.floor(Math.min(...all, -1) / step) * step, Math.ceil(Math.max(...all, 1) / step) * step]);
  const lines = Array.from({ length: (y[1] - y[0]) / step + 1 }, (_, index) => y[0] + index * step);
  const last = dots[dots.length - 1];
  const described = (/** @type {typeof last} */ dot) =>
    t`${players[0]} over ${players[1]}, ${dot.x} games: ${dot.y.toFixed(0)}${dot.high === undefined ? "" : ` ± ${(dot.high - dot.y).toFixed(0)}`}`;
  drawChart(byId("match-elo", SVGSVGElement), {
    name: t`Elo over the match: ${described(last)}`,
    series: [{ kind: "elo", dots }],
    x: [0, last.x], y, lines,
    describe: (x) => described(dots.findLast((dot) => dot.x <= x) ?? dots[0]),
  });
  words.textContent = described(last);
}

/** Shows the frequency of each ending as bars. @param {Match} match */
function endings({ endings, games }) {
  const count = new Map();
  const add = (/** @type {string} */ name, /** @type {number} */ times) => times && count.set(name, (count.get(name) ?? 0) + times);
  for (const { draws, lost_by } of endings) {
    // Each draw is counted for both players.
    add("draw", draws / 2);
    for (const [ending, times] of Object.entries(lost_by)) add(ending, times);
  }
  const rows = [...count].sort(([, a], [, b]) => b - a).map(([ending, count]) => {
    const bar = el("span", { class: "bar" });
    bar.style.setProperty("--share", String((count / Math.max(1, games.length)) * 100));
    return el("li", {}, el("span", {}, t(ending)), bar, el("span", { class: "count" }, String(count)));
  });
  byId("match-endings", HTMLElement).replaceChildren(...rows);
}

/**
 * Shows the first pegs on a small board: size by frequency, colour by the first player's score.
 *
 * @param {Match} match
 */
function firsts({ first_pegs, games }) {
  const part = byId("match-first-part", HTMLElement);
  const game = games[0]?.game;
  part.hidden = !game || !first_pegs.length;
  if (part.hidden) return;
  const layout = new Layout(game.columns ?? game.size, game.rows ?? game.size);
  const most = Math.max(...first_pegs.map(({ games }) => games));
  const spots = first_pegs.map(({ peg, games, won }) => {
    const [cx, cy] = layout.at(peg);
    const share = won / games;
    const spot = svg("circle", { cx, cy, r: 6 + 12 * Math.sqrt(games / most), class: share >= 0.5 ? "won" : "lost",
      "fill-opacity": (0.25 + 1.5 * Math.abs(share - 0.5)).toFixed(2) });
    spot.append(svg("title", {}, t`${peg}: ${games} games, ${percent(share)} for the first player`));
    return spot;
  });
  const holes = layout.holes().map(([, [cx, cy]]) => svg("circle", { class: "hole", cx, cy, r: 3 }));
  const target = byId("match-first", SVGSVGElement);
  set(target, { viewBox: `0 0 ${layout.width} ${layout.height}` });
  target.style.setProperty("--label", `${labelSize(FIRST_WIDTH / layout.width)}px`);
  target.replaceChildren(...layout.ground(), ...holes, ...spots);
}

/** @param {Match} match */
function headline({ players, games, planned, terms, sprt }) {
  const wins = [0, 1].map((player) => games.filter(({ winner }) => winner === player).length);
  const draws = games.filter(({ winner }) => winner === null).length;
  const score = players.length === 2
    ? `${players[0]} ${wins[0]} : ${wins[1]} ${players[1]}${draws ? t`, ${draws} drawn` : ""}`
    : t`${players.length} players, ${games.length} games`;
  byId("match-score", HTMLElement).textContent = score;
  const test = sprt && t`${sprt.words}: log-likelihood ratio ${decimal(sprt.llr, 2)} (${decimal(sprt.lower, 2)} to ${decimal(sprt.upper, 2)})` +
    `${sprt.accepted ? t`, accepted ${sprt.accepted}` : ""}`;
  const done = planned && t`${games.length} of ${planned} games`;
  byId("match-terms", HTMLElement).textContent = [done, terms, test].filter(Boolean).map((words) => ` · ${words}`).join("");
}

function drawAll() {
  if (!match) return;
  headline(match);
  table(match);
  elo(match);
  endings(match);
  firsts(match);
  grid();
}

/** Whether a match has all its games, or a decision of its sequential test. @param {Match} match */
const isOver = ({ games, planned, sprt }) => Boolean((planned && games.length >= planned) || sprt?.accepted);

/** Shortens the players' names. @template {Standing} T @param {T} standing */
const shown = (standing) => ({
  ...standing,
  players: standing.players.map((name) => shortened(name, 30)),
  table: standing.table?.map((rated) => ({ ...rated, name: shortened(rated.name, 30) })),
});

/** Shows a match that is not followed. @param {Match} found @param {string} name */
export function show(found, name) {
  stop();
  running.forget();
  showMatch(found, name);
}

/** @param {Match} found @param {string} name */
function showMatch(found, name) {
  match = shown(found);
  running.show([]);
  byId("match-name", HTMLElement).textContent = name;
  byId("match-tab", HTMLElement).hidden = false;
  setPlayers(match);
  if (views.current === "match") drawAll();
}

/** Lists the pairings and adapts the view to the number of players. @param {Match} match */
function setPlayers({ players }) {
  // The cells contain the players' names.
  cells.clear();
  /** @type {[string, string][]} */
  const pairs = players.flatMap((name, index) =>
    players.slice(index + 1).map((other, more) => /** @type {[string, string]} */ ([`${index} ${index + 1 + more}`, `${name} – ${other}`])));
  const choice = byId("match-pair", HTMLSelectElement);
  fill(choice, [["", t("all games")], ...pairs], "");
  byId("match", HTMLElement).classList.toggle("several", players.length !== 2);
  byId("match-pair-row", HTMLElement).hidden = players.length < 3;
  byId("match-key", HTMLElement).textContent = players.length === 2
    ? t`+ ${players[0]} won, − ${players[1]} won, = drawn. Click a game to replay it.`
    : t("+ the first player of the pairing won, − the other won, = drawn. Click a game to replay it.");
}

function stop() {
  live?.abort();
  live = null;
  running.show([]);
  byId("match-live", HTMLElement).hidden = true;
}

/**
 * Opens the match in a file named on the command line, and shows its new games. Resolves once the match is
 * open, so that it does not take the place of a view that the user opens later, or if it cannot be opened.
 * @param {NamedFile} file @returns {Promise<void>}
 */
export const follow = (file) => new Promise((resolve) => {
  const opened = () => {
    views.open("match");
    resolve();
  };
  running.forget();
  attempt(() => followed(file, opened)).finally(resolve);
});

/** Shows a match and its new games. @param {NamedFile} file @param {() => void} [opened] called when the match is shown */
async function followed(file, opened = () => {}) {
  const { id, name } = file;
  stop();
  const mine = (live = new AbortController());
  let isWaiting = false;
  byId("match-name", HTMLElement).textContent = name;
  try {
    for await (const update of api.live(id, mine.signal)) {
      if (update.kind === "match") {
        showMatch(update.match, name);
        opened();
        byId("match-live", HTMLElement).hidden = false;
        if (match && isOver(match)) return stop();
      } else if (update.kind === "entry") {
        match?.games.push(update.entry);
        attempt(() => running.end(update.entry));
        requestAnimationFrame(grid);
      } else if (update.kind === "standing" && match) {
        Object.assign(match, shown(update.standing));
        requestAnimationFrame(drawAll);
        if (isOver(match)) return stop();
      } else if (update.kind === "running") running.show(update.games);
      else if (update.kind === "trouble") notify(update.error, "error");
    }
  } catch (error) {
    if (!(error instanceof Unreachable) || live !== mine) throw error;
    connection.addEventListener("change", () => live === mine && followAgain(file), { once: true });
    isWaiting = true;
  } finally {
    if (live === mine && !isWaiting) {
      stop();
      if (!mine.signal.aborted) notify(t`${name} is no longer followed.`);
    }
  }
}

/** Follows a match again after a lost connection, if the server still has the file. @param {NamedFile} file */
const followAgain = ({ name }) => attempt(async () => {
  const { files } = await api.about();
  const found = files.find((file) => file.name === name);
  if (found) return followed(found);
  stop();
  notify(t`${name} is no longer followed: board was restarted without this file.`);
});

/** @param {typeof replay} open opens a game of the match */
export function start(open) {
  // Called whenever the module is needed.
  if (replay === open) return;
  replay = open;
  byId("match-pair", HTMLSelectElement).addEventListener("change", grid);
  byId("match-stop", HTMLElement).addEventListener("click", stop);
  views.add("match", {
    enter() {
      layers.clear();
      drawAll();
    },
  });
}
