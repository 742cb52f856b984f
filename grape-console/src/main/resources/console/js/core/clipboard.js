import {t} from './i18n.js';
import {toast} from '../parts/toast.js';

/** Copies a text. Over plain HTTP browsers have no clipboard, so a hidden field is copied from there. */
export async function copy(text) {
  let copied;
  try {
    await navigator.clipboard.writeText(text);
    copied = true;
  } catch {
    copied = copyFromField(text);
  }
  if (copied) {
    toast.ok(t('copy.done'));
  } else {
    toast.fail(t('copy.failed'));
  }
}

function copyFromField(text) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  const dialogs = document.querySelectorAll('dialog[open]');
  (dialogs[dialogs.length - 1] ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
  }
}
