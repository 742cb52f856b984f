import {html, nothing} from 'lit';
import {api} from '../core/api.js';
import {duration} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {curlButton} from '../parts/curl-button.js';
import {isOpen, operationActions, operationFilter, operationState, operationTitle, pace, progressBar} from '../parts/operation-view.js';
import {PollingPage} from '../parts/polling.js';
import {command, empty, link, time} from '../parts/views.js';
import '../parts/table.js';

const LIMIT = 50;

/** Work on many jobs: what runs now, how far it is, and what has ended and why. */
class Operations extends PollingPage {
  title() {
    return t('nav.operations');
  }

  /** What runs is watched closely. */
  get every() {
    return this.data?.operations.some(isOpen) ? 1000 : 5000;
  }

  load(signal) {
    return api.get('/v1/operations', {limit: LIMIT, cursor: this.asked('cursor')}, signal);
  }

  view() {
    const all = this.data.operations;
    const open = all.filter(isOpen);
    const ended = all.filter((one) => !isOpen(one));
    return html`${this.heading(this.title(), curlButton('/v1/operations', {limit: LIMIT}))}
      ${all.length ? nothing : this.#none()}
      ${open.length ? html`<section aria-label=${t('ops.open')}>${open.map((one) => this.#card(one))}</section>` : nothing}
      ${ended.length ? html`<section><h2>${t('ops.ended')}</h2>${this.#table(ended)}</section>` : nothing}
      ${this.#pager()}`;
  }

  #none() {
    return empty(t('ops.none'), t('ops.none.text'),
      command(`curl -X POST '${new URL('v1/operations', document.baseURI)}' -H 'Content-Type: application/json' -d '{"kind":"kick","tube":"orders","state":"failed","perSecond":100,"dryRun":true}'`));
  }

  #card(operation) {
    return html`<article class="panel operation" data-testid="operation" data-key=${operation.id}>
      <div class="row"><h2>${operationTitle(operation)}</h2>${operationState(operation)}<span class="muted">${operationFilter(operation)}</span>
        <span class="grow"></span>${operationActions(operation, () => this.reload())}</div>
      ${progressBar(operation)}
      <div class="row operation-foot">${pace(operation)}
        <span class="grow"></span><span class="muted">${this.#since(operation)}</span>${link(path('operations', operation.id), t('ops.details'))}</div>
    </article>`;
  }

  #since({createdAt, createdBy}) {
    return html`${createdBy ? html`${t('ops.by', {name: createdBy})}, ` : nothing}${time(createdAt)}`;
  }

  #table(ended) {
    const columns = [
      {key: 'what', label: t('ops.what'), kind: 'main', cell: (one) => html`<div>${operationTitle(one)}<div class="muted filter-line">${operationFilter(one)}</div></div>`},
      {key: 'state', label: t('ops.how'), kind: 'full', cell: (one) => html`<div>${operationState(one)}${one.why ? html`<div class="muted">${one.why}</div>` : nothing}</div>`},
      {key: 'progress', label: t('ops.done'), kind: 'chart', cell: progressBar},
      {key: 'ended', label: t('ops.endedAt'), cell: (one) => time(one.endedAt)},
      {key: 'took', label: t('ops.took'), kind: 'number', cell: (one) => (one.endedAt ? duration(Date.parse(one.endedAt) - Date.parse(one.createdAt)) : '–')},
      {key: 'by', label: t('ops.who'), cell: (one) => one.createdBy ?? '–'},
    ];
    return html`<grape-table data-testid="operations" .label=${t('ops.ended')} .columns=${columns} .rows=${ended} .rowPath=${(one) => path('operations', one.id)}></grape-table>`;
  }

  #pager() {
    const {next} = this.data;
    return next || this.asked('cursor') ? html`<p class="row hint">
      ${this.asked('cursor') ? html`<button @click=${() => this.setQuery({cursor: ''}, {replace: false})}>${t('page.newest')}</button>` : nothing}
      ${next ? html`<button @click=${() => this.setQuery({cursor: next}, {replace: false})}>${t('page.older')}</button>` : nothing}</p>` : nothing;
  }
}

customElements.define('grape-operations', Operations);
