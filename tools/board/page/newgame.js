// The new-game dialog. Its choices are remembered, and the first game of a visit has them.

import { newClock } from "./clock.js";
import { byId, fill, on, attempt } from "./dom.js";
import { localDate } from "./filename.js";
import { newRecord } from "./game.js";
import { engine, GENTLE, levels, short } from "./opponents.js";
import * as presets from "./presets.js";
import { session } from "./session.js";
import { store, stored } from "./store.js";
import { t } from "./texts.js";
import { views } from "./views.js";

/** @import { About, Extra, Record, Seats } from "./types" */

const KEY = "new-game";

const FIELDS = ["new-opponent", "new-level", "new-seconds", "new-side", "new-name", "new-rules", "new-swap", "new-columns", "new-rows",
  "new-handicap", "new-clock", "new-minutes", "new-increment", "new-periods", "new-period"];

/** Returns a field, or the radio buttons with this name. @param {string} name */
function field(name) {
  const found = byId("new-form", HTMLFormElement).elements.namedItem(name);
  if (found instanceof HTMLSelectElement || found instanceof HTMLInputElement || found instanceof RadioNodeList) return found;
  throw new Error(`the form has no field ${name}`);
}

const text = (/** @type {string} */ id) => field(id).value;
const number = (/** @type {string} */ id) => Number(field(id).value);

/** The form's columns and rows, reduced by the handicap. */
function edges() {
  const handicap = number("new-handicap");
  return { columns: number("new-columns") - Math.max(0, handicap), rows: number("new-rows") - Math.max(0, -handicap) };
}

/** Makes the form invalid if the handicap is too large. @param {About} about */
function checkHandicap({ sizes: [least] }) {
  const left = Object.entries(edges()).find(([, count]) => count < least);
  const words = left && t`This handicap leaves ${Math.max(0, left[1])} ${t(left[0])}; the minimum is ${least}. Choose a smaller handicap.`;
  byId("new-handicap", HTMLInputElement).setCustomValidity(words ?? "");
}

/** The game that the form describes. @returns {{ record: Record, seats: Seats, extra: Extra }} */
function chosen() {
  const opponent = text("new-opponent");
  const settings = opponent === "engine" ? engine(text("new-level"), number("new-seconds")) : null;
  const hasSide = opponent !== "person";
  const side = text("new-side");
  const mine = hasSide && (side === "second" || (side === "random" && Math.random() < 0.5)) ? 1 : 0;
  const isLink = opponent === "link";
  const words = byId("new-level", HTMLSelectElement).selectedOptions[0]?.textContent ?? "Engine";
  const names = ["First player", "Second player"];
  if (isLink) names[mine] = text("new-name").trim() || names[mine];
  else if (settings) [names[mine], names[1 - mine]] = ["You", short(words)];
  const record = newRecord({ rules: text("new-rules"), swap: text("new-swap"), ...edges(), players: names });
  const kind = text("new-clock");
  const clock = isLink || (kind !== "fischer" && kind !== "byoyomi") ? null : newClock({
    kind, minutes: number("new-minutes"),
    seconds: number(kind === "fischer" ? "new-increment" : "new-period"), periods: number("new-periods"),
  });
  return {
    record: { ...record, date: localDate(new Date()) },
    seats: mine ? [settings, null] : [null, settings],
    extra: { clock, link: isLink ? { player: mine, from: 0, isOver: false, offers: false } : null },
  };
}

/** The game at the start of a visit without an address: the last choices, or else a game without a swap. */
export function first() {
  const game = chosen();
  if (!stored(KEY, null)) game.record.swap = "none";
  return { record: game.record, how: { seats: game.seats, extra: game.extra } };
}

async function startGame() {
  store(KEY, Object.fromEntries(FIELDS.map((id) => [id, text(id)])));
  const { record, seats, extra } = chosen();
  await session.load(record, { seats, extra });
  views.open("play");
  byId("frame", HTMLElement).scrollIntoView({ block: "nearest" });
}

/** Sets the fields to the remembered choices that are still valid. */
function restore() {
  const values = stored(KEY, /** @type {{ [id: string]: unknown }} */ ({}));
  for (const id of FIELDS) {
    const [value, found] = [values[id], field(id)];
    if (typeof value !== "string") continue;
    const old = found.value;
    found.value = value;
    if (!found.value || ("checkValidity" in found && !found.checkValidity())) found.value = old;
  }
}

/** Shows or hides a row; a hidden field does not block the form. @param {string} id @param {boolean} isShown */
function showRow(id, isShown) {
  const row = byId(id, HTMLElement);
  row.hidden = !isShown;
  for (const input of row.querySelectorAll("input")) input.disabled = !isShown;
}

function showRows() {
  const [opponent, clock] = [text("new-opponent"), text("new-clock")];
  const isLink = opponent === "link";
  showRow("new-level-row", opponent === "engine");
  showRow("new-seconds-row", opponent === "engine" && text("new-level") === "full");
  showRow("new-side-row", opponent !== "person");
  showRow("new-name-row", isLink);
  showRow("new-clock-row", !isLink);
  showRow("new-minutes-row", !isLink && clock !== "none");
  showRow("new-increment-row", !isLink && clock === "fischer");
  showRow("new-periods-row", !isLink && clock === "byoyomi");
  showRow("new-period-row", !isLink && clock === "byoyomi");
  byId("new-clock-text", HTMLElement).hidden = isLink || clock === "none";
}

/** Fills the lists of the form. @param {About} about */
function fillForm(about) {
  fill(byId("new-level", HTMLSelectElement), levels(about), GENTLE);
  fill(byId("new-rules", HTMLSelectElement), about.rules.map((name) => [name, name === "pp" ? t("Paper and pencil (PP): own links may cross") : t("Classic: no links cross; own links may be removed")]));
  fill(byId("new-swap", HTMLSelectElement), about.swaps.map((name) => [name, { mirror: t("Mirror: the second player takes the first peg, mirrored"), sides: t("Sides: the players exchange sides"), none: t("None") }[name] ?? name]));
  for (const id of ["new-columns", "new-rows"]) {
    const [min, max] = about.sizes;
    Object.assign(byId(id, HTMLInputElement), { min, max });
  }
}

/** @param {About} about */
export function start(about) {
  fillForm(about);
  restore();
  const changed = () => {
    checkHandicap(about);
    showPreset();
  };
  const showPreset = presets.start(byId("new-presets", HTMLElement), field, changed);
  on("new-form", showRows, "change");
  // Select the rule set's default swap, which the user may change.
  on("new-rules", () => (field("new-swap").value = text("new-rules") === "pp" ? "mirror" : "sides"), "change");
  on("new-columns", () => (field("new-rows").value = text("new-columns")), "input");
  for (const id of ["new-columns", "new-rows", "new-handicap"]) on(id, changed, "input");
  for (const id of ["new-rules", "new-swap"]) on(id, changed, "change");
  changed();
  // Remembered fields are valid each, but perhaps not together.
  if (!byId("new-handicap", HTMLInputElement).checkValidity()) {
    field("new-handicap").value = "0";
    changed();
  }
  showRows();
  // A browser shows an error only of a visible field.
  byId("new-form", HTMLFormElement).addEventListener("invalid", () => (byId("new-more", HTMLDetailsElement).open = true), true);
  const dialog = byId("new-game", HTMLDialogElement);
  on("open-new", () => dialog.showModal());
  on("new-form", (event) => {
    event.preventDefault();
    attempt(async () => {
      await startGame();
      dialog.close();
    });
  }, "submit");
}
