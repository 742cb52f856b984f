/** What can be done to a key of a tube: an override says what it has instead of the tube's settings. */

import {done} from './actions.js';
import {api, at, curl} from './api.js';
import {count} from './format.js';
import {t} from './i18n.js';
import {KEY} from './jobs.js';
import {KEY_LIMITS, limitFields, limitsOf} from './tube-settings.js';
import {ask} from '../parts/dialog.js';
import {toast} from '../parts/toast.js';

const USUAL_WEIGHT = 1;

const call = (tube, key) => at('tubes', tube, 'keys', key);

/** What of the values in effect is not the tube's: a key keeps it when its override is replaced by this. */
function ownValues(key, ofTube) {
  const own = Object.fromEntries(KEY_LIMITS.filter((name) => key[name] !== undefined && key[name] !== ofTube[name]).map((name) => [name, key[name]]));
  if (own.burst !== undefined) {
    own.perSecond = key.perSecond;
  }
  return key.weight === (key.producedWeight ?? USUAL_WEIGHT) ? own : {weight: key.weight, ...own};
}

/** A key as it is now, and the settings of its tube. */
async function look(tube, key) {
  const [{settings}, found] = await Promise.all([api.get(at('tubes', tube)), api.get(call(tube, key))]);
  return {key: found, ofTube: settings.keys ?? {}};
}

/** No job of the key is delivered until it is resumed; its other values stay. */
export function pauseKey(tube, key) {
  return done(async () => {
    const found = await look(tube, key);
    await api.put(call(tube, key), {body: {...ownValues(found.key, found.ofTube), paused: true}});
  }, t('tubeKeys.paused', {key}));
}

/** An override that said nothing else goes with the pause. */
export function resumeKey(tube, key) {
  return done(async () => {
    const found = await look(tube, key);
    const own = ownValues(found.key, found.ofTube);
    await (Object.keys(own).length ? api.put(call(tube, key), {body: own}) : api.delete(call(tube, key)));
  }, t('tubeKeys.resumed', {key}));
}

export function resetKey(tube, key) {
  return done(() => api.delete(call(tube, key)), t('tubeKeys.reset.done', {key}));
}

const asTube = (value) => t('tubeKeys.asTube', {value: value === undefined ? t('tubeKeys.noLimit') : count(value)});

const overrideFields = (own, ofTube, paused) => [
  {name: 'weight', label: t('tubeKeys.weight'), type: 'number', min: 0.01, max: 1000, step: 'any', value: own.weight ?? '', help: t('tubeKeys.weight.help')},
  ...limitFields(KEY_LIMITS, own, (name) => ({label: t(`tube.keys.${name}`), help: name === 'burst' ? t('tube.keys.burst.help') : asTube(ofTube[name])})),
  {name: 'paused', label: t('tubeKeys.pause.field'), type: 'checkbox', value: paused},
];

const overrideBody = (values) => ({
  ...(values.weight === '' ? {} : {weight: Number(values.weight)}),
  ...limitsOf(KEY_LIMITS, values),
  paused: values.paused,
});

/** Says what one key has instead of the tube's settings; without a key it is asked for, too. */
export async function overrideKey(tube, key) {
  let own = {};
  let ofTube;
  let paused = false;
  try {
    if (key) {
      const found = await look(tube, key);
      ofTube = found.ofTube;
      own = ownValues(found.key, ofTube);
      paused = found.key.paused;
    } else {
      ofTube = (await api.get(at('tubes', tube))).settings.keys ?? {};
    }
  } catch (failure) {
    toast.fail(failure);
    return false;
  }
  const named = (values) => key ?? values.key;
  const answer = await ask({
    title: key ? t('tubeKeys.override.title', {key}) : t('tubeKeys.add'),
    text: t('tubeKeys.override.text'),
    fields: [
      ...(key ? [] : [{name: 'key', label: t('job.key'), required: true, mono: true, pattern: KEY, help: t('job.key.help')}]),
      ...overrideFields(own, ofTube, paused),
    ],
    confirm: t('action.save'),
    run: (values) => api.put(call(tube, named(values)), {body: overrideBody(values)}),
    curl: (values) => curl('PUT', call(tube, named(values)), {body: overrideBody(values)}),
  });
  answer && toast.ok(t('tubeKeys.saved', {key: answer.key}));
  return Boolean(answer);
}
