// Stepping through the game with the plain arrow keys and the wheel, in the views that do not play.

import { cursorAt, handlers } from "./controller.js";
import { byId, attempt } from "./dom.js";
import * as exercise from "./exercise.js";
import { session } from "./session.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** The distance of a small step of a touchpad, and of the wheel in lines, in pixels. */
const [NOTCH, LINE] = [40, 40];
/** The minimum time between two steps, and the pause that ends a movement, in milliseconds. */
const [THROTTLE, PAUSE] = [60, 250];

/** Whether the open view steps through games; exercises and set-up positions need the board. */
const isReplay = () => ["analyse", "games"].includes(views.current) && !exercise.isActive() && !handlers.click;

/** Whether the arrow keys step through the game rather than move the cursor. */
export const arrowsStep = () => isReplay() && !cursorAt();

let [moved, last, stepped] = [0, 0, 0];

/** @param {WheelEvent} event */
function onWheel(event) {
  // With Ctrl, the wheel zooms. Where the board fills the window's width, the wheel scrolls the page.
  if (event.ctrlKey || event.metaKey || event.shiftKey || !isReplay() || matchMedia("(max-width: 860px)").matches) return;
  event.preventDefault();
  const delta = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE;
  if (event.timeStamp - last > PAUSE || Math.sign(delta) !== Math.sign(moved)) moved = 0;
  last = event.timeStamp;
  moved += delta;
  // A notch of any size is one step; a touchpad sends many small distances.
  if (Math.abs(moved) < NOTCH || event.timeStamp - stepped < THROTTLE) return;
  const way = Math.sign(moved);
  [moved, stepped] = [0, event.timeStamp];
  attempt(() => session.step(way));
}

export function start() {
  const frame = byId("frame", HTMLElement);
  frame.addEventListener("wheel", onWheel, { passive: false });
  const name = () => frame.setAttribute("aria-label", isReplay()
    ? t("Board: arrow keys step through the game; Enter shows the cursor, which the arrow keys then move")
    : t("Board: arrow keys move the cursor, Enter places a peg"));
  views.addEventListener("open", name);
  session.listen("position", name);
}
