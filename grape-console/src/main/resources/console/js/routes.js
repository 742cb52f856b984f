/**
 * Every page of the console, each once: its path, its element and the file of that, its name, and the right that it takes.
 *
 * @typedef {object} Route
 * @property {string} pattern
 * @property {string} tag the element, `grape-` and the name of its file
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

import {match} from './core/router.js';

/** @type {Route[]} */
export const ROUTES = [
  {pattern: '/', tag: 'grape-overview', file: () => import('./pages/overview.js'), nav: 'overview'},
  {pattern: '/tubes', tag: 'grape-tubes', file: () => import('./pages/tubes.js'), nav: 'tubes'},
  {pattern: '/tubes/:tube', tag: 'grape-tube', file: () => import('./pages/tube.js'), nav: 'tubes'},
  {pattern: '/tubes/:tube/keys', tag: 'grape-keys', file: () => import('./pages/keys.js'), nav: 'tubes'},
  {pattern: '/tubes/:tube/gates', tag: 'grape-gates', file: () => import('./pages/gates.js'), nav: 'tubes'},
  {pattern: '/tubes/:tube/schedules', tag: 'grape-schedules', file: () => import('./pages/schedules.js'), nav: 'tubes'},
  {pattern: '/tubes/:tube/schedules/:name', tag: 'grape-tube-schedule', file: () => import('./pages/tube-schedule.js'), nav: 'tubes'},
  {pattern: '/tubes/:tube/jobs/:id', tag: 'grape-job', file: () => import('./pages/job.js'), nav: 'tubes'},
  {pattern: '/search', tag: 'grape-search', file: () => import('./pages/search.js'), nav: ''},
  {pattern: '/schedule', tag: 'grape-schedule', file: () => import('./pages/schedule.js'), nav: 'schedule'},
  {pattern: '/failed', tag: 'grape-failed', file: () => import('./pages/failed.js'), nav: 'failed'},
  {pattern: '/failed/:tube', tag: 'grape-failures', file: () => import('./pages/failures.js'), nav: 'failed'},
  {pattern: '/operations', tag: 'grape-operations', file: () => import('./pages/operations.js'), nav: 'operations'},
  {pattern: '/operations/:id', tag: 'grape-operation', file: () => import('./pages/operation.js'), nav: 'operations'},
  {pattern: '/cluster', tag: 'grape-cluster', file: () => import('./pages/cluster.js'), nav: 'cluster'},
  {pattern: '/redis', tag: 'grape-redis', file: () => import('./pages/redis.js'), nav: 'redis'},
  {pattern: '/audit', tag: 'grape-audit', file: () => import('./pages/audit.js'), nav: 'audit'},
  {pattern: '/access', tag: 'grape-access', file: () => import('./pages/access.js'), nav: 'access'},
];

/** @type {Entry[]} */
export const ENTRIES = [
  {name: 'overview', path: '/', sign: '◎', key: 'o', right: 'tubes.read', phone: true},
  {name: 'tubes', path: '/tubes', sign: '≡', key: 't', right: 'tubes.read', phone: true},
  {name: 'schedule', path: '/schedule', sign: '◷', key: 's', right: 'tubes.read'},
  {name: 'failed', path: '/failed', sign: '✕', key: 'f', right: 'jobs.read', phone: true},
  {name: 'operations', path: '/operations', sign: '⚙', key: 'p', right: 'tubes.read', phone: true},
  {name: 'cluster', path: '/cluster', sign: '▦', key: 'c', right: 'system.read', system: true},
  {name: 'redis', path: '/redis', sign: '▤', key: 'r', right: 'system.read', system: true},
  {name: 'audit', path: '/audit', sign: '☰', key: 'a', right: 'audit.read', system: true},
  {name: 'access', path: '/access', sign: '◈', key: 'x', right: 'access.admin', system: true},
];

/** What is shown where no page is meant. */
export const NOWHERE = {tag: 'grape-nowhere', file: () => import('./pages/nowhere.js'), nav: ''};

/**
 * The page that a path means, with the parameters that are in the path.
 *
 * @returns {Route & {params: Record<string, string>}}
 */
export function routeOf(path) {
  for (const route of ROUTES) {
    const params = match(route.pattern, path);
    if (params) {
      return {...route, params};
    }
  }
  return {...NOWHERE, params: {}};
}
