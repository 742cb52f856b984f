/** The start: words, who looks, then the page. */

import {loadLanguage} from './core/i18n.js';
import {session} from './core/session.js';
import './app.js';

await Promise.all([loadLanguage(), session.load().catch(() => {})]);
const app = document.querySelector('grape-app');
app.ready = true;
await app.updateComplete;
document.querySelector('#splash').remove();
