// A worker for Node.js 20 or newer, without dependencies. GRAPE_URL and GRAPE_TUBE say what it works on, GRAPE_TOKEN who it is.
import { setTimeout as sleep } from 'node:timers/promises';

const { GRAPE_URL, GRAPE_TUBE, GRAPE_TOKEN } = process.env;
const tube = `${GRAPE_URL}/v1/tubes/${encodeURIComponent(GRAPE_TUBE)}`;
const headers = GRAPE_TOKEN ? { Authorization: `Bearer ${GRAPE_TOKEN}` } : {};
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort());

async function handle(payload) { // Your work. A job may come again after a crash, so make it idempotent.
  await sleep(payload.sleepMs ?? 0);
  if (payload.fail) throw new Error('asked to fail');
}

// Full jitter, and never less than what the broker asks for.
const pause = (tries, retryAfter, first = 100, most = 30_000) =>
  Math.max(1000 * (retryAfter ?? 0), Math.random() * Math.min(most, first * 2 ** tries));

// Status 0 when nothing came back. The time is longer than waitMs.
const call = (path, query, cuts = []) => fetch(`${tube}/${path}?${new URLSearchParams(query)}`,
  { method: 'POST', headers, signal: AbortSignal.any([AbortSignal.timeout(40_000), ...cuts]) })
  .then(async reply => ({ status: reply.status, after: reply.headers.get('Retry-After'), body: await reply.json() }))
  .catch(error => ({ status: 0, body: error.cause ?? error }));

async function acknowledge(job, op, query = {}) { // Without a response, or with one that says "later", the same call again.
  for (let tries = 0; ; tries++) {
    const { status, after } = await call(`jobs/${encodeURIComponent(job.id)}/${op}`, { lease: job.lease, ...query });
    if (![0, 429, 500, 503, 504].includes(status) || Date.now() > job.until) return status;
    await sleep(pause(tries, after)); // 409 LEASE_LOST and 404: the job is no longer ours, and there is nothing to do.
  }
}

async function touch(job) {
  if (await acknowledge(job, 'touch') === 200) job.until = Date.now() + job.ttrMs;
  else job.held = false;
}

async function outcome(job) {
  return handle(job.payload).then(() => ['finish'], failure => {
    console.error(`job ${job.id} failed:`, failure);
    return job.maxAttempts > 0 && job.attempt >= job.maxAttempts
      ? ['bury', { reason: failure.message.slice(0, 1000) }]
      : ['release', { delayMs: Math.floor(pause(job.attempt - 1, 0, 5000, 3_600_000)) }];
  });
}

for (let tries = 0; !stopping.signal.aborted;) {
  const { status, after, body } = await call('consume', { max: 5, waitMs: 20_000 }, [stopping.signal]);
  const jobs = (status === 200 ? body.jobs : []).map(job => ({ ...job, held: true, until: Date.now() + job.ttrMs }));
  const touching = jobs.map(job => setInterval(() => job.held && touch(job), job.ttrMs / 3));
  for (const job of jobs) {
    const [op, query] = stopping.signal.aborted || !job.held ? ['handback'] : await outcome(job);
    if (job.held) await acknowledge(Object.assign(job, { held: false }), op, query);
  }
  touching.forEach(clearInterval);
  tries = status === 200 ? 0 : tries + 1;
  if (tries > 0 && !stopping.signal.aborted) console.error('consume:', status, body);
  if (tries > 0) await sleep(pause(tries, after), null, { signal: stopping.signal }).catch(() => {});
}
