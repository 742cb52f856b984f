import {html, nothing} from 'lit';
import {api, at, curl} from '../core/api.js';
import {copy} from '../core/clipboard.js';
import {count} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {changeSchedule, deleteSchedule, pauseSchedule, putSchedule, resumeSchedule, runSchedule} from '../core/schedule-actions.js';
import {session} from '../core/session.js';
import {PollingPage} from '../parts/polling.js';
import {lastRun, scheduleState, whenItOccurs} from '../parts/schedule-views.js';
import {empty, link, time} from '../parts/views.js';
import '../parts/menu.js';
import '../parts/table.js';

/** The schedules of one tube: when each occurs next, how its last run went, and what can be done with it. */
class TubeSchedules extends PollingPage {
  get #tube() {
    return this.params.tube;
  }

  title() {
    return t('schedules.title', {tube: this.#tube ?? ''});
  }

  load(signal) {
    return api.get(at('tubes', this.#tube, 'schedules'), {}, signal);
  }

  view() {
    const {schedules} = this.data;
    return html`<p class="crumbs">${link('/tubes', t('nav.tubes'))} / ${link(path('tubes', this.#tube), this.#tube)}</p>
      ${this.heading(this.title(), this.#actions())}
      ${schedules.length ? this.#table(schedules) : empty(t('schedules.none'), t('schedules.none.text'))}`;
  }

  #actions() {
    return html`${session.may('jobs.produce') ? html`<button class="primary" @click=${() => this.#then(putSchedule(this.#tube))}>${t('schedules.put')}…</button>` : nothing}
      <button class="quiet" @click=${() => copy(curl('GET', at('tubes', this.#tube, 'schedules')))}>${t('tube.curl')}</button>`;
  }

  async #then(action) {
    if (await action) {
      await this.reload();
    }
  }

  #table(schedules) {
    const columns = [
      {key: 'name', label: t('schedules.name'), kind: 'main', cell: (one) => html`${link(path('tubes', this.#tube, 'schedules', one.name), one.name, 'mono')} ${scheduleState(one)}`},
      {key: 'when', label: t('schedules.when'), kind: 'full', cell: whenItOccurs},
      {key: 'next', label: t('schedules.nextOne'), cell: (one) => time(one.next[0])},
      {key: 'last', label: t('schedules.last'), kind: 'full', cell: (one) => lastRun(this.#tube, one)},
      {key: 'runs', label: t('schedules.runs'), kind: 'number', cell: (one) => count(one.runs)},
      {key: 'skipped', label: t('schedules.skipped'), kind: 'number', cell: (one) => html`<span class=${one.skipped ? 'strong' : 'muted'} title=${one.last?.skipped?.reason ?? ''}>${count(one.skipped)}</span>`},
      ...(session.may('jobs.produce') || session.may('tubes.pause') ? [{key: 'actions', label: '', kind: 'actions', cell: (one) => this.#menu(one)}] : []),
    ];
    return html`<grape-table data-testid="schedules" .label=${this.title()} .columns=${columns} .rows=${schedules} .rowKey=${(one) => one.name}></grape-table>`;
  }

  #menu({name, state}) {
    const produces = session.may('jobs.produce');
    const seesAll = session.may('jobs.payload');
    const tube = this.#tube;
    return html`${produces ? html`<button class="small" @click=${() => this.#then(runSchedule(tube, name))}>${t('schedules.run')}</button>` : nothing}
      <grape-menu kind="small" .label=${t('action.more')} .items=${[
        ...(session.may('tubes.pause') && state === 'active' ? [{label: t('tube.pause'), run: () => this.#then(pauseSchedule(tube, name))}] : []),
        ...(session.may('tubes.pause') && state === 'paused' ? [{label: t('tube.resume'), run: () => this.#then(resumeSchedule(tube, name))}] : []),
        ...(produces ? [
          {label: `${t('schedules.change')}…`, disabled: !seesAll, hint: seesAll ? '' : t('right.missing', {right: 'jobs.payload'}), run: () => this.#then(changeSchedule(tube, name))},
          {label: `${t('job.delete')}…`, danger: true, run: () => this.#then(deleteSchedule(tube, name))},
        ] : []),
      ]}></grape-menu>`;
  }
}

customElements.define('grape-schedules', TubeSchedules);
