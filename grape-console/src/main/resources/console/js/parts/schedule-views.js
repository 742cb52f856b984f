/** Pieces of pages that tell of schedules. */

import {html, nothing} from 'lit';
import {duration, NONE} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {link, stateBadge} from './views.js';

/** Nothing for one that is active. */
export function scheduleState({state}) {
  if (state === 'active') {
    return nothing;
  }
  return state === 'paused' ? stateBadge('paused') : html`<span class="state finished"><span aria-hidden="true">✓</span> ${t('schedules.ended')}</span>`;
}

export function whenItOccurs({cron, timeZone, everyMs}) {
  return cron ? html`<code>${cron}</code> <span class="muted">${timeZone}</span>` : html`<span>${t('schedules.every', {duration: duration(everyMs)})}</span>`;
}

/** The job of the last occurrence that came due, its state, and how late it was delivered. */
export function lastRun(tube, {last}) {
  if (!last?.id) {
    return html`<span class="muted">${NONE}</span>`;
  }
  const late = last.latenessMs === null || last.latenessMs === undefined ? nothing : html` <span class="muted">${t('schedules.late', {duration: duration(last.latenessMs)})}</span>`;
  return last.state === 'gone'
    ? html`<span class="muted" title=${last.id}>${t('schedules.gone')}</span>`
    : html`<span>${link(path('tubes', tube, 'jobs', last.id), stateBadge(last.state))}${late}</span>`;
}
