import {GrapeElement, html, nothing} from '../core/element.js';
import {at, url} from '../core/api.js';
import {copy} from '../core/clipboard.js';
import {bytes, count} from '../core/format.js';
import {t} from '../core/i18n.js';
import {parse} from '../core/json.js';
import {sizeOf, textOf} from '../core/jobs.js';
import {choice, empty} from './views.js';
import {icon} from './icons.js';
import './json-tree.js';

/** What is drawn before somebody asks for the rest. */
const SHOWN = 8 * 1024;
const ROW = 16;

/** What is in a job: as a tree of JSON, as text, or as bytes; never changed on the way. */
class PayloadView extends GrapeElement {
  static properties = {
    job: {attribute: false},
    view: {state: true},
    whole: {state: true},
  };

  #parsed = null;
  #parsedOf = null;

  constructor() {
    super();
    this.view = '';
    this.whole = false;
  }

  get #payload() {
    return this.job.payload;
  }

  /** The tree, null where it is no JSON. */
  get #tree() {
    const text = textOf(this.#payload);
    if (this.#parsedOf !== text) {
      this.#parsedOf = text;
      try {
        this.#parsed = text === null ? null : parse(text);
      } catch {
        this.#parsed = null;
      }
    }
    return this.#parsed;
  }

  render() {
    if (this.#payload.kind === 'hidden') {
      return html`<h2>${t('job.payload')}</h2>${empty(t('payload.hidden'), t('payload.hidden.text'))}`;
    }
    if (this.#payload.kind === 'none') {
      return html`<h2>${t('job.payload')}</h2>${empty(t('payload.notKept'), t('payload.notKept.text'))}`;
    }
    const text = textOf(this.#payload);
    const views = [...(this.#tree ? [['json', 'JSON']] : []), ...(text === null ? [] : [['text', t('payload.text')]]), ['hex', t('payload.hex')]];
    const view = views.some(([name]) => name === this.view) ? this.view : views[0][0];
    return html`<div class="payload-head"><h2>${t('job.payload')}</h2>
        <span class="muted">${bytes(sizeOf(this.#payload))} · <code>${this.job.contentType}</code></span><span class="grow"></span>
        ${choice(t('payload.view'), views, view, (chosen) => { this.view = chosen; })}
        ${text === null ? nothing : html`<button class="icon" title=${t('payload.copy')} aria-label=${t('payload.copy')} @click=${() => copy(text)}>${icon('copy')}</button>`}
        <a class="icon-link" download=${this.job.id} href=${url(`${at('tubes', this.job.tube, 'jobs', this.job.id)}/payload`)} title=${t('payload.download')} aria-label=${t('payload.download')}>${icon('download')}</a></div>
      <div class="payload-body" data-testid="payload" tabindex="0">${this.#body(view, text)}</div>`;
  }

  #body(view, text) {
    if (view === 'json') {
      return html`<grape-json .node=${this.#tree}></grape-json>`;
    }
    const size = view === 'text' ? text.length : sizeOf(this.#payload);
    const end = this.whole ? size : SHOWN;
    return html`<pre>${view === 'text' ? text.slice(0, end) : hex(this.#bytes(text), end)}</pre>
      ${size > end ? html`<button @click=${() => { this.whole = true; }}>${t('payload.rest', {n: count(size - end)})}</button>` : nothing}`;
  }

  #bytes(text) {
    return this.#payload.bytes ?? new TextEncoder().encode(text);
  }
}

/** Sixteen bytes a line: where, in hex, and as letters where they are some. */
function hex(all, end) {
  const lines = [];
  for (let at = 0; at < Math.min(all.length, end); at += ROW) {
    const row = [...all.subarray(at, Math.min(at + ROW, end))];
    const digits = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ').padEnd(ROW * 3 - 1);
    const letters = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·')).join('');
    lines.push(`${at.toString(16).padStart(6, '0')}  ${digits}  ${letters}`);
  }
  return lines.join('\n');
}

customElements.define('grape-payload', PayloadView);
