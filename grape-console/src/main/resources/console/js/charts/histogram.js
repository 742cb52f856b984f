import {nothing, svg} from 'lit';
import {absolute, axisTime, count, duration, millis, short} from '../core/format.js';
import {t} from '../core/i18n.js';
import {Chart} from './frame.js';
import {linear, timeTicks} from './scale.js';

const LEFT = 46;
const BOTTOM = 20;
const TOP = 8;
const OVERDUE = 34;

/**
 * How many in each stretch of time, with those that are overdue on the left. A stretch can be chosen with the pointer, or with
 * the arrow keys and shift.
 *
 * Event `select`: `{from, to, count}` in milliseconds, null when nothing is chosen any more.
 */
class Histogram extends Chart {
  static properties = {
    /** @type {number[]} */
    buckets: {attribute: false},
    from: {attribute: false},
    stepMs: {attribute: false},
    overdue: {attribute: false},
    brush: {type: Boolean},
    /** @type {[number, number]|null} the first and last bucket that are chosen */
    chosen: {attribute: false},
    hovered: {state: true},
    /** @type {{value: number, label: string}|null} a line across, such as what is done in the time of one bar */
    mark: {attribute: false},
  };

  #anchor = null;

  constructor() {
    super();
    this.buckets = [];
    this.stepMs = 60_000;
    this.overdue = null;
    this.brush = false;
    this.chosen = null;
    this.hovered = null;
    this.mark = null;
  }

  get #left() {
    return LEFT + (this.overdue === null ? 0 : OVERDUE);
  }

  #x(i) {
    return this.#left + (i / this.buckets.length) * (this.width - this.#left - 8);
  }

  #bucketAt(event) {
    const x = event.clientX - this.querySelector('svg[viewBox][aria-label]').getBoundingClientRect().left;
    const i = Math.floor(((x - this.#left) / (this.width - this.#left - 8)) * this.buckets.length);
    return Math.max(0, Math.min(this.buckets.length - 1, i));
  }

  plot(width) {
    const axis = linear(Math.max(1, this.overdue ?? 0, ...this.buckets), this.height - BOTTOM, TOP);
    const floor = axis.at(0);
    const [from, to] = [millis(this.from), millis(this.from) + this.stepMs * this.buckets.length];
    const gap = (width - this.#left) / this.buckets.length > 5 ? 1 : 0;
    return svg`
      ${axis.ticks.map((tick) => svg`<line class="grid" x1=${LEFT} x2=${width - 8} y1=${axis.at(tick)} y2=${axis.at(tick)}></line>
        <text class="tick" x=${LEFT - 6} y=${axis.at(tick) + 4} text-anchor="end">${short(tick)}</text>`)}
      ${this.overdue === null ? nothing : this.#late(axis, floor)}
      ${this.buckets.map((value, i) => svg`<rect class="bar ${this.#isChosen(i) ? 'chosen' : ''} ${i === this.hovered ? 'hovered' : ''}" x=${this.#x(i)} width=${Math.max(1, this.#x(i + 1) - this.#x(i) - gap)}
        y=${value ? Math.min(axis.at(value), floor - 1.5) : floor} height=${value ? Math.max(1.5, floor - axis.at(value)) : 0}></rect>`)}
      ${this.#marked(axis, width)}
      ${timeTicks(from, to, Math.max(2, Math.floor(width / 90))).filter((tick) => this.#x((tick - from) / this.stepMs) > this.#left + 16).map((tick) => svg`
        <text class="tick" x=${this.#x((tick - from) / this.stepMs)} y=${this.height - 4} text-anchor="middle">${axisTime(tick, to - from)}</text>`)}
      <rect class="catch ${this.brush ? 'brush' : ''}" x=${this.#left} y="0" width=${Math.max(1, width - this.#left)} height=${this.height}
        tabindex=${this.brush ? 0 : nothing} role=${this.brush ? 'slider' : nothing} aria-label=${this.brush ? t('chart.brush') : nothing}
        aria-valuenow=${this.brush ? this.chosen?.[1] ?? 0 : nothing} aria-valuetext=${this.brush ? this.#chosenText() : nothing}
        @pointerdown=${this.#down} @pointermove=${this.#dragged} @pointerup=${() => { this.#anchor = null; }}
        @pointerleave=${() => { this.hovered = null; }} @keydown=${this.#pressed}></rect>`;
  }

  /** Left out where it would lie far above all bars. */
  #marked(axis, width) {
    if (!this.mark || this.mark.value > axis.ticks[axis.ticks.length - 1]) {
      return nothing;
    }
    const y = axis.at(this.mark.value);
    return svg`<line class="mark" x1=${this.#left} x2=${width - 8} y1=${y} y2=${y}></line>
      <text class="mark-label" x=${width - 12} y=${y < TOP + 14 ? y + 14 : y - 5} text-anchor="end">${this.mark.label}</text>`;
  }

  #late(axis, floor) {
    const height = this.overdue ? Math.max(1.5, floor - axis.at(this.overdue)) : 0;
    return svg`<rect class="bar overdue" x=${LEFT + 2} width=${OVERDUE - 12} y=${floor - height} height=${height}><title>${t('chart.overdue', {n: this.overdue})}</title></rect>
      <text class="tick late" x=${LEFT + (OVERDUE - 8) / 2} y=${this.height - 4} text-anchor="middle">${t('chart.late')}</text>
      <line class="now" x1=${this.#left - 3} x2=${this.#left - 3} y1=${TOP} y2=${floor}></line>`;
  }

  #isChosen(i) {
    return this.chosen !== null && i >= this.chosen[0] && i <= this.chosen[1];
  }

  #down(event) {
    if (this.brush) {
      // Else a drag would mark the text of the page.
      event.preventDefault();
      event.currentTarget.focus({focusVisible: false});
      event.currentTarget.setPointerCapture(event.pointerId);
      this.#anchor = this.#bucketAt(event);
      this.#choose(this.#anchor, this.#anchor);
    }
  }

  #dragged(event) {
    this.hovered = this.#bucketAt(event);
    if (this.#anchor !== null) {
      this.#choose(this.#anchor, this.hovered);
    }
  }

  #pressed(event) {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (event.key === 'Escape') {
      this.chosen = null;
      this.#tell();
    } else if (step && this.brush) {
      event.preventDefault();
      const [first, last] = this.chosen ?? [step > 0 ? -1 : this.buckets.length, step > 0 ? -1 : this.buckets.length];
      event.shiftKey && this.chosen ? this.#choose(first, last + step) : this.#choose(last + step, last + step);
    }
  }

  #choose(a, b) {
    const inside = (i) => Math.max(0, Math.min(this.buckets.length - 1, i));
    this.chosen = [Math.min(inside(a), inside(b)), Math.max(inside(a), inside(b))];
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new CustomEvent('select', {detail: this.chosen && this.#range(...this.chosen)}));
  }

  #range(first, last) {
    const from = millis(this.from) + first * this.stepMs;
    return {
      from,
      to: from + (last - first + 1) * this.stepMs,
      count: this.buckets.slice(first, last + 1).reduce((a, b) => a + b, 0),
    };
  }

  #chosenText() {
    return this.chosen ? this.#rangeText(...this.chosen) : t('chart.brushNone');
  }

  #rangeText(first, last) {
    const range = this.#range(first, last);
    return t('chart.range', {from: absolute(range.from), to: absolute(range.to), count: count(range.count)});
  }

  note() {
    return this.hovered === null || this.hovered >= this.buckets.length ? nothing : this.#rangeText(this.hovered, this.hovered);
  }

  summary() {
    const most = Math.max(0, ...this.buckets);
    return t('chart.histogram', {
      n: this.buckets.reduce((a, b) => a + b, 0),
      most: count(most),
      when: most ? absolute(millis(this.from) + this.buckets.indexOf(most) * this.stepMs) : '',
      step: duration(this.stepMs),
    });
  }

  table() {
    return {
      head: [t('chart.time'), t('chart.jobs')],
      rows: this.buckets.map((value, i) => [absolute(millis(this.from) + i * this.stepMs), count(value)]),
    };
  }
}

customElements.define('grape-histogram', Histogram);
