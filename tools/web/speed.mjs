// Measures the WebAssembly module in Node, with searches from the empty board: evaluations per second and per second of
// processor time, and the memory after each search.
//
//   node tools/web/speed.mjs MODULE.wasm [SECONDS]

import { readFileSync } from "node:fs";

const [file, seconds = "3"] = process.argv.slice(2);
const network = readFileSync(new URL("../analysis/club.tpn", import.meta.url));
const { instance } = await WebAssembly.instantiate(readFileSync(file), { env: { now: () => performance.now() } });
const module = instance.exports;

/** Calls `act` with the address and length of a copy of these bytes in the module's memory. */
function copied(bytes, act) {
  const ptr = module.alloc(bytes.length);
  new Uint8Array(module.memory.buffer, ptr, bytes.length).set(bytes);
  const result = act(ptr, bytes.length);
  module.dealloc(ptr, bytes.length);
  return result;
}

/** Returns the lines of the answer to a request. */
function request(path, body) {
  const [name, text] = [path, JSON.stringify(body)].map((part) => new TextEncoder().encode(part));
  const id = copied(name, (...path) => copied(text, (...body) => module.open(...path, ...body)));
  const lines = [];
  let isDone = false;
  while (!isDone) {
    isDone = module.step(id, 30) === 1;
    const output = new Uint8Array(module.memory.buffer, module.output_ptr(id), module.output_len(id));
    lines.push(...new TextDecoder().decode(output).split("\n").filter(Boolean).map((line) => JSON.parse(line)));
  }
  module.close(id);
  return lines;
}

if (copied(network, module.load_network) !== 200) throw new Error("cannot load the network");
for (const size of [12, 24]) {
  for (const rules of ["pp", "standard"]) {
    const game = { size, rules, moves: [] };
    const before = process.cpuUsage().user;
    const { evals, seconds: time } = request("/api/think", { game, seconds: Number(seconds), endless: true }).pop();
    const used = (process.cpuUsage().user - before) / 1e6;
    const memory = Math.round(module.memory.buffer.byteLength / 1e6);
    console.log(`${size} ${rules}: ${Math.round(evals / time)} evals/s, ${Math.round(evals / used)} per processor second, ${memory} MB`);
  }
}
