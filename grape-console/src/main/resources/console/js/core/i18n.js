/** The words of the console, by key. A value is a text, or an object by plural category. */

import {settings} from './settings.js';

export const LANGUAGES = {en: 'English', 'zh-CN': '中文'};

let messages = {};
let plurals = new Intl.PluralRules('en');

/** The language that is shown. */
export function language() {
  const chosen = settings.get('language');
  if (chosen in LANGUAGES) {
    return chosen;
  }
  return (navigator.languages ?? []).some((one, i) => i === 0 && one.toLowerCase().startsWith('zh')) ? 'zh-CN' : 'en';
}

/** Reads the words of the language that is chosen. */
export async function loadLanguage() {
  const wanted = language();
  const file = new URL(`../../i18n/${wanted}.json`, import.meta.url);
  messages = await (await fetch(file)).json();
  plurals = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/**
 * The text of a key. {@code {name}} is replaced by the argument of that name; {@code n} chooses the plural.
 *
 * @param {string} key
 * @param {Record<string, string|number>} [args]
 */
export function t(key, args = {}) {
  const found = messages[key] ?? key;
  const text = typeof found === 'string' ? found : found[plurals.select(Number(args.n ?? 0))] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? shown(args[name]) : whole));
}

/** True where the language has a text of this key. */
export function has(key) {
  return key in messages;
}

function shown(value) {
  return typeof value === 'number' ? new Intl.NumberFormat(language()).format(value) : String(value);
}
