// Measures the engine of the page without a server beside that of the program with one thread, each in turn, in searches
// from the empty board: evaluations per second. Fails if the modules are slower than their share of the program's rate.
//
//   cargo build --release -p board && cargo xtask site --out target/site
//   node tools/web/speed.mjs target/site target/release/board [SECONDS of each engine and game, in three rounds]

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setFlagsFromString } from "node:v8";

// A Node older than V8 11.4 needs the flag for relaxed SIMD; a newer one does not have it.
setFlagsFromString("--experimental-wasm-relaxed-simd");

/** The least rate of each module, as a share of the program's: a tenth below what was measured first. The aims are 0.5 and 0.25. */
const SHARES = { relaxed: 0.26, plain: 0.14 };

/** The best of several rounds counts, since other work on the machine only makes them slower. */
const ROUNDS = 3;

const [site, program, seconds = "6"] = process.argv.slice(2);

/** Starts a module; returns a function that answers a request with its last line. */
async function start(file) {
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

  const loaded = copied(readFileSync(`${site}/engine/club.tpn`), module.load_network);
  if (loaded !== 200) throw new Error("cannot load the network");
  return (path, body) => {
    const [name, text] = [path, body].map((part) => new TextEncoder().encode(part));
    const id = copied(name, (...path) => copied(text, (...body) => module.open(...path, ...body)));
    let last;
    let isDone = false;
    while (!isDone) {
      isDone = module.step(id, 30) === 1;
      const output = new Uint8Array(module.memory.buffer, module.output_ptr(id), module.output_len(id));
      last = new TextDecoder().decode(output).split("\n").filter(Boolean).pop() ?? last;
    }
    module.close(id);
    return JSON.parse(last);
  };
}

const board = spawn(program, ["--port", "0", "--threads", "1"], { stdio: ["ignore", "pipe", "inherit"] });
const [url] = await once(createInterface(board.stdout), "line");
const engines = {
  program: async (path, body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(new URL(path, url), { method: "POST", headers, body });
    return JSON.parse((await answer.text()).trim().split("\n").pop());
  },
};
for (const name of Object.keys(SHARES)) engines[name] = await start(`${site}/engine/${name}.wasm`);

let slow = 0;
for (const size of [12, 24]) {
  for (const rules of ["pp", "standard"]) {
    const game = { size, rules, moves: [] };
    const body = JSON.stringify({ game, seconds: Number(seconds) / ROUNDS, analysis: true });
    const rates = {};
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, request] of Object.entries(engines)) {
        const { evals, seconds: time } = await request("/api/think", body);
        rates[name] = Math.max(rates[name] ?? 0, evals / time);
      }
    }
    const shares = Object.entries(SHARES).map(([name, least]) => {
      const share = rates[name] / rates.program;
      slow += !(share >= least);
      return `${name} ${Math.round(rates[name])} (${share.toFixed(2)}, at least ${least})`;
    });
    console.log(`${size} ${rules}: program ${Math.round(rates.program)} evaluations/s, ${shares.join(", ")}`);
  }
}
board.kill();
process.exitCode = slow > 0 ? 1 : 0;
