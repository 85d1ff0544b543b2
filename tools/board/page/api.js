// Requests to the engine: positions (cached, since they never change), streams of reports, files. The engine is a
// server or, on a page without one, a web worker; requests to both are the same.

import * as http from "./http.js";
import { t } from "./texts.js";
import * as workerclient from "./workerclient.js";

/**
 * @import { About, Answer, Book, Evaluation, Found, Overlay, Record, Report, Review, ThinkRequest, Update, View, Written } from "./types"
 */

export const { isLocal } = workerclient;
const { open, broken } = isLocal ? workerclient : http;

/** An error response of the engine; its message is for the user. */
export class ApiError extends Error {
  /** @param {string} words @param {number} status 0 if the answer has none */
  constructor(words, status = 0) {
    super(words);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {unknown} [body] a file, or a value to send as JSON
 * @param {AbortSignal} [signal]
 * @param {number} [worker] the web worker, if the page has its own engine
 * @returns {Promise<Answer>}
 */
async function send(path, body, signal, worker) {
  const answer = await open(path, body === undefined || body instanceof Blob ? body : JSON.stringify(body), signal, worker);
  if (answer.status < 400) return answer;
  const { error } = await value(answer).catch(() => ({}));
  throw new ApiError(error ?? t`The server answered with status ${answer.status}.`, answer.status);
}

/** Returns the value of an answer that is not a stream. @param {Answer} answer @returns {Promise<any>} */
async function value({ lines }) {
  let text = "";
  for await (const line of lines) text += line;
  return JSON.parse(text);
}

/** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] */
const ask = async (path, body, signal) => value(await send(path, body, signal));

/**
 * Yields the JSON values of a stream, one per line. Throws if the stream ends without a `done` line.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {number} [worker] the web worker, if the page has its own engine
 * @returns {AsyncGenerator<any>}
 */
async function* stream(path, body, signal, worker) {
  let isDone = false;
  for await (const line of (await send(path, body, signal, worker)).lines) {
    if (!line.trim()) continue;
    const message = JSON.parse(line);
    if (message.error && message.kind !== "trouble") throw new ApiError(message.error);
    isDone = message.done === true;
    yield message;
  }
  if (!isDone) throw broken(signal);
}

/** @returns {Promise<About>} */
export const about = () => ask("/api/about");

const MAX_CACHED_POSITIONS = 500;
/** @type {Map<string, Promise<View>>} */
const positions = new Map();

/** @param {Record} line @param {Promise<View>} view */
function cache(line, view) {
  if (positions.size >= MAX_CACHED_POSITIONS) positions.delete(positions.keys().next().value ?? "");
  positions.set(JSON.stringify(line), view);
}

/**
 * Returns the last position of a line, which is a game's record without variations.
 *
 * @param {Record} line
 * @returns {Promise<View>}
 */
export function position(line) {
  const key = JSON.stringify(line);
  let view = positions.get(key);
  if (!view) {
    view = /** @type {Promise<View>} */ (ask("/api/position", { game: line }));
    // Do not cache errors: the server may have been unreachable.
    view.catch(() => positions.delete(key));
    cache(line, view);
  }
  return view;
}

/**
 * Returns the engine's move, and caches the position after it; null at the end of the game.
 *
 * @param {Record} line
 * @param {ThinkRequest} how
 * @param {AbortSignal} signal
 */
export async function answer(line, how, signal) {
  for await (const { answer, view } of think(line, how, signal)) {
    if (view) cache({ ...line, moves: view.moves }, Promise.resolve(view));
    if (answer) return answer;
  }
  return null;
}

/**
 * Yields the reports of a search, until it ends or is aborted.
 *
 * @param {Record} line
 * @param {ThinkRequest} how
 * @param {AbortSignal} signal
 * @param {number} [worker] the web worker, if the page has its own engine
 * @returns {AsyncGenerator<Report>}
 */
export const think = (line, how, signal, worker) => stream("/api/think", { game: line, ...how }, signal, worker);

/**
 * @typedef {AsyncGenerator<{ done: false, evals: number, of: number, values: [ply: number, value: number][] }
 *   | { done: true, review: Review }>} Reviewing
 */

/**
 * Yields the progress of a review, with the values that are new since the last report, and then the review. A server uses all its cores; without one, several web workers
 * evaluate a part of the positions each, and the result is the same.
 *
 * @param {Record} game
 * @param {number} nodes
 * @param {AbortSignal} signal
 * @returns {Reviewing}
 */
export const review = (game, nodes, signal) =>
  isLocal && parts(game) > 1
    ? reviewInParts({ game, nodes }, parts(game), signal)
    : stream("/api/review", { game, nodes }, signal);

/**
 * Returns the evaluation of the last position of a line with a small node budget, as in a review. Where the page has
 * several web workers, it does not slow down the search for a move.
 *
 * @param {Record} line
 * @param {AbortSignal} signal
 * @returns {Promise<Evaluation>}
 */
export async function evaluate(line, signal) {
  const [last, worker] = [line.moves.length, Math.min(1, workerclient.workers - 1)];
  for await (const update of stream("/api/review", { game: line, part: [last, last + 1] }, signal, worker)) {
    if (update.done) return update.evaluations[0][1];
  }
  throw broken(signal);
}

/** Returns the number of workers for a review: at most one per position. @param {Record} game */
const parts = ({ moves }) => Math.min(workerclient.workers, moves.length + 1);

/** @param {object} body @param {number} parts @param {AbortSignal} signal @returns {Reviewing} */
async function* reviewInParts(body, parts, signal) {
  // Ends the other parts if one fails.
  const running = new AbortController();
  const abort = () => running.abort(signal.reason);
  signal.addEventListener("abort", abort);
  const streams = Array.from({ length: parts }, (_, part) =>
    stream("/api/review", { ...body, part: [part, parts] }, running.signal, part));
  const done = streams.map(() => 0);
  const evaluations = [];
  try {
    for await (const [part, message] of merged(streams)) {
      if (message.done) evaluations.push(...message.evaluations);
      else {
        done[part] = message.evals;
        yield { ...message, evals: done.reduce((sum, count) => sum + count) };
      }
    }
    yield* stream("/api/review", { ...body, evaluations }, signal);
  } finally {
    signal.removeEventListener("abort", abort);
    running.abort();
  }
}

/** Yields the values of streams as they arrive, each with the number of its stream. @param {AsyncGenerator<any>[]} streams */
async function* merged(streams) {
  /** @param {number} index */
  const next = (index) => {
    const value = streams[index].next().then((result) => ({ index, result }));
    // If the caller stops reading, no one handles the error of an aborted stream.
    value.catch(() => {});
    return value;
  };
  const waiting = new Map(streams.map((_, index) => [index, next(index)]));
  while (waiting.size) {
    const { index, result } = await Promise.race(waiting.values());
    if (result.done) waiting.delete(index);
    else {
      waiting.set(index, next(index));
      yield /** @type {const} */ ([index, result.value]);
    }
  }
}

/**
 * @param {Record} line
 * @param {"distances" | "network"} kind
 * @param {AbortSignal} [signal]
 * @returns {Promise<Overlay>}
 */
export const overlay = (line, kind, signal) => ask("/api/overlay", { game: line, kind }, signal);

/** Returns the opening book's entry for the last position of a line. @param {Record} line @returns {Promise<Book>} */
export const book = (line) => ask("/api/overlay", { game: line, kind: "book" });

/**
 * Reads the games of a file.
 *
 * @param {string} name
 * @param {Blob} bytes
 * @param {string} [size] the board size to assume if the file states none
 * @returns {Promise<Found>}
 */
export const read = (name, bytes, size = "") =>
  ask(`/api/read?name=${encodeURIComponent(name)}&size=${encodeURIComponent(size)}`, bytes);

/** Reads a file named on the command line, like `read`. @param {string | number} id @returns {Promise<Found>} */
export const file = (id, size = "") => ask(`/api/file/${id}?size=${encodeURIComponent(size)}`);

/**
 * Reads a file named on the command line, then yields updates as it grows.
 *
 * @param {string | number} id
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Update>}
 */
export const live = (id, signal) => stream(`/api/file/${id}/live`, undefined, signal);

/**
 * @param {{ game: Record, format: string, ply?: number, dark?: boolean }} what
 * @returns {Promise<Written>}
 */
export const write = (what) => ask("/api/write", what);
