/** The start: once the words and who looks are known, the page; then, while nothing else is to be done, the files of the other pages. */

import './app.js';
import {ROUTES} from './routes.js';
import {started} from './start.js';

await started;
const app = document.querySelector('grape-app');
app.ready = true;
await app.updateComplete;
document.querySelector('#splash').remove();

/** The pages are there then also where the next broker has other files than this one. */
const IDLE_MILLIS = 2000;
setTimeout(() => ROUTES.forEach((route) => route.file().catch(() => {})), IDLE_MILLIS);
