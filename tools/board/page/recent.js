// The list of recent games, which the browser keeps in local storage. Games played on this page are stored; games from
// files and from plain links are not.

import { byId, el, on, shortened, notify, attempt } from "./dom.js";
import { same } from "./game.js";
import { session } from "./session.js";
import { store, stored } from "./store.js";
import { language, plural, said, t } from "./texts.js";
import { views } from "./views.js";

/** @import { Game } from "./game.js" */
/** @import { Extra, Record, Seats } from "./types" */

/** @typedef {{ id: string, time: number, record: Record, seats: Seats, extra: Extra, result: string }} Entry */

const KEY = "recent-games";
const MAX_GAMES = 50;
/** Delay between a change of the game and its storage, in milliseconds. */
const DELAY_MS = 250;

/** The stored games, latest first. @returns {Entry[]} */
function list() {
  const games = stored(KEY, /** @type {unknown} */ ([]));
  return Array.isArray(games) ? games.filter((game) => Array.isArray(game?.record?.moves) && typeof game.id === "string") : [];
}

let isWarned = false;

/** Stores the list; drops the oldest games if the storage is full. @param {Entry[]} games */
function keep(games) {
  let kept = games.slice(0, MAX_GAMES);
  let isStored = store(KEY, kept);
  for (; !isStored && kept.length > 1; isStored = store(KEY, kept)) kept = kept.slice(0, Math.floor(kept.length / 2));
  if (!isStored && !isWarned) notify(t("This browser keeps no games. Save them as files."));
  isWarned ||= !isStored;
  show();
}

/** @param {Game} game @param {Seats | null} seats @param {Extra} extra */
function content(game, seats, extra) {
  // A review is long, and can be made again.
  const { review, ...record } = game.record();
  return { record, text: JSON.stringify({ record, seats, link: extra.link }) };
}

/** The content of the game when it was last loaded or stored; without a change it is not stored again. */
let last = "";

/** Whether the current game was played here. */
const isPlayed = () => session.seats !== null && session.game.main().length > 0;

/** Returns the stored games of which a link has the first moves, or which have its first moves. */
function related() {
  const { game, extra: { link } } = session;
  const moves = game.main().map(({ move }) => move);
  const key = (/** @type {Record} */ { size, columns, rows, rules, swap, players }) => JSON.stringify([size, columns, rows, rules, swap, players]);
  const here = key(game.record());
  const isSame = (/** @type {Entry} */ { extra, record }) => extra.link?.player === link?.player && key(record) === here
    && record.moves.length > 0 && record.moves.every((move, index) => index >= moves.length || same(move, moves[index]));
  return link ? list().filter(isSame) : [];
}

/** Returns the id of the longest stored game that a link continues. */
function continued() {
  const earlier = related().filter(({ record }) => record.moves.length <= session.game.main().length);
  return earlier.sort((a, b) => b.record.moves.length - a.record.moves.length)[0]?.id;
}

/** The game of a link that was answered before, which is stored with its next move. @type {Game | null} */
let old = null;

/** Says that a link was answered before, since its page shows the position before the answer. */
function answered() {
  const { game, extra, isLinked } = session;
  const { length } = game.main();
  const found = isLinked && length > 0 && !extra.id && related().find(({ record }) => record.moves.length > length);
  if (!found) return;
  old = game;
  notify(t`Games has a game in which you answered ${found.record.moves[length]} here.`);
}

/** The changed game that is not stored yet. @type {{ game: Game, seats: Seats, extra: Extra, result: string } | null} */
let changed = null;
let waiting = 0;

/** Stores the changed game, which another one may have replaced. */
function save() {
  clearTimeout(waiting);
  if (!changed) return;
  const { game, seats, extra, result } = changed;
  changed = null;
  const { record, text } = content(game, seats, extra);
  if (text === last) return;
  last = text;
  const entry = { id: extra.id ?? "", time: Date.now(), record, seats, extra, result };
  keep([entry, ...list().filter(({ id }) => id !== entry.id)]);
}

function later() {
  const { game, seats, extra, view } = session;
  if (!isPlayed() || !seats || (game === old && game.main().length === extra.link?.from)) return;
  extra.id ??= continued() ?? `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  changed = { game, seats, extra, result: game.header.ending || view?.outcome ? (session.outcome()?.words ?? "") : "" };
  clearTimeout(waiting);
  waiting = setTimeout(save, DELAY_MS);
}

/** @param {Entry} entry */
async function open({ record, seats, extra, result }) {
  await session.load(record, { ply: record.moves.length, seats, extra });
  if (!result) views.open("play");
}

/** Deletes all games but these, and offers to restore them. @param {(entry: Entry) => boolean} stays @param {string} words */
function discard(stays, words) {
  save();
  const all = list();
  keep(all.filter(stays));
  notify(words, "note", () => {
    // Another tab may have stored games meanwhile.
    const now = list();
    const gone = all.filter((entry) => !stays(entry) && !now.some(({ id }) => id === entry.id));
    keep([...now, ...gone].sort((a, b) => b.time - a.time));
  });
}

/** @param {string} id */
function remove(id) {
  discard((entry) => entry.id !== id, t("Game deleted."));
  byId("recent-name", HTMLElement).focus();
}

const date = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** @param {Entry} entry */
function item(entry) {
  const { record: { size, columns = size, rows = size, rules, moves, players }, time, result, id } = entry;
  const names = (players ?? []).map((name, index) => shortened(name || ["First player", "Second player"][index]));
  const title = names.join(" – ");
  const facts = [date.format(time), `${columns} × ${rows} ${rules === "pp" ? "PP" : t("classic")}`, plural(moves.length, "1 move", "{0} moves"),
    result ? shortened(said(result), 80) : t("not finished")];
  return el("li", {},
    el("button", { type: "button", click: () => attempt(() => open(entry)) },
      el("bdi", {}, title), el("span", { class: "quiet" }, facts.join(" · "))),
    el("button", { type: "button", class: "delete", title: t("Delete this game"), "aria-label": t`Delete ${title}, ${date.format(time)}`, click: () => remove(id) }, "×"));
}

/** Updates the list in the Games view. */
function show() {
  const games = views.current === "games" ? list() : [];
  byId("recent-part", HTMLElement).hidden = !games.length;
  byId("recent", HTMLElement).replaceChildren(...games.map(item));
}

export function start() {
  session.listen("game", () => {
    save();
    // A game with an id was stored before; the user may have deleted it since.
    const { game, seats, extra } = session;
    last = extra.id ? content(game, seats, extra).text : "";
    answered();
  });
  for (const what of /** @type {const} */ (["position", "tree"])) session.listen(what, later);
  addEventListener("pagehide", save);
  views.addEventListener("open", show);
  // Another tab may change the list.
  addEventListener("storage", ({ key }) => key === KEY && show());
  on("recent-clear", () => discard(() => false, t("Recent games deleted.")));
}
