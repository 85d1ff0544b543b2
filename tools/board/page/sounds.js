// Sounds, synthesized: of a peg, a link, a swap, the end of the game, and a clock with little time.

import { session } from "./session.js";
import { settings } from "./settings.js";

/** The tones of each sound: delay and length in seconds, and frequency in hertz. @type {{ [kind: string]: [number, number, number][] }} */
const TONES = {
  peg: [[0, 0.07, 330]],
  link: [[0, 0.07, 330], [0.06, 0.12, 495]],
  swap: [[0, 0.12, 495], [0.1, 0.16, 330]],
  over: [[0, 0.18, 392], [0.14, 0.18, 494], [0.28, 0.4, 587]],
  low: [[0, 0.06, 880], [0.12, 0.06, 880]],
};
const VOLUME = 0.25;

/** @type {AudioContext | null} */
let context = null;
/** What was last shown. */
let before = { node: session.node, links: session.view?.links.length ?? 0, isOver: Boolean(session.view && session.outcome()) };
export let isStarted = false;

/** @param {string} kind */
function play(kind) {
  // Before an action of the user, a browser plays no sound.
  if (settings.sounds !== "on" || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [delay, length, frequency] of TONES[kind]) {
    const from = context.currentTime + delay;
    const volume = context.createGain();
    volume.gain.setValueAtTime(VOLUME, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}

/** Plays the sound of the step to the current position. */
function step() {
  const { node, view } = session;
  if (!view) return;
  const last = before;
  before = { node, links: view.links.length, isOver: Boolean(session.outcome()) };
  const isNext = node.parent === last.node;
  if (before.isOver && !last.isOver && (isNext || node === last.node)) return play("over");
  if (isNext) play(view.swap ? "swap" : before.links > last.links ? "link" : "peg");
}

export function start() {
  if (isStarted) return;
  isStarted = true;
  session.listen("position", step);
  session.listen("low", () => play("low"));
}
