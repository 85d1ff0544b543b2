// Starts the single-file page: unpacks its style, its scripts and its engine from the element `files`. No file is fetched.

(async () => {
  const { textContent, dataset } = /** @type {HTMLElement} */ (document.getElementById("files"));
  const text = textContent ?? "";
  // Seven characters encode six bytes; tools/xtask/src/site/text.rs lists the characters.
  const omitted = [8, 9, 10, 11, 12, 13, 26, 27, 38, 60, 127];
  const digits = new Uint8Array(128);
  Array.from({ length: 127 }, (_, index) => index + 1).filter((code) => !omitted.includes(code)).forEach((code, digit) => (digits[code] = digit));
  const packed = new Uint8Array((text.length / 7) * 6);
  for (let from = 0, to = 0; from < text.length; from += 7, to += 6) {
    let number = 0;
    for (let at = 0; at < 7; at++) number = number * 116 + digits[text.charCodeAt(from + at)];
    for (let at = 5; at >= 0; at--, number = Math.floor(number / 256)) packed[to + at] = number % 256;
  }
  const unpacked = new Blob([packed.subarray(0, Number(dataset.length))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  let at = bytes.indexOf(10) + 1;
  /** @type {[string, number, [number, number, number][]?][]} */
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)));
  /** @type {{ [name: string]: string }} */
  const imports = {};
  /** @type {Uint8Array} */
  let last = bytes;
  for (const [name, length, copies] of list) {
    const own = bytes.subarray(at, (at += length));
    const isScript = name === "worker" || name.endsWith(".js");
    const address = URL.createObjectURL(new Blob(copies ? merged(last, own, copies) : [own], { type: isScript ? "text/javascript" : "" }));
    if (name === "style") {
      const style = document.createElement("style");
      style.textContent = new TextDecoder().decode(own);
      document.head.append(style);
    } else if (name.endsWith(".js")) imports[name] = address;
    else document.documentElement.dataset[name] = address;
    last = own;
  }
  // The module for searches also reads and writes files.
  document.documentElement.dataset.files = document.documentElement.dataset.plain;
  const map = document.createElement("script");
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  const main = "main.js";
  await import(main);
})().catch((error) => {
  const message = /** @type {HTMLElement} */ (document.getElementById("toast"));
  message.className = "error";
  message.textContent = `Cannot start: ${error.message}; open the file in a browser from 2024 or later.`;
}).finally(() => document.getElementById("loading")?.remove());

/**
 * The parts of a file that is stored as copies from the previous file, each followed by bytes of its own.
 *
 * @param {Uint8Array} from
 * @param {Uint8Array} own
 * @param {[number, number, number][]} copies place and length of each copy, and the number of own bytes after it
 */
function merged(from, own, copies) {
  let at = 0;
  return copies.flatMap(([place, length, count]) => [from.slice(place, place + length), own.slice(at, (at += count))]);
}
