// Games from dropped, chosen or pasted files and from the command line. A referee's record also contains the bots'
// stderr and response times.

import * as api from "./api.js";
import { layers, handlers } from "./controller.js";
import { byId, clearNotice, el, loaded, notify, on, percent, shortened, attempt } from "./dom.js";
import { session } from "./session.js";
import { size } from "./sizes.js";
import { openLink } from "./share.js";
import { said, t } from "./texts.js";
import { views } from "./views.js";

/** @import { About, Assumed, Details, Found, FoundGame, NamedFile, Reference } from "./types" */

/** @type {FoundGame[]} */
let games = [];

const LISTED = 500;

/** The Match view, which few visits need. */
async function match() {
  const module = await loaded(import("./match.js"));
  module.start(replay);
  return module;
}

/** @param {FoundGame} found */
async function open({ game, details }) {
  // The last position: the first one looks as if nothing had been opened.
  await session.load(game, { details: details ?? null, ply: game.moves.length });
  if (views.current !== "analyse") views.open("games");
}

/** @param {FoundGame[]} games */
const count = (games) => (games.length === 1 ? t("one game") : t`${games.length} games`);

/** Shows where to get a game that a text only names: the content security policy forbids the page to load it. @param {Reference | null} reference */
function refer(reference) {
  byId("reference", HTMLElement).hidden = !reference;
  if (!reference) return;
  byId("reference-text", HTMLElement).textContent =
    t`LittleGolem game ${reference.number}: this page cannot load it. Download the file with the link, then open it or drop it here. If the browser shows a text instead, paste the text.`;
  const link = byId("reference-link", HTMLAnchorElement);
  link.href = reference.address;
  link.textContent = t`Download ${reference.name}`;
  views.open("games");
  link.focus();
}

/** Lists the files that could not be read. @param {string[]} errors */
function complain(errors) {
  const list = byId("found-errors", HTMLElement);
  list.replaceChildren(...errors.map((error) => el("li", {}, el("bdi", {}, shortened(error, 300)))));
  list.hidden = !errors.length;
}

/** @param {Found} found @param {string} name @param {string[]} errors */
async function show(found, name, errors) {
  refer(found.kind === "reference" ? found : null);
  if (found.kind === "reference") return;
  complain(errors);
  size.offer(found.kind === "games" ? found.assumed ?? null : null);
  if (found.kind !== "games") {
    (await match()).show(found.match, name);
    return views.open("match");
  }
  byId("found-text", HTMLElement).textContent = found.notes?.join("; ") ?? "";
  ({ games } = found);
  byId("found-name", HTMLElement).textContent = `${shortened(name)}: ${count(games)}`;
  const items = games.slice(0, LISTED).map((game) =>
    el("li", {}, el("button", { type: "button", click: () => attempt(() => open(game)) },
      el("bdi", {}, shortened(game.title, 120)),
      el("span", { class: "quiet" }, ...(game.file ? [el("bdi", {}, shortened(game.file)), ": "] : []), said(game.result)))));
  byId("found", HTMLElement).replaceChildren(...items);
  byId("found-part", HTMLElement).hidden = false;
  views.open("games");
  if (games[0]) await open(games[0]);
}

/** Repeats the last read with the size that the user chooses. @type {() => Promise<void>} */
let again = async () => {};
/** The number of reads so far. */
let reads = 0;

const OPENING = t("Opening …");

/**
 * Reads files and shows their content, unless another read starts meanwhile.
 *
 * @param {(size: string) => Promise<{ found: Found | null, name: string, errors: string[] }>} act
 * @param {string} [chosen] the size that the user chose
 */
async function reading(act, chosen = "") {
  const mine = ++reads;
  if (!chosen) {
    size.reset();
    size.offer(null);
  }
  const slow = setTimeout(() => notify(OPENING), 500);
  const { found, name, errors } = await act(chosen).finally(() => clearTimeout(slow));
  if (mine !== reads) return;
  clearNotice(OPENING);
  again = () => reading(act, size.chosen);
  if (found) await show(found, name, errors);
  if (errors.length) throw new Error(t`Cannot open ${errors.join("; ")}`);
}

/** The board of two files: without a size if theirs differ. @param {Assumed} a @param {Assumed} b @returns {Assumed} */
const both = (a, b) => ({ size: a.size === b.size ? a.size : "", least: Math.max(a.least, b.least) });

/** @param {{ name: string, bytes: Blob }[]} files */
const read = (files) => reading(async (size) => {
  if (files.length === 1) {
    const [{ name, bytes }] = files;
    return { found: await api.read(name, bytes, size), name, errors: [] };
  }
  const [games, notes, errors] = [/** @type {FoundGame[]} */ ([]), /** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  /** @type {Assumed | undefined} */
  let assumed;
  for (const { name, bytes } of files) {
    try {
      const found = await api.read(name, bytes, size);
      if (found.kind === "reference") throw new Error(t`this names LittleGolem game ${found.number}; download ${found.address}`);
      if (found.kind !== "games") throw new Error(t`this is a ${found.kind}; open it without other files`);
      games.push(...found.games.map((game) => ({ ...game, file: name })));
      if (found.assumed) assumed = both(assumed ?? found.assumed, found.assumed);
      notes.push(`${name}: ${[count(found.games), ...(found.notes ?? [])].join(", ")}`);
    } catch (error) {
      errors.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  const opened = files.length - errors.length;
  const name = opened === 1 ? t("1 file") : t`${opened} files`;
  return { found: games.length ? { kind: "games", games, notes, assumed } : null, name, errors };
});

/** Reads pasted or dropped text: a URL or games. @param {string} name @param {string} text */
async function readText(name, text) {
  if (text.trim() && !(await openLink(text))) await read([{ name, bytes: new Blob([text]) }]);
}

/** @param {FileList | null | undefined} files */
const readFiles = (files) => read(Array.from(files ?? [], (file) => ({ name: file.name, bytes: file })));

/** Opens a file named on the command line; matches are followed. @param {NamedFile} file */
async function readNamed(file) {
  if (file.kind === "games") return reading(async (size) => ({ found: await api.file(file.id, size), name: file.name, errors: [] }));
  await (await match()).follow(file);
}

/** Opens the file named on the command line, or lists several files. @param {About} about */
export async function openNamed({ files }) {
  if (files.length === 1) await readNamed(files[0]);
  else views.open("games");
}

/** @param {FoundGame} found */
export const replay = (found) => attempt(async () => {
  views.open("games");
  // The response adds the title and a referee's details to the record.
  const read = await api.read("game.json", new Blob([JSON.stringify(found.game)]));
  return open(read.kind === "games" ? read.games[0] : found);
});

/** Shows the details of the current move that a referee's record contains. */
function details() {
  const { details, node, game } = session;
  byId("details-part", HTMLElement).hidden = !details;
  if (!details) return;
  const index = node.ply - 1;
  const main = game.main()[index] === node;
  const time = main ? details.times_ms?.[index] : null;
  const value = main ? details.values?.[index] : null;
  const text = main && details.texts?.[index];
  const facts = [
    typeof time === "number" && t`answered in ${time < 10 ? time.toFixed(2) : Math.round(time)} ms`,
    typeof value === "number" && t`vertical ${percent(value)}`,
    text && t`printed “${text}”`,
  ].filter(Boolean);
  const here = node.ply ? `${node.ply}. ${node.move}: ${facts.join(", ") || t("no data")}` : "";
  // The reason of the result, such as a forfeit, at both ends of the game.
  const reason = !node.parent || !node.children.length ? details.reason : "";
  byId("details-here", HTMLElement).textContent = [here, reason].filter(Boolean).join(". ");
  const bots = details.bots ?? game.players;
  const errors = Object.entries(details.errors ?? {}).map(([player, lines]) =>
    el("details", { open: lines.length > 0 && lines.length < 60 },
      el("summary", {}, t`stderr of ${shortened(bots[Number(player)] ?? player)}: ${lines.length} lines`),
      el("pre", { tabindex: 0 }, lines.join("\n"))));
  const there = byId("details-errors", HTMLElement);
  // Texts that the user opened stay open at other moves.
  if (there.dataset.of !== JSON.stringify(details.errors)) {
    there.dataset.of = JSON.stringify(details.errors);
    there.replaceChildren(...errors);
  }
}

/** @param {About} about */
export function start(about) {
  const input = byId("file", HTMLInputElement);
  input.addEventListener("change", () => {
    const chosen = readFiles(input.files);
    attempt(() => chosen);
    input.value = "";
  });
  on("paste-form", (event) => {
    event.preventDefault();
    const input = byId("paste", HTMLTextAreaElement);
    attempt(async () => {
      await readText(t("pasted"), input.value);
      input.value = "";
      input.closest("details")?.removeAttribute("open");
    });
  }, "submit");
  size.start(() => attempt(() => again()));
  // Games can be dropped and pasted anywhere on the page.
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const files = event.dataTransfer?.files;
    const text = event.dataTransfer?.getData("text") ?? "";
    const dropped = files?.length ? readFiles(files) : readText(t("dropped"), text);
    attempt(() => dropped);
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLElement && event.target.closest("input, textarea")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    attempt(() => readText(t("pasted"), text));
  });
  const named = about.files.map((file) => {
    const { name, kind } = file;
    return el("li", {},
      el("button", { type: "button", click: () => attempt(() => readNamed(file)) },
        el("bdi", {}, name), el("span", { class: "quiet" }, kind)));
  });
  byId("named", HTMLElement).replaceChildren(...named);
  byId("named-part", HTMLElement).hidden = !named.length;
  byId("named-missing", HTMLElement).hidden = !api.isLocal;
  session.listen("position", details);
  session.listen("game", details);
  views.add("games", {
    enter() {
      layers.clear();
      Object.assign(handlers, { play: (/** @type {string} */ turn) => session.play(turn), mayMove: () => true });
      details();
    },
  });
}
