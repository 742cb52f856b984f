import {html, nothing, svg} from 'lit';

const WIDTH = 96;
const HEIGHT = 24;

/**
 * A line as small as a word, from zero to its own greatest value. What is null is a gap.
 *
 * @param {(number|null)[]} values oldest first
 * @param {{label: string, kind?: string}} more
 */
export function sparkline(values, {label, kind = ''}) {
  if (!values?.length) {
    return nothing;
  }
  const most = Math.max(1, ...values.filter((value) => value !== null));
  const x = (i) => 1 + (i / Math.max(1, values.length - 1)) * (WIDTH - 2);
  const y = (value) => HEIGHT - 2 - (value / most) * (HEIGHT - 5);
  const runs = runsOf(values);
  return html`<svg class="spark ${kind}" width=${WIDTH} height=${HEIGHT} viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${label}>
    <title>${label}</title>
    ${runs.map((run) => svg`
      <path class="spark-area" d=${`M${x(run[0])} ${HEIGHT - 2} ${run.map((i) => `L${x(i).toFixed(1)} ${y(values[i]).toFixed(1)}`).join(' ')} L${x(run[run.length - 1])} ${HEIGHT - 2}Z`}></path>
      <path class="spark-line" d=${run.map((i, n) => `${n ? 'L' : 'M'}${x(i).toFixed(1)} ${y(values[i]).toFixed(1)}`).join(' ')}></path>`)}
  </svg>`;
}

/** The places of values that follow each other without a gap. */
function runsOf(values) {
  const runs = [];
  let run = [];
  values.forEach((value, i) => {
    if (value === null || value === undefined) {
      run = [];
    } else {
      if (run.length === 0) {
        runs.push(run);
      }
      run.push(i);
    }
  });
  return runs;
}
