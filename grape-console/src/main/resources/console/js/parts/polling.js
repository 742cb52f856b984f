import {clock} from '../core/clock.js';
import {Page} from './page.js';

/** A page that asks again every while, as long as somebody sees it. */
export class PollingPage extends Page {
  #askedAt = 0;

  /** How long what it shows is fresh, in milliseconds. */
  get every() {
    return 5000;
  }

  /** False while a new answer would get in the way. */
  get polls() {
    return true;
  }

  reload() {
    this.#askedAt = clock.now();
    return super.reload();
  }

  willUpdate(changed) {
    super.willUpdate(changed);
    if (this.data && this.polls && !document.hidden && clock.now() - this.#askedAt >= this.every) {
      this.reload();
    }
  }
}
