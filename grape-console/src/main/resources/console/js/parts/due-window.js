import {GrapeElement, html, nothing} from '../core/element.js';
import {api, at} from '../core/api.js';
import {absolute, count, duration} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {bulkButton, whyNotBulk} from './bulk.js';
import {curlButton} from './curl-button.js';
import {problemPanel} from './problem.js';
import {link, skeleton, time} from './views.js';
import './table.js';

const JOBS = 20;
/** Of all tubes, those with the most delayed jobs are asked one by one. */
const TUBES = 20;

/**
 * What is due in a stretch of time: of one tube its first jobs, of all tubes how many each has. What is to be done with them is
 * begun here. Events: `close`, and `tube` with the name of one that is looked at alone.
 */
class DueWindow extends GrapeElement {
  static properties = {
    tube: {},
    from: {attribute: false},
    to: {attribute: false},
    found: {state: true},
    problem: {state: true},
  };

  #wanted = '';
  #timer = 0;

  willUpdate(changed) {
    const wanted = JSON.stringify([this.tube, this.from, this.to]);
    if (wanted !== this.#wanted) {
      this.#wanted = wanted;
      changed.has('tube') && (this.found = null);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.reload(), 150);
    }
  }

  async reload() {
    const wanted = this.#wanted;
    try {
      const found = await (this.tube ? this.#ofTube() : this.#ofAll());
      if (wanted === this.#wanted) {
        this.found = found;
        this.problem = null;
      }
    } catch (failure) {
      this.problem = failure;
    }
  }

  get #between() {
    return {from: new Date(this.from).toISOString(), to: new Date(this.to).toISOString()};
  }

  async #count(tube) {
    const {buckets} = await api.get('/v1/due-times', {tube, ...this.#between, buckets: 1});
    return buckets.reduce((a, b) => a + b, 0);
  }

  get #list() {
    const {from, to} = this.#between;
    return {state: 'delayed', dueFrom: from, dueTo: to, limit: JOBS};
  }

  async #ofTube() {
    const [matching, {jobs}] = await Promise.all([this.#count(this.tube), api.get(`${at('tubes', this.tube)}/jobs`, this.#list)]);
    return {tube: this.tube, matching, jobs};
  }

  async #ofAll() {
    const {tubes, next} = await api.get('/v1/tubes', {limit: 200});
    const delayed = tubes.filter((one) => one.counts.delayed > 0).sort((a, b) => b.counts.delayed - a.counts.delayed);
    const asked = delayed.slice(0, TUBES);
    const counts = await Promise.all(asked.map((one) => this.#count(one.name)));
    const rows = asked.map((one, i) => ({tube: one.name, matching: counts[i]})).filter((row) => row.matching > 0);
    return {rows: rows.sort((a, b) => b.matching - a.matching), partial: Boolean(next) || delayed.length > TUBES};
  }

  render() {
    const total = this.found?.matching ?? this.found?.rows?.reduce((sum, row) => sum + row.matching, 0);
    return html`<section class="panel window" data-testid="window">
      <div class="row"><h2>${absolute(this.from)} – ${absolute(this.to)}</h2><span class="muted">${duration(this.to - this.from)}</span>
        ${total === undefined ? nothing : html`<b>${this.found.partial ? '≈ ' : ''}${t('schedule.window.jobs', {n: total})}</b>`}
        <span class="grow"></span>${this.tube && this.found ? this.#actions(this.tube, this.found.matching) : nothing}
        <button class="icon" title=${t('schedule.window.close')} aria-label=${t('schedule.window.close')} @click=${() => this.dispatchEvent(new Event('close'))}>✕</button></div>
      ${whyNotBulk() ? html`<p class="muted">${whyNotBulk()}</p>` : nothing}
      ${this.problem ? problemPanel(this.problem, () => this.reload()) : this.found ? this.#content() : skeleton(3)}
    </section>`;
  }

  #actions(tube, matching, small = false) {
    if (!matching) {
      return nothing;
    }
    const bulk = {tube, state: 'delayed', dueFrom: this.from, dueTo: this.to, matching};
    return html`${bulkButton({...bulk, kind: 'kick'}, {small})} ${bulkButton({...bulk, kind: 'delete'}, {small})}`;
  }

  #content() {
    const {jobs, rows, matching, partial} = this.found;
    if (jobs ? !jobs.length : !rows.length) {
      return html`<p class="muted">${t('schedule.window.none')}</p>`;
    }
    return jobs
      ? html`${this.#jobs(jobs)}<p class="row"><span class="muted">${matching > jobs.length ? t('schedule.window.first', {n: jobs.length, all: count(matching)}) : nothing}</span>
          <span class="grow"></span>${curlButton(`${at('tubes', this.tube)}/jobs`, this.#list)}</p>`
      : html`${this.#tubes(rows)}${partial ? html`<p class="muted">${t('schedule.window.partial', {n: TUBES})}</p>` : nothing}`;
  }

  #jobs(jobs) {
    const columns = [
      {key: 'id', label: t('audit.job'), kind: 'main', cell: (job) => link(path('tubes', this.tube, 'jobs', job.id), job.id, 'mono')},
      {key: 'due', label: t('schedule.due'), cell: (job) => time(job.dueAt)},
      {key: 'attempts', label: t('schedule.attempts'), kind: 'number', cell: (job) => `${count(job.attempt)} / ${job.maxAttempts || '∞'}`},
      {key: 'created', label: t('access.created'), cell: (job) => time(job.createdAt)},
    ];
    return html`<grape-table .label=${t('schedule.window.label')} .columns=${columns} .rows=${jobs} .rowPath=${(job) => path('tubes', this.tube, 'jobs', job.id)}></grape-table>`;
  }

  #tubes(rows) {
    const most = Math.max(...rows.map((row) => row.matching));
    const columns = [
      {key: 'tube', label: t('tube.name'), kind: 'main', cell: (row) => link(path('tubes', row.tube), row.tube, 'strong')},
      {key: 'matching', label: t('chart.jobs'), kind: 'number', cell: (row) => count(row.matching)},
      {key: 'share', label: '', kind: 'chart', cell: (row) => html`<progress class="share delayed" max=${most} .value=${row.matching} aria-hidden="true"></progress>`},
      {key: 'actions', label: '', kind: 'actions', cell: (row) => html`<button class="small" @click=${() => this.dispatchEvent(new CustomEvent('tube', {detail: row.tube}))}>${t('schedule.window.list')}</button>
        ${this.#actions(row.tube, row.matching, true)}`},
    ];
    return html`<grape-table .label=${t('schedule.window.label')} .columns=${columns} .rows=${rows} .rowKey=${(row) => row.tube}></grape-table>`;
  }
}

customElements.define('grape-due-window', DueWindow);
