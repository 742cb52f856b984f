/** What can be done with the gates of a tube. */

import {html} from 'lit';
import {done} from './actions.js';
import {api, at, curl} from './api.js';
import {clock} from './clock.js';
import {t} from './i18n.js';
import {ask} from '../parts/dialog.js';
import {toast} from '../parts/toast.js';
import '../parts/dry-run.js';

const MINUTE = 60_000;
const NAME = '[A-Za-z0-9._\\-]{1,64}';
const NOT_IN_A_NAME = /[^A-Za-z0-9._-]/g;
const LONGEST_NAME = 64;

/** What of a job a gate may match; the last one needs nothing further. */
const MATCHES = ['key', 'label', 'all'];
const MODES = ['hold', 'drop', 'bury', 'refuse'];

/** The gate that is the pause of a tube. */
export const PAUSE = 'pause';

/**
 * @typedef {object} Gate
 * @property {string} name
 * @property {{key?: string, label?: string, all?: true}} match
 * @property {'hold'|'drop'|'bury'|'refuse'} mode
 * @property {string|null} until
 * @property {string} reason
 */

const call = (tube, name) => at('tubes', tube, 'gates', name);

/** By what a gate matches. @param {Gate} gate */
export const matchOf = ({match}) => MATCHES.find((kind) => kind in match);

const minutesTo = (until) => (until ? Math.max(1, Math.ceil((Date.parse(until) - clock.now()) / MINUTE)) : '');

/** The name that a gate for one key has unless another is given. */
const nameFor = (key) => key.replace(NOT_IN_A_NAME, '-').slice(0, LONGEST_NAME);

const fieldsOf = (gate, {isNew, keyed}) => [
  ...(isNew ? [{name: 'name', label: t('gates.name'), value: gate.name, required: true, mono: true, pattern: NAME, help: t('gates.name.help')}] : []),
  {name: 'kind', label: t('gates.match'), type: 'select', value: matchOf(gate), help: keyed ? '' : t('gates.match.noKeys'),
    options: MATCHES.filter((kind) => keyed || kind !== 'key').map((kind) => [kind, t(`gates.match.${kind}`)])},
  {name: 'value', label: t('gates.value'), mono: true, value: gate.match.key ?? gate.match.label ?? '', help: t('gates.value.help')},
  {name: 'mode', label: t('gates.mode'), type: 'select', value: gate.mode, options: MODES.map((mode) => [mode, t(`gates.mode.${mode}.long`)])},
  {name: 'minutes', label: t('tube.pause.minutes'), type: 'number', min: 1, value: minutesTo(gate.until), help: t('gates.minutes.help')},
  {name: 'reason', label: t('tube.pause.reason'), value: gate.reason, pattern: '.{0,200}', help: t('gates.reason.help')},
];

/** An end that nobody touched stays as it is to the millisecond. */
const bodyOf = (gate) => ({kind, value, mode, minutes, reason}) => ({
  match: kind === 'all' ? {all: true} : {[kind]: value.trim()},
  mode,
  until: minutes === String(minutesTo(gate.until)) ? gate.until : minutes ? new Date(clock.now() + Number(minutes) * MINUTE).toISOString() : null,
  reason,
});

/** @param {{isNew: boolean, keyed: boolean}} how */
async function askFor(tube, gate, how) {
  const body = bodyOf(gate);
  const named = (values) => (how.isNew ? values.name : gate.name);
  const answer = await ask({
    title: how.isNew ? t('gates.put.title', {tube}) : t('gates.change.title', {name: gate.name}),
    text: html`<p>${t('gates.put.text')}</p>
      <grape-dry-run .run=${(values) => api.put(call(tube, named(values) || 'preview'), {query: {dryRun: true}, body: body(values)})}></grape-dry-run>`,
    fields: fieldsOf(gate, how),
    confirm: how.isNew ? t('gates.put') : t('action.save'),
    run: (values) => api.put(call(tube, named(values)), {body: body(values)}),
    curl: (values) => curl('PUT', call(tube, named(values)), {body: body(values)}),
  });
  answer && toast.ok(t('gates.done', {name: answer.name}));
  return Boolean(answer);
}

/** Puts a gate up that is asked for. @param {{settings: {keys?: object}}} tube */
export function putGate({name, settings}) {
  return askFor(name, {name: '', match: {label: ''}, mode: 'hold', until: null, reason: ''}, {isNew: true, keyed: Boolean(settings.keys)});
}

/** The same with all but the end and the reason filled in: it holds the jobs of one key. */
export function holdKey(tube, key) {
  return askFor(tube, {name: nameFor(key), match: {key}, mode: 'hold', until: null, reason: ''}, {isNew: true, keyed: true});
}

/** @param {{name: string, settings: {keys?: object}}} tube @param {Gate} gate */
export function changeGate({name, settings}, gate) {
  return askFor(name, gate, {isNew: false, keyed: Boolean(settings.keys)});
}

export function liftGate(tube, name) {
  return name === PAUSE
    ? done(() => api.delete(call(tube, name)), t('tube.resumed', {tube}))
    : done(() => api.delete(call(tube, name)), t('gates.lifted', {name}));
}
