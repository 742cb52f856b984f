import {html, nothing} from 'lit';
import {count, duration, rate, short} from '../core/format.js';
import {t} from '../core/i18n.js';
import {href, path} from '../core/router.js';
import {sparkline} from '../charts/sparkline.js';
import {link, stateBadge} from './views.js';
import './table.js';

/** Whether its jobs wait longer than it wants; if it does not say, for more than 10 s. */
export const isLate = ({settings, latenessTargetMissed, oldestReadyMs}) => (settings.latenessTargetMs ? latenessTargetMissed : oldestReadyMs > 10_000);

/** How a tube is: paused, late, waiting for a consumer, moving or still. */
export function tubeStatus(tube) {
  if (tube.paused) {
    return html`<span title=${tube.paused.reason ?? ''}>${stateBadge('paused')}</span>`;
  }
  const flowing = (tube.activity?.perSecond?.finished ?? 0) > 0;
  if (tube.oldestReadyMs > 60_000 && !flowing) {
    return html`<span class="state late"><span aria-hidden="true">!</span> ${t('tube.nobody')}</span>`;
  }
  if (isLate(tube)) {
    return stateBadge('late');
  }
  return html`<span class="muted">${flowing ? t('tube.moving') : t('tube.still')}</span>`;
}

/** What a column sorts by. */
export function tubeValue(tube, key) {
  switch (key) {
    case 'name': return tube.name;
    case 'oldest': return tube.oldestReadyMs;
    case 'in': return tube.activity?.perSecond?.produced;
    case 'out': return tube.activity?.perSecond?.finished;
    default: return tube.counts[key];
  }
}

const counter = (state) => ({
  key: state,
  label: t(`state.${state}`),
  hint: t(`state.${state}.hint`),
  kind: 'number',
  sortable: true,
  cell: (tube) => html`<a class="count ${state} ${tube.counts[state] ? '' : 'zero'}" href=${href(`${path('tubes', tube.name)}?state=${state}`)} title=${count(tube.counts[state])}>${short(tube.counts[state])}</a>`,
});

function columns(tubes) {
  return [
    {key: 'name', label: t('tube.name'), kind: 'main', sortable: true, cell: (tube) => link(path('tubes', tube.name), tube.name, 'strong')},
    counter('delayed'),
    counter('ready'),
    {key: 'oldest', label: t('tube.oldest'), hint: t('tube.oldest.hint'), kind: 'number', sortable: true, cell: (tube) => html`<span class=${isLate(tube) ? 'state late' : ''}>${tube.oldestReadyMs ? duration(tube.oldestReadyMs) : '–'}</span>`},
    ...(tubes.some((tube) => tube.counts.gated) ? [counter('gated')] : []),
    counter('retained'),
    counter('failed'),
    {key: 'in', label: t('tube.in'), kind: 'number', sortable: true, cell: (tube) => rate(tube.activity?.perSecond?.produced)},
    {key: 'out', label: t('tube.out'), kind: 'number', sortable: true, cell: (tube) => rate(tube.activity?.perSecond?.finished)},
    {key: 'hour', label: t('tube.hour'), kind: 'chart', cell: (tube) => (tube.activity ? sparkline(tube.activity.finished, {label: t('tube.hour.summary', {n: total(tube)})}) : nothing)},
    {key: 'status', label: t('tube.status'), cell: tubeStatus},
  ];
}

function total(tube) {
  return tube.activity.finished.reduce((a, b) => a + b, 0);
}

/** Tubes, one in a row, with what goes on in them. */
export function tubeTable(tubes, {sort = '', onSort} = {}) {
  const shown = columns(tubes).map((column) => (onSort ? column : {...column, sortable: false}));
  return html`<grape-table data-testid="tubes" .label=${t('nav.tubes')} .columns=${shown} .rows=${tubes} .rowKey=${(tube) => tube.name}
    .rowPath=${(tube) => path('tubes', tube.name)} .sort=${sort} @sort=${(event) => onSort?.(event.detail)}></grape-table>`;
}
