import {html, nothing} from 'lit';
import {t} from '../core/i18n.js';
import {session} from '../core/session.js';

/** Which environment this is; one that people depend on is red. */
export function environmentBadge() {
  const name = session.environment;
  const real = name && /prod|live|线上|生产/i.test(name);
  return name ? html`<span class="environment ${real ? 'real' : ''}" title=${t('environment.hint')}>${name}</span>` : nothing;
}
