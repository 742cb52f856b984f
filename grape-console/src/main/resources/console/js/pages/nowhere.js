import {html} from 'lit';
import {t} from '../core/i18n.js';
import {Page} from '../parts/page.js';
import {empty, link} from '../parts/views.js';

/** A path that no page has. */
class Nowhere extends Page {
  title() {
    return t('nowhere.title');
  }

  view() {
    return html`<h1 class="visually-hidden">${this.title()}</h1>
      ${empty(t('nowhere.title'), t('nowhere.text'), html`<p>${link('/', t('nav.overview'))} · ${link('/tubes', t('nav.tubes'))}</p>`)}`;
  }
}

customElements.define('grape-nowhere', Nowhere);
