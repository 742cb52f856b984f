import {html, nothing} from 'lit';
import {api} from '../core/api.js';
import {create} from '../core/actions.js';
import {t} from '../core/i18n.js';
import {session} from '../core/session.js';
import {Page} from '../parts/page.js';
import {command, empty} from '../parts/views.js';
import {sorted} from '../parts/table.js';
import {tubeTable, tubeValue} from '../parts/tube-table.js';
import {firstSteps} from '../parts/first-steps.js';

const PAGE = 50;
const TYPING_MILLIS = 250;

/** All tubes, a page at a time; what goes on is told for those that are shown. */
class Tubes extends Page {
  #typing = 0;

  title() {
    return t('nav.tubes');
  }

  topics() {
    const names = (this.data?.tubes ?? []).map((tube) => tube.name);
    return names.length ? [`tubes:${names.join('|')}`] : [];
  }

  /** The order is made here, of what is shown. */
  loadKey() {
    return [this.asked('name'), this.asked('cursor')];
  }

  load(signal) {
    return api.get('/v1/tubes', {limit: PAGE, activity: true, name: this.asked('name'), cursor: this.asked('cursor')}, signal);
  }

  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has('data')) {
      this.listen();
    }
  }

  view() {
    const fresh = this.heard[this.topics()[0]]?.tubes;
    const tubes = sorted(fresh ?? this.data.tubes, this.asked('sort'), tubeValue);
    return html`${this.heading(t('nav.tubes'), this.#actions())}
      ${this.#filter()}
      ${tubes.length ? this.#table(tubes) : this.#none()}`;
  }

  #actions() {
    return session.may('tubes.admin') ? html`<button @click=${create}>${t('tube.create')}</button>` : nothing;
  }

  #filter() {
    return html`<div class="filters"><input type="search" aria-label=${t('tubes.filter')} placeholder=${t('tubes.filter')} .value=${this.asked('name')} spellcheck="false"
      @input=${(event) => {
        clearTimeout(this.#typing);
        const name = event.target.value.trim();
        this.#typing = setTimeout(() => this.setQuery({name, cursor: ''}), TYPING_MILLIS);
      }}></div>`;
  }

  #table(tubes) {
    const {next} = this.data;
    return html`${tubeTable(tubes, {sort: this.asked('sort'), onSort: (sort) => this.setQuery({sort})})}
      <div class="pager">
        <span class="muted">${t(next || this.asked('cursor') ? 'tubes.page' : 'health.tubes', {n: tubes.length})}</span>
        ${this.asked('cursor') ? html`<button @click=${() => this.setQuery({cursor: ''}, {replace: false})}>${t('pager.first')}</button>` : nothing}
        ${next ? html`<button @click=${() => this.setQuery({cursor: next}, {replace: false})}>${t('pager.next')}</button>` : nothing}
      </div>`;
  }

  #none() {
    return this.asked('name')
      ? empty(t('tubes.noneNamed', {name: this.asked('name')}), t('tubes.noneNamed.text'), command(`curl '${new URL('v1/tubes', document.baseURI)}'`))
      : firstSteps();
  }
}

customElements.define('grape-tubes', Tubes);
