// Starts the single-file page: unpacks its style, its scripts and its engine from the element `files`. No file is fetched.

(async () => {
  const text = /** @type {HTMLElement} */ (document.getElementById("files")).textContent ?? "";
  const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  let at = bytes.indexOf(10) + 1;
  /** @type {[string, number][]} */
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)));
  /** @type {{ [name: string]: string }} */
  const imports = {};
  const root = document.documentElement.dataset;
  for (const [name, length] of list) {
    const file = bytes.subarray(at, (at += length));
    const isScript = name === "worker" || name.endsWith(".js");
    const address = URL.createObjectURL(new Blob([file], { type: isScript ? "text/javascript" : "" }));
    if (name === "style") {
      const style = document.createElement("style");
      style.textContent = new TextDecoder().decode(file);
      document.head.append(style);
    } else if (name.endsWith(".js")) imports[name] = address;
    // One module answers all requests in every browser.
    else if (name === "engine") root.plain = root.relaxed = root.files = address;
    else root[name] = address;
  }
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
