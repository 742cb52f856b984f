/** Lists as files: one line of JSON each, as the broker said it. */

import {api, at} from '../core/api.js';
import {count} from '../core/format.js';
import {t} from '../core/i18n.js';
import {field, parse, plain} from '../core/json.js';
import {toast} from './toast.js';

const PAGE = 200;
/** What a page of a browser may reasonably hold. */
const MOST = 100_000;
/** Where only some of a list are wanted, its pages may be empty. */
const MOST_PAGES = MOST / PAGE;

/** All failed jobs of a tube, with their reasons. */
export function exportFailed(tube) {
  return exported(`${at('tubes', tube)}/jobs`, {state: 'failed'}, 'jobs', `${tube}-failed.ndjson`);
}

/** Those of them that failed for one reason, or for none. */
export function exportGroup(tube, signature) {
  return exported(`${at('tubes', tube)}/jobs?reason=${encodeURIComponent(signature)}`, {state: 'failed'}, 'jobs', `${tube}-failed-group.ndjson`);
}

/** What the audit log says, by the same filters as the page. */
export function exportAudit(filters) {
  return exported('/v1/audit', filters, 'entries', 'grape-audit.ndjson');
}

/**
 * Follows a list from page to page. Its items are cut out of the responses as text, so that no number in a payload is changed.
 */
async function exported(call, query, list, file) {
  const lines = [];
  let cursor = '';
  let pages = 0;
  try {
    do {
      const text = await api.text(call, {...query, limit: PAGE, cursor});
      const answer = parse(text);
      lines.push(...field(answer, list).items.map((one) => line(text.slice(one.start, one.end))));
      const next = field(answer, 'next');
      cursor = next ? plain(next) : null;
    } while (cursor && ++pages < MOST_PAGES);
  } catch (failure) {
    toast.fail(failure);
    return;
  }
  save(file, lines);
  toast.ok(cursor ? t('export.part', {n: lines.length}) : t('export.done', {count: count(lines.length)}));
}

/** A break can only be between the parts of JSON: in a text it is written \n. */
function line(text) {
  return text.replace(/\s*[\r\n]+\s*/g, ' ');
}

function save(file, lines) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([lines.map((one) => `${one}\n`).join('')], {type: 'application/x-ndjson'}));
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
