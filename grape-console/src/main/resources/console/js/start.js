/** What takes a while, begun before the app itself is here: the words, who looks, and the files of the page that the URL means. */

import {loadLanguage} from './core/i18n.js';
import {router} from './core/router.js';
import {session} from './core/session.js';
import {routeOf} from './routes.js';

/** What each page imports, by the name of its file. Asked for at once: else a file is found only after the one that imports it. */
const files = JSON.parse(document.querySelector('#page-files').textContent);
for (const file of files[routeOf(router.place.path).tag.slice('grape-'.length)] ?? []) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = new URL(`../${file}`, import.meta.url).href;
  document.head.append(link);
}

export const started = Promise.all([loadLanguage(), session.load().catch(() => {})]);
