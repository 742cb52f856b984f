import {html, nothing} from 'lit';
import {api, at} from '../core/api.js';
import {count, duration, rate} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {curlButton} from '../parts/curl-button.js';
import {isOpen, operationActions, operationFilter, operationState, operationTitle, pace, progressBar} from '../parts/operation-view.js';
import {PollingPage} from '../parts/polling.js';
import {fact, link, time} from '../parts/views.js';

/** One operation: how far it is, and everything that it was told. */
class Operation extends PollingPage {
  get every() {
    return 1000;
  }

  /** What has ended does not change any more. */
  get polls() {
    return isOpen(this.data);
  }

  title() {
    return t('ops.title', {id: this.params.id ?? ''});
  }

  load(signal) {
    return api.get(at('operations', this.params.id), {}, signal);
  }

  view() {
    const operation = this.data;
    return html`<p class="crumbs">${link('/operations', t('nav.operations'))} /</p>
      ${this.heading(html`${operationTitle(operation)} <span class="beside">${operationState(operation)}</span>`, html`${operationActions(operation, () => this.reload())}
        ${curlButton(at('operations', operation.id))}`)}
      <section class="panel operation" data-testid="operation" role="status">${progressBar(operation)}
        <div class="row operation-foot">${pace(operation)}</div>
        ${operation.why ? html`<p class="stopped-why"><b>${t('ops.why')}</b> ${operation.why}</p>` : nothing}</section>
      <section class="panel"><dl class="facts wide">${this.#facts(operation)}</dl></section>
      ${operation.failuresSince ? html`<p class="hint">${link(path('failed', operation.tube), t('ops.seeFailures'))}</p>` : nothing}`;
  }

  #facts(operation) {
    const {limit, perSecond, delayMs, stopAfterFailures} = operation;
    return html`${fact(t('ops.id'), html`<code>${operation.id}</code>`)}
      ${fact(t('ops.filter'), html`${t(`state.${operation.from}`)} ${operationFilter({...operation, limit: undefined})}`)}
      ${fact(t('ops.matched'), count(operation.matching), t('ops.matched.hint'))}
      ${fact(t('bulk.limit'), limit ? count(limit) : t('ops.all'))}
      ${fact(t('bulk.perSecond'), perSecond ? rate(perSecond) : t('ops.unlimited'))}
      ${fact(t('bulk.stopAfter'), stopAfterFailures ? count(stopAfterFailures) : t('ops.never'))}
      ${delayMs ? fact(t('ops.delay'), duration(delayMs)) : nothing}
      ${fact(t('access.created'), html`${time(operation.createdAt)} ${operation.createdBy ? t('ops.by', {name: operation.createdBy}) : ''}`)}
      ${operation.endedAt ? fact(t('ops.endedAt'), time(operation.endedAt)) : nothing}`;
  }
}

customElements.define('grape-operation', Operation);
