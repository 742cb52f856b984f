import {GrapeElement, html, nothing} from '../core/element.js';
import {t} from '../core/i18n.js';
import {icon} from '../parts/icons.js';

/** The time that the pointer is over, on every chart of the page at once. */
class Cursor extends EventTarget {
  at = null;

  move(at) {
    this.at = at;
    this.dispatchEvent(new Event('move'));
  }
}

export const cursor = new Cursor();

/**
 * What every chart has: a title, as much width as there is, a table of the same numbers, and a sentence for who cannot see it.
 * A chart overrides `plot(width)`, `summary()` and `table()`.
 */
export class Chart extends GrapeElement {
  static properties = {
    label: {},
    height: {type: Number},
    width: {state: true},
    asTable: {state: true},
  };

  constructor() {
    super();
    this.label = '';
    this.height = 180;
    this.width = 0;
    this.asTable = false;
  }

  connectedCallback() {
    super.connectedCallback();
    const observer = new ResizeObserver(([entry]) => { this.width = Math.floor(entry.contentRect.width); });
    observer.observe(this);
    this.cleanup(() => observer.disconnect());
    this.during(cursor, 'move', () => this.requestUpdate());
  }

  render() {
    return html`<figure class="chart">
      <figcaption><span class="chart-title">${this.label}</span><span class="chart-note">${this.note()}</span>
        <button class="icon" aria-pressed=${String(this.asTable)} title=${t('chart.table')} aria-label=${`${this.label}: ${t('chart.table')}`}
          @click=${() => { this.asTable = !this.asTable; }}>${icon('table')}</button></figcaption>
      ${this.asTable ? this.#table() : this.#drawing()}
    </figure>`;
  }

  #drawing() {
    if (this.width < 40) {
      return html`<div class="chart-room"></div>`;
    }
    return html`<svg width=${this.width} height=${this.height} viewBox="0 0 ${this.width} ${this.height}" role=${this.brush ? 'group' : 'img'} aria-label="${this.label}. ${this.summary()}"
      @pointermove=${(event) => this.pointed(event)} @pointerleave=${() => cursor.move(null)}>${this.plot(this.width)}</svg>`;
  }

  #table() {
    const {head, rows} = this.table();
    return html`<div class="chart-table" tabindex="0"><table aria-label=${this.label}>
      <thead><tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((one) => html`<td>${one}</td>`)}</tr>`)}</tbody></table></div>`;
  }

  /** What stands beside the title. */
  note() {
    return nothing;
  }

  pointed() {}

  plot() {
    return nothing;
  }

  summary() {
    return '';
  }

  table() {
    return {head: [], rows: []};
  }
}
