import {GrapeElement, html, nothing} from '../core/element.js';
import {live} from '../core/live.js';
import {mayPass} from '../core/api.js';
import {clock} from '../core/clock.js';
import {router} from '../core/router.js';
import {problemPanel} from './problem.js';
import {skeleton} from './views.js';

/** How long a page waits before it asks again for what it could not have. */
const AGAIN_MILLIS = 3000;

/**
 * What every page is: it has the parameters of its path and the query, loads what it shows, and says so when that fails.
 *
 * A page overrides `title()`, `view()` and, where it loads, `load(signal)`. What it subscribes to it names in `topics()`.
 */
export class Page extends GrapeElement {
  static properties = {
    /** The parameters of the path. */
    params: {attribute: false},
    /** @type {URLSearchParams} */
    query: {attribute: false},
    /** What `load` gave last; null before. */
    data: {state: true},
    problem: {state: true},
    /** What each topic said last. */
    heard: {state: true},
  };

  #loading = null;
  #failedAt = 0;
  #ends = new Map();
  #loadedFor = '';

  constructor() {
    super();
    this.params = {};
    this.query = new URLSearchParams();
    this.data = null;
    this.problem = null;
    this.heard = {};
  }

  connectedCallback() {
    super.connectedCallback();
    this.during(clock, 'tick', () => {
      this.requestUpdate();
      if (this.problem && mayPass(this.problem) && !document.hidden && Date.now() - this.#failedAt > AGAIN_MILLIS) {
        this.reload();
      }
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#loading?.abort();
    this.#ends.forEach((end) => end());
    this.#ends.clear();
    this.#loadedFor = '';
  }

  willUpdate(changed) {
    if (changed.has('params') || changed.has('query')) {
      const wanted = JSON.stringify(this.loadKey());
      if (wanted !== this.#loadedFor) {
        this.#loadedFor = wanted;
        this.reload();
      }
      this.listen();
    }
  }

  updated() {
    document.title = `${this.title()} · Grape`;
  }

  /** What has to change for the page to load again. */
  loadKey() {
    return [this.params, this.query.toString()];
  }

  /** The name of the page. */
  title() {
    return '';
  }

  /** @returns {string[]} what of the stream it shows */
  topics() {
    return [];
  }

  /** Gets what the page shows; an `AbortSignal` is passed to it. @returns {Promise<any>} */
  async load() {
    return {};
  }

  /** Loads again; what is there stays until then. */
  async reload() {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    try {
      const data = await this.load(loading.signal);
      if (!loading.signal.aborted) {
        this.data = data;
        this.problem = null;
      }
    } catch (failure) {
      if (!loading.signal.aborted) {
        this.problem = failure;
        this.#failedAt = Date.now();
      }
    }
  }

  /** Subscribes to what `topics` names now, and to nothing else. */
  listen() {
    const wanted = new Set(this.topics());
    for (const [topic, end] of this.#ends) {
      if (!wanted.has(topic)) {
        end();
        this.#ends.delete(topic);
      }
    }
    for (const topic of wanted) {
      if (!this.#ends.has(topic)) {
        this.#ends.set(topic, live.on(topic, (data) => {
          this.heard = {...this.heard, [topic]: data};
          if (data === null) {
            // What it was about is gone.
            this.reload();
          }
        }));
      }
    }
  }

  /** A value of the query. */
  asked(name, fallback = '') {
    return this.query.get(name) ?? fallback;
  }

  setQuery(changes, options) {
    router.setQuery(changes, options);
  }

  render() {
    if (this.problem && !this.data) {
      return html`<h1 class="visually-hidden">${this.title()}</h1>${problemPanel(this.problem, () => this.reload())}`;
    }
    if (!this.data) {
      return html`<h1 class="visually-hidden">${this.title()}</h1>${skeleton(8)}`;
    }
    // That nobody answers is said above, for the whole page.
    const told = this.problem?.code === 'UNREACHABLE';
    return html`${this.problem && !told ? problemPanel(this.problem, () => this.reload()) : nothing}${this.view()}`;
  }

  /** The page, once there is something to show. */
  view() {
    return nothing;
  }

  /** Its headline, with what can be done beside it. */
  heading(content = this.title(), actions = nothing) {
    return html`<header class="page-head"><h1>${content}</h1><div class="page-actions">${actions}</div></header>`;
  }
}

