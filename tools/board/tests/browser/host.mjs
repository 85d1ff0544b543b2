// The hosts of the page under test: the program, the static site, and the single-file page. The environment variable
// HOST selects one; SITE and SINGLE are the paths of the site and of the single-file page.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createGzip } from "node:zlib";

const target = new URL("../../../../target/", import.meta.url).pathname;
const { HOST = "server", SITE = join(target, "site"), SINGLE = join(target, "play.html") } = process.env;

/** `server`, `site` or `single`. */
export const host = HOST;
/** Options of a test that needs the program. */
export const serverOnly = { skip: host === "server" ? false : "needs the program" };
/** Options of a test that needs the static site. */
export const siteOnly = { skip: host === "site" ? false : "needs the static site" };

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/**
 * Serves the static site with gzip, as most web hosts do, and without further headers. `sent` contains the path and the
 * compressed size of each response.
 */
export async function serveSite(folder = SITE) {
  if (!existsSync(join(folder, "index.html"))) throw new Error(`cannot find ${folder}; run cargo xtask site --out ${folder}`);
  const sent = [];
  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-encoding": "gzip" });
    const entry = { path, size: 0 };
    sent.push(entry);
    createReadStream(file).pipe(createGzip({ level: 9 })).on("data", ({ length }) => (entry.size += length)).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, sent, stop };
}

/** The single-file page, opened from disk. */
export function openSingle(file = SINGLE) {
  if (!existsSync(file)) throw new Error(`cannot find ${file}; run cargo xtask site --single ${file}`);
  return { url: pathToFileURL(file).href, stop: () => {} };
}
