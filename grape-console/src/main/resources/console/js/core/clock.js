/** The time by the store's clock, and a tick each second for what counts down. */

class Clock extends EventTarget {
  #offset = 0;

  constructor() {
    super();
    setInterval(() => document.hidden || this.dispatchEvent(new Event('tick')), 1000);
  }

  /** In milliseconds. */
  now() {
    return Date.now() + this.#offset;
  }

  /** What the store's clock said a moment ago. A small difference is the way here, not the clock. */
  heard(instant) {
    const difference = Date.parse(instant) - Date.now();
    this.#offset = Math.abs(difference) > 2500 ? difference : 0;
  }
}

export const clock = new Clock();
