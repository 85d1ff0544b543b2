// Values in local storage, which the page remembers between visits. Without storage, for example in a private window,
// nothing is remembered.

/**
 * @template T
 * @param {string} key
 * @param {T} fallback the value if none is stored
 * @returns {T}
 */
export function stored(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/** Stores a value; returns whether it was stored. @param {string} key @param {unknown} value */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
