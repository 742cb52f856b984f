// Each command of jackd against the broker on the port that is given.
const assert = require('node:assert');
const Jackd = require('jackd');

async function main(port) {
  const client = new Jackd();
  await client.connect({ host: '127.0.0.1', port });
  assert.equal(await client.use('orders'), 'orders');
  assert.equal(await client.listTubeUsed(), 'orders');
  assert.equal(await client.watch('orders'), 2);
  assert.equal(await client.ignore('default'), 1);
  assert.match(await client.listTubesWatched(), /^---\n- orders\n$/);

  const id = await client.put('hello', { priority: 7, ttr: 60 });
  assert.match(id, /^[0-9]+$/);
  assert.ok(Number.isSafeInteger(Number(id)));
  assert.match(await client.listTubes(), /\n- orders\n/);
  assert.equal(String((await client.peek(id)).payload), 'hello');
  assert.equal((await client.peekReady()).id, id);

  const job = await client.reserve();
  assert.equal(job.id, id);
  assert.equal(String(job.payload), 'hello');
  assert.match(await client.statsJob(id), /\nstate: reserved\n/);
  await client.touch(id);
  await client.release(id, { priority: 5, delay: 100 });
  assert.equal((await client.peekDelayed()).id, id);
  await client.kickJob(id);
  assert.equal((await client.reserveWithTimeout(10)).id, id);
  await client.bury(id, 3);
  assert.equal((await client.peekBuried()).id, id);
  assert.match(await client.statsTube('orders'), /\ncurrent-jobs-buried: 1\n/);
  assert.equal(Number(await client.kick(10)), 1);
  assert.equal((await client.reserveJob(id)).id, id);
  await client.delete(id);
  await assert.rejects(client.delete(id), /NOT_FOUND/);
  await assert.rejects(client.reserveWithTimeout(0), /TIMED_OUT/);
  // It forgets to end this line.
  await client.pauseTube('orders', { delay: '100\r\n' });
  assert.match(await client.statsTube('orders'), /\npause: 100\n/);
  assert.match(await client.stats(), /\ncmd-put: 1\n/);
  await client.disconnect();
}

main(Number(process.argv[2])).then(
  () => console.log('all commands of jackd'),
  (failure) => {
    console.log(failure);
    process.exit(1);
  },
);
