import {html, nothing} from 'lit';
import {api} from '../core/api.js';
import {count, rate} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {bulkButton} from '../parts/bulk.js';
import {PollingPage} from '../parts/polling.js';
import {command, empty, link} from '../parts/views.js';
import '../parts/table.js';

const PAGE = 200;
/** So many tubes are looked through; a console with more asks for a name. */
const MOST = 1000;

/** Which tubes have failed jobs, the most first. */
class Failed extends PollingPage {
  /** Looking through many tubes is not for free. */
  get every() {
    return this.data?.looked > PAGE ? 60_000 : 10_000;
  }

  title() {
    return t('nav.failed');
  }

  async load(signal) {
    const name = this.asked('name');
    const failed = [];
    let looked = 0;
    let cursor = '';
    do {
      const {tubes, next} = await api.get('/v1/tubes', {limit: PAGE, activity: true, name, cursor}, signal);
      failed.push(...tubes.filter((tube) => tube.counts.failed > 0));
      looked += tubes.length;
      cursor = next;
    } while (cursor && looked < MOST);
    return {tubes: failed.sort((a, b) => b.counts.failed - a.counts.failed), looked, more: Boolean(cursor)};
  }

  view() {
    const {tubes, looked, more} = this.data;
    const total = tubes.reduce((sum, tube) => sum + tube.counts.failed, 0);
    return html`${this.heading(total ? t('failed.headline', {n: total, tubes: t('failed.tubes', {n: tubes.length})}) : this.title(), this.#filter())}
      ${tubes.length ? this.#table(tubes) : this.#none()}
      ${more ? html`<p class="muted hint">≈ ${t('failed.partial', {n: looked})}</p>` : nothing}`;
  }

  #filter() {
    return html`<input type="search" class="mono" aria-label=${t('failed.filter')} placeholder=${t('failed.filter')} .value=${this.asked('name')}
      spellcheck="false" @change=${(event) => this.setQuery({name: event.target.value.trim()})}>`;
  }

  #none() {
    return this.asked('name')
      ? empty(t('failed.noneNamed', {name: this.asked('name')}), '', html`<p><button @click=${() => this.setQuery({name: ''})}>${t('picker.all')}</button></p>`)
      : empty(t('failed.none'), `${t('failed.none.text')} ${t('failed.none.how')}`, command(`curl -X POST '${new URL('v1/tubes/orders/jobs/order-8812/bury?lease=LEASE&reason=card+declined', document.baseURI)}'`));
  }

  #table(tubes) {
    const most = tubes[0].counts.failed;
    const columns = [
      {key: 'name', label: t('tube.name'), kind: 'main', cell: (tube) => link(path('failed', tube.name), tube.name, 'strong')},
      {key: 'failed', label: t('state.failed'), kind: 'number', cell: (tube) => html`<span class="count failed">${count(tube.counts.failed)}</span>`},
      {key: 'share', label: '', kind: 'chart', cell: (tube) => html`<progress class="share failed" max=${most} .value=${tube.counts.failed} aria-hidden="true"></progress>`},
      {key: 'buried', label: t('failed.perSecond'), hint: t('failed.perSecond.hint'), kind: 'number', cell: (tube) => rate(tube.activity?.perSecond?.buried)},
      {key: 'finished', label: t('tube.out'), kind: 'number', cell: (tube) => rate(tube.activity?.perSecond?.finished)},
      {key: 'actions', label: '', kind: 'actions', cell: (tube) => bulkButton({kind: 'kick', tube: tube.name, state: 'failed', matching: tube.counts.failed}, {small: true})},
    ];
    return html`<grape-table data-testid="failed" .label=${this.title()} .columns=${columns} .rows=${tubes} .rowKey=${(tube) => tube.name}
      .rowPath=${(tube) => path('failed', tube.name)}></grape-table>`;
  }
}

customElements.define('grape-failed', Failed);
