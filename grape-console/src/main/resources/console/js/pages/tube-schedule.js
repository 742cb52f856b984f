import {html, nothing} from 'lit';
import {api, at, curl} from '../core/api.js';
import {copy} from '../core/clipboard.js';
import {count, duration, NONE} from '../core/format.js';
import {t} from '../core/i18n.js';
import {field, parse} from '../core/json.js';
import {path, router} from '../core/router.js';
import {changeSchedule, deleteSchedule, pauseSchedule, resumeSchedule, runSchedule} from '../core/schedule-actions.js';
import {session} from '../core/session.js';
import {PollingPage} from '../parts/polling.js';
import {occurrences} from '../parts/schedule-preview.js';
import {lastRun, scheduleState, whenItOccurs} from '../parts/schedule-views.js';
import {fact, link, time} from '../parts/views.js';
import '../parts/menu.js';

/** What a preview takes of a schedule. */
const SPEC = ['cron', 'timeZone', 'gap', 'overlap', 'everyMs', 'anchor', 'windowMs', 'to', 'missed'];

const PREVIEWED = 5;

/** One schedule: its next occurrences, its last run, and what its jobs are. */
class TubeSchedule extends PollingPage {
  get #tube() {
    return this.params.tube;
  }

  get #call() {
    return at('tubes', this.#tube, 'schedules', this.params.name);
  }

  title() {
    return this.params.name ?? '';
  }

  async load(signal) {
    const text = await api.text(this.#call, {}, signal);
    const schedule = JSON.parse(text);
    return {schedule, payload: payloadIn(text, schedule), next: await nextOf(schedule)};
  }

  view() {
    const {schedule, payload, next} = this.data;
    return html`<p class="crumbs">${link('/tubes', t('nav.tubes'))} / ${link(path('tubes', this.#tube), this.#tube)} / ${link(path('tubes', this.#tube, 'schedules'), t('schedules.all'))}</p>
      ${this.heading(html`<span class="mono">${schedule.name}</span> <span class="beside">${scheduleState(schedule)}</span>`, this.#actions(schedule))}
      <div class="columns uneven">
        <div><section class="panel"><h2>${t('schedules.next')}</h2>${next.length ? occurrences(next) : html`<p class="muted">${t(`schedules.next.${schedule.state}`)}</p>`}</section>
          <section class="panel"><h2>${t('schedules.jobs')}</h2>${payload === null ? html`<p class="muted">${t('schedules.hidden')}</p>` : html`<pre class="payload">${payload}</pre>`}<dl class="facts">${this.#jobs(schedule)}</dl></section></div>
        <div><section class="panel"><h2>${t('job.facts')}</h2><dl class="facts">${this.#facts(schedule)}</dl></section></div>
      </div>`;
  }

  #actions({name, state}) {
    const tube = this.#tube;
    const produces = session.may('jobs.produce');
    const seesAll = session.may('jobs.payload');
    return html`${produces ? html`<button class="primary" @click=${() => this.#then(runSchedule(tube, name))}>${t('schedules.run')}</button>` : nothing}
      ${session.may('tubes.pause') && state === 'active' ? html`<button @click=${() => this.#then(pauseSchedule(tube, name))}>‖ ${t('tube.pause')}</button>` : nothing}
      ${session.may('tubes.pause') && state === 'paused' ? html`<button @click=${() => this.#then(resumeSchedule(tube, name))}>${t('tube.resume')}</button>` : nothing}
      <grape-menu .label=${t('action.more')} .items=${[
        {label: t('tube.curl'), run: () => copy(curl('GET', this.#call))},
        ...(produces ? [
          {label: `${t('schedules.change')}…`, disabled: !seesAll, hint: seesAll ? '' : t('right.missing', {right: 'jobs.payload'}), run: () => this.#then(changeSchedule(tube, name))},
          {label: `${t('job.delete')}…`, danger: true, run: () => this.#remove(tube, name)},
        ] : []),
      ]}></grape-menu>`;
  }

  async #then(action) {
    if (await action) {
      await this.reload();
    }
  }

  async #remove(tube, name) {
    if (await deleteSchedule(tube, name)) {
      router.go(path('tubes', tube, 'schedules'));
    }
  }

  #facts(one) {
    const skipped = one.last?.skipped;
    return html`${fact(t('schedules.when'), whenItOccurs(one))}
      ${one.cron ? html`${fact(t('schedules.gap'), t(`schedules.gap.${one.gap}`))}${fact(t('schedules.overlap'), t(`schedules.overlap.${one.overlap}`))}` : nothing}
      ${fact(t('schedules.missed'), t(`schedules.missed.${one.missed}`))}
      ${fact(t('schedules.running'), t(`schedules.running.${one.whileRunning}`))}
      ${one.pauseAfterFailures ? fact(t('schedules.failures'), t('schedules.failures.of', {n: one.failures, most: one.pauseAfterFailures})) : nothing}
      ${one.windowMs ? fact(t('schedules.window.short'), duration(one.windowMs)) : nothing}
      ${one.from ? fact(t('schedules.from'), time(one.from)) : nothing}
      ${one.to ? fact(t('schedules.to'), time(one.to)) : nothing}
      ${one.maxRuns ? fact(t('schedules.maxRuns'), count(one.maxRuns)) : nothing}
      ${fact(t('schedules.last'), lastRun(this.#tube, one))}
      ${one.last?.at ? fact(t('schedules.last.at'), time(one.last.at)) : nothing}
      ${fact(t('schedules.made'), count(one.created))}
      ${fact(t('schedules.runs'), count(one.runs))}
      ${fact(t('schedules.skipped'), count(one.skipped))}
      ${skipped ? fact(t('schedules.skipped.last'), html`${time(skipped.at)} · <code>${skipped.reason}</code>`) : nothing}`;
  }

  #jobs(one) {
    return html`${one.key ? fact(t('job.key'), html`<code>${one.key}</code>`) : nothing}
      ${one.labels?.length ? fact(t('job.labels'), one.labels.map((label) => html`<span class="tag">${label}</span> `)) : nothing}
      ${fact(t('job.priority'), count(one.priority))}
      ${fact(t('job.change.attempts'), one.maxAttempts === null ? NONE : count(one.maxAttempts))}
      ${fact(t('job.ttr'), duration(one.ttrMs))}
      ${Object.entries(one.headers ?? {}).map(([name, value]) => fact(name, html`<code>${value}</code>`))}`;
  }
}

/** What its jobs hold, as it stands; null where the caller may not see it. */
function payloadIn(text, schedule) {
  if (schedule.payloadHidden) {
    return null;
  }
  const found = field(parse(text), 'payload');
  return found ? text.slice(found.start, found.end) : schedule.payloadBase64;
}

/** The local times of what comes next. */
async function nextOf(schedule) {
  if (!schedule.next.length) {
    return [];
  }
  const spec = Object.fromEntries(SPEC.filter((name) => schedule[name] !== undefined && schedule[name] !== null).map((name) => [name, schedule[name]]));
  const {next} = await api.post('/v1/schedules/preview', {body: {...spec, from: schedule.next[0], n: PREVIEWED}});
  return next.slice(0, schedule.next.length);
}

customElements.define('grape-tube-schedule', TubeSchedule);
