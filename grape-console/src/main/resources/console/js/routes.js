/**
 * Every page of the console, each once: its path, its element and the file of that, its name, and the right that it takes.
 *
 * @typedef {object} Route
 * @property {string} pattern
 * @property {string} tag the element, which the file defines
 * @property {() => Promise<unknown>} file
 * @property {string} nav which entry of the navigation it belongs to
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} path
 * @property {string} sign
 * @property {string} key what follows g on the keyboard
 * @property {string} right
 * @property {boolean} [system] about the machinery, not the jobs
 * @property {boolean} [phone] has a place at the foot of a phone
 */

/** @type {Route[]} */
export const ROUTES = [
  {pattern: '/', tag: 'grape-overview', file: () => import('./pages/overview.js'), nav: 'overview'},
  {pattern: '/tubes', tag: 'grape-tubes', file: () => import('./pages/tubes.js'), nav: 'tubes'},
  {pattern: '/tubes/:tube', tag: 'grape-tube', file: () => import('./pages/tube.js'), nav: 'tubes'},
  {pattern: '/tubes/:tube/jobs/:id', tag: 'grape-job', file: () => import('./pages/job.js'), nav: 'tubes'},
  {pattern: '/search', tag: 'grape-search', file: () => import('./pages/search.js'), nav: ''},
];

/** @type {Entry[]} */
export const ENTRIES = [
  {name: 'overview', path: '/', sign: '◎', key: 'o', right: 'tubes.read', phone: true},
  {name: 'tubes', path: '/tubes', sign: '≡', key: 't', right: 'tubes.read', phone: true},
];

/** What is shown where no page is meant. */
export const NOWHERE = {tag: 'grape-nowhere', file: () => import('./pages/nowhere.js'), nav: ''};
