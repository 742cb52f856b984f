import {html, nothing} from 'lit';
import * as accounts from '../core/accounts.js';
import {api} from '../core/api.js';
import {clock} from '../core/clock.js';
import {t} from '../core/i18n.js';
import {ROLES} from '../core/rights.js';
import {session} from '../core/session.js';
import {Page} from '../parts/page.js';
import {quotaSection} from '../parts/quotas.js';
import {command, empty, time} from '../parts/views.js';
import '../parts/menu.js';
import '../parts/table.js';

/** Users, tokens and quotas: who may use this, for what, and how much. */
class Access extends Page {
  static properties = {
    /** A token that was just made: its text is shown once. */
    fresh: {state: true},
  };

  title() {
    return t('nav.access');
  }

  async load(signal) {
    const [users, tokens, quotas] = await Promise.all(['/v1/users', '/v1/tokens', '/v1/quotas'].map((path) => api.get(path, {}, signal)));
    return {users: users.users, tokens: tokens.tokens, quotas: await this.#withClients(quotas.quotas, signal)};
  }

  /** Who is counted under the default quota is not in the list. */
  async #withClients(quotas, signal) {
    const others = quotas.find((one) => one.name === 'default');
    return others ? [await api.get('/v1/quotas/default', {}, signal), ...quotas.filter((one) => one !== others)] : quotas;
  }

  view() {
    const {users, tokens, quotas} = this.data;
    return html`${this.heading()}
      ${session.hasUsers ? nothing : html`<section class="panel no-users" role="note"><p><b class="state late"><span aria-hidden="true">!</span> ${t('access.open')}</b> ${t('access.open.text')}</p></section>`}
      <section><div class="section-head"><h2>${t('access.users')}</h2><button class="primary" @click=${() => this.#then(accounts.addUser())}>${t('access.user.add')}…</button></div>
        ${users.length ? this.#users(users) : empty(t('access.users.none'), t('access.users.none.text'), command('./grape user add NAME --role admin'))}</section>
      <section><div class="section-head"><h2>${t('access.tokens')}</h2><button @click=${() => this.#addToken()}>${t('access.token.add')}…</button></div>
        ${this.fresh ? this.#fresh() : nothing}
        ${tokens.length ? this.#tokens(tokens) : empty(t('access.tokens.none'), t('access.tokens.none.text'), command('./grape token add NAME --scope produce,consume --tubes PREFIX'))}</section>
      ${quotaSection(quotas, (action) => this.#then(action))}`;
  }

  async #then(action) {
    if (await action) {
      this.reload();
    }
  }

  async #addToken() {
    const token = await accounts.addToken();
    if (token) {
      this.fresh = token;
      this.reload();
    }
  }

  #fresh() {
    const {name, token} = this.fresh;
    return html`<div class="panel fresh" role="alert" data-testid="fresh-token">
      <p><b>${t('access.token.fresh', {name})}</b> ${t('access.token.fresh.text')}</p>
      ${command(token)}
      <p class="muted">${t('access.token.use')}</p>
      ${command(`curl -H 'Authorization: Bearer ${token}' '${new URL('v1/tubes', document.baseURI)}'`)}
      <p class="row"><button @click=${() => { this.fresh = null; }}>${t('access.token.kept')}</button></p></div>`;
  }

  #users(users) {
    const columns = [
      {key: 'name', label: t('login.name'), kind: 'main', cell: (one) => html`<b>${one.name}</b> ${one.name === session.user?.name ? html`<span class="tag">${t('access.self')}</span>` : nothing}`},
      {key: 'role', label: t('access.role'), cell: (one) => t(`role.${one.role}`)},
      {key: 'rights', label: t('access.rights'), kind: 'full', cell: further},
      {key: 'tubes', label: t('access.tubes'), kind: 'full', cell: prefixes},
      ...made(),
      {key: 'actions', label: '', kind: 'actions', cell: (one) => this.#userMenu(one)},
    ];
    return html`<grape-table data-testid="users" .label=${t('access.users')} .columns=${columns} .rows=${users} .rowKey=${(one) => one.name}></grape-table>`;
  }

  #userMenu(user) {
    const self = user.name === session.user?.name;
    const all = ROLES[user.role]?.length === ROLES.admin.length;
    return html`<grape-menu kind="small" .label=${t('access.change')} .items=${[
      {label: `${t('access.role.change')}…`, run: () => this.#then(accounts.changeRole(user))},
      {label: `${t('access.rights')}…`, disabled: all, hint: all ? t('access.rights.all') : '', run: () => this.#then(accounts.changeRights(user))},
      {label: `${t('access.password.new')}…`, run: () => this.#then(accounts.changePassword(user))},
      null,
      {label: `${t('access.user.delete')}…`, danger: true, disabled: self, hint: self ? t('access.user.delete.self') : '', run: () => this.#then(accounts.removeUser(user))},
    ]}></grape-menu>`;
  }

  #tokens(tokens) {
    const columns = [
      {key: 'name', label: t('access.token.name'), kind: 'main', cell: (one) => html`<b>${one.name}</b> <code class="muted">${one.id}</code>`},
      {key: 'scopes', label: t('access.scopes'), kind: 'full', cell: (one) => html`<span>${one.scopes.map((scope) => html`<span class="tag" title=${t(`scope.${scope}.hint`)}>${t(`scope.${scope}`)}</span> `)}</span>`},
      {key: 'tubes', label: t('access.tubes'), kind: 'full', cell: prefixes},
      ...made(),
      {key: 'expires', label: t('access.token.expires'), cell: expires},
      {key: 'actions', label: '', kind: 'actions', cell: (one) => html`<button class="small danger-text" @click=${() => this.#then(accounts.revokeToken(one))}>${t('access.token.revoke')}…</button>`},
    ];
    return html`<grape-table data-testid="tokens" .label=${t('access.tokens')} .columns=${columns} .rows=${tokens}></grape-table>`;
  }
}

function made() {
  return [
    {key: 'created', label: t('access.created'), cell: (one) => time(one.createdAt)},
    {key: 'by', label: t('access.by'), cell: (one) => one.createdBy},
  ];
}

/** When a token ends; one that has ended says so. */
function expires({expiresAt}) {
  if (!expiresAt) {
    return html`<span class="muted">${t('access.token.forever')}</span>`;
  }
  const over = Date.parse(expiresAt) <= clock.now();
  return over ? html`<b class="state late">${t('access.token.expired')}</b> ${time(expiresAt)}` : time(expiresAt);
}

/** What somebody has beyond the role. */
function further({role, rights}) {
  const beyond = rights.filter((right) => !ROLES[role]?.includes(right));
  return beyond.length ? html`<span>${beyond.map((right) => html`<span class="tag" title=${t(`right.${right}`)}>${right}</span> `)}</span>` : html`<span class="muted">–</span>`;
}

function prefixes({tubes}) {
  return !tubes.length || tubes.includes('') ? t('picker.all') : html`<span>${tubes.map((prefix) => html`<span class="tag mono">${prefix}*</span> `)}</span>`;
}

customElements.define('grape-access', Access);
