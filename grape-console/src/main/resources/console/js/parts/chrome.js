import {GrapeElement, html, nothing} from '../core/element.js';
import {count, zoneName} from '../core/format.js';
import {LANGUAGES, language, t} from '../core/i18n.js';
import {modKey} from '../core/keys.js';
import {live} from '../core/live.js';
import {href, router} from '../core/router.js';
import {session} from '../core/session.js';
import {changeOwnPassword} from '../core/accounts.js';
import {settings} from '../core/settings.js';
import {healthText} from './attention.js';
import {icon} from './icons.js';
import {environmentBadge} from './environment.js';
import {showHelp} from './help.js';
import {openPalette} from './palette.js';
import {ENTRIES} from '../routes.js';
import {toggleTimes} from './views.js';
import './strip.js';

/** What stands around every page: where one is, where one can go, how things are, and who looks. */
class Chrome extends GrapeElement {
  static properties = {
    page: {attribute: false},
    overview: {state: true},
    /** How things are, for who listens: said when it changes. */
    said: {state: true},
    /** How many operations run. */
    operations: {state: true},
    stale: {state: true},
    mode: {state: true},
  };

  connectedCallback() {
    super.connectedCallback();
    this.stale = 0;
    this.mode = 'connecting';
    this.cleanup(live.on('overview', (overview) => {
      if (this.overview?.health !== overview.health) {
        this.said = healthText(overview);
      }
      this.overview = overview;
      favicon(overview.health);
    }));
    this.cleanup(live.on('operations', ({running}) => { this.operations = running; }));
    this.during(session, 'change', () => this.requestUpdate());
    for (const name of ['watch', 'heard']) {
      this.during(live, name, () => {
        this.stale = live.staleSeconds;
        this.mode = live.mode;
      });
    }
  }

  /** The tube that the page is about, if it is about one. */
  get #tube() {
    return this.page?.params?.tube ?? '';
  }

  render() {
    return html`<header class="top">
        <a class="brand" href=${href('/')}><span class="brand-mark" aria-hidden="true"></span>Grape</a>
        ${environmentBadge()}
        ${this.#search()}
        <span class="grow"></span>
        ${this.#live()}
        ${this.#menus()}
      </header>
      <nav class="main-nav" aria-label=${t('nav.label')}>${ENTRIES.filter((one) => session.may(one.right)).map((one) => this.#entry(one))}${this.#rest()}</nav>
      <p class="visually-hidden" aria-live="polite">${this.said ?? nothing}</p>
      <grape-strip .tube=${this.#tube} .overview=${this.overview} class=${this.stale ? 'stale' : ''}></grape-strip>
      ${this.stale ? html`<p class="stale-note" role="status" data-testid="stale">⚠ ${t('live.staleNote', {n: this.stale})}
        <button class="link" @click=${() => live.refresh()}>${t('action.retry')}</button></p>` : nothing}`;
  }

  #search() {
    return html`<form class="search" role="search" @submit=${this.#searched}>
      <input data-search type="search" name="q" placeholder=${t('search.placeholder')} aria-label=${t('search.label')} autocomplete="off" spellcheck="false">
      <button type="button" class="quiet palette-open" title=${t('palette.title')} aria-label=${t('palette.title')} @click=${(event) => openPalette(event.target.form.elements.q.value)}><kbd>${modKey()} K</kbd></button></form>`;
  }

  #searched(event) {
    event.preventDefault();
    const input = event.target.elements.q;
    const text = input.value;
    if (text) {
      input.value = '';
      input.blur();
      router.go(`/search?q=${encodeURIComponent(text)}`);
    }
  }

  #live() {
    const text = this.stale ? t('live.stale', {n: this.stale}) : t(`live.${this.mode}`);
    return html`<span class="live ${this.stale ? 'lost' : this.mode}" title=${t(`live.${this.mode}.hint`)}><span aria-hidden="true">●</span> ${text}</span>`;
  }

  #menus() {
    const pick = (name, value, label) => ({label, pressed: settings.get(name) === value, run: () => settings.set(name, value)});
    return html`
      <grape-menu kind="quiet wide-only" .label=${t('menu.times')} .face=${zoneShort()} .items=${[
        {label: t('menu.relative'), pressed: settings.get('times') === 'relative', run: toggleTimes},
        {label: t('menu.absolute'), pressed: settings.get('times') === 'absolute', run: toggleTimes},
        null,
        pick('zone', 'local', t('menu.zoneLocal', {zone: Intl.DateTimeFormat().resolvedOptions().timeZone})),
        pick('zone', 'UTC', 'UTC')]}></grape-menu>
      <grape-menu kind="quiet" .label=${t('menu.look')} .face=${icon('look')} .items=${[
        pick('theme', 'system', t('theme.system')), pick('theme', 'light', t('theme.light')), pick('theme', 'dark', t('theme.dark')),
        null,
        ...Object.entries(LANGUAGES).map(([code, name]) => ({label: name, pressed: language() === code, run: () => settings.set('language', code)})),
        null,
        {label: t('keys.times'), run: toggleTimes},
        {label: t('keys.help'), run: showHelp},
        ...(session.version ? [null, {label: `Grape ${session.version}`, disabled: true}] : [])]}></grape-menu>
      ${session.user ? html`<grape-menu kind="quiet" .label=${session.user.name} .items=${[
        {label: t(`role.${session.user.role}`), disabled: true, run() {}},
        {label: `${t('session.password')}…`, run: () => changeOwnPassword()},
        {label: t('session.logout'), run: () => session.logout()}]}></grape-menu>` : nothing}`;
  }

  /** On a phone, the pages that have no place at its foot. */
  #rest() {
    const rest = ENTRIES.filter((one) => !one.phone && session.may(one.right));
    return rest.length ? html`<grape-menu class="nav-rest" kind="quiet" .label=${t('action.more')} .face=${html`<span class="nav-sign" aria-hidden="true">⋯</span>${t('action.more')}`}
      .items=${rest.map((one) => ({label: t(`nav.${one.name}`), run: () => router.go(one.path)}))}></grape-menu>` : nothing;
  }

  #entry(one) {
    const current = this.page?.nav === one.name;
    return html`<a href=${href(one.path)} class="${one.system ? 'system' : ''} ${one.phone ? 'phone' : ''}" aria-current=${current ? 'page' : nothing} title="g ${one.key}">
      <span class="nav-sign" aria-hidden="true">${one.sign}</span>${t(`nav.${one.name}`)}${one.name === 'operations' && this.operations ? html` <span class="nav-count">(${count(this.operations)})</span>` : nothing}</a>`;
  }
}

function zoneShort() {
  const parts = new Intl.DateTimeFormat('en', {timeZone: zoneName(), timeZoneName: 'short'}).formatToParts(new Date());
  return parts.find((part) => part.type === 'timeZoneName').value;
}

/** The mark in the browser's tab is red while something needs attention. */
function favicon(health) {
  const link = document.querySelector('link[rel=icon]');
  link.dataset.well ??= link.href;
  const alarm = link.dataset.well.replace('favicon.svg', 'favicon-alarm.svg');
  const wanted = health === 'broken' || health === 'attention' ? alarm : link.dataset.well;
  if (link.href !== wanted) {
    link.href = wanted;
  }
}

customElements.define('grape-chrome', Chrome);

