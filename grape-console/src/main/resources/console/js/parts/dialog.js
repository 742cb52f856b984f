/** Questions: a form in a dialog that keeps the focus, starts on what is safe, and answers with what was given. */

import {GrapeElement, html, nothing} from '../core/element.js';
import {t} from '../core/i18n.js';
import {icon} from './icons.js';

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {'text'|'number'|'textarea'|'select'|'checkbox'|'password'} [type]
 * @property {string|number|boolean} [value]
 * @property {[string, string][]} [options] value and text of each, of a select
 * @property {string} [help]
 * @property {boolean} [required]
 * @property {string} [pattern]
 * @property {number} [min]
 * @property {number} [max]
 * @property {number|'any'} [step] of a number; a whole one unless it is said
 * @property {boolean} [mono]
 *
 * @typedef {object} Question
 * @property {string} title
 * @property {unknown} [text] a text, or a template
 * @property {Field[]} [fields]
 * @property {string} confirm what the button says
 * @property {boolean} [danger]
 * @property {boolean} [telling] it only tells something: there is nothing to cancel
 * @property {string} [typed] what has to be typed before the button works
 * @property {(values: Record<string, any>) => Promise<unknown>} [run] done before the dialog closes; a failure is shown in it
 * @property {(values: Record<string, any>) => string} [curl] the same as a line for a shell
 */

let host;

/**
 * Asks, and answers with the values of the fields, or with what `run` gave; null when it was cancelled.
 *
 * @param {Question} question
 */
export function ask(question) {
  return host.ask(question);
}

class DialogHost extends GrapeElement {
  #question = null;
  #answer = null;
  #failure = '';
  #busy = false;
  #typedOk = true;

  connectedCallback() {
    super.connectedCallback();
    host = this;
  }

  ask(question) {
    this.#question = question;
    this.#failure = '';
    this.#busy = false;
    this.#typedOk = !question.typed;
    this.requestUpdate();
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.updateComplete.then(() => this.#open());
    });
  }

  #open() {
    const dialog = this.querySelector('dialog');
    dialog.showModal();
    const {fields, typed, danger} = this.#question;
    const first = typed || (fields?.length && !danger) ? 'input, select, textarea' : '[data-cancel], [type=submit]';
    dialog.querySelector(first)?.focus();
  }

  #close(value) {
    this.querySelector('dialog').close();
    this.#question = null;
    this.#answer?.(value);
    this.#answer = null;
    this.requestUpdate();
  }

  #values() {
    const form = this.querySelector('form');
    return Object.fromEntries((this.#question.fields ?? []).map((field) => {
      const input = form.elements.namedItem(field.name);
      return [field.name, field.type === 'checkbox' ? input.checked : input.value];
    }));
  }

  async #submit(event) {
    event.preventDefault();
    const question = this.#question;
    const values = this.#values();
    if (!question.run) {
      this.#close(values);
      return;
    }
    this.#busy = true;
    this.#failure = '';
    this.requestUpdate();
    try {
      this.#close((await question.run(values)) ?? values);
    } catch (failure) {
      const {problemText} = await import('./problem.js');
      this.#failure = problemText(failure);
      this.#busy = false;
      this.requestUpdate();
    }
  }

  render() {
    const question = this.#question;
    if (!question) {
      return html`<dialog></dialog>`;
    }
    return html`<dialog aria-labelledby="dialog-title" data-testid="dialog" @cancel=${(event) => { event.preventDefault(); this.#close(null); }}
        @click=${(event) => event.target.tagName === 'DIALOG' && this.#close(null)}>
      <form @submit=${this.#submit} autocomplete="off">
        <h2 id="dialog-title">${question.title}</h2>
        ${question.text ? html`<div class="dialog-text">${question.text}</div>` : nothing}
        ${(question.fields ?? []).map((field) => this.#field(field))}
        ${question.typed ? this.#typed(question.typed) : nothing}
        ${this.#failure ? html`<p class="failure" role="alert">✕ ${this.#failure}</p>` : nothing}
        <div class="dialog-actions">
          ${question.curl ? html`<button type="button" class="quiet" @click=${() => this.#copyCurl()}>${icon('copy')} curl</button>` : nothing}
          <span class="grow"></span>
          ${question.telling ? nothing : html`<button type="button" data-cancel @click=${() => this.#close(null)}>${t('action.cancel')}</button>`}
          <button type="submit" class=${question.danger ? 'danger' : 'primary'} ?disabled=${this.#busy || !this.#typedOk}>${question.confirm}</button>
        </div>
      </form>
    </dialog>`;
  }

  async #copyCurl() {
    const {copy} = await import('../core/clipboard.js');
    copy(this.#question.curl(this.#values()));
  }

  #typed(wanted) {
    return html`<label class="field"><span>${t('dialog.type', {name: wanted})}</span>
      <input name="typed" class="mono" spellcheck="false" @input=${(event) => { this.#typedOk = event.target.value === wanted; this.requestUpdate(); }}></label>`;
  }

  #field(field) {
    if (field.type === 'checkbox') {
      return html`<label class="field check"><input type="checkbox" name=${field.name} ?checked=${field.value}> <span>${field.label}</span></label>
        ${field.help ? html`<p class="help">${field.help}</p>` : nothing}`;
    }
    const help = `help-${field.name}`;
    return html`<label class="field"><span>${field.label}</span>${this.#input(field, help)}</label>
      ${field.help ? html`<p class="help" id=${help}>${field.help}</p>` : nothing}`;
  }

  #input(field, help) {
    const described = field.help ? help : nothing;
    const classes = field.mono ? 'mono' : '';
    switch (field.type) {
      case 'select':
        return html`<select name=${field.name} aria-describedby=${described}>${field.options.map(([value, text]) => html`
          <option value=${value} ?selected=${value === field.value}>${text}</option>`)}</select>`;
      case 'textarea':
        return html`<textarea name=${field.name} rows="6" class=${classes} spellcheck="false" aria-describedby=${described}
          ?required=${field.required} .value=${field.value ?? ''}></textarea>`;
      default:
        return html`<input name=${field.name} type=${field.type ?? 'text'} class=${classes} ?required=${field.required}
          pattern=${field.pattern ?? nothing} title=${field.pattern ? field.help : nothing} min=${field.min ?? nothing} max=${field.max ?? nothing} step=${field.step ?? nothing}
          .value=${String(field.value ?? '')} spellcheck="false" aria-describedby=${described}>`;
    }
  }
}

customElements.define('grape-dialogs', DialogHost);
