// The rules in four animated pictures: a card in the Play view until the user closes it, and a dialog. Where the card
// would be below the first screen, a strip of text under the board takes its place. With reduced motion, each picture
// shows its last state.

import { bar as link, peg } from "./board.js";
import { byId, el, on, svg, notify } from "./dom.js";
import { Layout } from "./layout.js";
import { store, stored } from "./store.js";
import { t } from "./texts.js";

/** @import { Hole, Side } from "./types" */

/** What a step adds: a peg, its links, and a link that another one blocks. @typedef {{ side: Side, hole: Hole, links?: Hole[], blocked?: Hole }} Added */

const KEY = "rules-closed";
const SIZE = 6;
/** The margin for coordinates, which the pictures do not have. */
const EDGE = 20;
const STEP_MS = 900;
/** The number of steps for which a finished picture is shown. */
const PAUSE = 3;

const vertical = (/** @type {Hole} */ hole, /** @type {Hole[]} */ ...links) => ({ side: /** @type {Side} */ ("vertical"), hole, links });
const horizontal = (/** @type {Hole} */ hole, /** @type {Hole[]} */ ...links) => ({ side: /** @type {Side} */ ("horizontal"), hole, links });

/** @type {{ title: string, words: string, steps: Added[] }[]} */
const PICTURES = [
  {
    title: "Place pegs",
    words: "Take turns to place a peg in a free hole, but not in the opponent's border rows.",
    steps: [vertical("B2"), horizontal("E3"), vertical("D5"), horizontal("B4")],
  },
  {
    title: "Link pegs",
    words: "Two of your pegs are linked at once if they are two holes apart one way and one to the side: a knight's move in chess.",
    steps: [vertical("C2"), horizontal("E4"), vertical("D4", "C2"), horizontal("C5", "E4")],
  },
  {
    title: "Block links",
    words: "A link blocks the opponent's: no link crosses it. Your own links may cross, except under classic rules.",
    steps: [vertical("C2"), horizontal("B3"), vertical("D4", "C2"), { ...horizontal("D2"), blocked: "B3" }],
  },
  {
    title: "Connect your borders",
    words: "Filled pegs win with a chain from top to bottom, rings with one from left to right.",
    steps: [vertical("C1"), horizontal("B3"), vertical("D3", "C1"), horizontal("E4"), vertical("C5", "D3"), horizontal("E2"), vertical("E6", "C5")],
  },
];

const motion = matchMedia("(prefers-reduced-motion: reduce)");

/** A small board that shows one step after another. */
class Picture {
  step = 0;

  /** @param {typeof PICTURES[0]} picture */
  constructor({ title, words, steps }) {
    this.steps = steps;
    this.layout = new Layout(SIZE, SIZE);
    const { width, height } = this.layout;
    this.links = svg("g");
    this.pegs = svg("g");
    const ground = this.layout.ground().filter((part) => !part.classList.contains("coordinate"));
    const holes = this.layout.holes().map(([, [x, y]]) => svg("circle", { class: "hole", cx: x, cy: y, r: 3 }));
    // The text below describes the picture.
    const board = svg("svg", { viewBox: `${EDGE} ${EDGE} ${width - 2 * EDGE} ${height - 2 * EDGE}`, "aria-hidden": "true" }, ...ground, ...holes, this.links, this.pegs);
    this.figure = el("figure", {}, board, el("figcaption", {}, el("strong", {}, t(title)), " ", t(words)));
  }

  /** @param {Added} added */
  add({ side, hole, links = [], blocked }) {
    const here = this.layout.at(hole);
    this.pegs.append(svg("g", { transform: `translate(${here[0]} ${here[1]})` }, svg("g", { class: "appears" }, peg(side))));
    const bars = links.map((other) => link(side, here, this.layout.at(other)));
    for (const part of bars) part.classList.add("appears");
    this.links.append(...bars);
    if (!blocked) return;
    const [[x1, y1], [x2, y2]] = [here, this.layout.at(blocked)];
    this.links.append(svg("line", { class: "blocked appears", x1, y1, x2, y2 }));
  }

  next() {
    if (this.step >= this.steps.length + PAUSE) {
      this.step = 0;
      this.links.replaceChildren();
      this.pegs.replaceChildren();
    }
    const added = this.steps[this.step++];
    if (added) this.add(added);
  }

  /** Shows the last state. */
  finish() {
    while (this.step < this.steps.length) this.next();
  }
}

/**
 * Shows the pictures in an element. Returns the function that stops them.
 *
 * @param {HTMLElement} place
 * @param {HTMLButtonElement} button pauses and resumes the pictures
 */
function play(place, button) {
  const pictures = PICTURES.map((picture) => new Picture(picture));
  place.replaceChildren(...pictures.map(({ figure }) => figure));
  let isPaused = motion.matches;
  const label = () => (button.textContent = isPaused ? t("Play the pictures") : t("Pause"));
  const next = () => pictures.forEach((picture) => picture.next());
  if (isPaused) pictures.forEach((picture) => picture.finish());
  else next();
  const timer = setInterval(() => !isPaused && place.checkVisibility() && next(), STEP_MS);
  button.onclick = () => {
    isPaused = !isPaused;
    label();
  };
  label();
  return () => {
    clearInterval(timer);
    place.replaceChildren();
  };
}

/** Shows the card and the strip of a first visit. */
function startCard() {
  const [card, strip] = [byId("rules-card", HTMLElement), byId("rules-strip", HTMLElement)];
  const remove = () => [card, strip].forEach((part) => part.remove());
  if (stored(KEY, false)) return remove();
  card.hidden = false;
  const stop = play(byId("rules-card-pictures", HTMLElement), byId("rules-card-pause", HTMLButtonElement));
  for (const button of document.querySelectorAll("[data-close-rules]")) {
    button.addEventListener("click", () => {
      store(KEY, true);
      stop();
      remove();
      const frame = byId("frame", HTMLElement);
      frame.focus({ preventScroll: true });
      frame.scrollIntoView({ block: "nearest" });
      notify(t("The button ? shows how to play."));
    });
  }
}

export function start() {
  startCard();
  const [dialog, keys] = [byId("rules", HTMLDialogElement), byId("help", HTMLDialogElement)];
  let stop = () => {};
  const open = () => {
    keys.close();
    stop = play(byId("rules-pictures", HTMLElement), byId("rules-pause", HTMLButtonElement));
    dialog.showModal();
  };
  for (const button of document.querySelectorAll("[data-open-rules]")) button.addEventListener("click", open);
  dialog.addEventListener("close", () => stop());
  on("open-keys", () => {
    dialog.close();
    keys.showModal();
  });
  // A new player looks for the rules there; the key ? opens the list of keys.
  on("open-help", open);
}
