// Sharing a game by address or file. The address's fragment, which browsers do not send, contains the compressed game
// and the path to the current node. The engine settings of the players are stored in the history's state and in session
// storage only.

import * as api from "./api.js";
import { byId, copy, el, on, notify, attempt } from "./dom.js";
import { fileName } from "./filename.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { isDark } from "./theme.js";
import { views } from "./views.js";

/** @import { About, Extra, Record, Seats, Written } from "./types" */
/** @import { Node } from "./game.js" */

/** The keys of a record that the address contains. Reviews and times, among others, would make it too long. */
const SHARED = ["size", "columns", "rows", "rules", "swap", "players", "setup", "moves", "comment", "comments",
  "marks", "variations", "winner", "ending", "reason", "event", "date"];

/** @param {Blob} blob @param {CompressionStream} through */
const transformed = async (blob, through) =>
  new Uint8Array(await new Response(blob.stream().pipeThrough(through)).arrayBuffer());

/** The part of a record that the address contains. @param {Record} record */
function shared(record) {
  const isShared = (/** @type {string} */ key) => SHARED.includes(key) && (key !== "reason" || record.ending);
  const kept = Object.entries(record).filter(([key, value]) => isShared(key) && value !== null);
  return /** @type {Record} */ (Object.fromEntries(kept));
}

/** @param {Record} record */
export async function pack(record) {
  const bytes = await transformed(new Blob([JSON.stringify(shared(record))]), new CompressionStream("deflate-raw"));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The maximum size of a decompressed game in bytes: about 40,000 moves. */
const MAX_BYTES = 1 << 18;

const BROKEN = t("Cannot open the link: its game is incomplete or was changed. Copy the link again.");
const TOO_LARGE = t("Cannot open the link: its game is larger than 256 KB. Share it as a file.");

/**
 * Decompresses a game; returns null above the limit, so that a short URL cannot exhaust memory.
 *
 * @param {Blob} packed
 * @returns {Promise<string | null>}
 */
async function inflated(packed) {
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > MAX_BYTES) {
      reader.cancel().catch(() => {});
      return null;
    }
    parts.push(value);
  }
}

/**
 * Decodes the game in a shared URL. URLs are untrusted: the server validates the game, and unknown keys are dropped.
 *
 * @param {string} packed
 * @returns {Promise<Record>}
 */
async function unpack(packed) {
  let text;
  try {
    const bytes = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    text = await inflated(new Blob([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))]));
    text &&= JSON.stringify(shared(JSON.parse(text)));
  } catch {
    throw new Error(BROKEN);
  }
  if (text === null) throw new Error(TOO_LARGE);
  const found = await api.read("link.json", new Blob([text])).catch((error) => {
    throw error.status === 422 ? new Error(BROKEN) : error;
  });
  if (found.kind !== "games") throw new Error(BROKEN);
  return shared(found.games[0].game);
}

/** The path to a node: alternately, the number of first children to follow and the index of the variation to enter. @param {Node} node */
export function pathOf(node) {
  const runs = [0];
  for (const step of node.path()) {
    const child = step.parent?.children.indexOf(step) ?? 0;
    if (child) runs.push(child, 0);
    else runs[runs.length - 1] += 1;
  }
  return runs.join(".");
}

/** @param {Node} root @param {string} path */
export function nodeAt(root, path) {
  let node = root;
  path.split(".").map(Number).forEach((number, index) => {
    if (index % 2) node = node.children[number] ?? node;
    else for (let step = 0; step < number && node.children[0]; step++) node = node.children[0];
  });
  return node;
}

/** Returns the fragment for the current game and node. */
async function hash() {
  // A move during the compression must not mix two states.
  const path = pathOf(session.node);
  return `#g=${await pack(session.game.record())}&at=${path}`;
}

/** The last fragment that this page wrote or loaded, its game, and that game's number in the history's entries. */
let written = "";
let addressGame = session.game;
let number = Math.random();
/** The fragment that `written` replaced in the history: a reload that started before loads it. */
let replaced = "";

/** Updates the address and session storage. */
async function updateAddress() {
  const { game } = session;
  if (session.isSubstitute) return;
  const address = await hash();
  if (game !== session.game) return;
  // A game with moves keeps its history entry when another game replaces it, so that Back returns to it. If the view has
  // just changed, the entry before this one has that game.
  const hasMoves = addressGame !== game && address !== written && addressGame.root.children.length > 0;
  const isNew = Boolean(history.state?.isNew);
  // The second update of one move replaces nothing.
  if (address !== written || isNew) replaced = hasMoves || isNew ? "" : written;
  written = address;
  if (addressGame !== game) number = Math.random();
  const { seats, extra, isLinked } = session;
  const state = { view: views.current, number, seats, extra, isLinked };
  history[hasMoves && !isNew ? "pushState" : "replaceState"](state, "", written);
  addressGame = game;
  storeInTab();
}

/** Stores the full game, with the data that the address omits, in session storage. */
function storeInTab() {
  try {
    const { game, node, details, seats, extra } = session;
    sessionStorage.setItem("game", JSON.stringify({ hashes: [written, replaced], record: game.record(), at: pathOf(node), details, seats, extra }));
  } catch {
    // If the storage is full or disabled, the address still contains the game.
  }
}

/**
 * Restores the game that session storage holds for an address, and returns the path to its current node; returns null if
 * there is none. Game and path can be later than the address.
 *
 * @param {string} address
 * @param {{ seats?: Seats | null, extra?: Extra, isLinked?: boolean }} state from the history
 * @returns {Promise<string | null>}
 */
async function restoreFromTab(address, state) {
  try {
    const { hashes, record, at, details, seats, extra } = JSON.parse(sessionStorage.getItem("game") ?? "{}");
    if (!hashes.includes(address)) return null;
    // The times of the clocks in the storage are later than those in the history.
    await session.load(record, { details, seats, ...state, ...(extra && { extra }) });
    return at;
  } catch {
    // Fall back to the game in the address.
    return null;
  }
}

/**
 * The seats and the state of a game that a link passes to the other player; empty for other links.
 *
 * @param {URLSearchParams} parameters
 * @param {Record} record
 * @returns {{ seats?: Seats, extra?: Extra }}
 */
function passed(parameters, { moves, ending }) {
  // A sign after the link in a message may belong to the address.
  const player = ["0", "1"].indexOf((parameters.get("play") ?? "")[0]);
  if (player < 0) return {};
  const link = { player, from: moves.length, isOver: Boolean(ending), offers: false, offered: parameters.has("draw") };
  return { seats: [null, null], extra: { link } };
}

/**
 * Loads the game in an address; returns false if the address contains none.
 *
 * @param {string} address
 * @param {boolean} isOwn whether it is the page's own address
 */
async function open(address, isOwn = false) {
  const parameters = new URLSearchParams(address.slice(1));
  const packed = parameters.get("g");
  if (!packed) return false;
  // Back and Reload provide a state; a newly opened URL has none.
  const state = (isOwn && history.state) || {};
  const restored = await restoreFromTab(address, state);
  if (restored === null) {
    const record = await unpack(packed);
    await session.load(record, { isLinked: true, ...passed(parameters, record), ...state });
  }
  // The address already contains this game, so it needs no new history entry.
  if (isOwn) [addressGame, written, replaced, number] = [session.game, address, "", history.state?.number ?? Math.random()];
  const node = nodeAt(session.game.root, restored ?? parameters.get("at") ?? "");
  if (node !== session.node) await session.go(node);
  return true;
}

/** Loads the game in the page's address, unless this page wrote the address. */
export async function fromAddress() {
  if (location.hash === written) return false;
  // An entry of the same game with fewer moves: Back changes the view, and takes no move back.
  if (addressGame === session.game && history.state?.number === number) return updateAddress();
  return open(location.hash, true);
}

/** Whether the page's address works on this device only. */
export const isLocalAddress = () => location.protocol === "file:" || /^(localhost|127\.|\[::1\])/.test(location.host);

/** Opens the first URL of a game in a text; returns false if there is none. @param {string} text */
export async function openLink(text) {
  const [, address] = /(?:^|\s)\S*(#g=[\w-]{8,}\S*)/.exec(text) ?? [];
  if (!address) return false;
  await open(address);
  views.open(session.extra.link ? "play" : "analyse");
  return true;
}

/** @param {string} name @param {Blob} blob */
function download(name, blob) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Writes the game under a name with its players and date. The arena's input holds one position: the current one.
 *
 * @param {string} format
 * @returns {Promise<Written>}
 */
async function write(format) {
  const { game, node } = session;
  const record = format === "arena" ? game.line(node) : game.record();
  const file = await api.write({ game: record, format, ply: node.ply, dark: isDark() });
  return { ...file, name: `${fileName(game)}${file.name.slice(file.name.lastIndexOf("."))}` };
}

/** Downloads an SVG as PNG at twice its size. @param {Written} picture */
async function png({ name, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode().finally(() => URL.revokeObjectURL(address));
  const canvas = el("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await /** @type {Promise<Blob | null>} */ (new Promise((done) => canvas.toBlob(done, "image/png")));
  if (!blob) throw new Error(t("Cannot save the PNG: the browser cannot render an image of this size."));
  download(name.replace(/\.svg$/, ".png"), blob);
}

/** @param {string} format */
async function save(format) {
  if (format === "png") return png(await write("svg"));
  const file = await write(format);
  download(file.name, new Blob([file.text], { type: file.type }));
  if (file.notes.length) notify(t`Saved with omissions: ${file.notes.join("; ")}`);
}

/** Display names of formats. @type {{ [name: string]: string }} */
const NAMES = { sgf: "SGF", json: "JSON", littlegolem: "LittleGolem", t1j: "T1j", list: t("Move list"), arena: t("Arena input") };

/** @param {About} about */
export function start(about) {
  let waiting = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => attempt(updateAddress), 150);
  };
  for (const what of /** @type {const} */ (["position", "tree"])) session.listen(what, later);
  // The debounced update of the address may still be pending.
  addEventListener("pagehide", () => written && location.hash === written && !session.isSubstitute && storeInTab());
  addEventListener("hashchange", () => attempt(fromAddress));
  // If it is pending for a new game, the entry that is left belongs to that game, except if the game before had moves.
  views.addEventListener("leave", () => {
    if (session.isSubstitute || session.game === addressGame || addressGame.root.children.length) return;
    [addressGame, number] = [session.game, Math.random()];
    history.replaceState({ ...history.state, number }, "");
  });
  const dialog = byId("share", HTMLDialogElement);
  on("open-share", () => attempt(async () => {
    await updateAddress();
    byId("link", HTMLInputElement).value = new URL(await hash(), location.href).href;
    byId("link-local", HTMLElement).hidden = !isLocalAddress();
    dialog.showModal();
  }));
  on("copy", () => attempt(() => copy(byId("link", HTMLInputElement))));
  const formats = about.formats.map(({ name }) => [name, NAMES[name] ?? name]);
  byId("formats", HTMLElement).replaceChildren(
    ...[...formats, ["svg", t("SVG image")], ["png", t("PNG image")], ["html", t("Web page with replay")]].map(([name, words]) =>
      el("button", { type: "button", "data-format": name, click: () => attempt(() => save(name)) }, words)),
  );
}
