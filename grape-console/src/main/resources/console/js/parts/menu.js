import {GrapeElement, html, nothing} from '../core/element.js';

/**
 * A button that opens a list of things to do.
 *
 * @typedef {{label: string, run?: () => void, path?: string, danger?: boolean, disabled?: boolean, hint?: string, pressed?: boolean}} Item
 */
class Menu extends GrapeElement {
  static properties = {
    label: {},
    /** What the button shows, when not the label. */
    face: {attribute: false},
    /** @type {(Item|null)[]} null = a line */
    items: {attribute: false},
    kind: {},
    open: {state: true},
  };

  constructor() {
    super();
    this.items = [];
    this.open = false;
    this.kind = '';
  }

  connectedCallback() {
    super.connectedCallback();
    this.during(document, 'click', (event) => {
      if (this.open && !event.composedPath().includes(this)) {
        this.open = false;
      }
    });
  }

  render() {
    return html`<div class="menu" @keydown=${this.#pressed}>
      <button class=${this.kind} aria-haspopup="menu" aria-expanded=${String(this.open)} aria-label=${this.face ? this.label : nothing}
        title=${this.face ? this.label : nothing} @click=${this.#toggle}>${this.face ?? html`${this.label} <span aria-hidden="true">▾</span>`}</button>
      ${this.open ? html`<div class="menu-list" role="menu" aria-label=${this.label}>${this.items.map((item) => this.#item(item))}</div>` : nothing}
    </div>`;
  }

  #item(item) {
    if (item === null) {
      return html`<hr>`;
    }
    return html`<button role=${item.pressed === undefined ? 'menuitem' : 'menuitemradio'} aria-checked=${item.pressed ?? nothing}
      class=${item.danger ? 'danger-text' : ''} ?disabled=${item.disabled} title=${item.hint ?? nothing}
      @click=${() => { this.open = false; item.run(); }}>
      ${item.pressed === undefined ? nothing : html`<span class="menu-mark" aria-hidden="true">${item.pressed ? '✓' : ''}</span>`}${item.label}</button>`;
  }

  async #toggle() {
    this.open = !this.open;
    await this.updateComplete;
    this.querySelector('[role^=menuitem]')?.focus();
  }

  #pressed(event) {
    const all = [...this.querySelectorAll('[role^=menuitem]:not(:disabled)')];
    const here = all.indexOf(document.activeElement);
    if (event.key === 'Escape' && this.open) {
      this.open = false;
      this.querySelector('button').focus();
      event.stopPropagation();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      all[(here + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]?.focus();
    }
  }
}

customElements.define('grape-menu', Menu);
