import {html, nothing} from 'lit';
import {count} from '../core/format.js';
import {t} from '../core/i18n.js';
import * as actions from '../core/quota-actions.js';
import {empty} from './views.js';
import './table.js';

const KINDS = ['produce', 'consume', 'inFlight'];
const SHOWN_CLIENTS = 5;

/** The quotas: limits, use now, refused, who. @param {(change: Promise<boolean>) => void} then what follows a change */
export function quotaSection(quotas, then) {
  return html`<section><div class="section-head"><h2>${t('quota.title')}</h2><button @click=${() => then(actions.putQuota())}>${t('quota.add')}…</button></div>
    ${quotas.length ? table(quotas, then) : empty(t('quota.none'), t('quota.none.text'))}</section>`;
}

function table(quotas, then) {
  const columns = [
    {key: 'name', label: t('quota.name'), kind: 'main', cell: (one) => html`<b>${one.name}</b>`},
    {key: 'limits', label: t('quota.limits'), kind: 'full', cell: (one) => parts(one, limit)},
    {key: 'use', label: t('quota.use'), kind: 'full', cell: (one) => (one.use ? parts(one, (kind) => count(one.use[kind] ?? 0)) : clients(one.clients ?? []))},
    {key: 'refused', label: t('quota.refused'), kind: 'full', cell: (one) => parts(one, (kind) => count(one.refused[kind] ?? 0))},
    {key: 'actions', label: '', kind: 'actions', cell: (one) => html`<button class="small" @click=${() => then(actions.putQuota(one))}>${t('quota.edit')}…</button>
      <button class="small danger-text" @click=${() => then(actions.removeQuota(one))}>${t('quota.delete')}…</button>`},
  ];
  return html`<grape-table data-testid="quotas" .label=${t('quota.title')} .columns=${columns} .rows=${quotas} .rowKey=${(one) => one.name}></grape-table>`;
}

/** What the quota limits, each with a value. */
function parts(quota, value) {
  return html`<span>${KINDS.filter((kind) => quota[kind] !== undefined).map((kind) => html`<span class="tag" title=${t(`quota.${kind}`)}>${t(`quota.${kind}.short`)} ${value(kind, quota)}</span> `)}</span>`;
}

function limit(kind, quota) {
  return kind === 'inFlight' ? count(quota.inFlight) : t('quota.rate', {perSecond: quota[kind].perSecond, burst: count(quota[kind].burst)});
}

function clients(all) {
  const more = all.length - SHOWN_CLIENTS;
  return html`<span>${all.slice(0, SHOWN_CLIENTS).map((one) => html`<span class="tag mono" title=${KINDS.filter((kind) => one.use[kind] !== undefined).map((kind) => `${t(`quota.${kind}.short`)} ${one.use[kind]}`).join(', ')}>${one.name}</span> `)}${more > 0 ? t('quota.clients.more', {n: more}) : nothing}${all.length ? nothing : html`<span class="muted">–</span>`}</span>`;
}
