/** The two charts that say how things go: what went through, and how late it was. */

import {html} from 'lit';
import {lateness, rate} from '../core/format.js';
import {t} from '../core/i18n.js';
import '../charts/lines.js';

/** What went through in a second, of all tubes or of one. @param {object} samples what `GET /v1/samples` answers */
export function flowChart({points, from, to, stepMs}) {
  const each = (key) => (point) => (point[key] * 1000) / stepMs;
  const series = [
    {key: 'produced', label: t('flow.produced'), kind: 'produced', of: each('produced'), area: true},
    {key: 'finished', label: t('flow.finished'), kind: 'finished', of: each('finished')},
    {key: 'released', label: t('flow.released'), kind: 'released', of: each('released')},
    {key: 'buried', label: t('flow.buried'), kind: 'buried', of: each('buried')},
  ];
  return html`<grape-lines data-testid="flow" .label=${t('flow.title')} .points=${points} .series=${series} .from=${from} .to=${to}
    .stepMs=${stepMs} .unit=${rate}></grape-lines>`;
}

/** Delivered less due: half, 95 and 99 of a hundred. */
export function latenessChart({points, from, to, stepMs}) {
  const each = (key) => (point) => point.lateness?.[key];
  const series = [
    {key: 'p50', label: 'p50', kind: 'p50', of: each('p50Ms')},
    {key: 'p95', label: 'p95', kind: 'p95', of: each('p95Ms')},
    {key: 'p99', label: 'p99', kind: 'p99', of: each('p99Ms')},
  ];
  return html`<grape-lines data-testid="lateness" .label=${t('lateness.title')} .points=${points} .series=${series} .from=${from} .to=${to}
    .stepMs=${stepMs} .unit=${lateness} .none=${t('lateness.none')} log></grape-lines>`;
}
