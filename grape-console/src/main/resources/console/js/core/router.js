/** The URL is the state: a page is what its path says, and its filters are in the query. */

const base = new URL(document.baseURI).pathname;

/** @typedef {{path: string, query: URLSearchParams}} Place */

class Router extends EventTarget {
  constructor() {
    super();
    window.addEventListener('popstate', () => this.#changed());
    document.addEventListener('click', (event) => this.#clicked(event));
  }

  /** @returns {Place} */
  get place() {
    const path = location.pathname.startsWith(base) ? location.pathname.slice(base.length - 1) : location.pathname;
    return {path, query: new URLSearchParams(location.search)};
  }

  /** Goes to a path of the app, `/tubes?name=a`. */
  go(to, {replace = false} = {}) {
    history[replace ? 'replaceState' : 'pushState'](null, '', href(to));
    this.#changed();
  }

  /** Changes some of the query and stays on the page. An empty value takes its name away. */
  setQuery(changes, {replace = true} = {}) {
    const {path, query} = this.place;
    for (const [name, value] of Object.entries(changes)) {
      if (value === '' || value === null || value === undefined || value === false) {
        query.delete(name);
      } else {
        query.set(name, String(value));
      }
    }
    const text = query.toString();
    this.go(path + (text ? `?${text}` : ''), {replace});
  }

  #clicked(event) {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (!plain || event.defaultPrevented || !link || link.target || link.hasAttribute('download')) {
      return;
    }
    const url = new URL(link.href);
    if (url.origin === location.origin && url.pathname.startsWith(base) && !link.dataset.outside) {
      event.preventDefault();
      this.go(url.pathname.slice(base.length - 1) + url.search + url.hash);
    }
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** The URL of a path of the app. */
export function href(path) {
  return base + path.replace(/^\//, '');
}

/** A path of the app out of parts, each encoded: `path('tubes', name)`. */
export function path(...parts) {
  return '/' + parts.map(encodeURIComponent).join('/');
}

/**
 * Whether a path is meant by a pattern, and what its parameters are.
 *
 * @param {string} pattern `/tubes/:tube`
 * @returns {Record<string, string>|null}
 */
export function match(pattern, given) {
  const wanted = pattern.split('/').filter(Boolean);
  const parts = given.split('/').filter(Boolean);
  if (wanted.length !== parts.length) {
    return null;
  }
  const params = {};
  for (let i = 0; i < wanted.length; i++) {
    if (wanted[i].startsWith(':')) {
      params[wanted[i].slice(1)] = decoded(parts[i]);
    } else if (wanted[i] !== parts[i]) {
      return null;
    }
  }
  return params;
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const router = new Router();
