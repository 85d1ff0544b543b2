// The transport to an engine in a web worker of this page, for a page without a server. The root element's attributes
// contain the addresses of the worker and of its files.

import { t } from "./texts.js";

/** @import { Answer, Step } from "./types" */

const files = document.documentElement.dataset;

/** Whether the page has its own engine. */
export const isLocal = files.worker !== undefined;

/** A WebAssembly module that is valid only with relaxed SIMD: it uses `i16x8.relaxed_dot_i8x16_i7x16_s`. */
const PROBE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0, 65, 0, 253, 15,
  65, 0, 253, 15, 253, 146, 2, 11);

/** The fastest build of the engine that this browser supports. */
export const build = WebAssembly.validate(PROBE) ? "relaxed" : "plain";

/** Time without a request after which a worker and its memory are released, in milliseconds. */
const IDLE = 120_000;

/** @param {string | undefined} address */
async function bytes(address = "") {
  const response = await fetch(address);
  if (!response.ok) throw new Error(t`${address} returned status ${response.status}`);
  return response.arrayBuffer();
}

/** A WebAssembly module of the engine, in a worker that the first request starts. */
class Engine {
  /** The compiled module and, for searches, the network. @type {Promise<{ module: WebAssembly.Module, network?: ArrayBuffer }> | null} */
  #loading = null;
  /** @type {Worker | null} */
  #worker = null;
  /** The open requests, by their number in messages. @type {Map<number, { step: (step: Step) => void, fail: (error: Error) => void }>} */
  #requests = new Map();
  #latest = 0;
  #idle = 0;

  /**
   * @param {string | undefined} code the module's address
   * @param {string} [weights] the network's address
   * @param {Engine} [source] an engine with the same module and network, which loads them
   */
  constructor(code, weights, source) {
    this.code = code;
    this.weights = weights;
    this.source = source;
  }

  /** @returns {Promise<{ module: WebAssembly.Module, network?: ArrayBuffer }>} */
  load() {
    if (this.source) return this.source.load();
    const { code, weights } = this;
    this.#loading ??= Promise.all([bytes(code).then((code) => WebAssembly.compile(code)), weights && bytes(weights)])
      .then(([module, network]) => ({ module, network: network || undefined }));
    return this.#loading.catch((error) => {
      this.#loading = null;
      throw new Error(t`Cannot load the engine: ${error.message}. Reload the page; browsers from before 2023 cannot run it.`);
    });
  }

  async #started() {
    const loaded = await this.load();
    if (this.#worker) return this.#worker;
    const worker = (this.#worker = new Worker(files.worker ?? ""));
    worker.onmessage = ({ data }) => {
      if (data.error) this.#fail(data.error);
      else this.#requests.get(data.id)?.step(data);
    };
    worker.onerror = ({ message }) => this.#fail(message);
    worker.postMessage(loaded);
    return worker;
  }

  /** Ends the worker and all requests. @param {string} cause */
  #fail(cause) {
    this.#stop();
    const error = new Error(t`The engine stopped: ${cause}. Repeat the last action.`);
    for (const request of [...this.#requests.values()]) request.fail(error);
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /**
   * Sends a request; resolves when the first part of the answer arrives.
   *
   * @param {string} path
   * @param {string | Uint8Array | undefined} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Answer>}
   */
  async open(path, body, signal) {
    const worker = await this.#started();
    signal?.throwIfAborted();
    const id = ++this.#latest;
    clearTimeout(this.#idle);
    const close = () => {
      this.#requests.delete(id);
      signal?.removeEventListener("abort", abort);
      clearTimeout(this.#idle);
      if (!this.#requests.size) this.#idle = setTimeout(() => this.#stop(), IDLE);
    };
    const abort = () => {
      worker.postMessage({ id, abort: true });
      this.#requests.get(id)?.fail(signal?.reason);
    };
    signal?.addEventListener("abort", abort);
    return new Promise((resolve, reject) => {
      const lines = new ReadableStream({
        start: (queue) => {
          this.#requests.set(id, {
            step({ status, lines, done }) {
              lines.forEach((line) => queue.enqueue(line));
              resolve({ status, lines: values(reader) });
              if (!done) return;
              queue.close();
              close();
            },
            fail(error) {
              close();
              queue.error(error);
              reject(error);
            },
          });
        },
        // The caller no longer reads the answer.
        cancel() {
          close();
          worker.postMessage({ id, abort: true });
        },
      });
      const reader = lines.getReader();
      worker.postMessage({ id, path, body });
    });
  }
}

/** Yields the lines of an answer. @param {ReadableStreamDefaultReader<string>} reader */
async function* values(reader) {
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** The maximum number of workers for a review. Each has its own search tree. */
const MAX_WORKERS = 8;

/** The number of workers for a review: one core remains for the page. */
export const workers = Math.max(1, Math.min((navigator.hardwareConcurrency ?? 1) - 1, MAX_WORKERS));

const first = new Engine(files[build], files.network);
const searches = [first, ...Array.from({ length: workers - 1 }, () => new Engine(files[build], files.network, first))];
/** Reads and writes files, in a module that is loaded when it is first needed. */
const converter = new Engine(files.files);

// Start to load the engine while the rest of the page starts.
if (isLocal) first.load().catch(() => {});

/** Converts a file whose property `CA` states other characters, whose tables the module does not have. @param {Uint8Array} bytes */
function inUtf8(bytes) {
  const label = /CA\[([^\]]+)\]/.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 4096)))?.[1];
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    try {
      return label ? new TextEncoder().encode(new TextDecoder(label).decode(bytes)) : bytes;
    } catch {
      // The label is unknown.
    }
  }
  return bytes;
}

/**
 * Sends a request; resolves when the first part of the answer arrives.
 *
 * @param {string} path
 * @param {Blob | string} [body] a file or JSON
 * @param {AbortSignal} [signal]
 * @param {number} [worker] the worker for a search; all other requests have the first one
 */
export async function open(path, body, signal, worker = 0) {
  const sent = body instanceof Blob ? inUtf8(new Uint8Array(await body.arrayBuffer())) : body;
  return (/^\/api\/(read|write)/.test(path) ? converter : searches[worker] ?? first).open(path, sent, signal);
}

/** Returns the error of an answer that ended early. @param {AbortSignal} [signal] */
export const broken = (signal) => signal?.reason ?? new Error(t("The engine's answer is incomplete. Repeat the last action."));
