/**
 * What changes by itself: one event stream for the whole page, and polling where there is none.
 *
 * Topics are those of `GET /v1/stream`: `overview`, `tube:NAME`, `tubes:A|B`, `operations`. The stream is closed while nobody sees
 * the page.
 */

import {api, at, url} from './api.js';
import {clock} from './clock.js';
import {recall, remember} from './memory.js';
import {session} from './session.js';

const POLL_MILLIS = 2000;
/** How long a broker that has no stream, or lost it, is polled before the stream is tried again. */
const RETRY_MILLIS = 15_000;
const PATIENCE_MILLIS = 3000;
/** The overview changes each second; a stream that is silent for longer has died without a word. */
const SILENT_MILLIS = 6000;

const OVERVIEW = 'overview';

class Live extends EventTarget {
  /** @type {Map<string, Set<(data: object) => void>>} */
  #handlers = new Map();
  /** What each topic last said, for who comes later. */
  #last = new Map();
  #source = null;
  #open = '';
  #heardAt = Date.now();
  /** When that was said which was said before a reload; null once something newer was. */
  #recalledAt = null;
  #pollTimer = 0;
  #patience = 0;
  #retryTimer = 0;
  #planned = false;

  constructor() {
    super();
    document.addEventListener('visibilitychange', () => this.#connect());
    this.#recall();
    session.addEventListener('change', () => {
      if (session.needsLogin) {
        remember(OVERVIEW, null);
      }
      this.#connect();
    });
    setInterval(() => this.#watch(), 1000);
  }

  /**
   * Calls `handler` with each new state of a topic, at once with the last one that is known. Returns what ends it.
   */
  on(topic, handler) {
    if (!this.#handlers.has(topic)) {
      this.#handlers.set(topic, new Set());
    }
    this.#handlers.get(topic).add(handler);
    if (this.#last.has(topic)) {
      handler(this.#last.get(topic));
    }
    this.#plan();
    return () => {
      const left = this.#handlers.get(topic);
      left?.delete(handler);
      if (left?.size === 0) {
        this.#handlers.delete(topic);
        this.#last.delete(topic);
      }
      this.#plan();
    };
  }

  /** What was said before a reload is shown until something newer is. */
  #recall() {
    const overview = recall(OVERVIEW);
    if (overview) {
      this.#recalledAt = Date.parse(overview.at);
      this.#last.set(OVERVIEW, overview);
    }
  }

  /** Seconds since anything was heard; 0 while all is well. */
  get staleSeconds() {
    const silent = Date.now() - this.#heardAt;
    return silent < SILENT_MILLIS || document.hidden || session.needsLogin ? 0 : Math.floor(silent / 1000);
  }

  /** `connecting`, `stream`, `poll` or `lost`. */
  get mode() {
    if (this.staleSeconds > 0) {
      return 'lost';
    }
    if (this.#source?.readyState === EventSource.OPEN) {
      return 'stream';
    }
    return this.#pollTimer ? 'poll' : 'connecting';
  }

  /** Asks at once, for who cannot wait. */
  refresh() {
    return this.#poll();
  }

  /** Several pages may come and go in one turn: they share one change. */
  #plan() {
    if (!this.#planned) {
      this.#planned = true;
      queueMicrotask(() => {
        this.#planned = false;
        this.#connect();
      });
    }
  }

  #connect() {
    const topics = document.hidden || session.needsLogin ? '' : [...this.#handlers.keys()].sort().join(',');
    if (topics === this.#open && (topics === '' || this.#source)) {
      return;
    }
    this.#close();
    this.#open = topics;
    if (topics === '') {
      return;
    }
    this.#heardAt = Date.now();
    const source = new EventSource(url('/v1/stream', {topics}));
    this.#source = source;
    source.onerror = () => this.#failed(source);
    source.onopen = () => this.#stopPolling();
    for (const name of ['overview', 'tube', 'tubes', 'operations']) {
      source.addEventListener(name, (event) => this.#heard(name, event));
    }
  }

  #close() {
    this.#source?.close();
    this.#source = null;
    this.#open = '';
    this.#stopPolling();
    clearTimeout(this.#retryTimer);
  }

  #failed(source) {
    if (source !== this.#source) {
      return;
    }
    this.#heardAt = this.#recalledAt ?? this.#heardAt;
    clearTimeout(this.#patience);
    // A stream that only began anew is back by then.
    this.#patience = setTimeout(() => this.#startPolling(), PATIENCE_MILLIS);
    if (source.readyState === EventSource.CLOSED) {
      clearTimeout(this.#retryTimer);
      this.#retryTimer = setTimeout(() => {
        this.#open = '';
        this.#connect();
      }, RETRY_MILLIS);
    }
  }

  #heard(name, event) {
    this.#stopPolling();
    const data = JSON.parse(event.data);
    const topic = this.#topicOf(name);
    if (topic) {
      this.#tell(topic, data);
    }
  }

  #topicOf(name) {
    return name === 'tube' || name === 'tubes' ? [...this.#handlers.keys()].find((one) => one.startsWith(`${name}:`)) : name;
  }

  #tell(topic, data) {
    this.#heardAt = Date.now();
    if (data?.at) {
      clock.heard(data.at);
    }
    this.#recalledAt = null;
    this.#last.set(topic, data);
    if (topic === OVERVIEW) {
      remember(OVERVIEW, data);
    }
    this.#handlers.get(topic)?.forEach((handler) => handler(data));
    this.dispatchEvent(new Event('heard'));
  }

  #startPolling() {
    if (!this.#pollTimer) {
      this.#poll();
      this.#pollTimer = setInterval(() => this.#poll(), POLL_MILLIS);
    }
  }

  #stopPolling() {
    clearTimeout(this.#patience);
    clearInterval(this.#pollTimer);
    this.#pollTimer = 0;
  }

  async #poll() {
    if (session.needsLogin) {
      return;
    }
    await Promise.all([...this.#handlers.keys()].map(async (topic) => {
      try {
        this.#tell(topic, await ask(topic));
      } catch {
        // The mark "stale" says so; what was there stays.
      }
    }));
  }

  #watch() {
    if (this.staleSeconds > 0 && this.#source && this.#open) {
      this.#startPolling();
    }
    this.dispatchEvent(new Event('watch'));
  }
}

/** What a topic says, without a stream. */
async function ask(topic) {
  const [kind, rest] = [topic.split(':', 1)[0], topic.slice(topic.indexOf(':') + 1)];
  switch (kind) {
    case 'tube':
      return api.get(at('tubes', rest), {activity: true});
    case 'tubes':
      return {tubes: await Promise.all(rest.split('|').map((name) => api.get(at('tubes', name), {activity: true})))};
    default:
      return api.get(`/v1/${kind}`);
  }
}

export const live = new Live();
