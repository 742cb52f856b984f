/** What can be done to quotas, with the question before it. */

import {api, at, curl} from './api.js';
import {t} from './i18n.js';
import {ask} from '../parts/dialog.js';
import {toast} from '../parts/toast.js';

const MAX = 1_000_000;

function rateFields(kind, rate = {}) {
  return [
    {name: `${kind}PerSecond`, label: t(`quota.${kind}`), type: 'number', min: 0.00001, max: MAX, step: 'any', value: rate.perSecond ?? '', help: t('quota.rate.help')},
    {name: `${kind}Burst`, label: t(`quota.${kind}.burst`), type: 'number', min: 1, max: MAX, value: rate.burst ?? '', help: t('quota.burst.help')},
  ];
}

function rateOf(kind, values) {
  const perSecond = values[`${kind}PerSecond`];
  const burst = values[`${kind}Burst`];
  return perSecond === '' ? {} : {[kind]: {perSecond: Number(perSecond), ...(burst === '' ? {} : {burst: Number(burst)})}};
}

function bodyOf(values) {
  return {...rateOf('produce', values), ...rateOf('consume', values), ...(values.inFlight === '' ? {} : {inFlight: Number(values.inFlight)})};
}

/** Makes a quota, or changes one. @returns {Promise<boolean>} */
export async function putQuota(quota) {
  const nameOf = (values) => quota?.name ?? values.name;
  const answer = await ask({
    title: quota ? t('quota.edit.title', {name: quota.name}) : t('quota.add'),
    text: t('quota.text'),
    fields: [
      ...(quota ? [] : [{name: 'name', label: t('quota.name'), required: true, help: t('quota.name.help')}]),
      ...rateFields('produce', quota?.produce), ...rateFields('consume', quota?.consume),
      {name: 'inFlight', label: t('quota.inFlight'), type: 'number', min: 1, max: MAX, value: quota?.inFlight ?? '', help: t('quota.inFlight.help')},
    ],
    confirm: t('access.save'),
    run: (values) => api.put(at('quotas', nameOf(values)), {body: bodyOf(values)}),
    curl: (values) => curl('PUT', at('quotas', nameOf(values) || 'NAME'), {body: bodyOf(values)}),
  });
  answer && toast.ok(t('access.saved', {name: answer.name}));
  return Boolean(answer);
}

export async function removeQuota({name}) {
  const answer = await ask({
    title: t('quota.delete.title', {name}),
    text: t('quota.delete.text'),
    confirm: t('quota.delete'),
    danger: true,
    run: async () => (await api.delete(at('quotas', name))) ?? true,
    curl: () => curl('DELETE', at('quotas', name)),
  });
  answer && toast.ok(t('quota.deleted', {name}));
  return Boolean(answer);
}
