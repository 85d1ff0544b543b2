// Entry point: requests the page's options, initializes all modules, and loads a game.

import * as analyse from "./analyse.js";
import * as api from "./api.js";
import * as chances from "./chances.js";
import * as clock from "./clock.js";
import { connection } from "./connection.js";
import * as controller from "./controller.js";
import { attempt, byId, clearOnAction, loaded, on } from "./dom.js";
import * as drawing from "./drawing.js";
import * as exercise from "./exercise.js";
import * as files from "./files.js";
import * as invite from "./invite.js";
import * as keys from "./keys.js";
import * as legend from "./legend.js";
import * as moves from "./moves.js";
import * as newgame from "./newgame.js";
import * as offer from "./offer.js";
import * as play from "./play.js";
import * as primary from "./primary.js";
import * as recent from "./recent.js";
import * as resigndraw from "./resigndraw.js";
import * as review from "./review.js";
import * as serviceworker from "./serviceworker.js";
import { session } from "./session.js";
import * as settings from "./settings.js";
import * as share from "./share.js";
import * as stepping from "./stepping.js";
import * as texts from "./texts.js";
import * as theme from "./theme.js";
import * as tutorial from "./tutorial.js";
import { views } from "./views.js";

function steps() {
  const by = { "to-start": -Infinity, back: -1, forth: 1, "to-end": Infinity };
  for (const [id, step] of Object.entries(by)) on(id, () => attempt(() => session.step(step)));
  session.listen("position", () => {
    const { node } = session;
    for (const id of ["to-start", "back"]) byId(id, HTMLButtonElement).disabled = !node.parent;
    for (const id of ["forth", "to-end"]) byId(id, HTMLButtonElement).disabled = !node.children.length;
  });
}

function tabs() {
  for (const tab of document.querySelectorAll("[data-open]")) {
    tab.addEventListener("click", () => views.open(tab.getAttribute("data-open") ?? "play"));
  }
  for (const close of document.querySelectorAll("dialog [data-close]")) {
    close.addEventListener("click", () => close.closest("dialog")?.close());
  }
}

/** Runs a late module's action when a button is pressed, unless another view is opened meanwhile. @param {string} id @param {() => Promise<() => unknown>} load */
function late(id, load) {
  on(id, () => attempt(async () => {
    const { current } = views;
    const act = await load();
    if (views.current === current) await act();
  }));
}

/** Shows messages in the header, or on a phone over the board's controls. */
function placeMessages() {
  const phone = matchMedia("(max-width: 600px)");
  const place = () => document.querySelector(phone.matches ? "main" : "header")?.append(byId("messages", HTMLElement));
  phone.addEventListener("change", place);
  if (phone.matches) place();
}

function watch() {
  connection.addEventListener("change", () => {
    // Reload a page that lost the connection before it was ready.
    if (!connection.isLost && !("ready" in document.body.dataset)) return location.reload();
    byId("connection", HTMLElement).textContent = connection.isLost
      ? texts.t`No connection: trying again. If board has stopped, restart it with --port ${location.port}.`
      : "";
  });
}

async function start() {
  texts.start();
  theme.start();
  settings.start();
  clearOnAction();
  placeMessages();
  watch();
  const about = await api.about();
  steps();
  tabs();
  views.start();
  controller.start();
  moves.start();
  // The list of players shows the clocks, so they are updated first.
  clock.start();
  newgame.start(about);
  play.start();
  resigndraw.start();
  offer.start(about);
  analyse.start(about);
  review.start();
  exercise.start();
  // Few visits need these modules, so they are loaded when they are first used.
  late("setup", async () => (await loaded(import("./setup.js"))).open);
  late("trainer-start", async () => (await loaded(import("./trainer.js"))).train);
  for (const what of /** @type {const} */ (["game", "tree"])) {
    session.listen(what, () => session.game.review && attempt(async () => (await loaded(import("./mistakes.js"))).start()));
  }
  // start() replaces this view. Until then, taps have no effect on the game that is shown.
  views.add("puzzles", { enter: () => {
    Object.assign(controller.handlers, controller.INERT);
    attempt(async () => (await loaded(import("./puzzles.js"))).start());
  } });
  drawing.start();
  legend.start();
  stepping.start();
  files.start(about);
  chances.start();
  invite.start();
  recent.start();
  tutorial.start();
  share.start(about);
  keys.start();
  primary.start();
  on("turn-board", () => controller.turn(1));
  on("flip-board", () => controller.turn(0, true));
  const shared = await share.fromAddress().catch((error) => attempt(() => { throw error; }));
  if (shared) views.open(views.remembered ?? (session.seats ? "play" : "analyse"));
  else {
    const { record, how } = newgame.first();
    await session.load(record, how);
    if (about.files.length) await attempt(() => files.openNamed(about));
    if (!views.current) views.open(views.remembered ?? "play");
  }
  document.body.dataset.ready = "";
  // The page also works if its files cannot be stored for offline use, for example in a private window.
  serviceworker.start().catch(() => {});
}

attempt(start);
