/** Small pieces of a page that need no element of their own. */

import {html, nothing} from 'lit';
import {copy} from '../core/clipboard.js';
import {bytes, count, fullTime, rate, relative, absolute, NONE} from '../core/format.js';
import {t} from '../core/i18n.js';
import {settings} from '../core/settings.js';
import {href} from '../core/router.js';
import {icon} from './icons.js';

const STATE_SIGNS = {delayed: '◷', ready: '●', gated: '⊘', retained: '▶', failed: '✕', late: '!', paused: '‖', finished: '✓'};

/** The states that a job can be in, in the order of its life. */
export const STATES = ['delayed', 'ready', 'gated', 'retained', 'failed'];

/** The same, with that of jobs that have finished where the tube keeps some. @param {{kept?: number}} tube */
export const statesOf = (tube) => (tube.kept === undefined ? STATES : [...STATES, 'finished']);

/** The states of live jobs without the one that few tubes ever have a job in, unless there are some. @param {Record<string, number>} [counts] */
export const usualStates = (counts) => STATES.filter((state) => state !== 'gated' || counts?.gated);

/** A state: its sign, its colour and its word. */
export function stateBadge(state) {
  return html`<span class="state ${state}" title=${t(`state.${state}.hint`)}><span aria-hidden="true">${STATE_SIGNS[state]}</span> ${t(`state.${state}`)}</span>`;
}

/** How large the result of a finished job is. */
export function resultSize(job) {
  return job.resultType ? bytes(job.resultBytes) : t('job.result.none');
}

export function stateSign(state) {
  return STATE_SIGNS[state];
}

/** What clients of the beanstalkd protocol do. */
export function beanstalkdUse({connections, reservations, waiting, commandsPerSecond}) {
  return t('beanstalkd.use', {n: connections, reserved: count(reservations), waiting: count(waiting), rate: rate(commandsPerSecond)});
}

/** A time, relative or absolute as it is chosen; a click changes that everywhere. */
export function time(instant, form = settings.get('times')) {
  if (!instant) {
    return html`<span class="muted">${NONE}</span>`;
  }
  const text = form === 'relative' ? relative(instant) : absolute(instant);
  return html`<time datetime=${new Date(instant).toISOString()} title=${fullTime(instant)} @click=${toggleTimes}>${text}</time>`;
}

export function toggleTimes() {
  settings.set('times', settings.get('times') === 'relative' ? 'absolute' : 'relative');
}

/** A link inside the app. */
export function link(path, content, classes = '') {
  return html`<a href=${href(path)} class=${classes}>${content}</a>`;
}

/** A button that copies; `what` names it for who cannot see it. */
export function copyButton(text, what = t('action.copy')) {
  return html`<button class="icon copy" title=${what} aria-label=${what}
    @click=${(event) => { event.preventDefault(); event.stopPropagation(); copy(typeof text === 'function' ? text() : text); }}>${icon('copy')}</button>`;
}

/** A line for a shell, with a button that copies it. */
export function command(text) {
  return html`<div class="command"><code>${text}</code>${copyButton(text, t('action.copyCommand'))}</div>`;
}

/** Where there is nothing: why, and what to do. */
export function empty(title, text, more = nothing) {
  return html`<div class="empty" data-testid="empty"><p class="empty-title">${title}</p>${text ? html`<p>${text}</p>` : nothing}${more}</div>`;
}

/** Grey lines while the first answer is on its way. */
export function skeleton(lines = 4) {
  return html`<div class="skeleton" aria-busy="true" aria-label=${t('loading')}>${Array.from({length: lines}, () => html`<div></div>`)}</div>`;
}

/** A name and its value, as lists of facts have them. */
export function fact(name, value, hint = '') {
  return html`<div class="fact"><dt title=${hint}>${name}</dt><dd>${value}</dd></div>`;
}

/** A number with its name under it. */
export function figure(label, value, {state = '', hint = '', path = ''} = {}) {
  const content = html`<span class="figure-value ${state}">${typeof value === 'number' ? count(value) : value}</span><span class="figure-label">${label}</span>`;
  return path
    ? html`<a class="figure" href=${href(path)} title=${hint}>${content}</a>`
    : html`<div class="figure" title=${hint}>${content}</div>`;
}

/** Links that look like tabs; each is a place of its own. */
export function tabs(label, items) {
  return html`<nav class="tabs" aria-label=${label}>${items.map((item) => html`
    <a href=${href(item.path)} aria-current=${item.current ? 'page' : nothing} class="tab ${item.state ?? ''}">${item.label}
      ${item.count === undefined ? nothing : html`<span class="tab-count">${count(item.count)}</span>`}</a>`)}</nav>`;
}

/** One of several choices, as a row of buttons. */
export function choice(label, options, current, choose) {
  return html`<div class="choice" role="group" aria-label=${label}>${options.map(([value, text]) => html`
    <button aria-pressed=${value === current} @click=${() => choose(value)}>${text}</button>`)}</div>`;
}
