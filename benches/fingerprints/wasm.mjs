// Prints the fingerprints of the searches, computed by the WebAssembly module of wasm.rs:
//   node benches/fingerprints/wasm.mjs MODULE DIVISOR

import { readFileSync } from 'node:fs';

const [path, divisor] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(path));
for (const [index, name] of ['Bench', 'Bench network'].entries()) {
  console.log(`${name}: ${instance.exports.fingerprint(index, Number(divisor))} nodes`);
}
