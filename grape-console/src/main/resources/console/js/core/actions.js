/** What can be done to jobs and tubes, with the question before it and the word after it. */

import {api, at, curl} from './api.js';
import {count} from './format.js';
import {t} from './i18n.js';
import {path, router} from './router.js';
import {settingsBody, settingsFields} from './tube-settings.js';
import {ask} from '../parts/dialog.js';
import {toast} from '../parts/toast.js';
import {unlessUndone} from '../parts/undo.js';

const SECOND = 1000;

/** Does it, and says what came of it. @returns {Promise<boolean>} whether it was done */
export async function done(action, text) {
  try {
    await action();
    toast.ok(text);
    return true;
  } catch (failure) {
    toast.fail(failure);
    return false;
  }
}

/** A failed or delayed job becomes ready. */
export function kick({tube, id}) {
  return done(() => api.post(`${at('tubes', tube, 'jobs', id)}/kick`), t('job.kicked', {id}));
}

/** The same after a delay that is asked for. */
export async function kickLater({tube, id}) {
  const call = `${at('tubes', tube, 'jobs', id)}/kick`;
  const query = (values) => ({delayMs: Math.round(Number(values.seconds) * SECOND)});
  const answer = await ask({
    title: t('job.kickLater.title', {id}),
    fields: [{name: 'seconds', label: t('field.delaySeconds'), type: 'number', min: 0, value: 60, required: true}],
    confirm: t('job.kick'),
    run: (values) => api.post(call, {query: query(values)}),
    curl: (values) => curl('POST', call, {query: query(values)}),
  });
  answer && toast.ok(t('job.kicked', {id}));
  return Boolean(answer);
}

/** The consumer that has a job is asked to stop. */
export async function cancel({tube, id}) {
  const call = `${at('tubes', tube, 'jobs', id)}/cancel`;
  const query = ({reason}) => ({reason});
  const answer = await ask({
    title: t('job.cancel.title', {id}),
    text: t('job.cancel.text'),
    fields: [{name: 'reason', label: t('job.cancel.reason'), help: t('job.cancel.reason.help')}],
    confirm: t('job.cancel'),
    run: (values) => api.post(call, {query: query(values)}),
    curl: (values) => curl('POST', call, {query: query(values)}),
  });
  answer && toast.ok(t('job.cancelled', {id}));
  return Boolean(answer);
}

/** The jobs whose deletion can still be undone, by their calls. */
const going = new Map();

/** Deletes a job, which can be undone for a moment. */
export function remove(job) {
  if (job.state === 'retained') {
    return removeRetained(job);
  }
  const call = at('tubes', job.tube, 'jobs', job.id);
  if (!going.has(call)) {
    going.set(call, removeSoon(call, job).finally(() => going.delete(call)));
  }
  return going.get(call);
}

async function removeSoon(call, {id}) {
  const gone = await unlessUndone((leaving) => api.delete(call, {leaving}), t('job.deleting', {id}));
  gone && toast.ok(t('job.deleted', {id}));
  return gone;
}

/** One that a consumer has goes only by force, and is asked about. */
async function removeRetained({tube, id}) {
  const call = at('tubes', tube, 'jobs', id);
  const query = {force: true};
  const answer = await ask({
    title: t('job.delete.title', {id}),
    text: t('job.delete.retained'),
    confirm: t('job.delete'),
    danger: true,
    run: async () => (await api.delete(call, {query})) ?? true,
    curl: () => curl('DELETE', call, {query}),
  });
  answer && toast.ok(t('job.deleted', {id}));
  return Boolean(answer);
}

/** Does one thing to each of some jobs, one after the other, and says how many it went well for. */
export async function each(jobs, kind) {
  if (kind === 'delete') {
    const sure = await ask({
      title: t('jobs.delete.title', {n: jobs.length, tube: jobs[0].tube}), text: t('jobs.delete.text'), confirm: t('job.delete'), danger: true,
    });
    if (!sure) {
      return false;
    }
  }
  let good = 0;
  let failure = null;
  for (const {tube, id} of jobs) {
    const call = at('tubes', tube, 'jobs', id);
    try {
      await (kind === 'kick' ? api.post(`${call}/kick`) : api.delete(call));
      good++;
    } catch (problem) {
      failure = problem;
    }
  }
  failure ? toast.fail(failure) : toast.ok(t(`jobs.${kind}.done`, {n: good}));
  return true;
}

/** Stops deliveries for a while, or until resumed. */
export async function pause(tube) {
  const call = `${at('tubes', tube)}/pause`;
  const query = ({minutes, reason}) => ({forMs: minutes ? Math.round(Number(minutes) * 60_000) : '', reason});
  const answer = await ask({
    title: t('tube.pause.title', {tube}),
    text: t('tube.pause.text'),
    fields: [
      {name: 'minutes', label: t('tube.pause.minutes'), type: 'number', min: 1, value: 30, help: t('tube.pause.minutes.help')},
      {name: 'reason', label: t('tube.pause.reason'), help: t('tube.pause.reason.help')},
    ],
    confirm: t('tube.pause'),
    run: (values) => api.post(call, {query: query(values)}),
    curl: (values) => curl('POST', call, {query: query(values)}),
  });
  answer && toast.ok(t('tube.paused', {tube}));
  return Boolean(answer);
}

export function resume(tube) {
  return done(() => api.post(`${at('tubes', tube)}/resume`), t('tube.resumed', {tube}));
}

/** Makes a tube, and goes there. */
export async function create() {
  const answer = await ask({
    title: t('tube.create.title'),
    text: t('tube.create.text'),
    fields: [
      {name: 'name', label: t('tube.name'), required: true, mono: true, pattern: '[A-Za-z0-9+/;.$_\\(\\)][A-Za-z0-9+/;.$_\\(\\)\\-]{0,199}', help: t('tube.name.help')},
      ...settingsFields({ttrMs: 60_000, maxAttempts: 20}),
    ],
    confirm: t('tube.create'),
    run: (values) => api.put(at('tubes', values.name), {body: settingsBody(values)}),
    curl: (values) => curl('PUT', at('tubes', values.name), {body: settingsBody(values)}),
  });
  answer && router.go(path('tubes', answer.name));
}

/** Changes what new jobs of a tube get, unless somebody else does meanwhile. */
export async function configure({name}) {
  let known;
  try {
    known = await api.tagged(at('tubes', name));
  } catch (failure) {
    toast.fail(failure);
    return false;
  }
  const answer = await ask({
    title: t('tube.settings.title', {tube: name}),
    text: t('tube.settings.text'),
    fields: settingsFields(known.value.settings),
    confirm: t('action.save'),
    run: (values) => api.put(at('tubes', name), {body: settingsBody(values), ifMatch: known.tag}),
    curl: (values) => curl('PUT', at('tubes', name), {body: settingsBody(values)}),
  });
  answer && toast.ok(t('tube.settings.done'));
  return Boolean(answer);
}

/** Deletes a tube with all its jobs; one that is not empty wants its name typed. */
export async function removeTube({name, counts}) {
  const jobs = Object.values(counts).reduce((a, b) => a + b, 0);
  const query = jobs ? {confirm: name} : {};
  const answer = await ask({
    title: t('tube.delete.title', {tube: name}),
    text: t(jobs ? 'tube.delete.text' : 'tube.delete.empty', {n: jobs, count: count(jobs)}),
    typed: jobs ? name : undefined,
    confirm: t('tube.delete'),
    danger: true,
    run: async () => (await api.delete(at('tubes', name), {query})) ?? true,
    curl: () => curl('DELETE', at('tubes', name), {query}),
  });
  if (answer) {
    toast.ok(t('tube.deleted', {tube: name}));
    router.go('/tubes');
  }
}

