/** What will be late: jobs as they become due, against as many as are finished in a second. */

/**
 * How late the last job of each stretch would be, when jobs are taken one after the other at the rate that is known.
 *
 * @param {{from: string, stepMs: number, overdue: number, buckets: number[], finishedPerSecond: number}} schedule
 * @returns {{at: number, latenessMs: number}[]} empty while no rate is known
 */
export function latenessLine({from, stepMs, overdue, buckets, finishedPerSecond}) {
  if (!(finishedPerSecond > 0)) {
    return [];
  }
  const start = Date.parse(from);
  let waiting = overdue;
  return buckets.map((due, i) => {
    waiting = Math.max(0, waiting + due - (finishedPerSecond * stepMs) / 1000);
    return {at: start + (i + 1) * stepMs, latenessMs: (waiting / finishedPerSecond) * 1000};
  });
}

/** The stretch in which most become due: when, and how many in a second. */
export function peakOf({from, stepMs, buckets}) {
  const most = Math.max(0, ...buckets);
  return {at: Date.parse(from) + buckets.indexOf(most) * stepMs, perSecond: (most * 1000) / stepMs, jobs: most};
}
