/** Jobs as the API tells them, with their payloads untouched. */

import {field, parse, plain} from './json.js';

/** What a field of a form takes for an id. */
export const ID = '[^\\p{Cc}\\p{Cs}]{1,200}';

/** What a field of a form takes for the key of a job. */
export const KEY = '[A-Za-z0-9._:~\\-]{1,128}';

const WHOLE_ID = new RegExp(`^${ID}$`, 'u');

/** The ids that a typed text may mean: spaces around it may be of the id or not. @returns {string[]} */
export function idsOf(text) {
  return [...new Set([text, text.trim()])].filter((id) => WHOLE_ID.test(id));
}

/**
 * @typedef {object} Payload
 * @property {'json'|'bytes'|'hidden'|'none'} kind none = it is not kept
 * @property {string} [text] of JSON, as it was produced
 * @property {Uint8Array} [bytes]
 */

/** A job out of the text of a response. */
export function jobOf(text) {
  return job(parse(text), text);
}

/** `{jobs, next}` out of the text of a response. */
export function jobsOf(text) {
  const node = parse(text);
  const next = field(node, 'next');
  return {jobs: field(node, 'jobs').items.map((one) => job(one, text)), next: next ? plain(next) : null};
}

function job(node, text) {
  const own = {...node, entries: node.entries.filter(([name]) => name !== 'payload' && name !== 'payloadBase64')};
  return {...plain(own), payload: payload(node, text)};
}

function payload(node, text) {
  const json = field(node, 'payload');
  if (json) {
    return {kind: 'json', text: text.slice(json.start, json.end)};
  }
  const base64 = field(node, 'payloadBase64');
  if (base64) {
    return {kind: 'bytes', bytes: Uint8Array.from(atob(base64.value), (letter) => letter.charCodeAt(0))};
  }
  return {kind: field(node, 'payloadHidden') ? 'hidden' : 'none'};
}

/** How many bytes it has; null when nobody may know. @param {Payload} given */
export function sizeOf(given) {
  return given.kind === 'json' ? new TextEncoder().encode(given.text).length : given.bytes?.length ?? null;
}

/** The bytes as text, null when they are not UTF-8 that can be read. @param {Payload} given */
export function textOf(given) {
  if (given.kind === 'json') {
    return given.text;
  }
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(given.bytes);
    // eslint-disable-next-line no-control-regex -- they are what it looks for
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** The start of a payload in one line. @param {Payload} given */
export function preview(given, length = 160) {
  if (given.kind === 'hidden' || given.kind === 'none') {
    return given.kind === 'hidden' ? '•••' : '–';
  }
  const text = textOf(given);
  return text === null
    ? [...given.bytes.slice(0, 24)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    : text.slice(0, length).replace(/\s+/g, ' ');
}
