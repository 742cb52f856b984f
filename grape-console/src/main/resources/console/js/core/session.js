/** Who looks, and what they may. */

import {api, apiEvents, Problem} from './api.js';

const EVERYBODY = {auth: 'none', user: null, rights: ['*'], environment: null, version: ''};

class Session extends EventTarget {
  #known = EVERYBODY;

  /** Asks the broker. One that knows no sessions lets everybody do everything. */
  async load() {
    try {
      this.#set(await api.get('/v1/session'));
    } catch (failure) {
      if (!(failure instanceof Problem) || failure.status !== 404) {
        throw failure;
      }
      this.#set(EVERYBODY);
    }
  }

  async login(name, password) {
    this.#set(await api.post('/v1/session', {body: {name, password}}));
  }

  async logout() {
    await api.delete('/v1/session');
    await this.load();
  }

  #set(known) {
    this.#known = known;
    this.dispatchEvent(new Event('change'));
  }

  get user() {
    return this.#known.user;
  }

  get environment() {
    return this.#known.environment;
  }

  get version() {
    return this.#known.version;
  }

  get needsLogin() {
    return this.#known.auth === 'required' && !this.#known.user && this.#known.rights.length === 0;
  }

  /** Whether sessions are in use at all. */
  get hasUsers() {
    return this.#known.auth === 'required';
  }

  /** @param {string} right `jobs.kick` */
  may(right) {
    return this.#known.rights.includes('*') || this.#known.rights.includes(right)
      || (this.#known.auth === 'none' && !this.#known.user);
  }
}

export const session = new Session();

apiEvents.addEventListener('unauthenticated', () => session.load().catch(() => {}));
