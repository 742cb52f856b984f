import {api, at, curl} from '../core/api.js';
import {t} from '../core/i18n.js';
import {ID, KEY} from '../core/jobs.js';
import {parse} from '../core/json.js';
import {path, router} from '../core/router.js';
import {ask} from './dialog.js';

/**
 * Asks for a job, produces it, and goes there.
 *
 * @param {string} tube
 * @param {{text?: string, contentType?: string, priority?: number}} [like] what the fields say at first
 */
export async function putJob(tube, like = {}) {
  const call = `${at('tubes', tube)}/jobs`;
  const answer = await ask({
    title: t('job.put.title', {tube}),
    fields: [
      {name: 'id', label: t('job.id'), mono: true, pattern: ID, help: t('job.put.id.help')},
      {name: 'payload', label: t('job.payload'), type: 'textarea', mono: true, value: like.text ?? '{"hello": "world"}'},
      {name: 'contentType', label: t('job.contentType'), value: like.contentType ?? 'application/json', mono: true, required: true},
      {name: 'delay', label: t('field.delaySeconds'), type: 'number', min: 0, value: 10},
      {name: 'expire', label: t('job.put.expire'), type: 'number', min: 0.001, step: 'any', help: t('job.put.expire.help')},
      {name: 'priority', label: t('job.priority'), type: 'number', min: 0, max: 4_294_967_295, value: like.priority ?? 1024, help: t('job.priority.help')},
      {name: 'key', label: t('job.key'), mono: true, pattern: KEY, help: t('job.key.help')},
      {name: 'labels', label: t('job.labels'), mono: true, help: t('job.put.labels.help')},
    ],
    confirm: t('job.put'),
    run: (values) => api.post(call, {raw: bodyOf(values), contentType: 'application/json'}),
    curl: (values) => curl('POST', call, {text: bodyOf(values)}),
  });
  if (answer) {
    router.go(path('tubes', tube, 'jobs', answer.id));
  }
}

/** As text, so that what was typed is what is stored: no number goes through one of JavaScript. */
function bodyOf({id, payload, contentType, delay, expire, priority, key, labels}) {
  const fields = [
    ...(id ? [`"id":${JSON.stringify(id)}`] : []),
    payloadFields(payload, contentType),
    `"delayMs":${Math.round(Number(delay || 0) * 1000)}`,
    ...(expire ? [`"expiresAfterMs":${Math.round(Number(expire) * 1000)}`] : []),
    `"priority":${Number(priority || 0)}`,
    ...(key ? [`"key":${JSON.stringify(key)}`] : []),
    ...(labels?.trim() ? [`"labels":${JSON.stringify(labelsOf(labels))}`] : []),
  ];
  return `{${fields.join(',')}}`;
}

/** The labels in a typed text. */
export const labelsOf = (text) => text.trim().split(/[\s,]+/).filter(Boolean);

/** A typed payload and its content type as fields of JSON. */
export function payloadFields(payload, contentType) {
  const json = /^application\/(json|.+\+json)\b/.test(contentType);
  if (json) {
    checked(payload);
  }
  return `${json ? `"payload":${payload.trim()}` : `"payloadBase64":${JSON.stringify(base64(payload))}`},"contentType":${JSON.stringify(contentType)}`;
}

function checked(text) {
  try {
    parse(text);
  } catch {
    throw new Error(t('job.put.notJson'));
  }
}

function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
