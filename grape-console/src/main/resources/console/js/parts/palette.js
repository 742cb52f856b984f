import {GrapeElement, html, nothing} from '../core/element.js';
import {repeat} from 'lit-html/directives/repeat.js';
import {t} from '../core/i18n.js';
import {keys} from '../core/keys.js';
import {router} from '../core/router.js';
import {commandsFor, found} from './palette-commands.js';

const TYPING_MILLIS = 150;

let host;

/** Opens it, with a text to begin with. */
export function openPalette(text = '') {
  host.show(text);
}

/** Everything by name: pages, tubes, a job by its id, and what can be done. Opened by Ctrl or Cmd and K. */
class Palette extends GrapeElement {
  static properties = {
    /** The page that it is opened on. */
    page: {attribute: false},
    text: {state: true},
    items: {state: true},
    at: {state: true},
    open: {state: true},
    asking: {state: true},
  };

  #timer = 0;
  #asked = 0;

  constructor() {
    super();
    this.text = '';
    this.items = [];
    this.at = 0;
    this.open = false;
    this.asking = false;
  }

  connectedCallback() {
    super.connectedCallback();
    host = this;
    this.cleanup(keys.on('mod+k', 'keys.palette', () => (this.open ? this.#close() : this.show(''))));
    this.during(router, 'change', () => this.open && this.#close());
  }

  async show(text) {
    if (document.querySelector('dialog[open]')) {
      return;
    }
    this.open = true;
    this.#type(text);
    await this.updateComplete;
    this.querySelector('dialog').showModal();
    this.querySelector('input').focus();
  }

  #close() {
    this.querySelector('dialog').close();
    this.open = false;
  }

  /** What is known here is shown at once, what the broker knows as soon as it says so. */
  #type(text) {
    this.text = text;
    this.at = 0;
    this.items = commandsFor(text, this.page);
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    this.asking = Boolean(text);
    if (this.asking) {
      this.#timer = setTimeout(() => this.#ask(text, asked), TYPING_MILLIS);
    }
  }

  async #ask(text, asked) {
    const more = await found(text);
    if (asked === this.#asked) {
      this.items = [...more, ...commandsFor(text, this.page)];
      this.asking = false;
    }
  }

  render() {
    if (!this.open) {
      return html`<dialog class="palette"></dialog>`;
    }
    return html`<dialog class="palette" aria-label=${t('palette.title')} data-testid="palette" @close=${() => { this.open = false; }}
        @click=${(event) => event.target.tagName === 'DIALOG' && this.#close()}>
      <input type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list" aria-label=${t('palette.title')}
        aria-activedescendant=${this.items.length ? `palette-${this.at}` : nothing} placeholder=${t('palette.placeholder')} .value=${this.text}
        autocomplete="off" spellcheck="false" @input=${(event) => this.#type(event.target.value)} @keydown=${this.#pressed}>
      <div id="palette-list" role="listbox" aria-label=${t('palette.title')}>${repeat(this.items, (item) => item.key, (item, i) => this.#item(item, i))}</div>
      <p class="palette-foot muted" role="status">${this.#status()}</p>
    </dialog>`;
  }

  #item(item, i) {
    const before = this.items[i - 1];
    return html`${before?.kind === item.kind ? nothing : html`<p class="palette-kind" role="presentation">${t(`palette.kind.${item.kind}`)}</p>`}
      <div role="option" id="palette-${i}" class="palette-item" aria-selected=${String(i === this.at)} aria-disabled=${item.why ? 'true' : nothing}
        @click=${() => this.#run(item)} @pointermove=${() => { this.at = i; }}>
        <span class="palette-sign" aria-hidden="true">${item.sign}</span><span class="palette-label">${item.label}</span>
        <span class="muted">${item.why || item.note || nothing}</span></div>`;
  }

  #status() {
    if (this.asking) {
      return t('palette.asking');
    }
    return this.items.length ? html`<kbd>↑</kbd> <kbd>↓</kbd> <kbd>⏎</kbd> <kbd>esc</kbd>` : t('palette.none', {text: this.text});
  }

  #pressed(event) {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step && this.items.length) {
      event.preventDefault();
      this.at = (this.at + step + this.items.length) % this.items.length;
      this.updateComplete.then(() => this.querySelector('[aria-selected=true]')?.scrollIntoView({block: 'nearest'}));
    } else if (event.key === 'Enter' && this.items[this.at]) {
      event.preventDefault();
      this.#run(this.items[this.at]);
    }
  }

  #run(item) {
    if (!item.why) {
      this.#close();
      item.run();
    }
  }
}

customElements.define('grape-palette', Palette);
