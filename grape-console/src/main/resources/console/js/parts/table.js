import {GrapeElement, html, nothing} from '../core/element.js';
import {repeat} from 'lit-html/directives/repeat.js';
import {keys} from '../core/keys.js';
import {t} from '../core/i18n.js';
import {router} from '../core/router.js';

/**
 * @typedef {object} Column
 * @property {string} key
 * @property {string} label
 * @property {(row: any) => unknown} cell
 * @property {boolean} [sortable]
 * @property {'number'|'main'|'chart'} [kind] a number stands right; the main one is the headline of a card on a phone
 * @property {string} [hint]
 */

/**
 * A table whose rows can be walked with j and k, opened with o, and chosen with x. On a narrow page its rows are cards.
 *
 * Events: `sort` with the key, a minus before it when the greatest comes first; `choose` with the chosen keys.
 */
class Table extends GrapeElement {
  static properties = {
    /** What it is, for who cannot see it. */
    label: {},
    /** @type {Column[]} */
    columns: {attribute: false},
    rows: {attribute: false},
    /** @type {(row: any) => string} */
    rowKey: {attribute: false},
    /** @type {(row: any) => string} the path of the app that a row opens */
    rowPath: {attribute: false},
    sort: {},
    /** @type {Set<string>|null} null = rows cannot be chosen */
    chosen: {attribute: false},
  };

  #current = -1;
  #anchor = -1;

  constructor() {
    super();
    this.columns = [];
    this.rows = [];
    this.rowKey = (row) => row.id;
    this.rowPath = null;
    this.sort = '';
    this.chosen = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.cleanup(keys.on('j', 'keys.next', () => this.#move(1)));
    this.cleanup(keys.on('k', 'keys.previous', () => this.#move(-1)));
    this.cleanup(keys.on('o', 'keys.open', () => this.#open()));
    if (this.chosen) {
      this.cleanup(keys.on('x', 'keys.choose', () => this.#toggle(this.#current, false)));
    }
  }

  #move(step) {
    this.#current = Math.max(0, Math.min(this.rows.length - 1, this.#current + step));
    const row = this.querySelectorAll('tbody tr')[this.#current];
    row?.querySelector('a, input, button')?.focus();
    row?.scrollIntoView({block: 'nearest'});
    this.requestUpdate();
  }

  #open() {
    const row = this.rows[this.#current];
    if (row && this.rowPath) {
      router.go(this.rowPath(row));
    }
  }

  /** With shift, all from the last one that was chosen. */
  #toggle(index, range) {
    if (!this.rows[index]) {
      return;
    }
    const chosen = new Set(this.chosen);
    const on = !chosen.has(this.rowKey(this.rows[index]));
    const from = range && this.#anchor >= 0 ? Math.min(this.#anchor, index) : index;
    const to = range && this.#anchor >= 0 ? Math.max(this.#anchor, index) : index;
    for (let i = from; i <= to; i++) {
      const key = this.rowKey(this.rows[i]);
      on ? chosen.add(key) : chosen.delete(key);
    }
    this.#anchor = index;
    this.#choose(chosen);
  }

  #choose(chosen) {
    this.dispatchEvent(new CustomEvent('choose', {detail: chosen}));
  }

  #sortBy(key) {
    const next = this.sort === `-${key}` ? key : this.sort === key ? `-${key}` : `-${key}`;
    this.dispatchEvent(new CustomEvent('sort', {detail: next}));
  }

  render() {
    return html`<div class="table-frame"><table role="table" aria-label=${this.label}>
      <thead role="rowgroup"><tr role="row">
        ${this.chosen ? html`<th role="columnheader" class="choose">${this.#all()}</th>` : nothing}
        ${this.columns.map((column) => this.#head(column))}
      </tr></thead>
      <tbody role="rowgroup">${repeat(this.rows, this.rowKey, (row, i) => this.#row(row, i))}</tbody>
    </table></div>`;
  }

  #all() {
    const every = this.rows.length > 0 && this.rows.every((row) => this.chosen.has(this.rowKey(row)));
    return html`<input type="checkbox" aria-label=${t('table.chooseAll')} .checked=${every}
      @change=${() => this.#choose(every ? new Set() : new Set(this.rows.map(this.rowKey)))}>`;
  }

  #head(column) {
    const up = this.sort === column.key;
    const down = this.sort === `-${column.key}`;
    return html`<th role="columnheader" scope="col" class=${column.kind ?? ''} title=${column.hint ?? ''}
        aria-sort=${up ? 'ascending' : down ? 'descending' : nothing}>
      ${column.sortable
        ? html`<button class="sort" @click=${() => this.#sortBy(column.key)}>${column.label} <span aria-hidden="true">${up ? '▲' : down ? '▼' : ''}</span></button>`
        : column.label}</th>`;
  }

  #row(row, i) {
    const key = this.rowKey(row);
    return html`<tr role="row" class=${i === this.#current ? 'current' : ''} data-key=${key} @click=${(event) => this.#clicked(event, row, i)}>
      ${this.chosen ? html`<td role="cell" class="choose"><input type="checkbox" aria-label=${t('table.choose', {name: key})}
        .checked=${this.chosen.has(key)} @click=${(event) => { event.stopPropagation(); this.#toggle(i, event.shiftKey); }}></td>` : nothing}
      ${this.columns.map((column) => html`<td role="cell" class=${column.kind ?? ''} data-label=${column.label}>${column.cell(row)}</td>`)}
    </tr>`;
  }

  /** A row opens where nothing else in it was meant. */
  #clicked(event, row, i) {
    this.#current = i;
    const inner = event.target.closest('a, button, input, time, summary, select');
    if (!inner && this.rowPath && !String(getSelection())) {
      router.go(this.rowPath(row));
    }
  }
}

customElements.define('grape-table', Table);

/** Rows in the order that `sort` names, by what `value` says of a row and a key. */
export function sorted(rows, sort, value) {
  if (!sort) {
    return rows;
  }
  const down = sort.startsWith('-');
  const key = down ? sort.slice(1) : sort;
  const compare = (a, b) => (typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : (a ?? -1) - (b ?? -1));
  return [...rows].sort((a, b) => compare(value(a, key), value(b, key)) * (down ? -1 : 1));
}
