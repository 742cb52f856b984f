/** What somebody chose for this browser: kept here, never sent. */

const STORE = 'grape.settings';

/** @typedef {{theme: 'system'|'light'|'dark', language: ''|'en'|'zh-CN', zone: string, times: 'relative'|'absolute', hidden: Record<string, number>}} Settings
 *     `hidden`: what of the attention list was acknowledged, and until when */

/** @type {Settings} */
const DEFAULTS = {theme: 'system', language: '', zone: 'local', times: 'relative', hidden: {}};

class SettingsStore extends EventTarget {
  #values = {...DEFAULTS, ...read()};

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    this.#values = {...this.#values, [name]: value};
    try {
      localStorage.setItem(STORE, JSON.stringify(this.#values));
    } catch {
      // A browser that keeps nothing still shows what was chosen until the page is left.
    }
    this.dispatchEvent(new Event('change'));
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}');
  } catch {
    return {};
  }
}

export const settings = new SettingsStore();

/** Puts the theme on the page; without one the system's is followed. */
function applyTheme() {
  const theme = settings.get('theme');
  if (theme === 'system') {
    document.documentElement.removeAttribute('data-theme');
  } else {
    document.documentElement.dataset.theme = theme;
  }
}

settings.addEventListener('change', applyTheme);
applyTheme();
