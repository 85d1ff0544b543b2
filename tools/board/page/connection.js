// The state of the connection to the server. A failed request or stream marks the connection as lost; the page then
// tries to reconnect until the server answers.

import { t } from "./texts.js";

/** The server is unreachable, or the connection was lost during a response. */
export class Unreachable extends Error {
  constructor() {
    super(t("The server does not respond."));
  }
}

/** Delay before the first attempt to reconnect, and maximum delay, in milliseconds. */
const WAITS = { first: 500, longest: 5000 };
/** Timeout of an attempt to reconnect, in milliseconds. */
const TIMEOUT = 3000;

/** Event `change`: the connection was lost or restored. */
class Connection extends EventTarget {
  isLost = false;
  #wait = WAITS.first;
  #timer = 0;

  lose() {
    if (this.isLost) return;
    this.isLost = true;
    this.#wait = WAITS.first;
    this.#later();
    this.#changed();
  }

  restore() {
    if (!this.isLost) return;
    this.isLost = false;
    clearTimeout(this.#timer);
    this.#changed();
  }

  async retry() {
    if (!this.isLost) return;
    clearTimeout(this.#timer);
    const reached = await fetch("/api/about", { signal: AbortSignal.timeout(TIMEOUT) }).catch(() => null);
    if (reached?.ok) this.restore();
    else this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.retry(), this.#wait);
    this.#wait = Math.min(this.#wait * 1.5, WAITS.longest);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

export const connection = new Connection();
