import {api, at, curl} from '../core/api.js';
import {t} from '../core/i18n.js';
import {textOf} from '../core/jobs.js';
import {ask} from './dialog.js';
import {labelsOf, payloadFields} from './put-job.js';
import {toast} from './toast.js';

const SECOND = 1000;

/** What of a job can be changed in its state: a place of its own has what waits, a payload what nobody holds. */
const waits = ({state}) => state !== 'retained' && state !== 'failed';
const textIn = (job) => (job.state === 'retained' || job.payload.kind === 'hidden' ? null : textOf(job.payload));

const fieldsOf = (job) => [
  ...(waits(job) ? [{name: 'seconds', label: t('job.change.due'), type: 'number', min: 0, value: '', help: t('job.change.due.help')}] : []),
  {name: 'priority', label: t('job.priority'), type: 'number', min: 0, max: 4_294_967_295, value: job.priority, help: t('job.priority.help'), required: true},
  {name: 'ttr', label: t('job.change.ttr'), type: 'number', min: 1, step: 0.001, value: job.ttrMs / SECOND, required: true, help: t('job.change.ttr.help')},
  {name: 'maxAttempts', label: t('job.change.attempts'), type: 'number', min: 0, value: job.maxAttempts, required: true, help: t('job.change.attempts.help')},
  {name: 'labels', label: t('job.labels'), mono: true, value: (job.labels ?? []).join(', '), help: t('job.put.labels.help')},
  ...(textIn(job) === null ? [] : [
    {name: 'payload', label: t('job.payload'), type: 'textarea', mono: true, value: textIn(job)},
    {name: 'contentType', label: t('job.contentType'), value: job.contentType, mono: true, required: true},
  ]),
];

/** What was changed, as text, so that no number of a payload goes through one of JavaScript. */
const bodyOf = (job) => ({seconds, priority, ttr, maxAttempts, labels, payload, contentType}) => {
  const wanted = labelsOf(labels);
  const fields = [
    ...(seconds ? [`"delayMs":${Math.round(Number(seconds) * SECOND)}`] : []),
    ...(Number(priority) === job.priority ? [] : [`"priority":${Number(priority)}`]),
    ...(Math.round(Number(ttr) * SECOND) === job.ttrMs ? [] : [`"ttrMs":${Math.round(Number(ttr) * SECOND)}`]),
    ...(Number(maxAttempts) === job.maxAttempts ? [] : [`"maxAttempts":${Number(maxAttempts)}`]),
    ...(wanted.join() === (job.labels ?? []).join() ? [] : [`"labels":${JSON.stringify(wanted)}`]),
    ...(payload === undefined || payload === textIn(job) && contentType === job.contentType ? [] : [payloadFields(payload, contentType)]),
  ];
  return `{${fields.join(',')}}`;
};

/**
 * Asks what is to be changed of a job, and changes it unless somebody else did meanwhile.
 *
 * @param {object} job as a look shows it
 * @returns {Promise<boolean>} whether it was changed
 */
export async function changeJob(job) {
  const call = at('tubes', job.tube, 'jobs', job.id);
  const answer = await ask({
    title: t('job.change.title', {id: job.id}),
    text: t(`job.change.text.${job.state === 'retained' ? 'retained' : 'other'}`),
    fields: fieldsOf(job),
    confirm: t('job.change'),
    run: (values) => api.patch(call, {raw: bodyOf(job)(values), contentType: 'application/json', ifMatch: `"${job.rev}"`}),
    curl: (values) => curl('PATCH', call, {text: bodyOf(job)(values)}),
  });
  answer && toast.ok(t('job.changed', {id: job.id}));
  return Boolean(answer);
}
