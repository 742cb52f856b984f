import {GrapeElement, html, nothing} from '../core/element.js';
import {api} from '../core/api.js';
import {t} from '../core/i18n.js';

const OFFERED = 20;

/** A field for the name of one tube; empty means all. Names are offered while one types. Event `pick` with the name. */
class TubePicker extends GrapeElement {
  static properties = {
    value: {},
    names: {state: true},
  };

  constructor() {
    super();
    this.value = '';
    this.names = [];
  }

  render() {
    return html`<span class="tube-picker"><input type="search" list="tube-names" class="mono" .value=${this.value} aria-label=${t('picker.tube')}
        placeholder=${t('picker.all')} spellcheck="false" autocomplete="off" @focus=${() => this.#offer('')} @input=${this.#typed}
        @change=${(event) => this.#pick(event.target.value.trim())}>
      <datalist id="tube-names">${this.names.map((name) => html`<option value=${name}></option>`)}</datalist>
      ${this.value ? html`<button class="icon" title=${t('picker.clear')} aria-label=${t('picker.clear')} @click=${() => this.#pick('')}>✕</button>` : nothing}</span>`;
  }

  #typed(event) {
    const text = event.target.value.trim();
    this.names.includes(text) ? this.#pick(text) : this.#offer(text);
  }

  async #offer(part) {
    const found = await api.get('/v1/tubes', {limit: OFFERED, name: part}).catch(() => null);
    this.names = found?.tubes.map((tube) => tube.name) ?? [];
  }

  #pick(name) {
    if (name !== this.value) {
      this.dispatchEvent(new CustomEvent('pick', {detail: name}));
    }
  }
}

customElements.define('grape-tube-picker', TubePicker);
