import {html, nothing} from 'lit';
import {api} from '../core/api.js';
import {t} from '../core/i18n.js';
import {idsOf} from '../core/jobs.js';
import {path, router} from '../core/router.js';
import {Page} from '../parts/page.js';
import {empty, link, stateBadge} from '../parts/views.js';
import {toast} from '../parts/toast.js';
import {tubeTable} from '../parts/tube-table.js';

const TUBES = 20;

/** Looks for jobs, each of an id and in the tubes from a cursor on; next is how to look further. */
async function find(asked, signal) {
  const found = await Promise.all(asked.map((one) => api.get('/v1/find', one, signal)));
  return {
    jobs: found.flatMap(({jobs}) => jobs),
    tubes: found[0]?.tubes,
    next: found.flatMap(({next}, i) => next ? [{...asked[i], cursor: next}] : []),
  };
}

/** What a text may mean: a job of this id in any tube and state, or tubes with it in their names. */
class Search extends Page {
  title() {
    return t('search.title', {text: this.asked('q')});
  }

  async load(signal) {
    const text = this.asked('q');
    const q = text.trim() || text;
    const [jobs, tubes] = await Promise.all([
      find(idsOf(text).map((id) => ({id})), signal),
      api.get('/v1/tubes', {name: q, limit: TUBES, activity: true}, signal),
    ]);
    if (jobs.jobs.length === 1 && !jobs.next.length && !tubes.tubes.length && !signal.aborted) {
      const [job] = jobs.jobs;
      router.go(path('tubes', job.tube, 'jobs', job.id), {replace: true});
    }
    return {jobs, tubes: tubes.tubes, moreTubes: Boolean(tubes.next), q};
  }

  /** Searches the tubes behind those that were searched. */
  async #further() {
    const {jobs} = this.data;
    try {
      const more = await find(jobs.next);
      this.data = {...this.data, jobs: {...more, jobs: [...jobs.jobs, ...more.jobs]}};
    } catch (failure) {
      toast.fail(failure);
    }
  }

  view() {
    const {jobs, tubes, q} = this.data;
    const partial = jobs.next.length > 0;
    return html`${this.heading()}
      ${jobs.jobs.length ? html`<section><h2>${t('search.jobs')}</h2><ul class="found">${jobs.jobs.map((job) => html`
        <li class="panel">${link(path('tubes', job.tube, 'jobs', job.id), job.id, 'mono strong')} ${stateBadge(job.state)} <span class="muted">${job.tube}</span></li>`)}</ul></section>` : nothing}
      ${partial ? html`<p class="muted">${t('search.partial', {n: jobs.tubes.searched, of: jobs.tubes.count})}
        <button @click=${() => this.#further()}>${t('search.further')}</button></p>` : nothing}
      ${tubes.length ? html`<section><h2>${t('nav.tubes')}</h2>${tubeTable(tubes)}
        ${this.data.moreTubes ? html`<p class="muted">${t('search.firstTubes', {n: tubes.length})} ${link(`/tubes?name=${encodeURIComponent(q)}`, t('overview.allTubes'))}</p>` : nothing}</section>` : nothing}
      ${jobs.jobs.length || tubes.length || partial ? nothing : empty(t('search.none', {text: q}), t('search.none.text'))}`;
  }
}

customElements.define('grape-search', Search);
