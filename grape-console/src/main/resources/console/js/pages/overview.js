import {html, nothing} from 'lit';
import {api} from '../core/api.js';
import {clock} from '../core/clock.js';
import {duration} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {session} from '../core/session.js';
import {Page} from '../parts/page.js';
import {beanstalkdUse, choice, link} from '../parts/views.js';
import {healthSentence} from '../parts/attention.js';
import {firstSteps} from '../parts/first-steps.js';
import {tubeTable} from '../parts/tube-table.js';
import {flowChart, latenessChart} from '../parts/flow.js';
import '../charts/histogram.js';

const TUBES = 10;
const CHANGED_MILLIS = 2000;

/** Is it moving, is it late, what is broken? */
class Overview extends Page {
  #refreshed = 0;

  title() {
    return t('nav.overview');
  }

  topics() {
    const names = (this.data?.tubes ?? []).map((tube) => tube.name);
    return ['overview', ...(names.length ? [`tubes:${names.join('|')}`] : [])];
  }

  get #range() {
    return this.asked('range', '1h');
  }

  async load(signal) {
    const quiet = (call) => call.catch((failure) => (signal.aborted ? Promise.reject(failure) : null));
    const [list, samples, schedule] = await Promise.all([
      api.get('/v1/tubes', {limit: TUBES, activity: true}, signal),
      quiet(api.get('/v1/samples', {range: this.#range}, signal)),
      quiet(api.get('/v1/due-times', {buckets: 60}, signal)),
    ]);
    this.#refreshed = clock.now();
    return {tubes: list.tubes, more: Boolean(list.next), samples, schedule};
  }

  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has('data')) {
      this.listen();
    }
    const step = Math.min(30_000, this.data?.samples?.stepMs ?? 10_000);
    const old = clock.now() - this.#refreshed > step || this.#tubesChanged();
    if (this.data && this.#refreshed && old && !document.hidden) {
      this.#refreshed = clock.now();
      this.reload();
    }
  }

  /** A tube that was just made, or the last one that went, shows at once. */
  #tubesChanged() {
    const count = this.heard.overview?.tubes.count;
    return count !== undefined && count < TUBES && count !== this.data?.tubes.length && clock.now() - this.#refreshed > CHANGED_MILLIS;
  }

  view() {
    const overview = this.heard.overview;
    if (overview?.tubes.count === 0) {
      return html`${this.heading()}${firstSteps()}`;
    }
    return html`${this.heading(healthSentence(overview), this.#ranges())}
      <grape-attention .overview=${overview}></grape-attention>
      ${this.#charts()}
      ${this.#cards(overview)}
      ${this.#tubes()}`;
  }

  #ranges() {
    return choice(t('range.label'), [['1h', t('range.1h')], ['24h', t('range.24h')], ['30d', t('range.30d')]],
      this.#range, (range) => this.setQuery({range: range === '1h' ? '' : range}));
  }

  #charts() {
    const {samples} = this.data;
    if (!samples) {
      return nothing;
    }
    return html`<section class="charts">
      <div class="panel">${flowChart(samples)}</div>
      <div class="panel">${latenessChart(samples)}</div></section>`;
  }

  #cards(overview) {
    const {schedule} = this.data;
    const oldest = overview?.oldestReady;
    return html`<section class="cards">
      ${schedule ? html`<div class="panel grow-2"><grape-histogram .label=${t('overview.dueNext')} height="120" .buckets=${schedule.buckets} .from=${schedule.from}
        .stepMs=${schedule.stepMs} .overdue=${schedule.overdue}></grape-histogram></div>` : nothing}
      <div class="panel"><h2>${t('overview.oldestReady')}</h2>
        ${oldest ? html`<p class="big">${duration(oldest.ms)}</p><p>${link(path('tubes', oldest.tube), oldest.tube)}</p>` : html`<p class="big">–</p><p class="muted">${t('overview.nothingWaits')}</p>`}</div>
      ${overview ? this.#machinery(overview) : nothing}
    </section>`;
  }

  #machinery({brokers, beanstalkd, redis}) {
    const share = redis.maxMemoryBytes ? redis.usedMemoryBytes / redis.maxMemoryBytes : null;
    return html`<div class="panel"><h2>${session.may('system.read') ? link('/cluster', t('overview.brokers')) : t('overview.brokers')}</h2>
        <p class="big"><span class="dots" aria-hidden="true">${'●'.repeat(Math.min(12, brokers.alive))}<span class="lost">${'○'.repeat(Math.min(12, brokers.lost))}</span></span></p>
        <p>${t('overview.alive', {n: brokers.alive})}${brokers.lost ? html` · <span class="state failed">${t('overview.lost', {n: brokers.lost})}</span>` : nothing}</p>
        ${beanstalkd?.connections ? html`<p class="muted">beanstalkd: ${beanstalkdUse(beanstalkd)}</p>` : nothing}</div>
      <div class="panel"><h2>${session.may('system.read') ? link('/redis', 'Redis') : 'Redis'}</h2>
        <p class="big">${duration(redis.pingMs)}</p>
        <p>${share === null ? t('overview.memoryOpen') : t('overview.memory', {n: Math.round(share * 100)})}
          ${share === null ? nothing : html`<meter min="0" max="1" high="0.8" low="0.6" optimum="0" .value=${share} aria-label=${t('overview.memory', {n: Math.round(share * 100)})}></meter>`}</p></div>`;
  }

  #tubes() {
    const topic = this.topics()[1];
    const tubes = this.heard[topic]?.tubes ?? this.data.tubes;
    return html`<section><h2>${t('nav.tubes')}</h2>
      ${tubeTable(tubes)}
      ${this.data.more ? html`<p>${link('/tubes', t('overview.allTubes'))}</p>` : nothing}</section>`;
  }
}

customElements.define('grape-overview', Overview);
