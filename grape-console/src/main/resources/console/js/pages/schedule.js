import {html, nothing} from 'lit';
import {api} from '../core/api.js';
import {clock} from '../core/clock.js';
import {latenessLine, peakOf} from '../core/forecast.js';
import {absolute, count, duration, rate} from '../core/format.js';
import {t} from '../core/i18n.js';
import {curlButton} from '../parts/curl-button.js';
import {PollingPage} from '../parts/polling.js';
import {choice, empty, figure, command} from '../parts/views.js';
import '../charts/histogram.js';
import '../charts/lines.js';
import '../parts/due-window.js';
import '../parts/tube-picker.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Browsers refuse who changes the URL too often. */
const WRITE_MILLIS = 250;

/** How far it looks, and in how many bars. */
const RANGES = {
  '15m': [15 * MINUTE, 90],
  '1h': [HOUR, 120],
  '6h': [6 * HOUR, 144],
  '24h': [DAY, 144],
  '7d': [7 * DAY, 168],
  '30d': [30 * DAY, 180],
  '90d': [90 * DAY, 180],
};

/** A duration in one unit, short enough to stand beside an axis. */
function inOneUnit(ms) {
  const [size, unit] = [[DAY, 'd'], [HOUR, 'h'], [MINUTE, 'min']].find(([one]) => ms >= one) ?? [0, ''];
  return size ? t(`unit.${unit}`, {value: count(Math.round((ms * 10) / size) / 10)}) : duration(ms);
}

/** What is due when: of all tubes or of one, and how late it will be. */
class Schedule extends PollingPage {
  static properties = {
    /** The stretch that was chosen just now, before the URL says so: a drag changes it often. */
    picked: {state: true},
  };

  #written = 0;

  willUpdate(changed) {
    if (changed.has('query')) {
      this.picked = undefined;
    }
    super.willUpdate(changed);
  }

  title() {
    return t('nav.schedule');
  }

  loadKey() {
    return [this.#tube, this.#range];
  }

  /** A window that is chosen stands still: what is in it is acted on. */
  get every() {
    return this.#window ? 60_000 : Math.min(30_000, Math.max(3000, this.data?.stepMs ?? 0));
  }

  get #tube() {
    return this.asked('tube');
  }

  get #range() {
    const asked = this.asked('range', '1h');
    return asked in RANGES ? asked : '1h';
  }

  /** The stretch that is chosen, in milliseconds; null when none is. */
  get #window() {
    if (this.picked !== undefined) {
      return this.picked;
    }
    const [from, to] = [Number(this.asked('start')), Number(this.asked('end'))];
    return from > 0 && to > from ? {from, to} : null;
  }

  get #parameters() {
    const [span, buckets] = RANGES[this.#range];
    return {tube: this.#tube, to: new Date(clock.now() + span).toISOString(), buckets};
  }

  load(signal) {
    return api.get('/v1/due-times', this.#parameters, signal);
  }

  view() {
    return html`${this.heading(this.title(), this.#actions())}
      ${this.#forecast()}
      <section class="panel">${this.#histogram()}
        <p class="muted hint">${t('schedule.hint')}</p></section>
      ${this.#window ? html`<grape-due-window .tube=${this.#tube} .from=${this.#window.from} .to=${this.#window.to}
        @close=${() => this.#choose(null)} @tube=${(event) => this.setQuery({tube: event.detail})}></grape-due-window>` : this.#below()}`;
  }

  #actions() {
    return html`<grape-tube-picker .value=${this.#tube} @pick=${(event) => this.setQuery({tube: event.detail})}></grape-tube-picker>
      ${choice(t('range.label'), Object.keys(RANGES).map((one) => [one, t(`schedule.range.${one}`)]), this.#range,
        (range) => this.setQuery({range: range === '1h' ? '' : range, start: '', end: ''}))}
      ${curlButton('/v1/due-times', this.#parameters)}`;
  }

  /** The signature of this page: whether it will be late, in words. */
  #forecast() {
    const {forecast, finishedPerSecond, buckets} = this.data;
    const peak = peakOf(this.data);
    const known = forecast && finishedPerSecond > 0;
    const late = known && forecast.latenessMs >= 1000;
    return html`<section class="panel forecast ${late ? 'late' : known ? '' : 'unknown'}" data-testid="forecast" role="status">
      <p class="forecast-text"><span aria-hidden="true">${late ? '!' : known ? '✓' : '?'}</span> ${known ? this.#forecastText(late) : t('schedule.forecast.none')}</p>
      <div class="figures">
        ${figure(t('schedule.figure.overdue'), this.data.overdue, {state: this.data.overdue ? 'late' : '', hint: t('schedule.figure.overdue.hint')})}
        ${figure(t('schedule.figure.due'), buckets.reduce((a, b) => a + b, 0))}
        ${figure(t('schedule.figure.later'), this.data.later)}
        ${figure(t('schedule.figure.peak'), `${rate(peak.perSecond)}/s`, {hint: peak.jobs ? absolute(peak.at) : ''})}
        ${figure(t('schedule.figure.finish'), finishedPerSecond ? `${rate(finishedPerSecond)}/s` : '–', {hint: t('schedule.figure.finish.hint')})}
      </div>
      ${this.#partial()}</section>`;
  }

  #forecastText(late) {
    const {forecast, finishedPerSecond} = this.data;
    if (late && !this.#tube) {
      return t('schedule.forecast.tube', {tube: forecast.tube, lateness: duration(forecast.latenessMs), at: absolute(forecast.at)});
    }
    const words = {rate: rate(finishedPerSecond), lateness: duration(forecast.latenessMs), at: absolute(forecast.at), peak: rate(peakOf(this.data).perSecond)};
    return t(late ? 'schedule.forecast.late' : 'schedule.forecast.ok', words);
  }

  #partial() {
    const {counted, count: all, unknown} = this.data.tubes;
    return html`${unknown && !this.#tube ? html`<p class="muted">${t('schedule.unknown', {n: unknown})}</p>` : nothing}${counted < all ? html`<p class="muted">≈ ${t('schedule.partial', {counted, n: all})}</p>` : nothing}`;
  }

  #histogram() {
    const {buckets, from, stepMs, overdue, finishedPerSecond} = this.data;
    const perBar = (finishedPerSecond * stepMs) / 1000;
    return html`<grape-histogram data-testid="schedule" .label=${this.#tube ? t('schedule.titleOf', {tube: this.#tube}) : t('schedule.title')} height="240"
      .buckets=${buckets} .from=${from} .stepMs=${stepMs} .overdue=${overdue} .chosen=${this.#chosen()} brush
      .mark=${perBar > 0 ? {value: perBar, label: t('schedule.mark', {rate: rate(finishedPerSecond)})} : null}
      @select=${(event) => this.#choose(event.detail)}></grape-histogram>`;
  }

  /** Which bars the chosen stretch is under, now that time has gone on. */
  #chosen() {
    if (!this.#window) {
      return null;
    }
    const {from, stepMs, buckets} = this.data;
    const place = (at) => (at - Date.parse(from)) / stepMs;
    const [first, last] = [Math.round(place(this.#window.from)), Math.round(place(this.#window.to)) - 1];
    return last < 0 || first >= buckets.length ? null : [Math.max(0, first), Math.min(buckets.length - 1, last)];
  }

  #choose(window) {
    this.picked = window && {from: Math.round(window.from), to: Math.round(window.to)};
    clearTimeout(this.#written);
    this.#written = setTimeout(() => this.isConnected && this.setQuery({start: window ? this.picked?.from : '', end: window ? this.picked?.to : ''}), WRITE_MILLIS);
  }

  #below() {
    const {buckets, overdue, later} = this.data;
    if (overdue + later + buckets.reduce((a, b) => a + b, 0) === 0) {
      const call = new URL(`v1/tubes/${encodeURIComponent(this.#tube || 'orders')}/jobs/order-8812?delayMs=600000`, document.baseURI);
      return html`<section>${empty(t('schedule.empty'), t('schedule.empty.text'),
        command(`curl -X PUT '${call}' -H 'Content-Type: application/json' -d '{"order":8812}'`))}</section>`;
    }
    // The jobs of one tube do not wait for those of another: a line over all would be wrong.
    const line = this.#tube ? latenessLine(this.data) : [];
    if (!line.some((point) => point.latenessMs >= 1)) {
      return nothing;
    }
    const series = [{key: 'lateness', label: t('schedule.line.short'), kind: 'late', of: (point) => point.latenessMs, area: true}];
    return html`<section class="panel"><grape-lines .label=${t('schedule.line')} height="140" .points=${line} .series=${series}
        .from=${this.data.from} .to=${this.data.to} .stepMs=${this.data.stepMs} .unit=${inOneUnit}></grape-lines>
      <p class="muted hint">${t('schedule.line.hint', {rate: rate(this.data.finishedPerSecond), count: count(overdue)})}</p></section>`;
  }
}

customElements.define('grape-schedule', Schedule);
