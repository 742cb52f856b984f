/** Work on many jobs at once: the question before it, and what it would do. It runs on the server, slice by slice. */

import {html, nothing} from 'lit';
import {api, curl} from '../core/api.js';
import {absolute, count} from '../core/format.js';
import {t} from '../core/i18n.js';
import {path, router} from '../core/router.js';
import {session} from '../core/session.js';
import {ask} from './dialog.js';
import {toast} from './toast.js';
import './dry-run.js';

/** Above so many jobs the tube's name has to be typed. */
const MANY = 1000;
const CALL = '/v1/operations';
const RIGHTS = {kick: [], delete: ['jobs.purge'], move: ['jobs.purge', 'jobs.produce']};

/**
 * @typedef {object} Bulk
 * @property {'kick'|'delete'|'move'} kind
 * @property {string} tube
 * @property {'failed'|'delayed'|'ready'} state
 * @property {string} [reason] the signature of a group of failures
 * @property {number} [dueFrom] in milliseconds
 * @property {number} [dueTo]
 * @property {string} [key] of the jobs
 * @property {string} [label] one of the jobs
 * @property {number} [matching] how many it is about, as far as is known
 */

/** What it is called: a failed job is redriven, one that waits is run now. @param {Bulk} bulk */
function verb({kind, state}) {
  return kind !== 'kick' ? kind : state === 'failed' ? 'redrive' : 'run';
}

/** Why somebody may not; empty when they may. @param {'kick'|'delete'|'move'} [kind] */
export function whyNotBulk(kind = 'kick') {
  const right = ['operations.run', ...RIGHTS[kind]].find((one) => !session.may(one));
  return right ? t('right.missing', {right}) : '';
}

/** A button that leads to the question, or says why it does not. @param {Bulk} bulk */
export function bulkButton(bulk, {small = false, label = `${t(`bulk.${verb(bulk)}.confirm`)}…`} = {}) {
  const why = whyNotBulk(bulk.kind);
  const look = bulk.kind === 'delete' ? 'danger-text' : '';
  return html`<button class="${look} ${small ? 'small' : ''}" ?disabled=${Boolean(why)} title=${why || nothing} @click=${() => startBulk(bulk)}>${label}</button>`;
}

function bodyOf(bulk, values = {}) {
  const number = (name, factor = 1) => (values[name] ? Math.round(Number(values[name]) * factor) : undefined);
  return {
    kind: bulk.kind,
    tube: bulk.tube,
    state: bulk.state,
    reason: bulk.reason,
    dueFrom: bulk.dueFrom && new Date(bulk.dueFrom).toISOString(),
    dueTo: bulk.dueTo && new Date(bulk.dueTo).toISOString(),
    key: bulk.key,
    label: bulk.label,
    limit: number('limit'),
    perSecond: number('perSecond'),
    delayMs: number('delay', 1000),
    to: values.to || undefined,
    stopAfterFailures: number('stopAfterFailures'),
  };
}

function fieldsOf(bulk) {
  const redrives = verb(bulk) === 'redrive';
  return [
    ...(bulk.kind === 'move' ? [{name: 'to', label: t('bulk.to'), required: true, help: t('bulk.to.help')}] : []),
    {name: 'limit', label: t('bulk.limit'), type: 'number', min: 1, help: t('bulk.limit.help')},
    {name: 'perSecond', label: t('bulk.perSecond'), type: 'number', min: 1, value: bulk.kind === 'kick' ? 100 : 1000, help: t('bulk.perSecond.help')},
    ...(bulk.kind === 'kick' ? [
      {name: 'stopAfterFailures', label: t('bulk.stopAfter'), type: 'number', min: 1, value: 10, help: t('bulk.stopAfter.help')},
    ] : []),
    ...(redrives ? [{name: 'delay', label: t('bulk.delay'), type: 'number', min: 0, value: 0, help: t('bulk.delay.help')}] : []),
  ];
}

function aboutOf(bulk) {
  return html`<p>${t(`bulk.${verb(bulk)}.text`)}</p>
    ${bulk.reason === undefined ? nothing : html`<p class="about"><span class="muted">${t('failures.signature')}</span> <code>${bulk.reason}</code></p>`}
    ${bulk.dueFrom ? html`<p class="about"><span class="muted">${t('schedule.due')}</span> ${absolute(bulk.dueFrom)} – ${absolute(bulk.dueTo)}</p>` : nothing}
    ${['key', 'label'].filter((name) => bulk[name]).map((name) => html`<p class="about"><span class="muted">${t(`job.${name}`)}</span> <code>${bulk[name]}</code></p>`)}
    <grape-dry-run .run=${(values) => api.post(CALL, {body: {...bodyOf(bulk, values), dryRun: true}})}></grape-dry-run>`;
}

/** Asks how, starts it, and goes to where it is watched. @param {Bulk} bulk */
export async function startBulk(bulk) {
  const known = bulk.matching !== undefined;
  const named = {tube: bulk.tube, state: t(`state.${bulk.state}`)};
  const answer = await ask({
    title: known ? t(`bulk.${verb(bulk)}.title`, {...named, n: bulk.matching}) : t(`bulk.${verb(bulk)}.titleOpen`, named),
    text: aboutOf(bulk),
    fields: fieldsOf(bulk),
    typed: !known || bulk.matching > MANY ? bulk.tube : undefined,
    confirm: t(`bulk.${verb(bulk)}.confirm`),
    danger: bulk.kind === 'delete',
    run: (values) => api.post(CALL, {body: bodyOf(bulk, values)}),
    curl: (values) => curl('POST', CALL, {body: bodyOf(bulk, values)}),
  });
  if (answer) {
    router.go(path('operations', answer.id));
  }
}

/** Takes five of them, and stops at the first that fails again: whether the rest is worth it is known in a moment. @param {Bulk} bulk */
export async function tryFive(bulk) {
  try {
    const operation = await api.post(CALL, {body: bodyOf(bulk, {limit: 5, perSecond: 5, stopAfterFailures: 1})});
    toast.ok(t('bulk.five.done', {count: count(5), tube: bulk.tube}), {label: t('action.open'), run: () => router.go(path('operations', operation.id))});
  } catch (failure) {
    toast.fail(failure);
  }
}

/** @param {Bulk} bulk */
export function tryFiveButton(bulk, {small = false} = {}) {
  const why = whyNotBulk();
  return html`<button class=${small ? 'small' : ''} ?disabled=${Boolean(why)} title=${why || t('bulk.five.hint')} @click=${() => tryFive(bulk)}>${t('bulk.five')}</button>`;
}
