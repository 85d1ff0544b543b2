// Sharing: the game in the page's address, and as files. The address holds the whole tree, packed, and
// where in it one is; nothing of it goes to the server before the page reads it. Who plays is kept in the
// history's state and the tab's storage, never in the address.

import * as api from "./api.js";
import { byId, el, on, tell, trying } from "./dom.js";
import { session } from "./session.js";
import { isDark } from "./theme.js";
import { views } from "./views.js";

/** @import { About, Record, Seats, Written } from "./types" */
/** @import { Node } from "./game.js" */

/** What of a game goes into the address: not its review, times and whatever a record came with. */
const SHARED = ["size", "columns", "rows", "rules", "swap", "players", "setup", "moves", "comment", "comments",
  "variations", "winner", "ending", "reason", "event", "date"];

/** @param {Blob} blob @param {CompressionStream} through */
const piped = async (blob, through) =>
  new Uint8Array(await new Response(blob.stream().pipeThrough(through)).arrayBuffer());

/** The shared part of a game; only an ended game has a reason. @param {Record} record */
function shared(record) {
  const isShared = (/** @type {string} */ key) => SHARED.includes(key) && (key !== "reason" || record.ending);
  const kept = Object.entries(record).filter(([key, value]) => isShared(key) && value !== null);
  return /** @type {Record} */ (Object.fromEntries(kept));
}

/** @param {Record} record */
async function pack(record) {
  const bytes = await piped(new Blob([JSON.stringify(shared(record))]), new CompressionStream("deflate-raw"));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The most bytes of a game in an address: some 40,000 moves, which a browser still lists. */
const LARGEST = 1 << 18;

const BROKEN = "Cannot open the link: it holds no whole game, since it was cut or changed. Copy it again.";
const TOO_LARGE = "Cannot open the link: its game takes more than 256 KB. Send it as a file instead.";

/**
 * Unpacks bytes as far as the bound, so that a short link cannot fill the memory.
 *
 * @param {Blob} packed
 * @returns {Promise<string | null>} null if there are more
 */
async function inflated(packed) {
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts).text();
    size += value.length;
    if (size > LARGEST) {
      reader.cancel().catch(() => {});
      return null;
    }
    parts.push(value);
  }
}

/**
 * The game of an address. The server checks it as it checks a file, since anybody may have written it; what
 * is no part of a game, engines at its seats among it, is dropped.
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

/** The way to a node: how often the first child, then which child, then again. @param {Node} node */
export function way(node) {
  const runs = [0];
  for (const step of node.path()) {
    const child = step.parent?.children.indexOf(step) ?? 0;
    if (child) runs.push(child, 0);
    else runs[runs.length - 1] += 1;
  }
  return runs.join(".");
}

/** @param {Node} root @param {string} way */
export function follow(root, way) {
  let node = root;
  way.split(".").map(Number).forEach((number, index) => {
    if (index % 2) node = node.children[number] ?? node;
    else for (let step = 0; step < number && node.children[0]; step++) node = node.children[0];
  });
  return node;
}

/** What the address says of the game and the place in it. */
const hash = async () => `#g=${await pack(session.game.record())}&at=${way(session.node)}`;

/** The latest address that this page wrote itself, and the game in it. */
let written = "";
let held = session.game;

/** Writes the address, and keeps what it has no room for while the tab lives. */
async function keep() {
  const { game } = session;
  const address = await hash();
  if (game !== session.game) return;
  // The browser's way back leads to the game before, if it had begun.
  const begun = held !== game && address !== written && held.root.children.length > 0;
  written = address;
  history[begun ? "pushState" : "replaceState"]({ seats: session.seats, isLinked: session.isLinked }, "", written);
  held = game;
  remember();
}

/** Keeps the game while the tab lives, with all that the address has no room for. */
function remember() {
  try {
    sessionStorage.setItem("game", JSON.stringify({ hash: written, record: session.game.record(), details: session.details, seats: session.seats }));
  } catch {
    // A game too large to be kept, or by a browser that keeps nothing, is still in the address.
  }
}

/**
 * Loads the game that this tab kept for an address.
 *
 * @param {string} address
 * @param {{ seats?: Seats | null, isLinked?: boolean }} state the history's
 * @returns {Promise<boolean>}
 */
async function recall(address, state) {
  try {
    const { hash, record, details, seats } = JSON.parse(sessionStorage.getItem("game") ?? "{}");
    if (hash !== address) return false;
    await session.load(record, { details, seats, ...state });
    return true;
  } catch {
    // Whatever is wrong with it, the address holds the game, too.
    return false;
  }
}

/**
 * Loads the game of an address, if it has one.
 *
 * @param {string} address
 * @param {boolean} isOwn whether it is the page's
 */
async function open(address, isOwn = false) {
  const told = new URLSearchParams(address.slice(1));
  const packed = told.get("g");
  if (!packed) return false;
  // After the browser's Back and Reload there is a state, after opening a link there is none.
  const state = (isOwn && history.state) || {};
  if (!(await recall(address, state))) await session.load(await unpack(packed), { isLinked: true, ...state });
  // The page's own game is in its address already.
  if (isOwn) held = session.game;
  const node = follow(session.game.root, told.get("at") ?? "");
  if (node !== session.node) await session.go(node);
  return true;
}

/** Loads the game of the page's own address, if it has one and is not just written. */
export const fromAddress = async () => location.hash !== written && open(location.hash, true);

/** Opens the first link to a game in a text; false if there is none. @param {string} text */
export async function openLink(text) {
  const [, address] = /(?:^|\s)\S*(#g=[\w-]{8,}\S*)/.exec(text) ?? [];
  if (!address) return false;
  await open(address);
  views.open("analyse");
  return true;
}

/** Gives the user a file. @param {string} name @param {Blob} blob */
function download(name, blob) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {string} format @returns {Promise<Written>} */
const write = (format) =>
  api.write({ game: session.game.record(), format, ply: session.node.ply, dark: isDark() });

/** The board as pixels, twice as fine as the picture. @param {Written} picture */
async function png({ name, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = address;
  await image.decode().finally(() => URL.revokeObjectURL(address));
  const canvas = el("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await /** @type {Promise<Blob | null>} */ (new Promise((done) => canvas.toBlob(done, "image/png")));
  if (!blob) throw new Error("The browser makes no picture of this size.");
  download(name.replace(/\.svg$/, ".png"), blob);
}

/** @param {string} format */
async function save(format) {
  if (format === "png") return png(await write("svg"));
  const file = await write(format);
  download(file.name, new Blob([file.text], { type: file.type }));
  if (file.told.length) tell(`Saved, without what this format has no room for: ${file.told.join("; ")}`);
}

/** Formats as people call them. @type {{ [name: string]: string }} */
const NAMES = { sgf: "SGF", json: "JSON", littlegolem: "LittleGolem", t1j: "T1j", list: "List of moves" };

/** @param {About} about */
export function start(about) {
  let waiting = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => trying(keep), 150);
  };
  for (const what of /** @type {const} */ (["position", "tree"])) session.hear(what, later);
  // What was typed last may not be in the address yet.
  addEventListener("pagehide", () => written && location.hash === written && remember());
  addEventListener("hashchange", () => trying(fromAddress));
  const dialog = byId("share", HTMLDialogElement);
  on("open-share", () => trying(async () => {
    await keep();
    byId("link", HTMLInputElement).value = location.href;
    dialog.showModal();
  }));
  on("copy", () => trying(async () => {
    const link = byId("link", HTMLInputElement);
    link.select();
    await navigator.clipboard.writeText(link.value).catch(() => document.execCommand("copy"));
    tell("The link is copied.");
  }));
  const formats = about.formats.map(({ name }) => [name, NAMES[name] ?? name]);
  byId("formats", HTMLElement).replaceChildren(
    ...[...formats, ["svg", "SVG picture"], ["png", "PNG picture"], ["html", "Web page that replays"]].map(([name, words]) =>
      el("button", { type: "button", "data-format": name, click: () => trying(() => save(name)) }, words)),
  );
}
