import {GrapeElement, html, nothing} from '../core/element.js';
import {bytes, count, duration} from '../core/format.js';
import {has, t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {settings} from '../core/settings.js';
import {link} from './views.js';

const HIDDEN_MILLIS = 3_600_000;

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

/** What needs somebody: what is worst first, since when, and where to look. */
class AttentionPanel extends GrapeElement {
  static properties = {
    overview: {attribute: false},
    isOpen: {state: true},
  };

  connectedCallback() {
    super.connectedCallback();
    this.during(settings, 'change', () => this.requestUpdate());
  }

  render() {
    const all = this.overview?.attention ?? [];
    const hidden = all.filter(isHidden);
    if (!all.length) {
      return nothing;
    }
    return html`<section class="panel attention" aria-label=${t('attention.title')}><h2>${t('attention.title')}</h2>
      <ul>${(this.isOpen ? all : all.filter((one) => !isHidden(one))).map((one) => this.#item(one))}</ul>
      ${hidden.length ? html`<p class="muted">${t('attention.hidden', {n: hidden.length})}
        <button class="link" aria-expanded=${Boolean(this.isOpen)} @click=${() => { this.isOpen = !this.isOpen; }}>${t(this.isOpen ? 'attention.fold' : 'attention.show')}</button></p>` : nothing}</section>`;
  }

  #item(one) {
    return html`<li class=${one.level} data-testid="attention">
      <span class="attention-sign" aria-hidden="true">${one.level === 'bad' ? '✕' : '!'}</span>
      <span>${one.tube ? html`<b>${one.tube}</b>: ` : nothing}${attentionText(one)}
        ${one.detail?.sinceMs === undefined ? nothing : html`<span class="muted">${t('attention.since', {duration: duration(one.detail.sinceMs)})}</span>`}</span>
      <span class="grow"></span>
      ${isHidden(one)
        ? html`<button class="small" @click=${() => hide(one, 0)}>${t('attention.unhide')}</button>`
        : html`<button class="small" title=${t('attention.hide.hint')} @click=${() => hide(one, HIDDEN_MILLIS)}>${t('attention.hide')}</button>`}
      ${place(one)}</li>`;
  }
}

customElements.define('grape-attention', AttentionPanel);

/** Something that gets worse is shown again. */
const keyOf = ({level, code, tube}) => [level, code, tube ?? ''].join(' ');

function isHidden(one) {
  return (settings.get('hidden')[keyOf(one)] ?? 0) > Date.now();
}

/** Acknowledges it in this browser for a while. */
function hide(one, millis) {
  const kept = Object.entries(settings.get('hidden')).filter(([, until]) => until > Date.now());
  settings.set('hidden', {...Object.fromEntries(kept), [keyOf(one)]: Date.now() + millis});
}

function attentionText({code, cause, detail}) {
  const lateOnTheWhole = code === 'LATE' && detail?.oldestReadyMs === undefined;
  const key = lateOnTheWhole ? 'attention.LATE_P95' : `attention.${code}${cause ? `.${cause}` : ''}`;
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
