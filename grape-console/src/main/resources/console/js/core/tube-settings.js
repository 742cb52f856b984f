/** The settings of a tube as a form, drawn from their declarations. Times are shown in seconds; how keys share a tube is two choices. */

import {t} from './i18n.js';
import {TUBE_FIELDS} from './tube-fields.js';

const SECOND = 1000;

const fieldsOf = (name) => TUBE_FIELDS.find((field) => field.name === name).fields;
const LIMITS = fieldsOf('limits');
const KEY_FIELDS = fieldsOf('keys');

/** The limits that one key may have. */
export const KEY_LIMITS = LIMITS.map(({name}) => name).filter((name) => KEY_FIELDS.some((field) => field.name === name));

/** The prefix of the limits of keys, because the form has those of the tube under the same names. */
const OF_KEYS = 'key-';

const isTime = ({type}) => type === 'duration';
const inForm = (field, value) => (isTime(field) ? value / SECOND : value);
const onWire = (field, value) => (isTime(field) ? Math.round(Number(value) * SECOND) : Number(value));

/** A declared field as a field of a form; empty if it is off or has its default. */
function input(field, value, texts, prefix = '') {
  const {type, words, required} = field;
  const drawn = {name: prefix + field.name, ...texts(field.name)};
  if (type === 'flag') {
    return {...drawn, type: 'select', value: value ? 'yes' : '', options: [['', t(`tube.field.${field.name}.no`)], ['yes', t(`tube.field.${field.name}.yes`)]]};
  }
  if (type === 'choice') {
    return {...drawn, type: 'select', value: value ?? field.default, options: words.map((word) => [word, t(`tube.field.${field.name}.${word}`)])};
  }
  const min = field.off === 0 ? 0 : inForm(field, field.min);
  return {...drawn, type: 'number', min, max: inForm(field, field.max), step: type === 'whole' ? 1 : 'any', required, value: value ? inForm(field, value) : value ?? ''};
}

/** The value of a field of a form. An empty one is off, or has its default; undefined if it has neither. */
function valueOf(field, value) {
  switch (field.type) {
    case 'flag': return value === 'yes';
    case 'choice': return value;
    default: return value === '' ? 'off' in field ? field.off : field.default : onWire(field, value);
  }
}

/** The values of such fields that are not empty. A burst counts only with a rate. */
function objectOf(fields, values, prefix) {
  return Object.fromEntries(fields
    .filter(({name}) => values[prefix + name] !== '' && (name !== 'burst' || values[`${prefix}perSecond`] !== ''))
    .map((field) => [field.name, onWire(field, values[prefix + field.name])]));
}

/**
 * Fields for limits; empty = no limit.
 *
 * @param {string[]} names
 * @param {Record<string, number>} values
 * @param {(name: string) => {label: string, help: string}} texts
 */
export const limitFields = (names, values, texts, prefix = '') => LIMITS.filter(({name}) => names.includes(name))
  .map((field) => input(field, values[field.name], texts, prefix));

/** The limits in such fields that are not empty. */
export const limitsOf = (names, values, prefix = '') => objectOf(LIMITS.filter(({name}) => names.includes(name)), values, prefix);

const textsOf = (group) => (name) => ({label: t(`tube.${group}.${name}`), help: t(`tube.${group}.${name}.help`)});
const turnsOf = ({fair, fairBy}) => (fair ? fairBy : 'dueTime');

/** In the form, off and the two fields for the order of keys are one choice. So are ordered and onFailure. */
function keyFields(keys) {
  return [
    {name: 'keys', label: t('tube.keys'), type: 'select', value: keys ? turnsOf(keys) : '', help: t('tube.keys.help'),
      options: [['', t('tube.keys.off')], ['jobs', t('tube.keys.jobs')], ['time', t('tube.keys.time')], ['dueTime', t('tube.keys.dueTime')]]},
    ...limitFields(KEY_LIMITS, keys ?? {}, (name) => ({label: t(`tube.keys.${name}`), help: t(`tube.keys.${name}.help`)}), OF_KEYS),
    {name: 'ordered', label: t('tube.keys.ordered'), type: 'select', value: keys?.ordered ? keys.onFailure : '', help: t('tube.keys.ordered.help'),
      options: [['', t('tube.keys.unordered')], ['skip', t('tube.keys.skip')], ['block', t('tube.keys.block')]]},
  ];
}

/** A key whose jobs are ordered has one lease at a time. */
function keysOf(values) {
  const fair = values.keys !== 'dueTime';
  return {
    fair,
    ...(fair ? {fairBy: values.keys} : {}),
    ...limitsOf(KEY_LIMITS, values, OF_KEYS),
    ...(values.ordered ? {concurrency: 1, ordered: true, onFailure: values.ordered} : {}),
  };
}

/** Null if a required field is empty. */
function partsOf(field, values) {
  const parts = objectOf(field.fields, values, `${field.name}-`);
  return field.fields.some(({name, required}) => required && !(name in parts)) ? null : parts;
}

export const settingsFields = (settings) => TUBE_FIELDS.flatMap((field) => {
  const value = settings[field.name];
  if (field.name === 'keys') {
    return keyFields(value);
  }
  return field.fields
    ? field.fields.map((part) => ({...input(part, value?.[part.name], textsOf(field.name), `${field.name}-`), required: false}))
    : [{...input(field, value, textsOf('field')), required: field.always}];
});

export const settingsBody = (values) => Object.fromEntries(TUBE_FIELDS.map((field) => [
  field.name,
  field.name === 'keys' ? values.keys ? keysOf(values) : null : field.fields ? partsOf(field, values) : valueOf(field, values[field.name]),
]));
