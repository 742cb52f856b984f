/** What the palette can find: pages and acts, known here; tubes and jobs, known to the broker. */

import * as act from '../core/actions.js';
import {api} from '../core/api.js';
import {LANGUAGES, language, t} from '../core/i18n.js';
import {idsOf} from '../core/jobs.js';
import {path, router} from '../core/router.js';
import {session} from '../core/session.js';
import {changeOwnPassword} from '../core/accounts.js';
import {settings} from '../core/settings.js';
import {ENTRIES} from '../routes.js';
import {showHelp} from './help.js';
import {putJob} from './put-job.js';
import {stateSign, toggleTimes} from './views.js';

const TUBES = 8;

/**
 * @typedef {object} Item
 * @property {string} key
 * @property {'job'|'tube'|'page'|'here'|'action'|'search'} kind
 * @property {string} sign
 * @property {string} label
 * @property {string} [note]
 * @property {string} [why] why it cannot be done
 * @property {() => void} run
 */

const go = (to) => () => router.go(to);
const needs = (right) => (session.may(right) ? '' : t('right.missing', {right}));

/** @returns {Item[]} */
function pages() {
  return ENTRIES.filter((one) => session.may(one.right)).map((one) => ({
    key: `page ${one.name}`, kind: 'page', sign: one.sign, label: t(`nav.${one.name}`), note: `g ${one.key}`, run: go(one.path),
  }));
}

/** About the tube that the page is about. A page that does not know whether it is paused is offered both. @returns {Item[]} */
function here(page) {
  const tube = page?.params?.tube;
  if (!tube) {
    return [];
  }
  const paused = page.paused;
  const item = (name, sign, run, right) => ({key: `here ${name}`, kind: 'here', sign, label: t(`palette.here.${name}`, {tube}), why: needs(right), run});
  return [
    item('put', '+', () => putJob(tube), 'jobs.produce'),
    item('schedule', '◷', go(`/schedule?tube=${encodeURIComponent(tube)}`), 'tubes.read'),
    item('failed', '✕', go(path('failed', tube)), 'jobs.read'),
    item('keys', '⚖', go(path('tubes', tube, 'keys')), 'tubes.read'),
    item('gates', '⊘', go(path('tubes', tube, 'gates')), 'tubes.read'),
    item('schedules', '↻', go(path('tubes', tube, 'schedules')), 'tubes.read'),
    ...(paused === true ? [] : [item('pause', '‖', () => act.pause(tube), 'tubes.pause')]),
    ...(paused === false ? [] : [item('resume', '▶', () => act.resume(tube), 'tubes.pause')]),
  ];
}

/** @returns {Item[]} */
function actions() {
  const item = (key, sign, label, run, why = '') => ({key: `action ${key}`, kind: 'action', sign, label, run, why});
  const themes = ['system', 'light', 'dark'].filter((one) => one !== settings.get('theme'));
  const languages = Object.entries(LANGUAGES).filter(([code]) => code !== language());
  return [
    item('create', '+', t('palette.createTube'), () => act.create(), needs('tubes.admin')),
    ...themes.map((one) => item(one, '◐', t('palette.theme', {theme: t(`theme.${one}`)}), () => settings.set('theme', one))),
    ...languages.map(([code, name]) => item(code, '文', name, () => settings.set('language', code))),
    item('times', '◷', t('keys.times'), toggleTimes),
    item('help', '?', t('keys.help'), showHelp),
    ...(session.user ? [item('password', '✎', `${t('session.password')}…`, () => changeOwnPassword())] : []),
    ...(session.user ? [item('logout', '→', t('session.logout'), () => session.logout())] : []),
  ];
}

/** What has all the words of a text in it. With no text, the pages and what can be done here. @returns {Item[]} */
export function commandsFor(text, page) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...here(page), ...pages(), ...actions()];
  const fits = all.filter((item) => words.every((word) => item.label.toLowerCase().includes(word) || item.key.includes(word)));
  return text ? [...fits, searchFor(text)] : fits;
}

function searchFor(text) {
  return {key: 'search', kind: 'search', sign: '⌕', label: t('palette.search', {text}), run: go(`/search?q=${encodeURIComponent(text)}`)};
}

/** Tubes with a text in their names, and the jobs whose id it is. @returns {Promise<Item[]>} */
export async function found(text) {
  const quiet = (call) => call.catch(() => null);
  const [jobs, tubes] = await Promise.all([
    Promise.all(session.may('jobs.read') ? idsOf(text).map((id) => quiet(api.get('/v1/find', {id}))) : []),
    quiet(api.get('/v1/tubes', {name: text.trim() || text, limit: TUBES})),
  ]);
  return [...jobs.flatMap((one) => one?.jobs ?? []).map(jobItem), ...(tubes?.tubes ?? []).map(tubeItem)];
}

function jobItem({tube, id, state}) {
  return {key: `job ${tube} ${id}`, kind: 'job', sign: stateSign(state), label: id, note: `${t(`state.${state}`)} · ${tube}`, run: go(path('tubes', tube, 'jobs', id))};
}

function tubeItem({name, paused}) {
  return {key: `tube ${name}`, kind: 'tube', sign: '≡', label: name, note: paused ? t('state.paused') : '', run: go(path('tubes', name))};
}
