/** What can be done to users and tokens, with the question before it. */

import {api, at, curl} from './api.js';
import {clock} from './clock.js';
import {t} from './i18n.js';
import {prefixesOf, prefixesText, RIGHTS, ROLES, SCOPES} from './rights.js';
import {ask} from '../parts/dialog.js';
import {toast} from '../parts/toast.js';

const PASSWORD = {name: 'password', type: 'password', required: true, pattern: '.{8,}'};

function roleField(value = 'viewer') {
  return {name: 'role', label: t('access.role'), type: 'select', value, help: t('access.role.help'), options: Object.keys(ROLES).map((role) => [role, t(`role.${role}`)])};
}

function tubesField(tubes = []) {
  return {name: 'tubes', label: t('access.tubes'), value: prefixesText(tubes), mono: true, help: t('access.tubes.help')};
}

function passwordField(label) {
  return {...PASSWORD, label, help: t('access.password.help')};
}

/** Asks, puts the user, and says so. @returns {Promise<boolean>} */
async function put(question, nameOf, bodyOf) {
  const shown = (body) => (body.password ? {...body, password: '…'} : body);
  const answer = await ask({
    confirm: t('access.save'),
    run: (values) => api.put(at('users', nameOf(values)), {body: bodyOf(values)}),
    curl: (values) => curl('PUT', at('users', nameOf(values) || 'NAME'), {body: shown(bodyOf(values))}),
    ...question,
  });
  answer && toast.ok(t('access.saved', {name: answer.name}));
  return Boolean(answer);
}

export function addUser() {
  return put({
    title: t('access.user.add'),
    fields: [
      {name: 'name', label: t('login.name'), required: true, pattern: '[A-Za-z0-9][A-Za-z0-9._@\\-]{0,63}', help: t('access.name.help')},
      roleField(), tubesField(), passwordField(t('login.password')),
    ],
    confirm: t('access.user.add'),
  }, (values) => values.name, ({role, tubes, password}) => ({role, tubes: prefixesOf(tubes), password}));
}

export function changeRole({name, role, tubes}) {
  return put({title: t('access.user.role', {name}), fields: [roleField(role), tubesField(tubes)]}, () => name,
    (values) => ({role: values.role, tubes: prefixesOf(values.tubes)}));
}

/** Rights that the role does not have. */
export function changeRights({name, role, rights}) {
  const offered = RIGHTS.filter((right) => !ROLES[role]?.includes(right));
  return put({
    title: t('access.user.rights', {name}),
    text: t('access.rights.text', {role: t(`role.${role}`)}),
    fields: offered.map((right) => ({name: right, label: `${right}: ${t(`right.${right}`)}`, type: 'checkbox', value: rights.includes(right)})),
  }, () => name, (values) => ({rights: offered.filter((right) => values[right])}));
}

export function changePassword({name}) {
  return put({title: t('access.user.password', {name}), text: t('access.password.text'), fields: [passwordField(t('access.password.new'))]}, () => name,
    ({password}) => ({password}));
}

/** The password of whoever looks; all other sessions of theirs end. */
export async function changeOwnPassword() {
  const answer = await ask({
    title: t('session.password'),
    text: t('session.password.text'),
    fields: [
      {name: 'oldPassword', type: 'password', required: true, label: t('session.password.old')},
      {...passwordField(t('access.password.new')), name: 'newPassword'},
    ],
    confirm: t('access.save'),
    run: async (values) => (await api.put('/v1/session/password', {body: values})) ?? true,
    curl: () => curl('PUT', '/v1/session/password', {body: {oldPassword: '…', newPassword: '…'}}),
  });
  answer && toast.ok(t('session.password.done'));
}

export async function removeUser({name}) {
  const answer = await ask({
    title: t('access.user.delete.title', {name}),
    text: t('access.user.delete.text'),
    confirm: t('access.user.delete'),
    danger: true,
    run: async () => (await api.delete(at('users', name))) ?? true,
    curl: () => curl('DELETE', at('users', name)),
  });
  answer && toast.ok(t('access.user.deleted', {name}));
  return Boolean(answer);
}

/** Days that a token may last; 0 = for ever. */
const LIFETIMES = [90, 30, 7, 365, 0];

function expiryField() {
  return {name: 'days', label: t('access.token.expires'), type: 'select', value: '90', help: t('access.token.expires.help'),
    options: LIFETIMES.map((days) => [String(days), days ? t('access.token.days', {n: days}) : t('access.token.forever')])};
}

function expiry({days}) {
  return Number(days) ? {expiresAt: new Date(clock.now() + Number(days) * 86_400_000).toISOString()} : {};
}

/** Makes a token. @returns {Promise<object|null>} with its text, which nobody can see again */
export function addToken() {
  const body = (values) => ({name: values.name, scopes: SCOPES.filter((scope) => values[scope]), tubes: prefixesOf(values.tubes), ...expiry(values)});
  return ask({
    title: t('access.token.add'),
    text: t('access.token.text'),
    fields: [
      {name: 'name', label: t('access.token.name'), required: true, pattern: '[A-Za-z0-9][A-Za-z0-9._@\\-]{0,63}', help: t('access.token.name.help')},
      ...SCOPES.map((scope) => ({name: scope, label: `${t(`scope.${scope}`)}: ${t(`scope.${scope}.hint`)}`, type: 'checkbox', value: scope === 'produce'})),
      tubesField(), expiryField(),
    ],
    confirm: t('access.token.add'),
    run: (values) => api.post('/v1/tokens', {body: body(values)}),
    curl: (values) => curl('POST', '/v1/tokens', {body: body(values)}),
  });
}

export async function revokeToken({id, name}) {
  const answer = await ask({
    title: t('access.token.revoke.title', {name}),
    text: t('access.token.revoke.text'),
    confirm: t('access.token.revoke'),
    danger: true,
    run: async () => (await api.delete(at('tokens', id))) ?? true,
    curl: () => curl('DELETE', at('tokens', id)),
  });
  answer && toast.ok(t('access.token.revoked', {name}));
  return Boolean(answer);
}
