import {html, nothing} from 'lit';
import {api, at, curl} from '../core/api.js';
import {copy} from '../core/clipboard.js';
import {count, percent} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path, router} from '../core/router.js';
import {session} from '../core/session.js';
import {bulkButton, startBulk, tryFiveButton, whyNotBulk} from '../parts/bulk.js';
import {exportFailed, exportGroup} from '../parts/export-jobs.js';
import {PollingPage} from '../parts/polling.js';
import {copyButton, empty, link, time} from '../parts/views.js';

const GROUPS = 20;

/** Why the jobs of a tube failed: the same reason once, with how many it was, and what to do about them. */
class Failures extends PollingPage {
  get every() {
    return 10_000;
  }

  /** Groups that were fetched on demand stay; so does a reason that is being read. */
  get polls() {
    return !this.asked('cursor') && !this.querySelector('details[open]');
  }

  get #tube() {
    return this.params.tube;
  }

  title() {
    return t('failures.title', {tube: this.#tube ?? ''});
  }

  topics() {
    return [`tube:${this.#tube}`];
  }

  get #parameters() {
    return {limit: GROUPS, cursor: this.asked('cursor')};
  }

  load(signal) {
    return api.get(at('tubes', this.#tube, 'failures'), this.#parameters, signal);
  }

  get #failed() {
    return this.heard[`tube:${this.#tube}`]?.counts.failed ?? this.data.of;
  }

  view() {
    const {groups} = this.data;
    return html`<p class="crumbs">${link('/failed', t('nav.failed'))} / ${link(path('tubes', this.#tube), this.#tube)}</p>
      ${this.heading(this.title(), groups.length ? this.#actions() : nothing)}
      ${groups.length ? html`<p class="muted searched">${this.#searched()} ${whyNotBulk()}</p>
        <ol class="groups" data-testid="groups">${groups.map((group) => this.#group(group))}</ol>${this.#pager()}` : this.#none()}`;
  }

  #actions() {
    const all = {tube: this.#tube, state: 'failed', matching: this.#failed};
    return html`${bulkButton({...all, kind: 'kick'}, {label: `${t('failures.redriveAll', {n: this.#failed})}…`})}
      ${bulkButton({...all, kind: 'delete'}, {label: `${t('failures.deleteAll')}…`})}
      <grape-menu .label=${t('action.more')} .items=${[
        {label: t('failures.export', {n: this.#failed}), disabled: !session.may('jobs.read'), run: () => exportFailed(this.#tube)},
        {label: `${t('bulk.move.confirm')}…`, disabled: Boolean(whyNotBulk('move')), run: () => startBulk({...all, kind: 'move'})},
        {label: t('failures.list'), run: () => router.go(`${path('tubes', this.#tube)}?state=failed`)},
        {label: t('action.copyCommand'), run: () => copy(curl('GET', at('tubes', this.#tube, 'failures'), {query: this.#parameters}))}]}></grape-menu>`;
  }

  #searched() {
    const {searched, of, groups} = this.data;
    const kinds = t('failures.kinds', {n: groups.length});
    return searched < of ? t('failures.searched', {kinds, searched: count(searched), of: count(of)}) : t('failures.searchedAll', {kinds, of: count(of)});
  }

  #group(group) {
    const bulk = {tube: this.#tube, state: 'failed', reason: group.signature, matching: group.count};
    const share = group.count / Math.max(1, this.data.searched);
    return html`<li class="panel group" data-testid="group">
      <div class="group-head"><b class="group-count">${count(group.count)}</b>
        <code class="group-signature">${group.signature || t('failures.noReason')}</code>${copyButton(group.signature, t('failures.copy'))}</div>
      <progress class="failed" max="1" .value=${share} aria-label=${t('failures.share', {share: percent(share)})}></progress>
      <div class="row group-foot">
        <span>${t('failures.last')} ${time(group.lastAt)}</span><span>${t('failures.first')} ${time(group.firstAt)}</span>
        <span>${t('failures.sample')} ${link(path('tubes', this.#tube, 'jobs', group.sample.id), group.sample.id, 'mono')}</span>
        <span class="grow"></span>
        <span class="row"><button class="quiet small" ?disabled=${!session.may('jobs.read')} @click=${() => exportGroup(this.#tube, group.signature)}>${t('failures.exportGroup')}</button>${tryFiveButton({...bulk, kind: 'kick'}, {small: true})}
          ${bulkButton({...bulk, kind: 'kick'}, {small: true})}${bulkButton({...bulk, kind: 'delete'}, {small: true})}</span>
      </div>
      ${group.sample.reason && group.sample.reason !== group.signature
        ? html`<details><summary>${t('failures.whole')}</summary><pre class="reason">${group.sample.reason}</pre></details>` : nothing}
    </li>`;
  }

  #pager() {
    const {next} = this.data;
    return html`<p class="row">
      ${this.asked('cursor') ? html`<button @click=${() => this.setQuery({cursor: ''}, {replace: false})}>${t('failures.newest')}</button>` : nothing}
      ${next ? html`<button @click=${() => this.setQuery({cursor: next}, {replace: false})}>${t('failures.continue')}</button>` : nothing}</p>`;
  }

  #none() {
    return empty(t('failures.none', {tube: this.#tube}), t('failed.none.text'), html`<p>${link('/failed', t('failures.others'))}</p>`);
  }
}

customElements.define('grape-failures', Failures);
