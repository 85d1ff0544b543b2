// Play: against the engine or another person. A seat is a person's or an engine's; the engine answers
// where the game ends so far, and never in between, where one only looks or has taken turns back.

import * as api from "./api.js";
import { byId, el, fill, on, svg, tell, trying } from "./dom.js";
import { fresh } from "./game.js";
import { chance } from "./layers.js";
import { peg } from "./board.js";
import { session } from "./session.js";
import { layers, manners } from "./table.js";
import { views } from "./views.js";

/** @import { About, Side, ThinkRequest, View } from "./types" */

/** Who sits where: null is a person. The game keeps it, so that it goes on after the page was left. */
const seat = (/** @type {number} */ player) => session.game.header.seats?.[player] ?? null;
/** @type {AbortController | null} the engine's search, if one runs */
let search = null;

const choose = (/** @type {string} */ id) => byId(id, HTMLSelectElement);

/** @param {View} view */
const turnOf = (view) => (view.to_move ? seat(view.players[view.to_move]) : null);
/** @param {View} view */
const mayMove = (view) => Boolean(view.to_move) && !turnOf(view) && !session.outcome();

function halt() {
  search?.abort();
  search = null;
  showSeats();
}

/** Asks the engine for a turn, until it has one. @param {ThinkRequest} how @param {AbortSignal} signal */
async function answer(how, signal) {
  for await (const report of api.think(session.game.line(session.node), how, signal)) {
    if (report.done) return report.answer ?? null;
  }
  return null;
}

/** Lets the engine play, where the game goes on and it is its turn. */
async function reply() {
  const { view, node } = session;
  const how = view && !session.outcome() && !node.children.length ? turnOf(view) : null;
  halt();
  if (!how) return;
  const mine = (search = new AbortController());
  showSeats();
  try {
    const turn = await answer(how, mine.signal);
    if (search !== mine || session.node !== node) return;
    search = null;
    if (turn) await session.play(turn, true);
  } finally {
    if (search === mine) halt();
  }
}

/** @param {string} turn */
async function play(turn) {
  halt();
  await session.play(turn, true);
  // What was answered before it was taken back is answered so again.
  if (session.view && turnOf(session.view)) await session.step(1);
}

/** Back to before the last turn of a person. */
async function undo() {
  halt();
  let { node } = session;
  if (session.game.header.ending && node === session.game.root.end()) {
    session.game.reopen();
    session.tell("tree");
    if (session.view && !session.view.outcome) return session.go(node);
  }
  do {
    if (!node.parent) return;
    node = node.parent;
    await session.go(node);
  } while (session.view && turnOf(session.view) && node.parent);
  // A game that the engine opens begins with its turn.
  if (session.view && turnOf(session.view)) await session.step(1);
}

async function redo() {
  halt();
  do await session.step(1);
  while (session.view && turnOf(session.view) && session.node.children[0]);
}

function resign() {
  const { view, game, node } = session;
  if (!view?.to_move || session.outcome()) return;
  const moving = view.players[view.to_move];
  // Against an engine it is always the person who resigns.
  const loser = seat(moving) && !seat(1 - moving) ? 1 - moving : moving;
  if (node.children.length) return tell("Resigning is for the end of the game: step there first.");
  halt();
  Object.assign(game.header, {
    winner: ["second", "first"][loser],
    ending: "resign",
    reason: `${view.players.vertical === loser ? "Horizontal wins: vertical" : "Vertical wins: horizontal"} resigns.`,
  });
  session.tell("tree");
  session.tell("position");
}

/** What the engine at its best would play, and why. */
async function hint() {
  const { view, node } = session;
  if (!view?.to_move || session.outcome()) return;
  halt();
  const mine = (search = new AbortController());
  const side = view.to_move;
  tell("Looking for a hint …");
  for await (const report of api.think(session.game.line(node), { level: "full", seconds: 2 }, mine.signal)) {
    if (session.node !== node) return mine.abort();
    const [best] = report.candidates;
    if (!best) continue;
    layers.line(best.line.length ? best.line : [best.move], side);
    if (!report.done) continue;
    const chances = chance(best, side);
    const words = best.proof ? (best.proof === side ? "wins for certain" : "is lost, as all others are") : `${chances}\u00a0%`;
    tell(`Hint: ${report.answer ?? best.move} (${words}).`);
  }
  if (search === mine) search = null;
}

/** The two players, with their pegs and whose turn it is. */
function showSeats() {
  const { view, game } = session;
  const outcome = view && session.outcome();
  const rows = /** @type {const} */ (["vertical", "horizontal"]).map((side) => {
    const player = view ? view.players[side] : side === "vertical" ? 0 : 1;
    const turn = view?.to_move === side && !outcome;
    const won = outcome && outcome.winner === player;
    const told = turn ? (search && turnOf(view) ? "thinking …" : "to move") : won ? "won" : "";
    const icon = svg("svg", { viewBox: "-20 -20 40 40", class: "peg-icon", "aria-hidden": "true" }, peg(side));
    const goal = side === "vertical" ? "top – bottom" : "left – right";
    return el("li", { class: `seat ${turn ? "turn" : ""}` }, icon,
      el("span", { class: "name" }, game.players[player]), el("span", { class: "goal" }, `${side}, ${goal}`),
      el("span", { class: "told" }, told));
  });
  byId("seats", HTMLElement).replaceChildren(...rows);
  byId("swap", HTMLButtonElement).hidden = !view?.may_swap || !mayMove(view);
}

/** How a choice of engine thinks. @param {string} chosen @returns {ThinkRequest | null} */
function engine(chosen) {
  if (chosen === "person") return null;
  if (chosen === "arena") return { level: "full", clock: "arena" };
  if (chosen === "full") return { level: "full", seconds: Number(choose("new-seconds").value) };
  return { level: chosen };
}

/** Begins the game that the form describes. */
async function begin() {
  const terms = { rules: choose("new-rules").value, swap: choose("new-swap").value };
  const whole = (/** @type {string} */ id) => Number(byId(id, HTMLInputElement).value);
  const handicap = whole("new-handicap");
  const columns = whole("new-columns") - Math.max(0, handicap);
  const rows = whole("new-rows") - Math.max(0, -handicap);
  const how = engine(choose("new-opponent").value);
  const words = choose("new-opponent").selectedOptions[0].textContent ?? "Engine";
  const second = choose("new-side").value === "second";
  halt();
  const seats = how ? (second ? [how, null] : [null, how]) : undefined;
  const name = words.split(":")[0];
  const players = how ? (second ? [name, "You"] : ["You", name]) : ["First", "Second"];
  await session.load({ ...fresh({ ...terms, columns, rows, players }), seats });
  views.open("play");
}

/** Fills the form of a new game. @param {About} about */
function form(about) {
  const levels = about.levels.map(({ name, words }) => /** @type {[string, string]} */ ([
    name, name === "full" ? "Engine: full strength" : `Level ${name}: ${words}`,
  ]));
  fill(choose("new-opponent"), [...levels, ["arena", "Arena: full strength by its clock, 1 s and then 0.3 s"],
    ["person", "Another person: both at this board"]], "4");
  fill(choose("new-rules"), about.rules.map((name) => [name, name === "pp" ? "PP: own links may cross" : "Standard: no links cross, own ones may go"]));
  fill(choose("new-swap"), about.swaps.map((name) => [name, { mirror: "Mirror: the peg changes its owner", sides: "Sides: the players change places", none: "None" }[name] ?? name]));
  for (const id of ["new-columns", "new-rows"]) {
    const [min, max] = about.sizes;
    Object.assign(byId(id, HTMLInputElement), { min, max });
  }
  const shown = () => {
    const how = choose("new-opponent").value;
    byId("new-seconds-row", HTMLElement).hidden = how !== "full";
    byId("new-side-row", HTMLElement).hidden = how === "person";
  };
  on("new-opponent", shown, "change");
  // The classic game swaps sides, the arena's pegs; both may be chosen otherwise.
  on("new-rules", () => (choose("new-swap").value = choose("new-rules").value === "pp" ? "mirror" : "sides"), "change");
  on("new-columns", () => (byId("new-rows", HTMLInputElement).value = byId("new-columns", HTMLInputElement).value), "input");
  shown();
}

/** @param {About} about */
export function start(about) {
  form(about);
  const dialog = byId("new-game", HTMLDialogElement);
  on("open-new", () => dialog.showModal());
  on("new-form", (event) => {
    event.preventDefault();
    dialog.close();
    trying(begin);
  }, "submit");
  const acts = { undo, redo, resign, hint, swap: () => play("swap") };
  for (const [id, act] of Object.entries(acts)) on(id, () => trying(act));
  session.hear("position", () => {
    showSeats();
    if (views.current === "play") trying(reply);
  });
  views.add("play", {
    enter() {
      Object.assign(manners, { play, mayMove, pointed: () => {} });
      trying(reply);
    },
    leave: halt,
  });
}
