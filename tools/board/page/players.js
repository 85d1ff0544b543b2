// The list of players: names, sides, clocks, and whose turn it is or the result. In Analyse, the names can be changed.

import { peg } from "./board.js";
import { face } from "./clock.js";
import { connection } from "./connection.js";
import { goal } from "./controller.js";
import { byId, el, shortened, svg } from "./dom.js";
import { same } from "./game.js";
import { engineOf } from "./opponents.js";
import { HOW, session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { Side } from "./types" */

/** The labels of the fields. */
const NAME = [t("Name of the first player"), t("Name of the second player")];

/** The result that the game's record states, for a player. @param {number} player */
function declared(player) {
  const { ending, winner } = session.game.header;
  if (winner === undefined || winner === null) return ending === "agreement" ? t("drawn") : "";
  return winner === ["first", "second"][player] ? `${t("won")}${HOW[ending ?? ""] ?? ""}` : "";
}

/** Whether the line through the current position has a swap, which is the second player's. */
const isSwapped = () => [...session.node.path(), ...session.node.rest()].some(({ move }) => same(move, "SWAP"));

/** The progress of the engine's search, up to its time if that is known. */
function progress() {
  if (!session.search) return [];
  const { since, seconds } = session.search;
  const bar = el("div", { class: seconds ? "thought" : "thought open", role: "progressbar", "aria-label": t("Thinking") }, el("div"));
  if (seconds) {
    bar.style.setProperty("--time", `${seconds}s`);
    bar.style.setProperty("--since", `${(since - performance.now()) / 1000}s`);
  }
  return [bar];
}

/** Replaces a name by a field. @param {number} player @param {HTMLElement} name */
function rename(player, name) {
  const { game } = session;
  const field = el("input", { maxlength: 40, "aria-label": NAME[player] });
  field.value = game.players[player];
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") field.value = game.players[player];
    else if (event.key !== "Enter") return;
    // The button that gets the focus must not be pressed by the same key.
    event.preventDefault();
    field.blur();
  });
  field.addEventListener("blur", () => {
    field.remove();
    const players = game.players;
    players[player] = field.value.trim() || players[player];
    game.header.players = players;
    if (game !== session.game) return show();
    session.emit("tree");
    // The status contains the names.
    session.emit("seats");
    document.getElementById(`rename-${player}`)?.focus();
  });
  name.replaceChildren(field);
  field.select();
}

/** @param {Side} side */
function row(side) {
  const { view, game, extra } = session;
  const outcome = view && session.outcome();
  const player = view ? view.players[side] : side === "vertical" ? 0 : 1;
  const turn = view?.to_move === side && !outcome;
  const state = turn
    ? session.search ? t("thinking …") : connection.isLost && engineOf(player) ? t("no connection") : t("to move")
    : outcome?.winner === player ? t("won") : outcome && outcome.winner === null ? t("drawn") : "";
  const facts = [`${t(side)}, ${goal(side)}${extra.link?.player === player ? t(" (you)") : ""}`];
  if (!outcome && declared(player)) facts.push(declared(player));
  const name = el("span", { class: "name" }, el("bdi", {}, shortened(game.players[player])));
  if (player === 1 && isSwapped()) name.append(" ", el("span", { class: "swapped", role: "img", title: t("swapped"), "aria-label": t("swapped") }, "⇄"));
  if (views.current === "analyse") {
    name.append(el("button", { type: "button", id: `rename-${player}`, class: "rename", title: t("Change the name"),
      "aria-label": `${t("Change the name")}: ${NAME[player]}`, click: () => rename(player, name) }, "✎"));
  }
  return el("li", { class: `seat ${turn ? "turn" : ""}` },
    svg("svg", { viewBox: "-20 -20 40 40", class: "peg-icon", "aria-hidden": "true" }, peg(side)),
    name, el("span", { class: "goal" }, facts.join(" · ")), el("span", { class: "state" }, state), ...face(player), ...(turn ? progress() : []));
}

export function show() {
  const list = byId("seats", HTMLElement);
  // A name is being changed.
  if (list.querySelector("input")) return;
  list.replaceChildren(row("vertical"), row("horizontal"));
}
