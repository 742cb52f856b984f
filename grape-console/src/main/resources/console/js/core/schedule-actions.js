/** What can be done with the schedules of a tube. */

import {html} from 'lit';
import {done} from './actions.js';
import {api, at, curl} from './api.js';
import {t} from './i18n.js';
import {field, parse, plain} from './json.js';
import {ask} from '../parts/dialog.js';
import {payloadFields} from '../parts/put-job.js';
import {toast} from '../parts/toast.js';
import '../parts/schedule-preview.js';

const SECOND = 1000;
const NAME = '[A-Za-z0-9._\\-]{1,64}';
const JSON_TYPE = 'application/json';
const GAPS = ['next', 'skip'];
const OVERLAPS = ['first', 'second', 'both'];
const MISSED = ['one', 'skip', 'all'];
const WHILE_RUNNING = ['allow', 'skip', 'queue'];

/** What a change leaves as it is, to the byte. */
const KEPT = 'anchor from to missedWithinMs pauseAfterFailures paused ttrMs priority maxAttempts key labels weight headers'.split(' ');

const call = (tube, name, ...step) => at('tubes', tube, 'schedules', name, ...step);

/** The zone of who looks, where it has a name that a schedule takes. */
function zoneHere() {
  const {timeZone} = Intl.DateTimeFormat().resolvedOptions();
  return timeZone?.includes('/') ? timeZone : 'UTC';
}

const NEW = {name: '', cron: '0 7 * * 1-5', gap: 'next', overlap: 'first', windowMs: 0, missed: 'one', whileRunning: 'allow', contentType: JSON_TYPE};

/** A schedule as it is stored: its values, and its text to take parts of. */
class Known {
  #text;
  #root;

  constructor(text) {
    this.#text = text;
    this.#root = parse(text);
    this.values = plain(this.#root);
  }

  /** A field as it stands, null where there is none. */
  raw(name) {
    const found = field(this.#root, name);
    return found && !(found.kind === 'literal' && found.value === null) ? this.#text.slice(found.start, found.end) : null;
  }

  /** What its jobs hold as text, null where it is none. */
  get payload() {
    const json = this.raw('payload');
    if (json !== null) {
      return json;
    }
    try {
      const bytes = Uint8Array.from(atob(this.values.payloadBase64), (one) => one.charCodeAt(0));
      return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    } catch {
      return null;
    }
  }
}

const options = (what, values) => values.map((value) => [value, t(`schedules.${what}.${value}`)]);

const fieldsOf = (schedule, payload) => [
  ...(schedule.rev ? [] : [{name: 'name', label: t('schedules.name'), required: true, mono: true, pattern: NAME, help: t('schedules.name.help')}]),
  {name: 'kind', label: t('schedules.kind'), type: 'select', value: schedule.everyMs ? 'every' : 'cron', options: options('kind', ['cron', 'every'])},
  {name: 'cron', label: t('schedules.cron'), mono: true, value: schedule.cron ?? '', help: t('schedules.cron.help')},
  {name: 'timeZone', label: t('schedules.zone'), mono: true, value: schedule.timeZone ?? zoneHere(), help: t('schedules.zone.help')},
  {name: 'seconds', label: t('schedules.seconds'), type: 'number', min: 1, step: 'any', value: schedule.everyMs ? schedule.everyMs / SECOND : ''},
  {name: 'gap', label: t('schedules.gap'), type: 'select', value: schedule.gap ?? GAPS[0], options: options('gap', GAPS)},
  {name: 'overlap', label: t('schedules.overlap'), type: 'select', value: schedule.overlap ?? OVERLAPS[0], options: options('overlap', OVERLAPS)},
  {name: 'missed', label: t('schedules.missed'), type: 'select', value: schedule.missed, options: options('missed', MISSED)},
  {name: 'whileRunning', label: t('schedules.running'), type: 'select', value: schedule.whileRunning, options: options('running', WHILE_RUNNING)},
  {name: 'window', label: t('schedules.window'), type: 'number', min: 0, step: 'any', value: schedule.windowMs / SECOND, help: t('schedules.window.help')},
  {name: 'maxRuns', label: t('schedules.maxRuns'), type: 'number', min: 1, value: schedule.maxRuns ?? '', help: t('schedules.maxRuns.help')},
  ...(payload === null ? [] : [
    {name: 'payload', label: t('job.payload'), type: 'textarea', mono: true, value: payload},
    {name: 'contentType', label: t('job.contentType'), value: schedule.contentType, mono: true, required: true},
  ]),
];

/** When it occurs, as a preview takes it. */
function specOf({kind, cron, timeZone, seconds, gap, overlap, missed, whileRunning, window, maxRuns}) {
  return {
    ...(kind === 'cron' ? {cron: cron.trim(), timeZone: timeZone.trim(), gap, overlap} : {everyMs: Math.round(Number(seconds) * SECOND)}),
    missed,
    whileRunning,
    windowMs: Math.round(Number(window || 0) * SECOND),
    ...(maxRuns ? {maxRuns: Number(maxRuns)} : {}),
  };
}

/** As text, so that no number of a payload goes through one of JavaScript. @param {Known|null} known */
const bodyOf = (known) => (values) => {
  const leftOut = [...(values.kind === 'cron' ? ['anchor'] : []), ...(values.missed === 'skip' ? ['missedWithinMs'] : [])];
  const kept = known ? KEPT.filter((name) => known.raw(name) !== null && !leftOut.includes(name)).map((name) => `"${name}":${known.raw(name)}`) : [];
  return `{${[JSON.stringify(specOf(values)).slice(1, -1), ...kept, contentOf(known, values)].join(',')}}`;
};

function contentOf(known, {payload, contentType}) {
  const isSame = payload === undefined || known && payload === known.payload && contentType === known.values.contentType;
  return isSame
    ? ['payload', 'payloadBase64', 'contentType'].filter((name) => known.raw(name) !== null).map((name) => `"${name}":${known.raw(name)}`).join(',')
    : payloadFields(payload, contentType);
}

async function askFor(tube, schedule, known) {
  const body = bodyOf(known);
  const named = (values) => schedule.name || values.name;
  const sent = (values) => ({raw: body(values), contentType: JSON_TYPE, ifMatch: `"${schedule.rev ?? 0}"`});
  const answer = await ask({
    title: schedule.rev ? t('schedules.change.title', {name: schedule.name}) : t('schedules.put.title', {tube}),
    text: html`<p>${t('schedules.put.text')}</p><grape-schedule-preview .spec=${specOf}></grape-schedule-preview>`,
    fields: fieldsOf(schedule, known ? known.payload : '{"hello": "world"}'),
    confirm: schedule.rev ? t('action.save') : t('schedules.put'),
    run: (values) => api.put(call(tube, named(values)), sent(values)),
    curl: (values) => curl('PUT', call(tube, named(values)), {text: body(values)}),
  });
  answer && toast.ok(t('schedules.done', {name: answer.name}));
  return Boolean(answer);
}

/** Puts a schedule that is asked for, unless there is one of that name. */
export function putSchedule(tube) {
  return askFor(tube, NEW, null);
}

/** Changes a schedule, unless somebody else does meanwhile. */
export async function changeSchedule(tube, name) {
  let known;
  try {
    known = new Known(await api.text(call(tube, name)));
  } catch (failure) {
    toast.fail(failure);
    return false;
  }
  return askFor(tube, known.values, known);
}

export function pauseSchedule(tube, name) {
  return done(() => api.post(call(tube, name, 'pause')), t('schedules.paused', {name}));
}

export function resumeSchedule(tube, name) {
  return done(() => api.post(call(tube, name, 'resume')), t('schedules.resumed', {name}));
}

/** Makes a job that is due now. */
export function runSchedule(tube, name) {
  return done(() => api.post(call(tube, name, 'run')), t('schedules.ran', {name}));
}

export async function deleteSchedule(tube, name) {
  const answer = await ask({
    title: t('schedules.delete.title', {name, tube}),
    text: t('schedules.delete.text'),
    confirm: t('job.delete'),
    danger: true,
    run: async () => (await api.delete(call(tube, name))) ?? true,
    curl: () => curl('DELETE', call(tube, name)),
  });
  answer && toast.ok(t('schedules.deleted', {name}));
  return Boolean(answer);
}
