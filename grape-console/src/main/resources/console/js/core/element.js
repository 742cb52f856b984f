import {LitElement} from 'lit';
import {settings} from './settings.js';

export {html, svg, nothing} from 'lit';

/**
 * What every element of the console is: drawn into the page itself, so that its style sheets hold, and drawn again when
 * language, zone or theme change.
 */
export class GrapeElement extends LitElement {
  #undo = [];

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.during(settings, 'change', () => this.requestUpdate());
  }

  /** Listens for as long as this is on the page. */
  during(target, name, listener) {
    target.addEventListener(name, listener);
    this.cleanup(() => target.removeEventListener(name, listener));
  }

  /** Runs when this leaves the page. */
  cleanup(action) {
    this.#undo.push(action);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#undo.splice(0).forEach((action) => action());
  }
}
