// The running games of a followed match: their list in the Match view, and the one on the board, which gets the moves as
// they are played.

import * as api from "./api.js";
import { byId, el, shortened, attempt } from "./dom.js";
import { same } from "./game.js";
import { session } from "./session.js";
import { plural, t } from "./texts.js";
import { views } from "./views.js";

/** @import { Game, Node } from "./game.js" */
/** @import { MatchGame, RunningGame } from "./types" */

/** @type {Map<number, RunningGame>} by number */
let games = new Map();
/** The list's items by the number of their game. @type {Map<number, HTMLElement>} */
const items = new Map();
/** The game on the board, and its newest position. @type {{ number: number, game: Game, end: Node, state: "running" | "ended" | "lost" } | null} */
let watched = null;

const dot = () => el("span", { class: "dot", "aria-hidden": "true" });
const list = el("ul", { id: "match-running", class: "list", "aria-label": t("Running games"), hidden: true });
byId("match-grid", HTMLElement).before(list);

const words = el("p");
const newest = el("button", { type: "button", click: () => attempt(() => watched && session.go(watched.end)) }, t("Newest move"));
const card = el("section", { id: "watched", class: "card callout", "data-views": "analyse games" }, el("div", { class: "buttons" }, words, newest));

/** Shows above the controls whether the game on the board is running. */
function showState() {
  if (watched?.game !== session.game) return card.remove();
  const { number, end, state } = watched;
  words.replaceChildren(...(state === "running" ? [dot(), " "] : []),
    { running: t`Game ${number} is running.`, ended: t`Game ${number} has ended.`, lost: t`Game ${number} is no longer followed.` }[state]);
  newest.disabled = session.node === end;
  if (card.isConnected) return;
  card.hidden = !["analyse", "games"].includes(views.current);
  byId("panel", HTMLElement).prepend(card);
}

/** Adds moves to the game on the board; shows the last one, unless the user has stepped back. @param {NonNullable<typeof watched>} to @param {string[]} moves */
async function add(to, moves) {
  const { game, end } = to;
  let node = game.root;
  for (const move of moves) {
    const child = node.child(move);
    // The user's own moves become variations.
    node.children = [child, ...node.children.filter((other) => other !== child)];
    node = child;
  }
  to.end = node;
  if (session.game !== game || node === end) return;
  session.emit("tree");
  if (session.node === end) await session.go(node);
}

async function update() {
  if (!watched || watched.state === "ended") return;
  const moves = games.get(watched.number)?.game.moves ?? [];
  // Another match may have replaced the file.
  const isSame = watched.end.path().every(({ move }, index) => same(move, moves[index] ?? ""));
  watched.state = moves.length && isSame ? "running" : "lost";
  if (watched.state === "running") await add(watched, moves);
  showState();
}

/** Opens a running game at its newest position. @param {number} number */
async function watch(number) {
  const found = games.get(number);
  if (!found) return;
  views.open("games");
  await session.load(found.game, { ply: found.game.moves.length });
  // The user may have opened another game meanwhile.
  if (session.game.header.game !== number) return;
  watched = { number, game: session.game, end: session.node, state: "running" };
  await update();
}

/** @param {RunningGame} running */
function item({ number, game }) {
  const [first, second] = (game.players ?? []).map((name) => shortened(name ?? "", 30));
  return el("li", {}, el("button", { type: "button", click: () => attempt(() => watch(number)) },
    el("span", {}, dot(), " ", t`Game ${number}: ${first} (vertical) – ${second} (horizontal)`), el("span", { class: "quiet" })));
}

/** Shows the running games of the match. @param {RunningGame[]} running */
export function show(running) {
  games = new Map(running.map((one) => [one.number, one]));
  for (const [number, gone] of items) {
    if (games.has(number)) continue;
    gone.remove();
    items.delete(number);
  }
  for (const one of running) {
    // An item that is replaced would lose the focus.
    const shown = items.get(one.number) ?? item(one);
    if (!shown.isConnected) list.append(shown);
    items.set(one.number, shown);
    const [count] = shown.getElementsByClassName("quiet");
    count.textContent = `${t("running")} · ${plural(one.game.moves.length, "1 ply", "{0} plies")}`;
  }
  list.hidden = !running.length;
  attempt(update);
}

/** Ends a game: it leaves the list, and is completed on the board if it is shown there. @param {MatchGame} entry */
export async function end({ number, game: { moves, ...header } }) {
  const ended = watched?.number === number && watched.state !== "ended" ? watched : null;
  if (ended) ended.state = "ended";
  show([...games.values()].filter((other) => other.number !== number));
  if (!ended) return;
  const { game } = ended;
  Object.assign(game.header, header);
  await add(ended, moves);
  const read = await api.read("game.json", new Blob([JSON.stringify({ moves, ...header })]));
  if (session.game !== game) return;
  if (read.kind === "games") session.details = read.games[0].details ?? null;
  session.emit("tree");
  session.emit("position");
}

/** Ends the updates of the game on the board, because another match is opened. */
export function forget() {
  watched = null;
  showState();
}

for (const what of /** @type {const} */ (["game", "position"])) session.listen(what, showState);
