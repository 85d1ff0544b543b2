// The server, asked: positions (kept, as they never change), streams of reports, files.

import { connection, Unreachable } from "./connection.js";

/**
 * @import { About, Found, Overlay, Record, Report, Review, ThinkRequest, Update, View, Written } from "./types"
 */

/** What the server says when it refuses, as a sentence for the user. */
export class Refusal extends Error {
  /** @param {string} words @param {number} status 0 if the server did not answer */
  constructor(words, status = 0) {
    super(words);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
async function ask(path, body, signal) {
  /** @type {RequestInit} */
  const request = { signal };
  if (body !== undefined) {
    request.method = "POST";
    request.body = body instanceof Blob ? body : JSON.stringify(body);
    if (!(body instanceof Blob)) request.headers = { "content-type": "application/json" };
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch {
    throw broken(signal);
  }
  connection.restore();
  if (response.ok) return response;
  const told = await response.json().catch(() => ({}));
  throw new Refusal(told.error ?? `The server answers ${response.status}.`, response.status);
}

/**
 * Why a request or a stream ended: the caller ended it, or the connection is lost.
 *
 * @param {AbortSignal} [signal]
 */
function broken(signal) {
  if (signal?.aborted) return signal.reason;
  connection.lose();
  return new Unreachable();
}

/** @returns {Promise<About>} */
export const about = async () => (await ask("/api/about")).json();

/** How many positions are kept. */
const KEPT = 500;
/** @type {Map<string, Promise<View>>} */
const positions = new Map();

/**
 * The position that a line leads to.
 *
 * @param {Record} line
 * @returns {Promise<View>}
 */
export function position(line) {
  const key = JSON.stringify(line);
  let view = positions.get(key);
  if (!view) {
    if (positions.size >= KEPT) positions.delete(positions.keys().next().value ?? "");
    view = ask("/api/position", { game: line }).then((response) => response.json());
    // Refusals are not kept: the server may have been away.
    view.catch(() => positions.delete(key));
    positions.set(key, view);
  }
  return view;
}

/**
 * The lines of a stream, each a JSON value. A stream whose last line is not `done` is broken.
 *
 * @param {Response} response
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
async function* lines(response, signal) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let isDone = false;
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw broken(signal);
    });
    if (done && isDone) return;
    if (done) throw broken(signal);
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      if (!part.trim()) continue;
      const told = JSON.parse(part);
      if (told.error && told.kind !== "trouble") throw new Refusal(told.error);
      isDone = told.done === true;
      yield told;
    }
  }
}

/**
 * What the engine thinks of a position, until it is done or the signal comes.
 *
 * @param {Record} line
 * @param {ThinkRequest} how
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Report>}
 */
export async function* think(line, how, signal) {
  yield* lines(await ask("/api/think", { game: line, ...how }, signal), signal);
}

/**
 * @param {Record} game
 * @param {string | undefined} level
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{ done: false, position: number, of: number } | { done: true, review: Review }>}
 */
export async function* review(game, level, signal) {
  yield* lines(await ask("/api/review", { game, level }, signal), signal);
}

/**
 * @param {Record} line
 * @param {"distances" | "network"} kind
 * @param {AbortSignal} [signal]
 * @returns {Promise<Overlay>}
 */
export const overlay = async (line, kind, signal) =>
  (await ask("/api/overlay", { game: line, kind }, signal)).json();

/**
 * The games of a file.
 *
 * @param {string} name
 * @param {Blob} bytes
 * @param {string} [size] of the board where the file gives none
 * @returns {Promise<Found>}
 */
export const read = async (name, bytes, size = "") =>
  (await ask(`/api/read?name=${encodeURIComponent(name)}&size=${encodeURIComponent(size)}`, bytes)).json();

/**
 * A file that the server was started with.
 *
 * @param {string | number} id
 * @param {string} [size] of the board where the file gives none
 * @returns {Promise<Found>}
 */
export const file = async (id, size = "") => (await ask(`/api/file/${id}?size=${encodeURIComponent(size)}`)).json();

/**
 * The same, and then each game that comes.
 *
 * @param {string | number} id
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Update>}
 */
export async function* live(id, signal) {
  yield* lines(await ask(`/api/file/${id}/live`, undefined, signal), signal);
}

/**
 * @param {{ game: Record, format: string, ply?: number, dark?: boolean }} what
 * @returns {Promise<Written>}
 */
export const write = async (what) => (await ask("/api/write", what)).json();
