import {GrapeElement, html, nothing} from '../core/element.js';
import {api, at, curl, Problem} from '../core/api.js';
import * as act from '../core/actions.js';
import {copy} from '../core/clipboard.js';
import {t} from '../core/i18n.js';
import {idsOf, jobsOf, preview} from '../core/jobs.js';
import {path, router} from '../core/router.js';
import {session} from '../core/session.js';
import {command, copyButton, empty, link, resultSize, skeleton, time} from './views.js';
import {problemPanel} from './problem.js';
import {icon} from './icons.js';
import {toast} from './toast.js';
import './table.js';

const PAGE = 50;

/** The jobs of a tube that are in one state, a page at a time. Looking at them takes none. */
class JobList extends GrapeElement {
  static properties = {
    tube: {},
    state: {},
    /** How many there are now. */
    total: {type: Number},
    query: {attribute: false},
    page: {state: true},
    problem: {state: true},
    chosen: {state: true},
  };

  #loadedFor = '';
  #totalThen = 0;

  constructor() {
    super();
    this.page = null;
    this.problem = null;
    this.chosen = new Set();
  }

  willUpdate() {
    const wanted = JSON.stringify([this.tube, this.state, this.#cursor, this.#tags]);
    if (wanted !== this.#loadedFor) {
      this.#loadedFor = wanted;
      this.chosen = new Set();
      this.page = null;
      this.reload();
    }
  }

  get #cursor() {
    return this.query?.get('cursor') ?? '';
  }

  /** What the jobs that are listed have: a key, a label, both or neither. */
  get #tags() {
    return Object.fromEntries(['key', 'label'].map((name) => [name, this.query?.get(name)]).filter(([, value]) => value));
  }

  get #call() {
    return `${at('tubes', this.tube)}/jobs`;
  }

  get #parameters() {
    return {state: this.state, limit: PAGE, cursor: this.#cursor, ...this.#tags};
  }

  async reload() {
    const wanted = this.#loadedFor;
    try {
      const text = await api.text(this.#call, this.#parameters);
      if (wanted === this.#loadedFor) {
        this.page = jobsOf(text);
        this.problem = null;
        this.#totalThen = this.total;
      }
    } catch (failure) {
      this.problem = failure;
    }
  }

  render() {
    return html`<div class="filters">
        <form @submit=${this.#find} role="search"><input name="id" type="search" class="mono" aria-label=${t('jobs.find')} placeholder=${t('jobs.find')} spellcheck="false"></form>
        ${Object.entries(this.#tags).map(([name, value]) => html`<button title=${t('jobs.all')} @click=${() => this.#show(name, '')}>${t(`job.${name}`)} <code>${value}</code> ✕</button>`)}
        ${this.#elsewhere()}
        <span class="grow"></span>
        ${this.#changed()}
        <button class="quiet" @click=${() => copy(curl('GET', this.#call, {query: this.#parameters}))}>${icon('copy')} curl</button>
      </div>
      ${this.chosen.size ? this.#chosenBar() : nothing}
      ${this.problem ? problemPanel(this.problem, () => this.reload()) : this.page ? this.#jobs() : skeleton(6)}`;
  }

  #show(name, value) {
    router.setQuery({[name]: value, cursor: '', state: this.state}, {replace: false});
  }

  #tagged(name, value, text) {
    return html`<button class="quiet tagged" title=${t('jobs.only', {what: t(`job.${name}`), value})} @click=${() => this.#show(name, value)}>${text}</button>`;
  }

  /** The page that shows the same jobs in another way. */
  #elsewhere() {
    switch (this.state) {
      case 'failed': return link(path('failed', this.tube), t('jobs.byReason'));
      case 'delayed': return link(`/schedule?tube=${encodeURIComponent(this.tube)}`, t('jobs.byTime'));
      case 'gated': return link(path('tubes', this.tube, 'gates'), t('tube.gates'));
      default: return nothing;
    }
  }

  /** Rows do not jump: what is new is shown when it is asked for. */
  #changed() {
    const change = this.total - this.#totalThen;
    return this.page && change !== 0
      ? html`<button @click=${() => this.reload()} data-testid="changed">${change > 0 ? t('jobs.more', {n: change}) : t('jobs.fewer', {n: -change})}</button>`
      : html`<button class="icon" title=${t('action.refresh')} aria-label=${t('action.refresh')} @click=${() => this.reload()}>${icon('refresh')}</button>`;
  }

  async #find(event) {
    event.preventDefault();
    const text = event.target.elements.id.value;
    try {
      for (const id of idsOf(text)) {
        if (await this.#has(id)) {
          router.go(path('tubes', this.tube, 'jobs', id));
          return;
        }
      }
      if (text) {
        toast.fail(t('jobs.notFound', {id: text, tube: this.tube}));
      }
    } catch (failure) {
      toast.fail(failure);
    }
  }

  async #has(id) {
    try {
      await api.text(at('tubes', this.tube, 'jobs', id));
      return true;
    } catch (failure) {
      if (failure instanceof Problem && failure.status === 404) {
        return false;
      }
      throw failure;
    }
  }

  #chosenBar() {
    const jobs = this.page.jobs.filter((job) => this.chosen.has(job.id));
    const kicks = this.state === 'failed' || this.state === 'delayed';
    return html`<div class="chosen-bar" role="status"><b>${t('jobs.chosen', {n: jobs.length})}</b>
      ${kicks && session.may('jobs.kick') ? html`<button @click=${() => this.#each(jobs, 'kick')}>${t(this.state === 'failed' ? 'job.kick' : 'job.runNow')}</button>` : nothing}
      ${session.may('jobs.delete') && this.state !== 'retained' ? html`<button class="danger" @click=${() => this.#each(jobs, 'delete')}>${t('job.delete')}${jobs.length > 1 ? '…' : ''}</button>` : nothing}
      <button class="quiet" @click=${() => { this.chosen = new Set(); }}>${t('jobs.chooseNone')}</button></div>`;
  }

  async #each(jobs, kind) {
    if (kind === 'delete' && jobs.length === 1) {
      // It can be undone for a while, in which others can be chosen.
      this.chosen = new Set();
      await act.remove(jobs[0]) && this.reload();
      return;
    }
    if (await act.each(jobs, kind)) {
      this.chosen = new Set();
      this.reload();
    }
  }

  #jobs() {
    const {jobs, next} = this.page;
    if (!jobs.length && Object.keys(this.#tags).length) {
      return html`<p class="muted">${t('jobs.noneTagged')}</p>${this.#next(next)}`;
    }
    if (!jobs.length) {
      return empty(t(`jobs.none.${this.state}`), t(`jobs.none.${this.state}.text`), this.state === 'ready' || this.state === 'delayed'
        ? command(`curl -X PUT '${new URL(`v1/tubes/${encodeURIComponent(this.tube)}/jobs/my-job?delayMs=10000`, document.baseURI)}' -H 'Content-Type: application/json' -d '{"hello":"world"}'`)
        : nothing);
    }
    const choosing = !['retained', 'finished'].includes(this.state) && (session.may('jobs.kick') || session.may('jobs.delete'));
    return html`<grape-table data-testid="jobs" .label=${t('jobs.label', {state: t(`state.${this.state}`)})} .columns=${this.#columns()} .rows=${jobs}
        .rowPath=${(job) => path('tubes', this.tube, 'jobs', job.id)} .chosen=${choosing ? this.chosen : null} @choose=${(event) => { this.chosen = event.detail; }}></grape-table>
      <div class="pager">${Object.keys(this.#tags).length ? nothing : html`<span class="muted">${t('jobs.shown', {n: jobs.length, total: this.total})}</span>`}
        ${this.#cursor ? html`<button @click=${() => router.setQuery({cursor: ''}, {replace: false})}>${t('pager.first')}</button>` : nothing}
        ${this.#next(next)}</div>`;
  }

  #next(cursor) {
    return cursor ? html`<button @click=${() => router.setQuery({cursor, state: this.state}, {replace: false})}>${t('pager.next')}</button>` : nothing;
  }

  #columns() {
    const at = {
      delayed: {key: 'due', label: t('job.due'), cell: (job) => time(job.dueAt)},
      ready: {key: 'due', label: t('job.readySince'), cell: (job) => time(job.dueAt)},
      gated: {key: 'created', label: t('job.created'), cell: (job) => time(job.createdAt)},
      retained: {key: 'until', label: t('job.leaseUntil'), cell: (job) => time(job.leaseUntil)},
      failed: {key: 'failed', label: t('job.failedAt'), cell: (job) => time(job.failedAt)},
      finished: {key: 'finished', label: t('job.finishedAt'), cell: (job) => time(job.finishedAt)},
    }[this.state];
    return [
      {key: 'id', label: t('job.id'), kind: 'main', cell: (job) => html`${link(path('tubes', this.tube, 'jobs', job.id), job.id, 'mono')} ${copyButton(job.id, t('job.copyId'))}`},
      at,
      {key: 'attempts', label: t('job.attempts'), kind: 'number', hint: t('job.attempts.hint'), cell: (job) => `${job.attempt} / ${job.maxAttempts || '∞'}`},
      {key: 'priority', label: t('job.priority'), kind: 'number', cell: (job) => job.priority},
      ...(this.state === 'failed' ? [{key: 'reason', label: t('job.reason'), kind: 'wide', cell: (job) => html`<span class="clip reason">${job.reason ?? t('job.attemptsSpent')}</span>`}] : []),
      ...(this.page.jobs.some((job) => job.key) ? [{key: 'key', label: t('job.key'), hint: t('job.key.help'), cell: (job) => (job.key ? this.#tagged('key', job.key, html`<code>${job.key}</code>`) : '')}] : []),
      ...(this.page.jobs.some((job) => job.labels) ? [{key: 'labels', label: t('job.labels'), hint: t('job.labels.help'), cell: (job) => (job.labels ?? []).map((label) => this.#tagged('label', label, html`<span class="tag">${label}</span>`))}] : []),
      ...(this.state === 'finished' ? [{key: 'result', label: t('job.result'), cell: (job) => resultSize(job)}] : []),
      {key: 'payload', label: t('job.payload'), kind: 'wide', cell: (job) => html`<code class="clip">${preview(job.payload)}</code>`},
    ];
  }
}

customElements.define('grape-job-list', JobList);
