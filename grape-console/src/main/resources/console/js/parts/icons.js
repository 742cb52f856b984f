import {html, svg} from 'lit';

/** Few, and drawn here: not every system has letters for them. */
const SHAPES = {
  copy: svg`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"></rect><path d="M3.5 10.5h-1v-8h8v1"></path>`,
  download: svg`<path d="M8 2.5v7.5M4.5 7 8 10.5 11.5 7M2.5 13.5h11"></path>`,
  refresh: svg`<path d="M13.5 8a5.5 5.5 0 1 1-1.7-4M13.5 2v3h-3"></path>`,
  table: svg`<path d="M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 6.5v6"></path>`,
  look: svg`<circle cx="8" cy="8" r="5.5"></circle><path class="full" d="M8 2.5a5.5 5.5 0 0 1 0 11z"></path>`,
};

/** @param {keyof typeof SHAPES} name */
export function icon(name) {
  return html`<svg class="icon-shape" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">${SHAPES[name]}</svg>`;
}
