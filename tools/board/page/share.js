// Sharing: the game in the page's address, and as files. The address holds the whole tree, packed, and
// where in it one is; nothing of it goes to the server before the page reads it. Who plays is kept in the
// history's state and the tab's storage, never in the address.

import * as api from "./api.js";
import { byId, el, on, tell, trying } from "./dom.js";
import { session } from "./session.js";
import { isDark } from "./theme.js";

/** @import { About, Record, Written } from "./types" */
/** @import { Node } from "./game.js" */

/** What of a game goes into the address: not its review, times and whatever a record came with. */
const SHARED = ["size", "columns", "rows", "rules", "swap", "players", "setup", "moves", "comment", "comments",
  "variations", "winner", "ending", "reason", "event", "date"];

/** @param {Blob} blob @param {CompressionStream | DecompressionStream} through */
const piped = async (blob, through) =>
  new Uint8Array(await new Response(blob.stream().pipeThrough(through)).arrayBuffer());

/** @param {Record} record */
async function pack(record) {
  const kept = Object.fromEntries(Object.entries(record).filter(([key, value]) => SHARED.includes(key) && value !== null));
  const bytes = await piped(new Blob([JSON.stringify(kept)]), new CompressionStream("deflate-raw"));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} packed @returns {Promise<Record>} */
async function unpack(packed) {
  const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await piped(new Blob([bytes]), new DecompressionStream("deflate-raw"))));
}

/** The way to a node: how often the first child, then which child, then again. @param {Node} node */
function way(node) {
  const runs = [0];
  for (const step of node.path()) {
    const child = step.parent?.children.indexOf(step) ?? 0;
    if (child) runs.push(child, 0);
    else runs[runs.length - 1] += 1;
  }
  return runs.join(".");
}

/** @param {Node} root @param {string} way */
function follow(root, way) {
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
  try {
    sessionStorage.setItem("game", JSON.stringify({ hash: written, record: session.game.record(), details: session.details, seats: session.seats }));
  } catch {
    // A game too large to be kept is still in the address.
  }
}

/** Loads the game that the address tells, if it tells one. @returns {Promise<boolean>} */
export async function fromAddress() {
  const told = new URLSearchParams(location.hash.slice(1));
  const packed = told.get("g");
  if (!packed || location.hash === written) return false;
  const kept = JSON.parse(sessionStorage.getItem("game") ?? "{}");
  const mine = kept.hash === location.hash;
  let record;
  try {
    record = mine ? kept.record : await unpack(packed);
  } catch {
    throw new Error("The address holds no whole game: it was cut, or changed.");
  }
  // After the browser's Back and Reload there is a state, after opening a link there is none.
  const { seats = mine ? kept.seats : null, isLinked = !mine } = history.state ?? {};
  await session.load(record, { details: mine ? kept.details : null, seats, isLinked });
  // This game is in the address already.
  held = session.game;
  const node = follow(session.game.root, told.get("at") ?? "");
  if (node !== session.node) await session.go(node);
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
