import {html, nothing} from 'lit';
import {api, at, curl} from '../core/api.js';
import * as act from '../core/actions.js';
import {clock} from '../core/clock.js';
import {copy} from '../core/clipboard.js';
import {bytes, count, duration, lateness, rate} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path, router} from '../core/router.js';
import {session} from '../core/session.js';
import {startBulk, whyNotBulk} from '../parts/bulk.js';
import {Page} from '../parts/page.js';
import {putJob} from '../parts/put-job.js';
import {figure, link, STATES, statesOf, tabs, time} from '../parts/views.js';
import {flowChart, latenessChart} from '../parts/flow.js';
import {isLate, tubeStatus} from '../parts/tube-table.js';
import '../parts/job-list.js';
import '../parts/tube-holds.js';

const SAMPLES_MILLIS = 30_000;

/** One tube: what waits in it, what goes through, and what can be done about it. */
class Tube extends Page {
  #sampledAt = 0;

  get #name() {
    return this.params.tube;
  }

  title() {
    return this.#name ?? '';
  }

  topics() {
    return [`tube:${this.#name}`];
  }

  loadKey() {
    return [this.#name];
  }

  async load(signal) {
    const [tube, samples, scale] = await Promise.all([
      api.get(at('tubes', this.#name), {activity: true}, signal),
      api.get('/v1/samples', {tube: this.#name, range: '1h'}, signal).catch(() => null),
      api.get(at('tubes', this.#name, 'scale'), {}, signal).catch(() => null),
    ]);
    this.#sampledAt = clock.now();
    return {tube, samples, scale};
  }

  willUpdate(changed) {
    super.willUpdate(changed);
    if (this.data && clock.now() - this.#sampledAt > SAMPLES_MILLIS && !document.hidden) {
      this.#sampledAt = clock.now();
      this.reload();
    }
  }

  get #tube() {
    return this.heard[`tube:${this.#name}`] ?? this.data.tube;
  }

  /** Undefined until it is known. */
  get paused() {
    return this.data && Boolean(this.#tube.paused);
  }

  /** The state whose jobs are shown: the one that was asked for, else the first that has any. */
  get #state() {
    const asked = this.asked('state');
    return statesOf(this.#tube).includes(asked) ? asked : STATES.find((state) => this.#tube.counts[state] > 0) ?? 'delayed';
  }

  #count(state) {
    return state === 'finished' ? this.#tube.kept : this.#tube.counts[state];
  }

  view() {
    const tube = this.#tube;
    return html`<p class="crumbs">${link('/tubes', t('nav.tubes'))} /</p>
      ${this.heading(html`${tube.name} <span class="beside">${tubeStatus(tube)}</span>`, this.#actions(tube))}
      ${tube.paused ? this.#pauseNote(tube) : nothing}
      <grape-tube-holds .tube=${tube.name} .keyed=${Boolean(tube.settings.keys)} @lifted=${() => this.#then(true)}></grape-tube-holds>
      ${this.#figures(tube)}
      ${this.#charts()}
      <section>
        ${tabs(t('tube.states'), statesOf(tube).map((state) => ({
          path: `${path('tubes', tube.name)}?state=${state}`, label: t(`state.${state}`), count: this.#count(state), current: state === this.#state, state,
        })))}
        <grape-job-list .tube=${tube.name} .state=${this.#state} .total=${this.#count(this.#state)} .query=${this.query}></grape-job-list>
      </section>`;
  }

  #actions(tube) {
    const pauses = session.may('tubes.pause');
    return html`
      ${session.may('jobs.produce') ? html`<button class="primary" @click=${() => putJob(tube.name)}>${t('job.put')}</button>` : nothing}
      ${!pauses ? nothing : tube.paused
        ? html`<button @click=${() => this.#then(act.resume(tube.name))}>${t('tube.resume')}</button>`
        : html`<button @click=${() => this.#then(act.pause(tube.name))}>‖ ${t('tube.pause')}…</button>`}
      <grape-menu .label=${t('action.more')} .items=${this.#more(tube)}></grape-menu>`;
  }

  #more(tube) {
    const admin = session.may('tubes.admin');
    return [
      {label: t('tube.keys'), run: () => router.go(path('tubes', tube.name, 'keys'))},
      {label: t('tube.gates'), run: () => router.go(path('tubes', tube.name, 'gates'))},
      {label: t('tube.schedules'), run: () => router.go(path('tubes', tube.name, 'schedules'))},
      {label: t('tube.curl'), run: () => copy(curl('GET', at('tubes', tube.name)))},
      ...(admin ? [{label: `${t('tube.settings')}…`, run: () => this.#then(act.configure(tube))}] : []),
      ...this.#operations(tube),
      ...(admin ? [null, {label: `${t('tube.delete')}…`, danger: true, run: () => act.removeTube(tube)}] : []),
    ];
  }

  /** Operations on the jobs that are listed: all of a state, or those with a key or a label, of which it is not known how many they are. */
  #operations(tube) {
    const state = this.#state;
    const n = tube.counts[state];
    if (!session.may('operations.run') || !n || ['retained', 'gated'].includes(state)) {
      return [];
    }
    const tags = [this.asked('key'), this.asked('label')].filter(Boolean).join(', ');
    const what = {n, state: t(`state.${state}`), tags};
    const bulk = {tube: tube.name, state, key: this.asked('key') || undefined, label: this.asked('label') || undefined, matching: tags ? undefined : n};
    const which = tags ? 'tagged' : 'all';
    return [
      null,
      ...(state === 'ready' ? [] : [{label: t(`tube.${which}.kick.${state}`, what), run: () => startBulk({...bulk, kind: 'kick'})}]),
      {disabled: Boolean(whyNotBulk('move')), hint: whyNotBulk('move'), label: t(`tube.${which}.move`, what), run: () => startBulk({...bulk, kind: 'move'})},
      {disabled: Boolean(whyNotBulk('delete')), hint: whyNotBulk('delete'),
        label: t(`tube.${which}.delete`, what), danger: true, run: () => startBulk({...bulk, kind: 'delete'})},
    ];
  }

  async #then(action) {
    if (await action) {
      this.heard = {};
      await this.reload();
    }
  }

  #pauseNote({name, paused}) {
    return html`<div class="panel paused-note" role="status" data-testid="paused">
      <span><span aria-hidden="true">‖</span> <b>${paused.until ? t('tube.pausedFor', {duration: duration(Math.max(0, Date.parse(paused.until) - clock.now()))}) : t('tube.pausedOpen')}</b>
        ${paused.reason ? html` ${paused.reason}` : nothing}</span>
      <span class="grow"></span>
      ${session.may('tubes.pause') ? html`<button @click=${() => this.#then(act.resume(name))}>${t('tube.resume')}</button>` : nothing}</div>`;
  }

  #figures(tube) {
    const {activity, oldestReadyMs, nextDueAt, settings, totals} = tube;
    return html`<section class="figures" aria-label=${t('tube.figures')}>
      ${figure(t('tube.oldest.long'), oldestReadyMs === null ? '–' : duration(oldestReadyMs), {state: isLate(tube) ? 'late' : '', hint: t('tube.oldest.hint')})}
      ${figure(t('tube.nextDue'), nextDueAt ? time(nextDueAt) : '–', {path: `/schedule?tube=${encodeURIComponent(tube.name)}`})}
      ${figure(t('tube.in.long'), rate(activity?.perSecond?.produced))}
      ${figure(t('tube.out.long'), rate(activity?.perSecond?.finished))}
      ${figure(t('tube.late95'), lateness(activity?.lateness?.p95Ms), {hint: activity?.lateness ? t('lateness.samples', {n: activity.lateness.samples}) : t('lateness.hint')})}
      ${this.data.scale ? figure(t('tube.workers'), count(this.data.scale.workers), {hint: t('tube.workers.hint')}) : nothing}
      ${figure(t('tube.finished'), count(totals.finished))}
      ${figure(t('tube.settings.short'), t('tube.settings.value', {ttr: duration(settings.ttrMs), attempts: settings.maxAttempts || '∞'}))}
      ${Object.entries(settings.limits ?? {}).map(([name, value]) => figure(t(`tube.limits.${name}`), count(value), {hint: t(`tube.limits.${name}.help`)}))}
      ${settings.retry ? figure(t('tube.retry'), t('tube.retry.value', {first: duration(settings.retry.initialDelayMs), most: duration(settings.retry.maxDelayMs)}), {hint: t('tube.retry.hint')}) : nothing}
      ${settings.dedupWindowMs ? figure(t('tube.dedup'), duration(settings.dedupWindowMs), {hint: t('tube.dedup.hint')}) : nothing}
      ${settings.expiresAfterMs ? figure(t('tube.expire'), duration(settings.expiresAfterMs), {hint: t(`tube.expire.hint.${settings.expireTo}`)}) : nothing}
      ${settings.latenessTargetMs ? figure(t(tube.latenessTargetMissed ? 'tube.lateness.missed' : 'tube.lateness'), duration(settings.latenessTargetMs), {state: tube.latenessTargetMissed ? 'late' : '', hint: t(tube.latenessTargetMissed ? 'tube.lateness.missed.hint' : 'tube.lateness.hint')}) : nothing}
      ${totals.expiredUnstarted ? figure(t('tube.expiredUnstarted'), count(totals.expiredUnstarted), {hint: t('tube.expiredUnstarted.hint')}) : nothing}
      ${totals.dedupIdsDropped ? figure(t('tube.dedupIdsDropped'), count(totals.dedupIdsDropped), {hint: t('tube.dedupIdsDropped.hint')}) : nothing}
      ${settings.keepFinishedMs ? figure(t('tube.keep'), duration(settings.keepFinishedMs), {hint: t('tube.field.keepFinishedMs.help')}) : nothing}
      ${tube.kept === undefined ? nothing : figure(t('tube.kept'), `${count(tube.kept)} · ${bytes(tube.keptBytes)}`)}
      ${totals.resultsDropped ? figure(t('tube.resultsDropped'), count(totals.resultsDropped), {hint: t('tube.resultsDropped.hint')}) : nothing}
      ${settings.keys ? figure(t('tube.keys'), t(`tube.keys.short.${settings.keys.fair ? settings.keys.fairBy : 'dueTime'}`), {path: path('tubes', tube.name, 'keys')}) : nothing}
    </section>`;
  }

  #charts() {
    const {samples} = this.data;
    return samples?.points.length ? html`<section class="charts"><div class="panel">${flowChart(samples)}</div><div class="panel">${latenessChart(samples)}</div></section>` : nothing;
  }
}

customElements.define('grape-tube', Tube);
