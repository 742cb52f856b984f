/** Keys that act on the whole page. A page adds its own for as long as it is there. */

const SEQUENCE_MILLIS = 1000;

class Keys {
  /** @type {Map<string, {action: () => void, label: string}[]>} */
  #bound = new Map();
  #before = '';
  #beforeAt = 0;

  constructor() {
    document.addEventListener('keydown', (event) => this.#pressed(event));
  }

  /**
   * Binds a key (`/`), or two in a row (`g t`); the last who binds has it. Returns what ends it.
   *
   * @param {string} label key of the text that the help sheet shows
   */
  on(key, label, action) {
    const one = {action, label};
    this.#bound.set(key, [...(this.#bound.get(key) ?? []), one]);
    return () => {
      const left = this.#bound.get(key).filter((other) => other !== one);
      if (left.length) {
        this.#bound.set(key, left);
      } else {
        this.#bound.delete(key);
      }
    };
  }

  /** What is bound now: `[key, label][]`. */
  get all() {
    return [...this.#bound].map(([key, bound]) => [key, bound[bound.length - 1].label]);
  }

  #pressed(event) {
    const palette = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k';
    if (palette) {
      this.#run('mod+k', event);
      return;
    }
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]')) {
      return;
    }
    const recent = performance.now() - this.#beforeAt < SEQUENCE_MILLIS ? this.#before : '';
    this.#before = event.key;
    this.#beforeAt = performance.now();
    if (!(recent && this.#run(`${recent} ${event.key}`, event))) {
      this.#run(event.key, event);
    }
  }

  #run(key, event) {
    const bound = this.#bound.get(key);
    if (!bound) {
      return false;
    }
    event.preventDefault();
    this.#before = '';
    bound[bound.length - 1].action();
    return true;
  }
}

function isTyping(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) && target.type !== 'checkbox';
}

/** What the key of shortcuts is called on this machine. */
export function modKey() {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
}

export const keys = new Keys();
