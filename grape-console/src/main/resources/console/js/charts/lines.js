import {html, nothing, svg} from 'lit';
import {axisTime, fullTime, millis, NONE, absolute} from '../core/format.js';
import {t} from '../core/i18n.js';
import {Chart, cursor} from './frame.js';
import {apart, linear, logarithmic, timeTicks} from './scale.js';

const LEFT = 46;
const BOTTOM = 20;
const TOP = 8;
const LABEL = 12;

/**
 * Values over time. What is missing stays a gap; the axis begins at zero, or says that it goes by powers of ten.
 *
 * @typedef {{key: string, label: string, kind: string, of: (point: any) => number|null|undefined, area?: boolean}} Series
 */
class Lines extends Chart {
  static properties = {
    points: {attribute: false},
    /** @type {Series[]} */
    series: {attribute: false},
    from: {attribute: false},
    to: {attribute: false},
    stepMs: {attribute: false},
    /** @type {(value: number) => string} */
    unit: {attribute: false},
    log: {type: Boolean},
    /** What is said where there is nothing to draw. */
    none: {},
  };

  constructor() {
    super();
    this.points = [];
    this.series = [];
    this.unit = String;
    this.log = false;
    this.none = '';
  }

  get #right() {
    return this.width > 460 ? 104 : 12;
  }

  #x(at) {
    const from = millis(this.from);
    const room = this.width - LEFT - this.#right;
    return LEFT + ((millis(at) - from) / Math.max(1, millis(this.to) - from)) * room;
  }

  get #values() {
    return this.series.flatMap((one) => this.points.map(one.of)).filter((value) => value !== null && value !== undefined);
  }

  #axis() {
    const values = this.#values;
    const [bottom, top] = [this.height - BOTTOM, TOP];
    return this.log
      ? logarithmic(Math.min(...values), Math.max(...values, 10), bottom, top)
      : linear(Math.max(...values) || 1, bottom, top);
  }

  plot(width) {
    if (!this.#values.length) {
      return svg`<text x=${width / 2} y=${this.height / 2} text-anchor="middle" class="chart-none">${this.none || t('chart.none')}</text>`;
    }
    const axis = this.#axis();
    const end = width - this.#right;
    return svg`
      ${axis.ticks.map((tick) => svg`<line class="grid" x1=${LEFT} x2=${end} y1=${axis.at(tick)} y2=${axis.at(tick)}></line>
        <text class="tick" x=${LEFT - 6} y=${axis.at(tick) + 4} text-anchor="end">${this.unit(tick)}</text>`)}
      ${timeTicks(millis(this.from), millis(this.to), Math.max(2, Math.floor((end - LEFT) / 80))).map((tick) => svg`
        <text class="tick" x=${this.#x(tick)} y=${this.height - 4} text-anchor="middle">${axisTime(tick, millis(this.to) - millis(this.from))}</text>`)}
      ${this.series.map((one) => this.#line(one, axis))}
      ${this.#right > 50 ? this.#labels(axis, end) : nothing}
      ${this.#crosshair(axis)}`;
  }

  /** Pieces without a gap: a slot that is missing, or has no value, ends one. */
  #pieces(one) {
    const pieces = [];
    let piece = null;
    let before = null;
    for (const point of this.points) {
      const value = one.of(point);
      const at = millis(point.at);
      if (value === null || value === undefined) {
        piece = null;
      } else {
        if (!piece || at - before > this.stepMs * 1.5) {
          piece = [];
          pieces.push(piece);
        }
        piece.push({at, value});
      }
      before = at;
    }
    return pieces;
  }

  #line(one, axis) {
    const place = (point) => `${this.#x(point.at).toFixed(1)} ${axis.at(point.value).toFixed(1)}`;
    const floor = this.height - BOTTOM;
    return this.#pieces(one).map((piece) => (piece.length === 1
      ? svg`<circle class="dot ${one.kind}" cx=${this.#x(piece[0].at)} cy=${axis.at(piece[0].value)} r="2.5"></circle>`
      : svg`${one.area ? svg`<path class="area ${one.kind}" d=${`M${this.#x(piece[0].at)} ${floor} L${piece.map(place).join(' L')} L${this.#x(piece[piece.length - 1].at)} ${floor}Z`}></path>` : nothing}
        <path class="line ${one.kind}" d=${`M${piece.map(place).join(' L')}`}></path>`));
  }

  /** Each line's name stands at its end, so that no legend is needed. */
  #labels(axis, end) {
    const labels = this.series.flatMap((one) => {
      const last = [...this.points].reverse().map(one.of).find((value) => value !== null && value !== undefined);
      return last === undefined ? [] : [{y: axis.at(last) + 4, one, last}];
    });
    return apart(labels, LABEL, TOP + 4, this.height - BOTTOM + 2).map(({y, one, last}) => svg`
      <text class="series ${one.kind}" x=${end + 8} y=${y}>${one.label} <tspan class="series-value">${this.unit(last)}</tspan></text>`);
  }

  #nearest() {
    if (cursor.at === null || !this.points.length) {
      return null;
    }
    const nearest = this.points.reduce((a, b) => (Math.abs(millis(a.at) - cursor.at) <= Math.abs(millis(b.at) - cursor.at) ? a : b));
    return Math.abs(millis(nearest.at) - cursor.at) <= this.stepMs * 2 ? nearest : null;
  }

  #crosshair(axis) {
    const point = this.#nearest();
    if (!point) {
      return nothing;
    }
    const x = this.#x(point.at);
    return svg`<line class="cross" x1=${x} x2=${x} y1=${TOP} y2=${this.height - BOTTOM}></line>
      ${this.series.map((one) => {
        const value = one.of(point);
        return value === null || value === undefined ? nothing : svg`<circle class="dot ${one.kind}" cx=${x} cy=${axis.at(value)} r="3"></circle>`;
      })}`;
  }

  pointed(event) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = (x - LEFT) / Math.max(1, this.width - LEFT - this.#right);
    const from = millis(this.from);
    cursor.move(share < 0 || share > 1 ? null : from + share * (millis(this.to) - from));
  }

  /** Beside the title: the values under the pointer. */
  note() {
    const point = this.#nearest();
    if (!point && this.#right < 50) {
      return this.series.map((one) => html`<span class="series ${one.kind}">${one.label}</span> `);
    }
    if (!point) {
      return this.log && this.#values.length ? html`<span class="muted">${t('chart.log')}</span>` : nothing;
    }
    return html`<span class="chart-values" title=${fullTime(point.at)}>${absolute(point.at)} ${this.series.map((one) => {
      const value = one.of(point);
      return html`<span class="series ${one.kind}">${one.label} <b>${value === null || value === undefined ? NONE : this.unit(value)}</b></span>`;
    })}</span>`;
  }

  summary() {
    return this.series.map((one) => {
      const values = this.points.map(one.of).filter((value) => value !== null && value !== undefined);
      return values.length
        ? t('chart.summary', {name: one.label, last: this.unit(values[values.length - 1]), most: this.unit(Math.max(...values))})
        : t('chart.summaryNone', {name: one.label});
    }).join(' ');
  }

  table() {
    return {
      head: [t('chart.time'), ...this.series.map((one) => one.label)],
      rows: [...this.points].reverse().map((point) => [absolute(point.at), ...this.series.map((one) => {
        const value = one.of(point);
        return value === null || value === undefined ? NONE : this.unit(value);
      })]),
    };
  }
}

customElements.define('grape-lines', Lines);
