// By the client that typescript-fetch generates: argument 1 is where the broker is.
import { Configuration, ConsumersApi, JobsApi } from './client/index.js';

function expect(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}

const configuration = new Configuration({ basePath: process.argv[2] });
const jobs = new JobsApi(configuration);
const consumers = new ConsumersApi(configuration);
const tube = 'typescript';

const produced = await jobs.produceMany({
  tube,
  jobSpec: [{ id: 'json', payload: { order: 8812 }, ttrMs: 30_000 }, { payload: 'later', delayMs: 60_000 }],
});
expect('produced', produced.results?.map(result => result.state), ['ready', 'delayed']);
const raw = await jobs.produce({ tube, id: 'raw', body: new Blob([new Uint8Array([0, 255])]) },
  { headers: { 'Content-Type': 'application/octet-stream' } });
expect('created', raw.created, true);

const taken = (await consumers.consume({ tube, max: 10, waitMs: 1000 })).jobs;
expect('taken', taken.map(job => [job.id, job.payload, job.payloadBase64]), [
  ['json', { order: 8812 }, undefined],
  ['raw', undefined, 'AP8='],
]);
for (const job of taken) {
  await consumers.touch({ tube, id: job.id, lease: job.lease! });
  expect('finished', (await consumers.finish({ tube, id: job.id, lease: job.lease! })).state, 'finished');
}
const refused = await consumers.finish({ tube, id: 'raw', lease: taken[1].lease! }).catch(error => error.response.status);
expect('finished twice', refused, 404);
console.log('produced, consumed and finished');
