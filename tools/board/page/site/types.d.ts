// Constants that `cargo xtask site` prepends to sw.js.

declare const VERSION: string;
declare const FILES: string[];
