import {html} from 'lit';
import {keys, modKey} from '../core/keys.js';
import {t} from '../core/i18n.js';
import {ask} from './dialog.js';

/** The sheet that says which keys do what, here and now. */
export function showHelp() {
  return ask({
    title: t('help.title'),
    text: html`<dl class="keys">${keys.all.map(([key, label]) => html`
      <div><dt>${key.split(' ').map((one) => html`<kbd>${one.replace('mod+k', `${modKey()} K`)}</kbd> `)}</dt><dd>${t(label)}</dd></div>`)}</dl>`,
    confirm: t('action.close'),
    telling: true,
  });
}
