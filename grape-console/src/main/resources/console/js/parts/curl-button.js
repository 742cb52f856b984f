import {html} from 'lit';
import {curl} from '../core/api.js';
import {copy} from '../core/clipboard.js';
import {t} from '../core/i18n.js';
import {icon} from './icons.js';

/** What the page asks the broker, as a line for a shell. On a phone there is no shell to paste it into. */
export function curlButton(path, query = {}) {
  return html`<button class="quiet wide-only" title=${t('action.copyCommand')} @click=${() => copy(curl('GET', path, {query}))}>${icon('copy')} curl</button>`;
}
