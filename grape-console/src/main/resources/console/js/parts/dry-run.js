import {GrapeElement, html, nothing} from '../core/element.js';
import {t} from '../core/i18n.js';
import {problemText} from './problem.js';
import {time} from './views.js';

/** Inside a question: how many jobs an operation would touch, and which it would begin with. Nothing is changed by it. */
class DryRun extends GrapeElement {
  static properties = {
    /** @type {(values: Record<string, string>) => Promise<object>} asks what would happen, by what the form says now */
    run: {attribute: false},
    found: {state: true},
    failure: {state: true},
    busy: {state: true},
  };

  render() {
    return html`<p class="row"><button type="button" class="small" ?disabled=${this.busy} @click=${this.#run} data-testid="dry-run">${t('bulk.dryRun')}</button>
        <span role="status">${this.found
          ? html`<b>${t('bulk.dryRun.matching', {n: this.found.matching})}</b>${this.found.exact ? nothing : ` ${t('bulk.dryRun.about')}`}`
          : html`<span class="muted">${t('bulk.dryRun.hint')}</span>`}</span></p>
      ${this.failure ? html`<p class="failure" role="alert">✕ ${problemText(this.failure)}</p>` : nothing}
      ${this.found?.sample.length ? this.#sample() : nothing}`;
  }

  async #run() {
    const values = Object.fromEntries(new FormData(this.closest('form')));
    this.busy = true;
    this.failure = null;
    try {
      this.found = await this.run(values);
    } catch (failure) {
      this.failure = failure;
    }
    this.busy = false;
  }

  #sample() {
    return html`<div class="sample" tabindex="0"><table aria-label=${t('bulk.dryRun.sample')}>
      <thead><tr><th scope="col">${t('audit.job')}</th><th scope="col">${t('schedule.due')}</th><th scope="col">${t('failures.why')}</th></tr></thead>
      <tbody>${this.found.sample.map((job) => html`<tr><td><code>${job.id}</code></td><td>${time(job.dueAt)}</td><td>${job.reason ?? '–'}</td></tr>`)}</tbody>
    </table></div>`;
  }
}

customElements.define('grape-dry-run', DryRun);
