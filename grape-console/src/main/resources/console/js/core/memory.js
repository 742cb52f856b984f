/** What this tab was told last, for a reload at which the broker or its Redis does not answer. */

/** @param {string} name @returns {any} null where there is nothing */
export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`grape.${name}`));
  } catch {
    return null;
  }
}

/** Keeps something until the tab is closed; null forgets it. */
export function remember(name, value) {
  try {
    if (value === null) {
      sessionStorage.removeItem(`grape.${name}`);
    } else {
      sessionStorage.setItem(`grape.${name}`, JSON.stringify(value));
    }
  } catch {
    // A browser that keeps nothing shows nothing of before a reload.
  }
}
