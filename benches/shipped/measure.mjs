// Measures the WebAssembly module of wasm.rs. `node measure.mjs MODULE` prints a line per board size: the edge, the
// fingerprint, the microseconds per evaluation, and the microseconds to compute its input. In a browser, the page calls
// `measure` with the bytes of the module.

export function measure(bytes, edges = [12, 24]) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  return edges.map(edge => {
    exports.open(edge);
    const fingerprint = BigInt.asUintN(64, exports.fingerprint()).toString(16).padStart(16, '0');
    const times = [micros(exports.evaluate), micros(exports.fill)];
    return [edge, fingerprint, ...times.map(time => time.toFixed(2))].join(' ');
  });
}

// Returns the best of many short runs, since other load does not disturb all of them. A run is longer than the
// resolution of a browser's clock.
function micros(work) {
  let best = Infinity;
  const end = performance.now() + 3000;
  while (performance.now() < end) {
    let done = 0;
    const start = performance.now();
    do done += work(); while (performance.now() < start + 2);
    best = Math.min(best, 1000 * (performance.now() - start) / done);
  }
  return best;
}

if (typeof process !== 'undefined') {
  const { readFileSync } = await import('node:fs');
  console.log(measure(readFileSync(process.argv[2])).join('\n'));
}
