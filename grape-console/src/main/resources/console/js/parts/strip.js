import {GrapeElement, html, nothing} from '../core/element.js';
import {rate, short, count, lateness as bound} from '../core/format.js';
import {t} from '../core/i18n.js';
import {live} from '../core/live.js';
import {href, path} from '../core/router.js';
import {stateSign, usualStates} from './views.js';

/** The counts that stand on every page: of all tubes, or of the one that the page is about. */
class Strip extends GrapeElement {
  static properties = {
    tube: {},
    overview: {attribute: false},
    shown: {state: true},
  };

  #end = null;

  willUpdate(changed) {
    if (changed.has('tube')) {
      this.#end?.();
      this.#end = null;
      this.shown = null;
      if (this.tube) {
        this.#end = live.on(`tube:${this.tube}`, (tube) => { this.shown = tube; });
      }
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#end?.();
    this.#end = null;
  }

  get #numbers() {
    if (this.tube) {
      const {counts, activity} = this.shown ?? {};
      return {counts, perSecond: activity?.perSecond, lateness: activity?.lateness, partial: false};
    }
    const {counts, perSecond, lateness, tubes} = this.overview ?? {};
    return {counts, perSecond, lateness, partial: tubes && tubes.counted < tubes.count};
  }

  render() {
    const {counts, perSecond, lateness, partial} = this.#numbers;
    const about = partial ? '≈ ' : '';
    return html`<div class="strip" aria-label=${t('strip.label')} role="group">
      ${this.tube ? html`<a class="strip-tube" href=${href(path('tubes', this.tube))}>${this.tube}</a>` : nothing}
      ${usualStates(counts).map((state) => html`<a class="strip-count ${state}" href=${href(this.#place(state))} title=${`${t(`state.${state}.hint`)} ${counts ? count(counts[state]) : ''}`}>
        <span class="sign" aria-hidden="true">${stateSign(state)}</span><span class="word">${t(`state.${state}`)}</span> <b>${about}${short(counts?.[state])}</b></a>`)}
      <span class="strip-rate">${t('strip.in')} <b>${rate(perSecond?.produced)}</b>/s</span>
      <span class="strip-rate">${t('strip.out')} <b>${rate(perSecond?.finished)}</b>/s</span>
      <span class="strip-rate" title=${t('lateness.hint')}>${t('strip.late')} <b>${bound(lateness?.p95Ms)}</b></span>
    </div>`;
  }

  #place(state) {
    if (this.tube) {
      return `${path('tubes', this.tube)}?state=${state}`;
    }
    return `/tubes?sort=-${state}`;
  }
}

customElements.define('grape-strip', Strip);
