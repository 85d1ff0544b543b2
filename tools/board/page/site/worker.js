// The engine in a web worker. Requests are computed in slices, in turn, so that a message waits for one slice at most.

/** @import { Step } from "../types" */

/** Time per slice, in milliseconds. */
const SLICE = 30;

/**
 * The functions of the WebAssembly module, which tools/web documents.
 *
 * @typedef {{
 *   memory: WebAssembly.Memory,
 *   alloc: (length: number) => number,
 *   dealloc: (address: number, length: number) => void,
 *   load_network: (address: number, length: number) => number,
 *   open: (path: number, pathLength: number, body: number, bodyLength: number) => number,
 *   step: (request: number, milliseconds: number) => number,
 *   status: (request: number) => number,
 *   output_ptr: (request: number) => number,
 *   output_len: (request: number) => number,
 *   close: (request: number) => void,
 * }} Engine
 */

/** @type {Engine} */
let engine;
/** The engine's ids of the open requests, by their number in messages. @type {Map<number, number>} */
const requests = new Map();
const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/**
 * Calls a function of the engine with the addresses and lengths of copies of these parameters in the engine's memory.
 *
 * @param {(...parameters: number[]) => number} act
 * @param {Uint8Array[]} parameters
 */
function call(act, ...parameters) {
  const places = parameters.map((bytes) => {
    const address = engine.alloc(bytes.length);
    if (!address) throw new Error("out of memory");
    new Uint8Array(engine.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  });
  const result = act(...places.flat());
  for (const [address, length] of places) engine.dealloc(address, length);
  return result;
}

/** Returns the lines that the last step completed. @param {number} request */
function output(request) {
  const bytes = new Uint8Array(engine.memory.buffer, engine.output_ptr(request), engine.output_len(request));
  return decoder.decode(bytes).split("\n").slice(0, -1);
}

/** @param {string | Uint8Array | undefined} text */
const bytes = (text = "") => (typeof text === "string" ? encoder.encode(text) : text);

/** Computes a slice of the request that has waited for the longest time, and sends its lines. */
function step() {
  const [first] = requests;
  if (!first) return;
  const [id, request] = first;
  requests.delete(id);
  try {
    const done = engine.step(request, SLICE) === 1;
    /** @type {Step} */
    const message = { id, status: engine.status(request), lines: output(request), done };
    if (done) engine.close(request);
    else requests.set(id, request);
    if (done || message.lines.length) postMessage(message);
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
}

/** Triggers the next slice by a message to this worker, so that messages from the page are handled between slices. */
const slices = new MessageChannel();
let isWaiting = false;

function later() {
  if (isWaiting || !requests.size) return;
  isWaiting = true;
  slices.port2.postMessage(null);
}

slices.port1.onmessage = () => {
  isWaiting = false;
  step();
  later();
};

/** @param {{ module: WebAssembly.Module, network?: ArrayBuffer }} files */
function start({ module, network }) {
  const host = { now: () => performance.now() };
  engine = /** @type {any} */ (new WebAssembly.Instance(module, { env: host }).exports);
  if (network && call(engine.load_network, new Uint8Array(network)) !== 200) throw new Error("the network is damaged");
}

addEventListener("message", ({ data }) => {
  const { id } = data;
  try {
    if (data.module) start(data);
    else if (data.abort) {
      const request = requests.get(id);
      if (request !== undefined) engine.close(request);
      requests.delete(id);
    } else requests.set(id, call(engine.open, bytes(data.path), bytes(data.body)));
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
  later();
});
