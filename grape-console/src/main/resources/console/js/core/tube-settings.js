/**
 * The settings of a tube as a form: its defaults, its limits, when jobs are tried again, for how long ids are remembered and finished jobs are kept, in which
 * time jobs are to be begun, for how long they should wait at most, and how its keys share it.
 */

import {t} from './i18n.js';

const SECOND = 1000;

/** What a limit may be a multiple of. */
const STEPS = {concurrency: 1, perSecond: 'any', burst: 1, maxJobs: 1, maxBytes: 1};
const LEAST_PER_SECOND = 0.00001;

/** What a tube keeps that does not say so. */
const MOST_KEPT = 10_000_000;
const USUAL_RESULT = 65_536;

/** The limits that one key may have. */
export const KEY_LIMITS = ['concurrency', 'perSecond', 'burst', 'maxJobs'];
const LIMITS = [...KEY_LIMITS, 'maxBytes'];

/** What stands before the names of the limits of keys in a form that has those of the tube, too. */
const OF_KEYS = 'key-';

/**
 * Fields for limits, empty where there is none.
 *
 * @param {string[]} names
 * @param {Record<string, number>} values
 * @param {(name: string) => {label: string, help: string}} texts
 */
export const limitFields = (names, values, texts, prefix = '') => names.map((name) => ({
  name: prefix + name, type: 'number', min: name === 'perSecond' ? LEAST_PER_SECOND : 1, step: STEPS[name], value: values[name] ?? '', ...texts(name),
}));

/** The limits that were given in such fields; a burst counts only with a rate. */
export const limitsOf = (names, values, prefix = '') => Object.fromEntries(names
  .filter((name) => values[prefix + name] !== '' && (name !== 'burst' || values[`${prefix}perSecond`] !== ''))
  .map((name) => [name, Number(values[prefix + name])]));

/** The times of a retry are shown in seconds. */
function retryFields(retry) {
  const field = (name, value, more) => ({
    name: `retry-${name}`, label: t(`tube.retry.${name}`), help: t(`tube.retry.${name}.help`), type: 'number', value: value ?? '', ...more,
  });
  return [
    field('first', retry && retry.firstMs / SECOND, {min: 0.001, step: 'any'}),
    field('most', retry && retry.mostMs / SECOND, {min: 0.001, step: 'any'}),
    field('factor', retry?.factor, {min: 1, step: 'any'}),
    field('jitter', retry?.jitter, {min: 0, step: 'any'}),
  ];
}

/** None without a first delay. */
function retryOf(values) {
  const millis = (value) => Math.round(Number(value) * SECOND);
  const {'retry-first': first, 'retry-most': most, 'retry-factor': factor, 'retry-jitter': jitter} = values;
  return first === '' ? null : {
    firstMs: millis(first),
    ...(most === '' ? {} : {mostMs: millis(most)}),
    ...(factor === '' ? {} : {factor: Number(factor)}),
    ...(jitter === '' ? {} : {jitter: Number(jitter)}),
  };
}

const turnsOf = ({fair, fairBy}) => (fair ? fairBy : 'dueTime');

function keyFields(keys) {
  return [
    {name: 'keys', label: t('tube.keys'), type: 'select', value: keys ? turnsOf(keys) : '', help: t('tube.keys.help'),
      options: [['', t('tube.keys.off')], ['jobs', t('tube.keys.jobs')], ['time', t('tube.keys.time')], ['dueTime', t('tube.keys.dueTime')]]},
    ...limitFields(KEY_LIMITS, keys ?? {}, (name) => ({label: t(`tube.keys.${name}`), help: t(`tube.keys.${name}.help`)}), OF_KEYS),
    {name: 'ordered', label: t('tube.keys.ordered'), type: 'select', value: keys?.ordered ? keys.onFailure : '', help: t('tube.keys.ordered.help'),
      options: [['', t('tube.keys.unordered')], ['skip', t('tube.keys.skip')], ['block', t('tube.keys.block')]]},
  ];
}

export const settingsFields = (settings) => [
  {name: 'ttr', label: t('tube.settings.ttr'), type: 'number', min: 1, value: settings.ttrMs / SECOND, required: true, help: t('tube.settings.ttr.help')},
  {name: 'maxAttempts', label: t('tube.settings.attempts'), type: 'number', min: 0, value: settings.maxAttempts, required: true, help: t('tube.settings.attempts.help')},
  ...limitFields(LIMITS, settings.limits ?? {}, (name) => ({label: t(`tube.limits.${name}`), help: t(`tube.limits.${name}.help`)})),
  ...retryFields(settings.retry),
  {name: 'dedup', label: t('tube.dedup.seconds'), type: 'number', min: 0, max: 604_800, step: 'any', value: settings.dedupMs ? settings.dedupMs / SECOND : '', help: t('tube.dedup.help')},
  {name: 'expire', label: t('tube.expire.seconds'), type: 'number', min: 0, step: 'any', value: settings.expireMs ? settings.expireMs / SECOND : '', help: t('tube.expire.help')},
  {name: 'expireTo', label: t('tube.expireTo'), type: 'select', value: settings.expireTo ?? 'drop', help: t('tube.expireTo.help'),
    options: [['drop', t('tube.expireTo.drop')], ['bury', t('tube.expireTo.bury')]]},
  {name: 'lateness', label: t('tube.lateness.seconds'), type: 'number', min: 0.001, max: 86_400, step: 'any', value: settings.latenessTargetMs ? settings.latenessTargetMs / SECOND : '', help: t('tube.lateness.help')},
  ...keepFields(settings),
  ...keyFields(settings.keys),
];

function keepFields({keepFinishedMs, keepFinishedMost, keepFinishedBytes, keepPayload, resultMaxBytes}) {
  const field = (name, value, more) => ({
    name: `keep-${name}`, label: t(`tube.keep.${name}`), help: t(`tube.keep.${name}.help`), type: 'number', value: value ?? '', ...more,
  });
  return [
    field('time', keepFinishedMs && keepFinishedMs / SECOND, {min: 0, step: 'any'}),
    field('most', keepFinishedMost, {min: 1, max: MOST_KEPT}),
    field('bytes', keepFinishedBytes, {min: 0}),
    field('payload', keepPayload ? 'yes' : '', {type: 'select', options: [['', t('payload.notKept')], ['yes', t('tube.keep.payload.yes')]]}),
    field('result', resultMaxBytes, {min: 0}),
  ];
}

const keepOf = (values) => ({
  keepFinishedMs: Math.round(Number(values['keep-time']) * SECOND),
  keepFinishedMost: Number(values['keep-most'] || MOST_KEPT),
  keepFinishedBytes: Number(values['keep-bytes']),
  keepPayload: values['keep-payload'] === 'yes',
  resultMaxBytes: Number(values['keep-result'] === '' ? USUAL_RESULT : values['keep-result']),
});

/** An order of its jobs leaves a key one lease at a time. */
function keysOf(values) {
  const fair = values.keys !== 'dueTime';
  return {
    fair,
    ...(fair ? {fairBy: values.keys} : {}),
    ...limitsOf(KEY_LIMITS, values, OF_KEYS),
    ...(values.ordered ? {concurrency: 1, ordered: true, onFailure: values.ordered} : {}),
  };
}

export const settingsBody = (values) => ({
  ttrMs: Math.round(Number(values.ttr) * SECOND),
  maxAttempts: Number(values.maxAttempts),
  limits: limitsOf(LIMITS, values),
  retry: retryOf(values),
  dedupMs: Math.round(Number(values.dedup) * SECOND),
  expireMs: Math.round(Number(values.expire) * SECOND),
  expireTo: values.expireTo,
  latenessTargetMs: values.lateness === '' ? null : Math.round(Number(values.lateness) * SECOND),
  ...keepOf(values),
  keys: values.keys ? keysOf(values) : null,
});
