// The load of io.grape.bench.queue.QueueProgram for BullMQ, which has a client for Node only: the same arguments, commands and figures.
'use strict';

const { performance } = require('node:perf_hooks');
const readline = require('node:readline');
const { Queue, Worker } = require('bullmq');

const [shape, payload, queueName, address] = process.argv.slice(2);
const [kind, sizeText] = shape.split(':');
const size = Number(sizeText);
const url = new URL(address);
const connection = { host: url.hostname, port: Number(url.port), maxRetriesPerRequest: null };

const PRODUCERS = 16;
const WORKERS = 16;
const MAX_OUTSTANDING = 5000;
const DRAIN_MS = 60000;
const FIRST = 1000000000;
const HOUR_S = 3600;
const note = 'x'.repeat(Math.max(0, Number(payload) - '{"order":1000000000,"note":""}'.length));
const usual = { removeOnComplete: true };

const queue = new Queue(queueName, { connection });
let worker = null;
let number = 0;
let run = null;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0 ? NaN : sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

function startWorker(concurrency, handler) {
  worker = new Worker(queueName, handler, { connection, concurrency });
  return worker.waitUntilReady();
}

function ran(job) {
  const due = run.due.get(job.data.order);
  if (due === undefined) {
    run.repeated++;
    return;
  }
  run.due.delete(job.data.order);
  run.lateness.push(performance.now() - due);
  run.handled++;
}

function expect(delay) {
  const order = FIRST + number++;
  run.due.set(order, performance.now() + delay);
  return { order, note };
}

async function timed(call) {
  const begin = performance.now();
  await call();
  run.produces.push(performance.now() - begin);
}

async function room(jobs) {
  while (run.due.size + jobs > MAX_OUTSTANDING) {
    await sleep(1);
  }
}

async function producer(index, begin, end) {
  if (kind === 'rate') {
    const interval = (1000 * PRODUCERS) / size;
    for (let next = begin + (interval * index) / PRODUCERS; next < end; next += interval) {
      const wait = next - performance.now();
      if (wait > 0) {
        await sleep(wait);
      }
      const delay = 1000 + Math.floor(Math.random() * 2000);
      await timed(() => queue.add('order', expect(delay), { ...usual, delay }));
    }
    return;
  }
  while (performance.now() < end) {
    if (kind === 'batches') {
      await room(size);
      const jobs = Array.from({ length: size }, () => ({ name: 'order', data: expect(0), opts: usual }));
      await timed(() => queue.addBulk(jobs));
    } else {
      await room(1);
      await timed(() => queue.add('order', expect(0), usual));
    }
  }
}

async function load(seconds) {
  run = { due: new Map(), lateness: [], produces: [], handled: 0, repeated: 0 };
  if (worker === null) {
    await startWorker(WORKERS, async (job) => ran(job));
  }
  const before = number;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(Array.from({ length: PRODUCERS }, (unused, index) => producer(index, begin, end)));
  const produced = number - before;
  const producing = (performance.now() - begin) / 1000;
  const deadline = performance.now() + DRAIN_MS;
  while (run.handled < produced) {
    if (performance.now() > deadline) {
      throw new Error(`${produced - run.handled} of ${produced} jobs did not run within 60 s`);
    }
    await sleep(1);
  }
  // Jobs with a delay run after the producers have ended.
  const took = kind === 'rate' ? producing : (performance.now() - begin) / 1000;
  if (run.repeated > 0) {
    throw new Error(`${run.repeated} of ${produced} jobs ran twice`);
  }
  const figures = {
    jobs: produced,
    'jobs/s': produced / took,
    'produce p50 ms': quantile(run.produces, 0.5),
    'produce p99 ms': quantile(run.produces, 0.99),
  };
  if (kind === 'rate') {
    figures['late p50 ms'] = Math.max(0, quantile(run.lateness, 0.5));
    figures['late p99 ms'] = Math.max(0, quantile(run.lateness, 0.99));
    figures['late max ms'] = Math.max(0, quantile(run.lateness, 1));
    figures['early max ms'] = Math.max(0, -quantile(run.lateness, 0));
  }
  return figures;
}

const ids = [];

async function fill(jobs) {
  const begin = performance.now();
  const step = Math.max(1, Math.floor(jobs / 1000));
  let left = jobs;
  const filler = async () => {
    while (left > 0) {
      const mine = left--;
      const delay = 1000 * (HOUR_S + Math.floor(Math.random() * 23 * HOUR_S));
      const job = await queue.add('order', { order: FIRST + number++, note }, { ...usual, delay });
      if (mine % step === 0) {
        ids.push(job.id);
      }
    }
  };
  await Promise.all(Array.from({ length: PRODUCERS }, filler));
  return { 'filled/s': (jobs * 1000) / (performance.now() - begin) };
}

async function cancel(jobs) {
  const took = [];
  for (const id of ids.splice(0, jobs)) {
    const begin = performance.now();
    const removed = await queue.remove(id);
    took.push(performance.now() - begin);
    if (removed !== 1) {
      throw new Error(`a job that waits was not found: ${id}`);
    }
  }
  return { 'cancel p50 ms': quantile(took, 0.5), 'cancel p99 ms': quantile(took, 0.99) };
}

async function hold(jobs) {
  let held = 0;
  await startWorker(jobs, () => {
    held++;
    return new Promise(() => {});
  });
  for (let i = 0; i < jobs; i++) {
    await queue.add('order', { order: FIRST + i, note }, usual);
  }
  const deadline = performance.now() + DRAIN_MS;
  while (held < jobs) {
    if (performance.now() > deadline) {
      throw new Error(`${jobs - held} of ${jobs} jobs did not start within 60 s`);
    }
    await sleep(5);
  }
  return { held };
}

const again = new Set();

async function work(workers) {
  await startWorker(workers, async (job) => {
    again.add(job.data.order);
  });
  return {};
}

async function awaitJobs(jobs, seconds) {
  const begin = performance.now();
  let seen = again.size;
  let last = begin;
  while (seen < jobs && performance.now() - begin < seconds * 1000) {
    await sleep(10);
    if (again.size > seen) {
      seen = again.size;
      last = performance.now();
    }
  }
  return { 'run again': seen, 'after s': seen === 0 ? NaN : (last - begin) / 1000 };
}

const commands = { run: load, fill, cancel, hold, work, await: awaitJobs };

async function main() {
  await queue.waitUntilReady();
  console.log(`ready\tnode=${process.versions.node}`);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [command, ...numbers] = line.split(' ');
    try {
      const figures = await commands[command](...numbers.map(Number));
      console.log(Object.entries(figures).map(([name, value]) => `${name}=${value}`).join('\t'));
    } catch (e) {
      console.error(e);
      console.log(`failed\t${String(e.message).replace(/\s+/g, ' ')}`);
    }
  }
  process.exit(0);
}

main().catch((e) => {
  console.error(e);
  console.log(`failed\t${String(e.message).replace(/\s+/g, ' ')}`);
  process.exit(1);
});
