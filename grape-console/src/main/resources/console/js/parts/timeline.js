/** What happened to a job, with how long each step took. */

import {html, nothing} from 'lit';
import {clock} from '../core/clock.js';
import {absolute, duration, fullTime, millis} from '../core/format.js';
import {t} from '../core/i18n.js';
import {time} from './views.js';

/** The state that a job is in after an event. */
const AFTER = {produced: 'delayed', consumed: 'retained', released: 'delayed', expired: 'ready', buried: 'failed', cancelled: 'retained', kicked: 'ready', changed: '', expiredUnstarted: 'failed', handedBack: 'ready', handedOver: 'ready', gated: 'gated', ungated: 'ready', finished: 'finished'};

/**
 * @param {object} job
 * @param {{events: object[], dropped: number}|null} history what the broker kept; null = what the job itself tells has to do
 */
export function timeline(job, history) {
  const events = history?.events.length ? history.events : [{at: job.createdAt, what: 'produced', delayMs: job.delayMs}];
  return html`<ol class="timeline" data-testid="timeline">
    ${history?.dropped ? html`<li class="timeline-dropped muted">${t('history.dropped', {n: history.dropped})}</li>` : nothing}
    ${events.map((event, i) => html`${i > 0 ? step(events[i - 1], event) : nothing}${entry(event)}`)}
    ${now(job)}</ol>`;
}

function entry(event) {
  return html`<li class="timeline-event ${stateAfter(event)}">
    <div><b>${t(`history.${event.what}`)}</b> ${event.attempt ? html`<span class="muted">${t('history.attempt', {n: event.attempt})}</span>` : nothing}
      <span class="timeline-time" title=${fullTime(event.at)}>${absolute(event.at)}</span></div>
    <div class="timeline-more">${[
      event.what === 'produced' && event.delayMs ? t('history.delay', {duration: duration(event.delayMs)}) : '',
      event.latenessMs === undefined || event.latenessMs === null ? '' : t('history.late', {duration: duration(Math.max(0, event.latenessMs))}),
      event.ranMs === undefined || event.ranMs === null ? '' : t('history.ran', {duration: duration(Math.max(0, event.ranMs))}),
      ['released', 'handedBack', 'expired'].includes(event.what) && event.delayMs ? t('history.again', {duration: duration(event.delayMs)}) : '',
      isOfGate(event) ? t('history.gate.name', {name: event.reason}) : '',
      event.what === 'moved' ? t('history.moved.from', {name: event.reason}) : '',
    ].filter(Boolean).join(' · ')}</div>
    ${event.reason && !isOfGate(event) && event.what !== 'moved' ? html`<p class="reason-line">${event.reason.split('\n', 1)[0]}</p>` : nothing}</li>`;
}

/** Such an event has the name of the gate as its reason. */
const isOfGate = ({what}) => what === 'gated' || what === 'ungated';

function stateAfter(event) {
  if (event.what === 'produced' && !event.delayMs) return 'ready';
  return event.what === 'handedBack' && event.delayMs ? 'delayed' : AFTER[event.what] ?? '';
}

/** How long it was from one to the next. A clock that went back counts as no time. */
function step(before, after) {
  const between = Math.max(0, millis(after.at) - millis(before.at));
  return html`<li class="timeline-step muted" aria-hidden="true">${duration(between)}</li>`;
}

/** How it is now, and what comes next. */
function now(job) {
  const left = (instant) => millis(instant) - clock.now();
  const text = {
    delayed: () => (left(job.dueAt) > 0 ? html`${t('history.due')} ${time(job.dueAt, 'relative')}` : t('history.readyNow')),
    ready: () => html`${t('history.waits')} ${duration(Math.max(0, -left(job.dueAt)))}`,
    retained: () => (left(job.leaseUntil) > 0 ? html`${t('history.held')} ${time(job.leaseUntil, 'relative')}` : html`${t('history.leaseOut')} ${time(job.leaseUntil, 'relative')}`),
    gated: () => t('history.gate'),
    failed: () => t('history.stays'),
    finished: () => t('state.finished.hint'),
  }[job.state];
  return html`<li class="timeline-event now ${job.state}" aria-current="step"><div><b>${t(`state.${job.state}`)}</b></div><div class="timeline-more">${text()}</div></li>`;
}
