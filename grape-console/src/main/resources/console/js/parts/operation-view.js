/** How an operation is shown: what it does, how far it is, and what can be done about it. */

import {html, nothing} from 'lit';
import {api, at} from '../core/api.js';
import {absolute, count, duration, percent, rate} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {session} from '../core/session.js';
import {ask} from './dialog.js';
import {toast} from './toast.js';
import {link} from './views.js';

const SIGNS = {running: '▶', paused: '‖', done: '✓', cancelled: '–', stopped: '!', failed: '✕'};
const KINDS = {running: 'ready', paused: 'paused', done: 'finished', cancelled: 'muted', stopped: 'late', failed: 'failed'};

/** True while it can still do something. */
export function isOpen({state}) {
  return state === 'running' || state === 'paused';
}

/** How many it will do: what matches, or its limit when that is less. */
export function goalOf({matching, limit}) {
  return limit ? Math.min(matching, limit) : matching;
}

export function operationState(operation) {
  return html`<span class="state ${KINDS[operation.state] ?? ''}"><span aria-hidden="true">${SIGNS[operation.state] ?? '?'}</span> ${t(`ops.state.${operation.state}`)}</span>`;
}

/** What it is about, in words. */
export function operationTitle(operation) {
  return html`${t(`ops.about.${operation.kind}.${operation.from}`)} <span class="muted">·</span> ${link(path('tubes', operation.tube), operation.tube, 'strong')}
    ${operation.to ? html`→ ${link(path('tubes', operation.to), operation.to, 'strong')}` : nothing}`;
}

/** What limits it: a reason, a window, a key, a label, a number. */
export function operationFilter({reason, dueFrom, dueTo, key, label, limit}) {
  return html`${reason ? html`<code class="clip-line" title=${reason}>${reason}</code> ` : nothing}
    ${dueFrom || dueTo ? html`<span>${t('schedule.due')} ${dueFrom ? absolute(dueFrom) : '…'} – ${dueTo ? absolute(dueTo) : '…'}</span> ` : nothing}
    ${key ? html`<span>${t('job.key')} <code>${key}</code></span> ` : nothing}
    ${label ? html`<span>${t('job.label')} <code>${label}</code></span> ` : nothing}
    ${limit ? html`<span>${t('ops.limit', {n: limit})}</span>` : nothing}`;
}

export function progressBar(operation) {
  const goal = goalOf(operation);
  const did = Math.min(goal, operation.done + operation.skipped);
  const share = goal ? did / goal : Number(!isOpen(operation));
  const text = t('ops.progress', {done: count(operation.done), goal: count(goal), share: percent(share)});
  return html`<div class="progress"><progress class="op-${operation.state}" max="1" .value=${share} aria-label=${text}></progress>
    <span class="progress-text"><b>${count(operation.done)}</b> / ${count(goal)} <span class="muted">${percent(share)}</span></span></div>`;
}

/** How fast it is on the whole, and how long it takes yet. */
export function pace(operation) {
  const ran = (Date.parse(operation.endedAt ?? '') || Date.now()) - Date.parse(operation.createdAt);
  const perSecond = ran > 0 ? (operation.done * 1000) / ran : null;
  return html`${perSecond ? html`<span title=${t('ops.rate.hint')}>${t('ops.rate', {rate: rate(perSecond)})}</span>` : nothing}
    ${operation.perSecond ? html`<span class="muted">${t('ops.ceiling', {rate: rate(operation.perSecond)})}</span>` : nothing}
    ${operation.state === 'running' && operation.etaMs !== undefined && operation.etaMs !== null ? html`<span>${t('ops.eta', {duration: duration(operation.etaMs)})}</span>` : nothing}
    ${operation.skipped ? html`<span class="muted" title=${t('ops.skipped.hint')}>${t('ops.skipped', {n: operation.skipped})}</span>` : nothing}
    ${operation.failuresSince ? html`<span class="state failed">${t('ops.failures', {n: operation.failuresSince})}</span>` : nothing}`;
}

/** Pause, resume and cancel, as far as its state and the reader's rights allow. `then` runs after each. */
export function operationActions(operation, then, small = false) {
  if (!isOpen(operation)) {
    return nothing;
  }
  const may = session.may('operations.run');
  const why = may ? nothing : t('right.missing', {right: 'operations.run'});
  const size = small ? 'small' : '';
  const next = operation.state === 'paused' ? 'resume' : 'pause';
  return html`<button class=${size} ?disabled=${!may} title=${why} @click=${() => act(operation, next, then)}>${t(`ops.${next}`)}</button>
    <button class="danger-text ${size}" ?disabled=${!may} title=${why} @click=${() => cancel(operation, then)}>${t('ops.cancel')}…</button>`;
}

async function act(operation, verb, then) {
  try {
    await api.post(`${at('operations', operation.id)}/${verb}`);
    then();
  } catch (failure) {
    toast.fail(failure);
  }
}

async function cancel(operation, then) {
  const answer = await ask({
    title: t('ops.cancel.title', {tube: operation.tube}),
    text: t('ops.cancel.text', {done: count(operation.done), rest: count(Math.max(0, goalOf(operation) - operation.done))}),
    confirm: t('ops.cancel'),
    danger: true,
    run: () => api.post(`${at('operations', operation.id)}/cancel`),
  });
  answer && then();
}
