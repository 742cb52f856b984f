import {html, nothing} from 'lit';
import {bytes, count, duration} from '../core/format.js';
import {has, t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {link} from './views.js';

/** How things are, in a few words. */
export function healthText({attention, health}) {
  return health === 'ok' ? t('health.ok') : health === 'broken' ? t('health.broken') : t('health.attention', {n: attention.length});
}

/** How things are, in one sentence. */
export function healthSentence(overview) {
  if (!overview) {
    return t('health.asking');
  }
  const {tubes, health} = overview;
  const parts = [t('health.tubes', {n: tubes.count})];
  if (tubes.late) {
    parts.push(t('health.late', {n: tubes.late}));
  }
  if (tubes.paused) {
    parts.push(t('health.paused', {n: tubes.paused}));
  }
  return html`<span class="health ${health === 'attention' ? 'warned' : health}"><span aria-hidden="true">${{ok: '✓', broken: '✕'}[health] ?? '!'}</span> ${healthText(overview)}</span>
    <span class="health-more">${parts.join(' · ')}</span>`;
}

/** What needs somebody: each with where to look. */
export function attentionPanel(overview) {
  if (!overview?.attention.length) {
    return nothing;
  }
  return html`<section class="panel attention" aria-label=${t('attention.title')}><h2>${t('attention.title')}</h2>
    <ul>${overview.attention.map((one) => html`<li class=${one.level} data-testid="attention">
      <span class="attention-sign" aria-hidden="true">${one.level === 'bad' ? '✕' : '!'}</span>
      <span>${one.tube ? html`<b>${one.tube}</b>: ` : nothing}${attentionText(one)}</span>
      <span class="grow"></span>${place(one)}</li>`)}</ul></section>`;
}

function attentionText({code, detail}) {
  const lateOnTheWhole = code === 'LATE' && detail?.oldestReadyMs === undefined;
  const key = lateOnTheWhole ? 'attention.LATE_P95' : `attention.${code}`;
  return has(key) ? t(key, shown(detail ?? {})) : code;
}

/** Numbers by the ending of their names: durations, sizes, else counts. */
function shown(detail) {
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => {
    if (typeof value !== 'number') {
      return [name, value];
    }
    const text = name.endsWith('Ms') || name === 'ms' ? duration(value)
      : name.endsWith('Bytes') ? bytes(value) : count(value);
    return [name, text];
  }));
}

function place({code, tube}) {
  if (tube) {
    return link(`${path('tubes', tube)}${code === 'FAILED_GROWING' ? '?state=failed' : ''}`, t('action.open'));
  }
  return code.startsWith('REDIS') ? link('/redis', t('action.open')) : link('/cluster', t('action.open'));
}
