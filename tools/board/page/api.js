// Requests to the server: positions (cached, since they never change), streams of reports, files.

import { connection, Unreachable } from "./connection.js";

/** @import { About, Found, Overlay, Record, Report, Review, ThinkRequest, Update, View, Written } from "./types" */

/** An error response of the server; its message is for the user. */
export class ApiError extends Error {
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
async function send(path, body, signal) {
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
  const answer = await response.json().catch(() => ({}));
  throw new ApiError(answer.error ?? `The server answers ${response.status}.`, response.status);
}

/** Returns the error of a broken request or stream: the caller's abort, or a lost connection. @param {AbortSignal} [signal] */
function broken(signal) {
  if (signal?.aborted) return signal.reason;
  connection.lose();
  return new Unreachable();
}

/** @returns {Promise<About>} */
export const about = async () => (await send("/api/about")).json();

const MAX_CACHED_POSITIONS = 500;
/** @type {Map<string, Promise<View>>} */
const positions = new Map();

/** Returns the last position of a line. @param {Record} line @returns {Promise<View>} */
export function position(line) {
  const key = JSON.stringify(line);
  let view = positions.get(key);
  if (!view) {
    if (positions.size >= MAX_CACHED_POSITIONS) positions.delete(positions.keys().next().value ?? "");
    view = send("/api/position", { game: line }).then((response) => response.json());
    // Do not cache errors: the server may have been unreachable.
    view.catch(() => positions.delete(key));
    positions.set(key, view);
  }
  return view;
}

/**
 * Yields the JSON values of a stream, one per line. Throws if the stream ends without a `done` line.
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
      const message = JSON.parse(part);
      if (message.error && message.kind !== "trouble") throw new ApiError(message.error);
      isDone = message.done === true;
      yield message;
    }
  }
}

/**
 * Yields the reports of a search, until it ends or is aborted.
 *
 * @param {Record} line
 * @param {ThinkRequest} how
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Report>}
 */
export async function* think(line, how, signal) {
  yield* lines(await send("/api/think", { game: line, ...how }, signal), signal);
}

/**
 * @param {Record} game
 * @param {string | undefined} level
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{ done: false, position: number, of: number } | { done: true, review: Review }>}
 */
export async function* review(game, level, signal) {
  yield* lines(await send("/api/review", { game, level }, signal), signal);
}

/**
 * @param {Record} line
 * @param {"distances" | "network"} kind
 * @param {AbortSignal} [signal]
 * @returns {Promise<Overlay>}
 */
export const overlay = async (line, kind, signal) =>
  (await send("/api/overlay", { game: line, kind }, signal)).json();

/**
 * Reads the games of a file.
 *
 * @param {string} name
 * @param {Blob} bytes
 * @param {string} [size] the board size to assume if the file states none
 * @returns {Promise<Found>}
 */
export const read = async (name, bytes, size = "") =>
  (await send(`/api/read?name=${encodeURIComponent(name)}&size=${encodeURIComponent(size)}`, bytes)).json();

/** Reads a file named on the command line, like `read`. @param {string | number} id @returns {Promise<Found>} */
export const file = async (id, size = "") => (await send(`/api/file/${id}?size=${encodeURIComponent(size)}`)).json();

/**
 * Reads a file named on the command line, then yields updates as it grows.
 *
 * @param {string | number} id
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Update>}
 */
export async function* live(id, signal) {
  yield* lines(await send(`/api/file/${id}/live`, undefined, signal), signal);
}

/**
 * @param {{ game: Record, format: string, ply?: number, dark?: boolean }} what
 * @returns {Promise<Written>}
 */
export const write = async (what) => (await send("/api/write", what)).json();
