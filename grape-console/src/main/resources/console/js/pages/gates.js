import {html, nothing} from 'lit';
import {pause} from '../core/actions.js';
import {api, at, curl} from '../core/api.js';
import {copy} from '../core/clipboard.js';
import {count} from '../core/format.js';
import {changeGate, liftGate, PAUSE, putGate} from '../core/gate-actions.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {session} from '../core/session.js';
import {gateMatch} from '../parts/tube-holds.js';
import {PollingPage} from '../parts/polling.js';
import {empty, link, stateBadge, time} from '../parts/views.js';
import '../parts/menu.js';
import '../parts/table.js';

/** The gates of one tube: which jobs they hold, drop, bury or refuse, who put them up and why. */
class TubeGates extends PollingPage {
  get #tube() {
    return this.params.tube;
  }

  title() {
    return t('gates.title', {tube: this.#tube ?? ''});
  }

  /** Jobs go back slice by slice: that is worth watching. */
  get every() {
    return this.data.gates.some((gate) => gate.state === 'lifting') ? 1000 : super.every;
  }

  async load(signal) {
    const [tube, {gates}] = await Promise.all([
      api.get(at('tubes', this.#tube), {}, signal),
      api.get(at('tubes', this.#tube, 'gates'), {}, signal),
    ]);
    return {tube, gates};
  }

  view() {
    const {tube, gates} = this.data;
    return html`<p class="crumbs">${link('/tubes', t('nav.tubes'))} / ${link(path('tubes', this.#tube), this.#tube)}</p>
      ${this.heading(this.title(), this.#actions(tube))}
      ${gates.length ? this.#table(gates, tube) : empty(t('gates.none'), t('gates.none.text'))}`;
  }

  #actions(tube) {
    return html`${session.may('tubes.pause') ? html`<button class="primary" @click=${() => this.#then(putGate(tube))}>${t('gates.put')}…</button>
        ${tube.paused ? nothing : html`<button @click=${() => this.#then(pause(tube.name))}>‖ ${t('tube.pause')}…</button>`}` : nothing}
      <button class="quiet" @click=${() => copy(curl('GET', at('tubes', this.#tube, 'gates')))}>${t('tube.curl')}</button>`;
  }

  async #then(action) {
    if (await action) {
      await this.reload();
    }
  }

  #table(gates, tube) {
    const acted = (name) => ({key: name, label: t(`gates.acted.${name}`), hint: t(`gates.acted.${name}.hint`), kind: 'number', cell: (gate) => html`<span class=${gate[name] ? 'strong' : 'muted'}>${count(gate[name])}</span>`});
    const columns = [
      {key: 'name', label: t('gates.name'), kind: 'main', cell: (gate) => html`<span class="mono">${gate.name}</span> ${gate.state === 'lifting' ? html`<span class="state late" title=${t('gates.lifting.hint')}><span aria-hidden="true">◌</span> ${t('gates.lifting')}</span>` : gate.name === PAUSE ? stateBadge('paused') : nothing}`},
      {key: 'match', label: t('gates.match'), kind: 'full', cell: (gate) => html`<span>${gateMatch(tube.name, gate)}</span>`},
      {key: 'mode', label: t('gates.mode'), cell: (gate) => html`<b title=${t(`gates.mode.${gate.mode}.long`)}>${t(`gates.mode.${gate.mode}`)}</b>`},
      acted('held'), acted('dropped'), acted('buried'),
      {key: 'since', label: t('gates.since'), cell: (gate) => time(gate.since)},
      {key: 'until', label: t('gates.end'), cell: (gate) => (gate.until ? time(gate.until) : html`<span class="muted">${t('gates.open')}</span>`)},
      {key: 'by', label: t('access.by'), kind: 'full', cell: (gate) => gate.by ?? html`<span class="muted">–</span>`},
      {key: 'reason', label: t('tube.pause.reason'), kind: 'full', cell: (gate) => html`<span class="gate-reason">${gate.reason || '–'}</span>`},
      ...(session.may('tubes.pause') ? [{key: 'actions', label: '', kind: 'actions', cell: (gate) => this.#menu(gate, tube)}] : []),
    ];
    return html`<grape-table data-testid="gates" .label=${this.title()} .columns=${columns} .rows=${gates} .rowKey=${(gate) => gate.name}></grape-table>`;
  }

  #menu(gate, tube) {
    if (gate.state === 'lifting') {
      return nothing;
    }
    return html`<button class="small" @click=${() => this.#then(liftGate(tube.name, gate.name))}>${t(gate.name === PAUSE ? 'tube.resume' : 'gates.lift')}</button>
      ${gate.name === PAUSE ? nothing : html`<grape-menu kind="small" .label=${t('action.more')} .items=${[
        {label: `${t('gates.change')}…`, run: () => this.#then(changeGate(tube, gate))},
      ]}></grape-menu>`}`;
  }
}

customElements.define('grape-gates', TubeGates);
