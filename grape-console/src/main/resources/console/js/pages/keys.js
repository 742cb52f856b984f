import {html, nothing} from 'lit';
import {api, at, curl} from '../core/api.js';
import {copy} from '../core/clipboard.js';
import {count, duration, NONE} from '../core/format.js';
import {holdKey} from '../core/gate-actions.js';
import {t} from '../core/i18n.js';
import {overrideKey, pauseKey, resetKey, resumeKey} from '../core/key-actions.js';
import {path} from '../core/router.js';
import {session} from '../core/session.js';
import {PollingPage} from '../parts/polling.js';
import {choice, empty, link, stateBadge} from '../parts/views.js';
import '../parts/menu.js';
import '../parts/table.js';

const LIMIT = 50;
const SORTS = ['backlog', 'age', 'use'];

/** The keys of one tube: whose jobs wait, how much each has, and what can be done about one of them. */
class TubeKeys extends PollingPage {
  /** Pages behind the first stay as they are. */
  get polls() {
    return !this.asked('cursor');
  }

  get #tube() {
    return this.params.tube;
  }

  get #sort() {
    return SORTS.includes(this.asked('sort')) ? this.asked('sort') : SORTS[0];
  }

  get #parameters() {
    return {sort: this.#sort, limit: LIMIT, cursor: this.asked('cursor')};
  }

  title() {
    return t('tubeKeys.title', {tube: this.#tube ?? ''});
  }

  async load(signal) {
    const [tube, page] = await Promise.all([
      api.get(at('tubes', this.#tube), {}, signal),
      api.get(at('tubes', this.#tube, 'keys'), this.#parameters, signal),
    ]);
    return {tube, page};
  }

  view() {
    const {tube, page} = this.data;
    return html`<p class="crumbs">${link('/tubes', t('nav.tubes'))} / ${link(path('tubes', this.#tube), this.#tube)}</p>
      ${this.heading(this.title(), this.#actions(tube))}
      ${tube.settings.keys ? nothing : html`<p class="panel" role="note">${t('tubeKeys.off')}</p>`}
      <div class="filters">${choice(t('tubeKeys.sort'), SORTS.map((sort) => [sort, t(`tubeKeys.sort.${sort}`)]), this.#sort, (sort) => this.setQuery({sort, cursor: ''}))}</div>
      ${page.keys.length ? this.#table(page.keys, tube) : empty(t('tubeKeys.none'), t('tubeKeys.none.text'))}
      ${this.#pager(page)}`;
  }

  #mayOverride(tube) {
    return session.may('tubes.admin') && Boolean(tube.settings.keys);
  }

  #mayHold(tube) {
    return session.may('tubes.pause') && Boolean(tube.settings.keys);
  }

  #actions(tube) {
    return html`${this.#mayOverride(tube) ? html`<button @click=${() => this.#then(overrideKey(this.#tube))}>${t('tubeKeys.add')}…</button>` : nothing}
      <button class="quiet" @click=${() => copy(curl('GET', at('tubes', this.#tube, 'keys'), {query: this.#parameters}))}>${t('tube.curl')}</button>`;
  }

  async #then(action) {
    if (await action) {
      await this.reload();
    }
  }

  #table(keys, tube) {
    const columns = [
      {key: 'key', label: t('job.key'), kind: 'main', cell: (one) => html`${link(`${path('tubes', this.#tube)}?key=${encodeURIComponent(one.key)}`, one.key, 'mono')} ${one.paused ? stateBadge('paused') : nothing}`},
      {key: 'waiting', label: t('tubeKeys.waiting'), kind: 'number', cell: (one) => count(one.waiting)},
      {key: 'held', label: t('tubeKeys.held'), kind: 'number', cell: (one) => (one.concurrency === undefined ? count(one.held) : t('tubeKeys.heldOf', {held: one.held, limit: one.concurrency}))},
      {key: 'rate', label: t('tubeKeys.rate'), kind: 'number', cell: (one) => (one.perSecond === undefined ? NONE : count(one.perSecond))},
      {key: 'weight', label: t('tubeKeys.weight'), kind: 'number', cell: (one) => count(one.weight)},
      {key: 'oldest', label: t('tube.oldest.long'), kind: 'number', cell: (one) => duration(one.oldestReadyMs)},
      {key: 'override', label: t('tubeKeys.override'), cell: (one) => (one.overridden ? html`<span class="tag">${t('tubeKeys.own')}</span>` : html`<span class="muted">${NONE}</span>`)},
      ...(this.#mayOverride(tube) || this.#mayHold(tube) ? [{key: 'actions', label: '', kind: 'actions', cell: (one) => this.#menu(one, tube)}] : []),
    ];
    return html`<grape-table data-testid="keys" .label=${this.title()} .columns=${columns} .rows=${keys} .rowKey=${(one) => one.key}></grape-table>`;
  }

  #menu({key, paused, overridden}, tube) {
    const overrides = this.#mayOverride(tube);
    return html`${overrides ? html`<button class="small" @click=${() => this.#then(paused ? resumeKey(this.#tube, key) : pauseKey(this.#tube, key))}>${paused ? t('tube.resume') : t('tube.pause')}</button>` : nothing}
      <grape-menu kind="small" .label=${t('action.more')} .items=${[
        ...(this.#mayHold(tube) ? [{label: `${t('tubeKeys.hold')}…`, run: () => this.#then(holdKey(this.#tube, key))}] : []),
        ...(overrides ? [
          {label: `${t('tubeKeys.edit')}…`, run: () => this.#then(overrideKey(this.#tube, key))},
          {label: t('tubeKeys.reset'), disabled: !overridden, hint: overridden ? '' : t('tubeKeys.reset.none'), run: () => this.#then(resetKey(this.#tube, key))},
        ] : []),
      ]}></grape-menu>`;
  }

  #pager({next}) {
    return html`<p class="row">
      ${this.asked('cursor') ? html`<button @click=${() => this.setQuery({cursor: ''}, {replace: false})}>${t('tubeKeys.first')}</button>` : nothing}
      ${next ? html`<button @click=${() => this.setQuery({cursor: next}, {replace: false})}>${t('tubeKeys.continue')}</button>` : nothing}</p>`;
  }
}

customElements.define('grape-keys', TubeKeys);
