/** Who looks, and what they may. */

import {api, callersAreAsked, mayPass, Problem, whenUnauthenticated} from './api.js';
import {recall, remember} from './memory.js';

const MEMORY = 'session';
const AGAIN_MILLIS = 3000;
const EVERYBODY = {auth: 'none', user: null, rights: ['*'], environment: null, version: ''};

class Session extends EventTarget {
  #known = EVERYBODY;
  #renewing = null;
  /** Who was the last that looked; what is behind the question for a password is theirs. */
  #before = null;
  /** True while the page still shows what it showed before the session ended. */
  expired = false;

  /** Asks the broker. One that knows no sessions lets everybody do everything. */
  async load() {
    try {
      const known = await api.get('/v1/session');
      remember(MEMORY, known);
      this.#set(known);
    } catch (failure) {
      if (!(failure instanceof Problem)) {
        throw failure;
      }
      if (failure.status === 404) {
        this.#set(EVERYBODY);
      } else if (mayPass(failure)) {
        this.#set(recall(MEMORY) ?? EVERYBODY);
        setTimeout(() => this.load(), AGAIN_MILLIS);
      } else {
        throw failure;
      }
    }
  }

  async login(name, password) {
    const known = await api.post('/v1/session', {body: {name, password}});
    remember(MEMORY, known);
    if (this.#before && this.#before !== known.user?.name) {
      location.reload();
    }
    this.#set(known);
  }

  /** Waits until somebody has signed in again, so that what was refused can be tried once more. */
  renew() {
    this.#renewing ??= this.#renewed().finally(() => { this.#renewing = null; });
    return this.#renewing;
  }

  async #renewed() {
    this.expired = Boolean(this.user);
    await this.load();
    while (this.needsLogin) {
      await new Promise((resolve) => { this.addEventListener('change', resolve, {once: true}); });
    }
    return this.hasUsers;
  }

  async logout() {
    await api.delete('/v1/session');
    this.expired = false;
    remember(MEMORY, null);
    await this.load();
  }

  #set(known) {
    this.#known = known;
    callersAreAsked(known.auth === 'required');
    this.#before = known.user?.name ?? this.#before;
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

whenUnauthenticated(() => session.renew());
