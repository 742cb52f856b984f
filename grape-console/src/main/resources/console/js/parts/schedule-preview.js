import {api} from '../core/api.js';
import {GrapeElement, html, nothing} from '../core/element.js';
import {zoneName} from '../core/format.js';
import {t} from '../core/i18n.js';
import {problemText} from './problem.js';
import {time} from './views.js';

/** Occurrences in the zone of a schedule, and in that of who looks. @param {{at: string, local: string, offset: string, fell: string|null}[]} next */
export function occurrences(next) {
  return html`<div class="sample" tabindex="0"><table aria-label=${t('schedules.next')} data-testid="occurrences">
    <thead><tr><th scope="col">${t('schedules.local')}</th><th scope="col">${zoneName()}</th><th scope="col"></th></tr></thead>
    <tbody>${next.map((one) => html`<tr><td class="mono">${one.local.replace('T', ' ')} ${one.offset}</td><td>${time(one.at, 'absolute')}</td>
      <td>${one.fell ? html`<span class="tag" title=${t(`schedules.fell.${one.fell}.hint`)}>${t(`schedules.fell.${one.fell}`)}</span>` : nothing} <span class="muted">${time(one.at, 'relative')}</span></td></tr>`)}</tbody>
  </table></div>`;
}

/** Inside a question: when a schedule would occur by what the form says now. Nothing is changed by it. */
class SchedulePreview extends GrapeElement {
  static properties = {
    /** @type {(values: Record<string, string>) => object} */
    spec: {attribute: false},
    found: {state: true},
    failure: {state: true},
    busy: {state: true},
  };

  render() {
    return html`<p class="row"><button type="button" class="small" ?disabled=${this.busy} @click=${this.#run} data-testid="preview">${t('schedules.preview')}</button>
        <span role="status">${this.found ? nothing : html`<span class="muted">${t('schedules.preview.hint')}</span>`}</span></p>
      ${this.failure ? html`<p class="failure" role="alert">✕ ${problemText(this.failure)}</p>` : nothing}
      ${this.found?.length ? occurrences(this.found) : nothing}`;
  }

  async #run() {
    const values = Object.fromEntries(new FormData(this.closest('form')));
    this.busy = true;
    this.failure = null;
    try {
      this.found = (await api.post('/v1/schedules/preview', {body: this.spec(values)})).next;
    } catch (failure) {
      this.found = null;
      this.failure = failure;
    }
    this.busy = false;
  }
}

customElements.define('grape-schedule-preview', SchedulePreview);
