import {GrapeElement, html, nothing} from './core/element.js';
import {keyed} from 'lit-html/directives/keyed.js';
import {language, loadLanguage, t} from './core/i18n.js';
import {keys} from './core/keys.js';
import {Problem} from './core/api.js';
import {router} from './core/router.js';
import {session} from './core/session.js';
import {settings} from './core/settings.js';
import {toggleTimes} from './parts/views.js';
import {problemPanel} from './parts/problem.js';
import {ENTRIES, routeOf} from './routes.js';
import {showHelp} from './parts/help.js';
import './parts/chrome.js';
import './parts/dialog.js';
import './parts/login.js';
import './parts/menu.js';
import './parts/palette.js';
import './parts/table.js';
import './parts/toast.js';

/** The app: what stands around every page, and the page that the URL means. */
class App extends GrapeElement {
  static properties = {
    ready: {attribute: false},
    failure: {state: true},
    page: {state: true},
  };

  #language = '';

  constructor() {
    super();
    this.ready = false;
    this.page = null;
    this.failure = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.during(router, 'change', () => this.#turn());
    this.during(session, 'change', () => this.requestUpdate());
    this.during(settings, 'change', () => this.#speak());
    for (const entry of ENTRIES) {
      this.cleanup(keys.on(`g ${entry.key}`, `nav.${entry.name}`, () => router.go(entry.path)));
    }
    this.cleanup(keys.on('/', 'keys.search', () => this.querySelector('[data-search]')?.focus()));
    this.cleanup(keys.on('T', 'keys.times', toggleTimes));
    this.cleanup(keys.on('?', 'keys.help', showHelp));
  }

  willUpdate(changed) {
    if (changed.has('ready') && this.ready) {
      this.#language = language();
      this.#turn();
    }
  }

  async #speak() {
    if (this.#language !== language()) {
      this.#language = language();
      await loadLanguage();
      this.querySelectorAll('*').forEach((element) => element.requestUpdate?.());
      this.requestUpdate();
    }
  }

  /** Shows the page that the URL means. */
  async #turn() {
    const {path, query} = router.place;
    const route = routeOf(path);
    const other = this.page?.path !== path;
    const turned = this.page !== null;
    const focused = document.activeElement;
    try {
      await route.file();
      this.failure = null;
    } catch {
      // The broker that answers now has other files than the one that this page came from.
      this.failure = new Problem({status: 0, code: 'OUTDATED'});
    }
    if (router.place.path === path) {
      this.page = {...route, query, path};
      if (other) {
        await this.updateComplete;
        window.scrollTo(0, 0);
        // Who reads by ear, or walks with tab, goes on at the new page; who went elsewhere meanwhile stays there.
        if (turned && [focused, document.body].includes(document.activeElement)) {
          this.querySelector('#page')?.focus({preventScroll: true});
        }
      }
    }
  }

  render() {
    if (!this.ready) {
      return nothing;
    }
    return html`<a class="skip" href="#page" data-outside="1" @click=${this.#skip}>${t('nav.skip')}</a>
      <grape-chrome .page=${this.page}></grape-chrome>
      <main id="page" tabindex="-1">${this.failure
        ? problemPanel(this.failure, () => location.reload())
        : this.page ? this.#view() : nothing}</main>
      <grape-dialogs></grape-dialogs><grape-palette .page=${this.page}></grape-palette><grape-login></grape-login><grape-toasts></grape-toasts>`;
  }

  #skip(event) {
    event.preventDefault();
    this.querySelector('#page').focus();
  }

  /** One element for each path, made anew when another thing is meant. */
  #view() {
    const {tag, params, query, path} = this.page;
    return keyed(path, html`<grape-outlet .tag=${tag} .params=${params} .query=${query}></grape-outlet>`);
  }
}

/** Holds the page's element, whose name is only known when it is shown. */
class Outlet extends GrapeElement {
  static properties = {tag: {attribute: false}, params: {attribute: false}, query: {attribute: false}};

  updated() {
    let page = this.firstElementChild;
    if (page?.localName !== this.tag) {
      page?.remove();
      page = document.createElement(this.tag);
      this.append(page);
    }
    page.params = this.params;
    page.query = this.query;
  }
}

customElements.define('grape-outlet', Outlet);
customElements.define('grape-app', App);
