import {GrapeElement, html, nothing} from '../core/element.js';
import {repeat} from 'lit-html/directives/repeat.js';
import {t} from '../core/i18n.js';
import {problemText} from './problem.js';

export const SHOWN_MILLIS = 5000;
const FAILURE_MILLIS = 12_000;

class Toast extends EventTarget {
  shown = [];
  #next = 1;

  /** Says what was done, or is about to be. Returns what `close` takes. */
  ok(text, action) {
    return this.#show({text, action, kind: 'ok'}, SHOWN_MILLIS);
  }

  /** Says what went wrong: a text, or the problem that a response was. */
  fail(failure) {
    const text = typeof failure === 'string' ? failure : problemText(failure);
    this.#show({text, kind: 'bad'}, FAILURE_MILLIS);
  }

  close(id) {
    this.shown = this.shown.filter((one) => one.id !== id);
    this.dispatchEvent(new Event('change'));
  }

  /** Of those that only tell something, the last two; one whose deed can still be undone stays. */
  #kept() {
    const told = this.shown.filter((other) => !other.action).slice(-2);
    return this.shown.filter((other) => other.action || told.includes(other));
  }

  #show(one, millis) {
    const id = this.#next++;
    this.shown = [...this.#kept(), {...one, id}];
    this.dispatchEvent(new Event('change'));
    setTimeout(() => this.close(id), millis);
    return id;
  }
}

export const toast = new Toast();

/** Where the toasts are. Above an open dialog too, since it is a popover. */
class ToastHost extends GrapeElement {
  connectedCallback() {
    super.connectedCallback();
    this.during(toast, 'change', () => this.requestUpdate());
  }

  updated() {
    const host = this.querySelector('.toasts');
    if (toast.shown.length && host.showPopover) {
      // Shown anew, so that it lies above a dialog that came after it.
      if (host.matches(':popover-open')) {
        host.hidePopover();
      }
      host.showPopover();
    } else if (!toast.shown.length && host.matches?.(':popover-open')) {
      host.hidePopover();
    }
  }

  render() {
    return html`<div class="toasts" popover="manual" role="status" aria-live="polite">
      ${repeat(toast.shown, (one) => one.id, (one) => html`
        <div class="toast ${one.kind}" data-testid="toast">
          <span>${one.text}</span>
          ${one.action ? html`<button class="link" @click=${() => { one.action.run(); toast.close(one.id); }}>${one.action.label}</button>` : nothing}
          <button class="quiet" aria-label=${t('action.close')} @click=${() => toast.close(one.id)}>✕</button>
        </div>`)}
    </div>`;
  }
}

customElements.define('grape-toasts', ToastHost);
