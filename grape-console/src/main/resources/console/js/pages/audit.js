import {html, nothing} from 'lit';
import {api} from '../core/api.js';
import {duration, NONE} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path, router} from '../core/router.js';
import {curlButton} from '../parts/curl-button.js';
import {exportAudit} from '../parts/export-jobs.js';
import {icon} from '../parts/icons.js';
import {Page} from '../parts/page.js';
import {copyButton, empty, link, time} from '../parts/views.js';
import '../parts/table.js';
import '../parts/tube-picker.js';

const LIMIT = 50;

/** Everything that an administrator or an operator can leave a trace of. */
const ACTIONS = Object.entries({
  tube: 'create configure delete pause resume',
  key: 'put delete',
  gate: 'put delete',
  schedule: 'put delete pause resume run backfill',
  job: 'kick cancel change delete',
  jobs: 'kick',
  operation: 'start pause resume cancel',
  user: 'put delete',
  token: 'create revoke',
  login: 'failed',
}).flatMap(([what, verbs]) => verbs.split(' ').map((verb) => `${what}.${verb}`)).concat('login', 'logout');

/** Who did what, when, and what came of it. */
class Audit extends Page {
  title() {
    return t('nav.audit');
  }

  get #filters() {
    return {actor: this.asked('actor'), action: this.asked('action'), tube: this.asked('tube')};
  }

  get #parameters() {
    return {...this.#filters, limit: LIMIT, cursor: this.asked('cursor')};
  }

  load(signal) {
    return api.get('/v1/audit', this.#parameters, signal);
  }

  view() {
    const {entries, next} = this.data;
    return html`${this.heading(this.title(), html`
        <button @click=${() => exportAudit(this.#filters)}>${icon('download')} ${t('audit.export')}</button>
        <button class="icon" title=${t('action.refresh')} aria-label=${t('action.refresh')} @click=${() => this.reload()}>${icon('refresh')}</button>
        ${curlButton('/v1/audit', this.#parameters)}`)}
      ${this.#filterBar()}
      ${entries.length ? this.#table(entries) : this.#none(next)}
      <p class="row hint">
        ${this.asked('cursor') ? html`<button @click=${() => this.setQuery({cursor: ''}, {replace: false})}>${t('page.newest')}</button>` : nothing}
        ${next ? html`<button @click=${() => this.setQuery({cursor: next}, {replace: false})}>${t('page.older')}</button>` : nothing}</p>`;
  }

  #filterBar() {
    const set = (name) => (event) => this.setQuery({[name]: event.detail ?? event.target.value.trim(), cursor: ''});
    return html`<div class="filters" role="search" aria-label=${t('audit.filters')}>
      <input type="search" class="audit-actor" aria-label=${t('audit.actor')} placeholder=${t('audit.anybody')} .value=${this.asked('actor')} spellcheck="false" @change=${set('actor')}>
      <select aria-label=${t('audit.action')} @change=${set('action')}><option value="">${t('audit.anything')}</option>${ACTIONS.map((one) => html`
        <option value=${one} ?selected=${one === this.asked('action')}>${t(`audit.action.${one}`)}</option>`)}</select>
      <grape-tube-picker .value=${this.asked('tube')} @pick=${set('tube')}></grape-tube-picker></div>`;
  }

  /** A response without entries may have more behind it: only so much is looked through at a time. */
  #none(next) {
    if (next) {
      return empty(t('audit.notHere'), t('audit.notHere.text'));
    }
    return Object.values(this.#filters).some(Boolean)
      ? empty(t('audit.noneSuch'), '', html`<p><button @click=${() => router.go('/audit')}>${t('audit.all')}</button></p>`)
      : empty(t('audit.none'), t('audit.none.text'));
  }

  #table(entries) {
    const columns = [
      {key: 'action', label: t('audit.action'), kind: 'main', cell: (one) => html`<b>${known(one.action)}</b> ${outcome(one)}${often(one)}`},
      {key: 'at', label: t('chart.time'), cell: (one) => time(one.at)},
      {key: 'actor', label: t('audit.actor'), cell: (one) => html`<button class="link" @click=${() => this.setQuery({actor: one.actor, cursor: ''})}>${one.actor}</button>`},
      {key: 'subject', label: t('audit.subject'), kind: 'full', cell: subject},
      {key: 'detail', label: t('audit.detail'), kind: 'full', cell: (one) => details(one.detail ?? '')},
      {key: 'address', label: t('audit.address'), cell: (one) => (one.address ? html`<code>${one.address}</code>` : '')},
      {key: 'request', label: t('audit.request'), kind: 'full', cell: (one) => (one.requestId ? html`<span><code>${one.requestId}</code> ${copyButton(one.requestId, t('audit.copyRequest'))}</span>` : '')},
    ];
    return html`<grape-table data-testid="audit" .label=${this.title()} .columns=${columns} .rows=${entries}></grape-table>`;
  }
}

/** What was sent, name by name, as far as it can be read: JSON, a query, or names and values with blanks between. */
function details(text) {
  const pairs = pairsOf(text);
  return pairs.length
    ? html`<span title=${text}>${pairs.map(([name, value]) => html`<span class="pair"><span class="muted">${name.replace(/Ms$/, '')}</span> ${said(name, value)}</span> `)}</span>`
    : text;
}

function pairsOf(text) {
  if (/^\w+=\S*$/.test(text)) {
    return [...new URLSearchParams(text)];
  }
  if (/^\w+=/.test(text)) {
    return [...text.matchAll(/(\w+)=(?:\[([^\]]*)\]|(\S*))/g)].map(([, name, list, value]) => [name, list ?? value]);
  }
  try {
    return text.startsWith('{') ? flat(JSON.parse(text)) : [];
  } catch {
    return [];
  }
}

/** The fields of an object, those of the objects in it with their paths. */
function flat(object, path = '') {
  return Object.entries(object).flatMap(([name, value]) => (value && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length
    ? flat(value, `${path}${name}.`)
    : [[path + name, value]]));
}

function said(name, value) {
  if (value === '' || value === null) {
    return NONE;
  }
  return name.endsWith('Ms') ? duration(Number(value)) : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function known(action) {
  return ACTIONS.includes(action) ? t(`audit.action.${action}`) : action;
}

/** Nothing where all went well; one that is only begun stays so when its broker died in between. */
function outcome({outcome: text}) {
  if (text === 'ok') {
    return nothing;
  }
  if (text === 'begun') {
    return html`<span class="state late" title=${t('audit.begun.hint')}><span aria-hidden="true">!</span> ${t('audit.begun')}</span>`;
  }
  return html`<span class="state failed"><span aria-hidden="true">✕</span> ${text === 'denied' ? t('audit.denied') : html`${t('audit.failed')} <code>${text.replace('failed:', '')}</code>`}</span>`;
}

/** The same refusal again and again is one entry. */
function often({times, since}) {
  return times > 1 ? html` <span class="muted">${t('audit.times', {times})} ${time(since)}</span>` : nothing;
}

/** What it was done to: a job is linked where it is one. */
function subject({action, tube, target}) {
  const isJob = tube && target && action.startsWith('job.');
  if (!tube && !target) {
    return '';
  }
  return html`<span class="audit-subject">${tube ? link(path('tubes', tube), tube) : nothing}${tube && target ? ' / ' : nothing}${isJob
    ? link(path('tubes', tube, 'jobs', target), target, 'mono') : target ? html`<span class="mono">${target}</span>` : nothing}</span>`;
}

customElements.define('grape-audit', Audit);
