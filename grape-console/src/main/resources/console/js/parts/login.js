import {GrapeElement, html, nothing} from '../core/element.js';
import {Problem} from '../core/api.js';
import {t} from '../core/i18n.js';
import {session} from '../core/session.js';
import {environmentBadge} from './environment.js';
import {problemText} from './problem.js';
import {command} from './views.js';

/**
 * Asks who looks, wherever one is: above the page and its open questions, which go on with what they wanted once somebody has
 * signed in.
 */
class Login extends GrapeElement {
  static properties = {
    failure: {state: true},
    busy: {state: true},
    open: {state: true},
  };

  connectedCallback() {
    super.connectedCallback();
    this.during(session, 'change', () => this.#changed());
    this.#changed();
  }

  #changed() {
    this.open = session.needsLogin;
    this.requestUpdate();
  }

  updated() {
    const dialog = this.querySelector('dialog');
    if (this.open && !dialog.open) {
      dialog.showModal();
      dialog.querySelector('input').focus();
    } else if (!this.open && dialog.open) {
      dialog.close();
    }
  }

  render() {
    if (!this.open) {
      return html`<dialog></dialog>`;
    }
    return html`<dialog class="login ${session.expired ? 'in-place' : ''}" aria-labelledby="login-title" data-testid="login" @cancel=${(event) => event.preventDefault()}>
      <form @submit=${this.#submit}>
        <p class="login-brand"><span class="brand-mark" aria-hidden="true"></span> Grape ${environmentBadge()}</p>
        <h2 id="login-title">${t(session.expired ? 'login.again' : 'login.title')}</h2>
        ${session.expired ? html`<p class="muted">${t('login.again.text')}</p>` : nothing}
        <label class="field"><span>${t('login.name')}</span><input name="name" required autocomplete="username" autocapitalize="none" spellcheck="false"></label>
        <label class="field"><span>${t('login.password')}</span><input name="password" type="password" required autocomplete="current-password"></label>
        ${this.failure ? html`<p class="failure" role="alert">✕ ${this.failure}</p>` : nothing}
        <p class="login-actions"><button type="submit" class="primary" ?disabled=${this.busy}>${t('login.confirm')}</button></p>
        <details><summary>${t('login.none')}</summary><p class="muted">${t('login.none.text')}</p>${command('./grape user add NAME --role admin')}</details>
      </form></dialog>`;
  }

  async #submit(event) {
    event.preventDefault();
    const {name, password} = event.target.elements;
    this.busy = true;
    this.failure = '';
    try {
      await session.login(name.value, password.value);
    } catch (failure) {
      this.failure = loginFailure(failure);
      password.value = '';
      password.focus();
    }
    this.busy = false;
  }
}

function loginFailure(failure) {
  if (failure instanceof Problem && failure.status === 401) {
    return t('login.wrong');
  }
  return failure.retryAfter ? t('login.throttled', {n: failure.retryAfter}) : problemText(failure);
}

customElements.define('grape-login', Login);
