/** The HTTP API of the broker that served this page. */

const base = new URL(document.baseURI);

/** Asks who looks: a 401 of it is a response, not a reason to ask. */
const SESSION = '/v1/session';

/** What went wrong with a call, as `application/problem+json` says it. */
export class Problem extends Error {
  constructor({status, code, title, detail, requestId, retryAfter}) {
    super(detail || title || code);
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** Nobody answered. */
  static unreachable() {
    return new Problem({status: 0, code: 'UNREACHABLE', title: '', detail: ''});
  }
}

/** Whether it may be gone by itself in a moment: nobody answered, or the broker could not. */
export function mayPass({status}) {
  return !(status >= 400 && status < 500) || status === 429;
}

/** What is done about a response 401; says whether the call is worth another try. */
let renew = async () => false;

/** @param {() => Promise<boolean>} action */
export function whenUnauthenticated(action) {
  renew = action;
}

/**
 * The URL of a call.
 *
 * @param {string} path `/v1/tubes`
 * @param {Record<string, unknown>} [query] what is empty is left out
 */
export function url(path, query = {}) {
  const found = new URL(path.replace(/^\//, ''), base);
  for (const [name, value] of Object.entries(query)) {
    if (value !== '' && value !== null && value !== undefined) {
      found.searchParams.set(name, String(value));
    }
  }
  return found;
}

/** A path of the API out of parts, each encoded: `at('tubes', name, 'jobs', id)` is below `/v1`. */
export function at(...parts) {
  return '/v1/' + parts.map(encodeURIComponent).join('/');
}

/**
 * @param {'GET'|'PUT'|'POST'|'PATCH'|'DELETE'} method
 * @param {{query?: object, body?: unknown, raw?: BodyInit, contentType?: string, signal?: AbortSignal, again?: boolean, leaving?: boolean, ifMatch?: string}} [more]
 *     `body` is sent as JSON, `raw` as it is; what is sent while the page is left
 *     goes on without it
 */
async function send(method, path, more = {}) {
  const headers = {Accept: 'application/json', 'X-Grape-Console': '1'};
  let body = more.raw;
  if (more.body !== undefined) {
    body = JSON.stringify(more.body);
    headers['Content-Type'] = 'application/json';
  } else if (more.contentType) {
    headers['Content-Type'] = more.contentType;
  }
  if (more.ifMatch) {
    headers['If-Match'] = more.ifMatch;
  }
  let response;
  try {
    response = await fetch(url(path, more.query), {method, headers, body, signal: more.signal, keepalive: more.leaving, credentials: 'same-origin'});
  } catch (failure) {
    throw failure.name === 'AbortError' ? failure : Problem.unreachable();
  }
  if (response.status === 401 && path !== SESSION && !more.again && await renew()) {
    return send(method, path, {...more, again: true});
  }
  if (!response.ok) {
    throw await problemOf(response);
  }
  return response;
}

async function problemOf(response) {
  const told = await response.json().catch(() => ({}));
  return new Problem({
    status: response.status,
    code: told.code ?? 'INTERNAL',
    title: told.title ?? response.statusText,
    detail: told.detail ?? '',
    requestId: told.requestId ?? response.headers.get('X-Request-Id') ?? '',
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  });
}

async function json(method, path, more) {
  const response = await send(method, path, more);
  const text = await response.text();
  return text ? JSON.parse(text) : null;
}

export const api = {
  get: (path, query, signal) => json('GET', path, {query, signal}),
  /** The text of a response, for what must not go through a number of JavaScript. */
  text: async (path, query, signal) => (await send('GET', path, {query, signal})).text(),
  /** What is there, and the ETag to change it with. */
  tagged: async (path) => {
    const response = await send('GET', path);
    return {tag: response.headers.get('ETag'), value: await response.json()};
  },
  post: (path, more) => json('POST', path, more),
  put: (path, more) => json('PUT', path, more),
  patch: (path, more) => json('PATCH', path, more),
  delete: (path, more) => json('DELETE', path, more),
};

/** True where a call from a shell needs a token. */
let isAsked = false;

/** @param {boolean} asked whether the broker asks who calls */
export function callersAreAsked(asked) {
  isAsked = asked;
}

/** A call as a line for a shell; `body` is sent as JSON, `text` is JSON already. */
export function curl(method, path, {query, body, text = JSON.stringify(body)} = {}) {
  const quoted = (one) => `'${one.replaceAll("'", "'\\''")}'`;
  const parts = ['curl'];
  if (method !== 'GET') {
    parts.push('-X', method);
  }
  parts.push(quoted(url(path, query).href));
  if (isAsked) {
    parts.push('-H', '"Authorization: Bearer $GRAPE_TOKEN"');
  }
  if (text !== undefined) {
    parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted(text));
  }
  return parts.join(' ');
}
