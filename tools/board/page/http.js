// The transport to the server: HTTP requests. A response is one JSON value or JSON lines.

import { connection, Unreachable } from "./connection.js";

/** @import { Answer } from "./types" */

/**
 * Sends a request; without a body, as GET.
 *
 * @param {string} path
 * @param {Blob | string} [body] a file or JSON
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer>}
 */
export async function open(path, body, signal) {
  /** @type {RequestInit} */
  const request = { signal, body, method: body === undefined ? "GET" : "POST" };
  if (typeof body === "string") request.headers = { "content-type": "application/json" };
  const response = await fetch(path, request).catch(() => {
    throw broken(signal);
  });
  connection.restore();
  return { status: response.status, lines: lines(response, signal) };
}

/**
 * The error of a broken request or stream: the caller's abort, or a lost connection.
 *
 * @param {AbortSignal} [signal]
 */
export function broken(signal) {
  if (signal?.aborted) return signal.reason;
  connection.lose();
  return new Unreachable();
}

/** @param {Response} response @param {AbortSignal} [signal] */
async function* lines(response, signal) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      throw broken(signal);
    });
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  // A single value has no line end, unlike the last line of a complete stream.
  if (response.headers.get("content-type") === "application/json") yield rest;
}
