import {GrapeElement, html, nothing} from '../core/element.js';
import {api, at} from '../core/api.js';
import {clock} from '../core/clock.js';
import {duration} from '../core/format.js';
import {liftGate, matchOf, PAUSE} from '../core/gate-actions.js';
import {t} from '../core/i18n.js';
import {path} from '../core/router.js';
import {session} from '../core/session.js';
import {link, stateSign} from './views.js';

const EVERY_MILLIS = 5000;
/** So many gates and keys are named; the pages of gates and keys have them all. */
const NAMED = 3;
const KEYS = 100;

/** Which jobs a gate matches, with the way to them. */
export function gateMatch(tube, gate) {
  const kind = matchOf(gate);
  return kind === 'all' ? t('gates.what.all') : html`${t(`gates.what.${kind}`)} ${tagged(tube, kind, gate.match[kind])}`;
}

const tagged = (tube, kind, value) => link(`${path('tubes', tube)}?${kind}=${encodeURIComponent(value)}`, value, 'mono');

/** On the page of a tube: which jobs are held back, by what, and until when. A pause has a note of its own. */
class TubeHolds extends GrapeElement {
  static properties = {
    tube: {},
    /** Whether the tube has keys. */
    keyed: {type: Boolean},
    gates: {state: true},
    keys: {state: true},
  };

  #askedAt = 0;
  #askedFor = '';

  constructor() {
    super();
    this.gates = [];
    this.keys = [];
  }

  willUpdate() {
    const now = clock.now();
    if (this.tube !== this.#askedFor) {
      this.gates = [];
      this.keys = [];
      this.#look();
    } else if (now - this.#askedAt > EVERY_MILLIS && !document.hidden) {
      this.#look();
    }
  }

  connectedCallback() {
    super.connectedCallback();
    this.during(clock, 'tick', () => this.requestUpdate());
  }

  /** What cannot be had now is asked for again; the page says it itself when nobody answers. */
  async #look() {
    const tube = this.tube;
    this.#askedFor = tube;
    this.#askedAt = clock.now();
    const quiet = (call) => call.catch(() => null);
    const [gates, keys] = await Promise.all([
      quiet(api.get(at('tubes', tube, 'gates'))),
      this.keyed ? quiet(api.get(at('tubes', tube, 'keys'), {sort: 'backlog', limit: KEYS})) : null,
    ]);
    if (tube === this.tube) {
      this.gates = gates?.gates ?? this.gates;
      this.keys = keys?.keys ?? this.keys;
    }
  }

  render() {
    const gates = this.gates.filter((gate) => gate.name !== PAUSE);
    const paused = this.keys.filter((key) => key.paused && key.waiting);
    return html`${gates.length ? this.#gates(gates) : nothing}${paused.length ? this.#paused(paused) : nothing}`;
  }

  #gates(gates) {
    return html`<div class="panel held-note" role="status" data-testid="gates">
      <ul>${gates.slice(0, NAMED).map((gate) => html`<li>${this.#gate(gate)}</li>`)}</ul>
      ${link(path('tubes', this.tube, 'gates'), gates.length > NAMED ? t('gates.all', {n: gates.length}) : t('tube.gates'))}</div>`;
  }

  #gate(gate) {
    const all = matchOf(gate) === 'all';
    const does = gate.state === 'lifting' ? 'lifting' : gate.mode;
    return html`<span><span class="state gated" aria-hidden="true">${stateSign('gated')}</span>
        <b>${t(`gates.note.${all ? 'all' : 'some'}.${does}`, {name: gate.name})}</b> ${all ? nothing : gateMatch(this.tube, gate)}
        <span class="muted">${this.#facts(gate).map((one) => html` · ${one}`)}</span>${gate.reason ? html` · ${gate.reason}` : nothing}</span>
      ${does !== 'lifting' && session.may('tubes.pause') ? html`<button class="small" @click=${() => this.#lift(gate.name)}>${t('gates.lift')}</button>` : nothing}`;
  }

  #facts({mode, held, dropped, buried, until}) {
    const acted = {hold: held, drop: dropped, bury: buried}[mode];
    return [
      ...(acted === undefined ? [] : [t(`gates.so.${mode}`, {n: acted})]),
      ...(until ? [t('gates.for', {duration: duration(Math.max(0, Date.parse(until) - clock.now()))})] : []),
    ];
  }

  #paused(keys) {
    const waiting = keys.reduce((sum, key) => sum + key.waiting, 0);
    return html`<div class="panel held-note" role="status" data-testid="paused-keys">
      <span><span class="state paused" aria-hidden="true">${stateSign('paused')}</span> <b>${t('tubeKeys.note', {n: keys.length})}</b>
        ${keys.slice(0, NAMED).map((key) => html`${tagged(this.tube, 'key', key.key)} `)}
        <span class="muted"> · ${t('tubeKeys.note.waiting', {n: waiting})}</span></span>
      <span class="grow"></span>${link(path('tubes', this.tube, 'keys'), t('tube.keys'))}</div>`;
  }

  async #lift(name) {
    if (await liftGate(this.tube, name)) {
      await this.#look();
      this.dispatchEvent(new CustomEvent('lifted'));
    }
  }
}

customElements.define('grape-tube-holds', TubeHolds);
