import {html, nothing} from 'lit';
import {api} from '../core/api.js';
import {clock} from '../core/clock.js';
import {count, duration, fullTime, NONE, rate} from '../core/format.js';
import {t} from '../core/i18n.js';
import {beanstalkdUse, copyButton, time} from '../parts/views.js';
import {curlButton} from '../parts/curl-button.js';
import {PollingPage} from '../parts/polling.js';
import '../parts/table.js';

/** From here on the loop that moves due jobs is late itself. */
const LOOP_LATE_MILLIS = 5000;
const REDIS_SLOW_MILLIS = 50;

/** The brokers: which are alive, and which is different from the others. */
class Cluster extends PollingPage {
  get every() {
    return 2000;
  }

  title() {
    return t('nav.cluster');
  }

  load(signal) {
    return api.get('/v1/brokers', {}, signal);
  }

  view() {
    const brokers = [...this.data.brokers].sort((a, b) => Number(b.alive) - Number(a.alive) || a.id.localeCompare(b.id));
    const dead = brokers.filter((one) => !one.alive);
    return html`${this.heading(this.#headline(brokers, dead), curlButton('/v1/brokers'))}
      ${dead.length ? html`<section class="panel attention"><ul>${dead.map((one) => html`<li class="bad"><span class="attention-sign" aria-hidden="true">✕</span>
        <span><b>${one.host ?? one.id}</b>: ${t('cluster.dead.text', {since: duration(clock.now() - Date.parse(one.heartbeatAt))})}</span></li>`)}</ul></section>` : nothing}
      ${this.#versions(brokers)}
      <grape-table data-testid="brokers" .label=${this.title()} .columns=${this.#columns(brokers)} .rows=${brokers}></grape-table>
      ${brokers.length === 1 ? html`<p class="muted hint">${t('cluster.single')}</p>` : nothing}`;
  }

  #headline(brokers, dead) {
    const alive = t('cluster.alive', {n: brokers.length - dead.length});
    return dead.length
      ? html`<span class="health broken"><span aria-hidden="true">✕</span> ${t('cluster.someDead', {n: dead.length})}</span> <span class="health-more">${alive}</span>`
      : html`<span class="health ok"><span aria-hidden="true">✓</span> ${alive}</span>`;
  }

  /** A version is worth a word only where it differs. */
  #versions(brokers) {
    const versions = [...new Set(brokers.filter((one) => one.alive).map((one) => one.version))];
    return versions.length > 1 ? html`<p class="panel versions" role="status"><b class="state late">! ${t('cluster.versions')}</b> ${versions.join(', ')}</p>` : nothing;
  }

  #columns(brokers) {
    const usual = commonest(brokers.map((one) => one.version).filter(Boolean));
    return [
      {key: 'id', label: t('cluster.broker'), kind: 'main', cell: (one) => html`<b>${one.host ?? one.id}</b> ${one.self ? html`<span class="tag">${t('cluster.self')}</span>` : nothing}
        <div class="muted mono filter-line">${one.id} ${copyButton(one.id, t('cluster.copyId'))}</div>`},
      {key: 'alive', label: t('tube.status'), cell: alive},
      {key: 'version', label: t('cluster.version'), cell: (one) => (!one.version || one.version === usual ? one.version ?? NONE
        : html`<span class="state late" title=${t('cluster.versionDiffers', {version: usual})}><span aria-hidden="true">!</span> ${one.version}</span>`)},
      {key: 'ports', label: t('cluster.ports'), hint: t('cluster.ports.hint'), cell: (one) => html`<code>${one.consolePort > 0 ? `${one.httpPort} · ${one.consolePort}` : one.httpPort}</code>`},
      {key: 'beanstalkd', label: 'beanstalkd', hint: t('cluster.beanstalkd.hint'), cell: beanstalkd},
      {key: 'uptime', label: t('cluster.uptime'), kind: 'number', cell: (one) => (one.startedAt ? html`<span title=${fullTime(one.startedAt)}>${duration(clock.now() - Date.parse(one.startedAt))}</span>` : NONE)},
      {key: 'requests', label: t('cluster.requests'), kind: 'number', cell: (one) => rate(one.requestsPerSecond)},
      {key: 'shed', label: t('cluster.shed'), hint: t('cluster.shed.hint'), kind: 'number', cell: (one) => shed(one.shedPerSecond)},
      {key: 'connections', label: t('cluster.connections'), kind: 'number', cell: (one) => count(one.connections)},
      {key: 'parked', label: t('cluster.parked'), hint: t('cluster.parked.hint'), kind: 'number', cell: (one) => count(one.parked)},
      {key: 'loop', label: t('cluster.loop'), hint: t('cluster.loop.hint'), kind: 'number', cell: (one) => flagged(one.loopAgeMs, LOOP_LATE_MILLIS)},
      {key: 'redis', label: 'Redis', hint: t('cluster.redis.hint'), kind: 'number', cell: (one) => flagged(one.redisMs, REDIS_SLOW_MILLIS)},
    ];
  }
}

function alive(one) {
  return one.alive
    ? html`<span class="state finished"><span aria-hidden="true">●</span> ${t('cluster.isAlive')}</span>`
    : html`<div><span class="state failed"><span aria-hidden="true">○</span> ${t('cluster.dead')}</span><div class="muted filter-line">${t('cluster.lastBeat')} ${time(one.heartbeatAt)}</div></div>`;
}

/** The port of its protocol, and what its clients do; a broker of an earlier release says nothing of it. */
function beanstalkd(one) {
  if (!(one.beanstalkdPort > 0)) {
    return NONE;
  }
  return html`<div><code>${one.beanstalkdPort}</code>
    ${one.beanstalkd?.connections ? html`<div class="muted filter-line">${beanstalkdUse(one.beanstalkd)}</div>` : nothing}</div>`;
}

/** Calls that were shed in a second, marked where there are any; their classes are in the title. */
function shed(byClass) {
  const all = Object.entries(byClass ?? {}).filter(([, value]) => value > 0);
  if (!all.length) {
    return byClass ? rate(0) : NONE;
  }
  const title = all.map(([name, value]) => `${name} ${rate(value)}`).join(' · ');
  return html`<span class="state late" title=${title}><span aria-hidden="true">!</span> ${rate(all.reduce((sum, [, value]) => sum + value, 0))}</span>`;
}

/** A duration, marked where it is longer than it should be. */
function flagged(ms, most) {
  return ms > most ? html`<span class="state late"><span aria-hidden="true">!</span> ${duration(ms)}</span>` : duration(ms);
}

function commonest(values) {
  const times = (value) => values.filter((one) => one === value).length;
  return [...new Set(values)].sort((a, b) => times(b) - times(a))[0];
}

customElements.define('grape-cluster', Cluster);
