import {html, nothing} from 'lit';
import {api} from '../core/api.js';
import {bytes, count, duration, NONE, percent, rate} from '../core/format.js';
import {language, t} from '../core/i18n.js';
import {curlButton} from '../parts/curl-button.js';
import {PollingPage} from '../parts/polling.js';
import {copyButton, fact, figure, time} from '../parts/views.js';

const FULL = 0.8;
const SCATTERED = 1.5;
/** Below this much the ratio says nothing: it is mostly what Redis itself takes. */
const SMALL_BYTES = 100 * 1024 * 1024;

/** Where all jobs lie: whether it keeps them, how full it is, and what to do about what is wrong. */
class Redis extends PollingPage {
  title() {
    return 'Redis';
  }

  load(signal) {
    return api.get('/v1/redis', {}, signal);
  }

  view() {
    const {findings, nodes} = this.data;
    return html`${this.heading(this.#headline(findings), curlButton('/v1/redis'))}
      ${findings.length ? html`<section class="findings" aria-label=${t('redis.findings')}>${findings.map(finding)}</section>` : nothing}
      <section class="figures">${this.#figures()}</section>
      <section class="nodes">${nodes.map(node)}</section>`;
  }

  #headline(findings) {
    const bad = findings.some((one) => one.level === 'bad');
    return findings.length
      ? html`<span class="health ${bad ? 'broken' : 'warned'}"><span aria-hidden="true">${bad ? '✕' : '!'}</span> ${t('redis.some', {n: findings.length})}</span>`
      : html`<span class="health ok"><span aria-hidden="true">✓</span> ${t('redis.ok')}</span>`;
  }

  #figures() {
    const {mode, version, nodes, bytesPerJob} = this.data;
    const used = nodes.filter((one) => one.role === 'master').reduce((sum, one) => sum + one.usedMemoryBytes, 0);
    return html`${figure(t('redis.mode'), t(`redis.mode.${mode}`))}
      ${figure(t('cluster.version'), version ?? NONE)}
      ${figure(t('redis.used'), bytes(used), {hint: t('redis.used.hint')})}
      ${bytesPerJob ? figure(t('redis.perJob'), `≈ ${bytes(bytesPerJob)}`, {hint: t('redis.perJob.hint')}) : nothing}
      ${figure(t('redis.nodes'), nodes.length)}`;
  }
}

const LEVELS = {bad: ['failed', '✕'], warn: ['late', '!'], unseen: ['paused', '?']};

/** What is wrong, or could not be looked at, and the line that puts it right. */
function finding({level, what, remedy}) {
  const known = level in LEVELS ? level : 'warn';
  const [state, sign] = LEVELS[known];
  return html`<article class="panel finding ${known}" data-testid="finding">
    <p><b class="state ${state}"><span aria-hidden="true">${sign}</span> ${t(`redis.level.${known}`)}</b> ${what}</p>
    ${remedy ? html`<p class="remedy"><span class="muted">${t('redis.remedy')}</span> <code>${remedy}</code> ${copyButton(remedy, t('redis.copyRemedy'))}</p>` : nothing}
  </article>`;
}

function node(one) {
  return html`<article class="panel node" data-testid="node"><h2><code>${one.address}</code> <span class="tag">${t(one.role === 'master' ? 'redis.master' : 'redis.replica')}</span></h2>
    ${memory(one)}
    <dl class="facts">
      ${fact(t('redis.eviction'), one.evictionPolicy && one.evictionPolicy !== 'noeviction' ? wrong(one.evictionPolicy) : one.evictionPolicy ?? NONE, t('redis.eviction.hint'))}
      ${fact(t('redis.aof'), persistence(one), t('redis.aof.hint'))}
      ${fact(t('redis.rdb'), one.rdbLastSaveAt ? time(one.rdbLastSaveAt) : t('redis.never'))}
      ${fact(t('redis.fragmentation'), one.fragmentation > SCATTERED && one.usedMemoryBytes > SMALL_BYTES ? wrong(ratio(one.fragmentation)) : ratio(one.fragmentation), t('redis.fragmentation.hint'))}
      ${fact(t('redis.ops'), `${rate(one.opsPerSecond)}/s`)}
      ${fact(t('redis.clients'), count(one.clients))}
      ${fact(t('redis.keys'), count(one.keys))}
      ${one.role === 'master' ? fact(t('redis.replicas'), count(one.replicas)) : fact(t('redis.lag'), bytes(one.replicaLagBytes), t('redis.lag.hint'))}
      ${fact(t('cluster.uptime'), duration(one.uptimeMs))}
    </dl></article>`;
}

function wrong(text) {
  return html`<span class="state late"><span aria-hidden="true">!</span> ${text}</span>`;
}

function ratio(value) {
  return value === null || value === undefined ? NONE : new Intl.NumberFormat(language(), {maximumFractionDigits: 2}).format(value);
}

function persistence({aof, aofLastWriteOk}) {
  if (aof === null || aof === undefined) {
    return NONE;
  }
  return aof && aofLastWriteOk ? t('redis.aof.ok') : wrong(t(aof ? 'redis.aof.failing' : 'redis.aof.off'));
}

function memory({usedMemoryBytes, maxMemoryBytes}) {
  if (!maxMemoryBytes) {
    return html`<p class="memory"><b>${bytes(usedMemoryBytes)}</b> <span class="muted">${t('redis.memoryOpen')}</span></p>`;
  }
  const share = usedMemoryBytes / maxMemoryBytes;
  const text = t('redis.memory', {used: bytes(usedMemoryBytes), most: bytes(maxMemoryBytes), share: percent(share)});
  return html`<div class="memory"><p>${share > FULL ? wrong(text) : text}</p>
    <progress class=${share > FULL ? 'op-stopped' : 'op-done'} max="1" .value=${share} aria-label=${text}></progress></div>`;
}

customElements.define('grape-redis', Redis);
