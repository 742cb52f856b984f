/** The start: once the words and who looks are known, the page; a moment later the files of the other pages. */

import './app.js';
import {NOWHERE, ROUTES} from './routes.js';
import {started} from './start.js';

await started;
const app = document.querySelector('grape-app');
app.ready = true;
await app.updateComplete;
document.querySelector('#splash').remove();

/** Once they are there, it does not matter that the next broker has other files than this one. */
const LATER_MILLIS = 2000;
setTimeout(() => [...ROUTES, NOWHERE].forEach((route) => route.file().catch(() => {})), LATER_MILLIS);
