/** The deliverer on a real store: due deliveries, retries, replay, slots per host, drain, processes that are killed. */
import { fork } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import t from 'tap'
import { JOB_SHARD_COUNT, shardOf } from '../../../shared/contract/job-classes.ts'
import type { Job } from '../../../shared/platform/jobs/job.ts'
import type { JobStore } from '../../../shared/platform/jobs/job-store.ts'
import { StoreUnavailable } from '../../../shared/platform/redis/failure.ts'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { startCluster } from '../../../shared/test/jobs/cluster.ts'
import { until } from '../../../shared/test/until.ts'
import { spliceTail } from '../../engine/write/envelope.ts'
import {
  connectTo,
  forkDeliverer,
  processPath,
  recordOf,
  startCallbacks,
  startDeliverer,
  underKills,
  urlOf,
} from './helpers/deliverers.ts'
import { BOX, envelope, finishJob, giveSecret, SECRETS_KEY } from './helpers/finished-jobs.ts'
import { startRaw, startReceiver, withStatus } from './helpers/receivers.ts'

const callbacks = await startCallbacks(t)
const { store, client, lines } = callbacks

t.test('a finished job is delivered once, with the stored bytes and a good signature', async t => {
  const { outcomes } = await startDeliverer(t, callbacks)
  const accountId = randomUUID()
  const secret = await giveSecret(client, accountId)
  const receiver = await startReceiver(t, withStatus(200))
  for (const textBytes of [0, 900_000]) {
    receiver.received.length = 0
    const result = envelope(textBytes)
    const job = await finishJob(store, { accountId, callbackUrl: urlOf(receiver), result })
    await until('it is delivered', async () => (await recordOf(store, job)).state === 'delivered')
    t.equal(receiver.received.length, 1)
    const { body, headers, path } = receiver.received[0]!
    t.equal(path, '/hook?token=secret-of-the-receiver')
    const tail = spliceTail('application/json', {
      endpoint: job.endpoint,
      requestId: job.requestId,
      processingTimeMs: 13,
    })
    t.ok(body.includes(Buffer.concat([Buffer.from('"result":'), result, tail, Buffer.from(',')])))
    t.match(JSON.parse(body.toString()), { job_id: job.jobId, status: 'completed' })
    t.equal(headers['x-webhook-signature'], createHmac('sha256', secret).update(body).digest('hex'))
    t.match(headers, {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'webhook-id': `dlv_${job.jobId}`,
      'webhook-timestamp': /^\d{10}$/,
      'webhook-signature': /^v1,\S{44}$/,
    })
    t.match(await recordOf(store, job), { attempts: [{ status: 200, failure: null }], nextAttemptAtMs: null })
  }
  t.same(outcomes, ['delivered', 'delivered'])
})

t.test(
  'callbacks of failed jobs have the error, those of too large results the path; cancelled jobs have none',
  async t => {
    await startDeliverer(t, callbacks)
    const accountId = randomUUID()
    await giveSecret(client, accountId)
    const receiver = await startReceiver(t, withStatus(204))
    const callbackUrl = urlOf(receiver)
    const cancelled = await queuedJob(accountId, callbackUrl)
    t.equal((await store.cancel(accountId, cancelled)).state, 'cancelled')
    const failed = await finishJob(store, { accountId, callbackUrl, error: { code: 'timeout', detail: 'Too long.' } })
    const large = await finishJob(store, { accountId, callbackUrl, result: envelope(1_100_000) })
    await until('both are delivered', () => receiver.received.length === 2)
    const bodies = new Map(
      receiver.received.map(({ body }) => [JSON.parse(body.toString()).job_id, JSON.parse(body.toString())]),
    )
    t.match(bodies.get(failed.jobId), {
      status: 'failed',
      result: null,
      error: { code: 'timeout', detail: 'Too long.' },
    })
    t.match(bodies.get(large.jobId), { result: null, result_url: `/api/v1/jobs/${large.jobId}/result` })
    t.equal((await store.listDeliveries(accountId, { cursor: null, limit: 10 })).deliveries.length, 2)
  },
)

async function queuedJob(accountId: string, callbackUrl: string): Promise<string> {
  const jobId = randomUUID()
  await store.writeFrame(accountId, jobId, [Buffer.from([0xdd])])
  await store.submit({
    ...{ jobId, accountId, keyId: 'k', jobClass: 'standard', rowId: 'analysis.cpm', endpoint: '/', requestId: 'r' },
    ...{
      taskCount: 1,
      linkCount: 0,
      today: 0,
      frameChunks: 1,
      frameBytes: 1,
      frameVersion: 1,
      callbackUrl,
      reservedBytes: 1,
    },
    ...{ queuedCountMax: 10, idempotency: null },
  })
  return jobId
}

// the whole ladder in real time: reliability/webhooks.test.ts
t.test('T9: a failure is tried again after its delay, every try on record, and success ends it', async t => {
  await startDeliverer(t, callbacks)
  const accountId = randomUUID()
  await giveSecret(client, accountId)
  const receiver = await startReceiver(t, (response, count) => withStatus(count < 2 ? 500 : 200)(response))
  const job = await finishJob(store, { accountId, callbackUrl: urlOf(receiver) })
  await until('it is delivered', async () => (await recordOf(store, job)).state === 'delivered')
  const [first, second, third] = receiver.received
  t.equal(receiver.received.length, 3)
  t.ok(second!.atMs - first!.atMs >= 990 && third!.atMs - second!.atMs >= 1_990, 'no sooner than 1 and 2 s')
  t.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  t.ok(first!.body.equals(third!.body), 'the same bytes each time')
  t.match((await recordOf(store, job)).attempts, [
    { status: 500, failure: 'status' },
    { status: 500, failure: 'status' },
    { status: 200, failure: null },
  ])
})

t.test('retries of deliverers whose clock is a minute behind keep the schedule, by the clock of Redis', async t => {
  for (let i = 0; i < 2; i++) await forkDeliverer(t, callbacks, 'short', 'late')
  const accountId = randomUUID()
  await giveSecret(client, accountId)
  const receiver = await startReceiver(t, (response, count) => withStatus(count < 3 ? 500 : 200)(response))
  const job = await finishJob(store, { accountId, callbackUrl: urlOf(receiver) })
  await until('it is delivered', async () => (await recordOf(store, job)).state === 'delivered')
  const { received } = receiver
  t.equal(received.length, 4)
  for (const [i, leastMs] of [990, 1_990, 3_990].entries()) {
    const pauseMs = received[i + 1]!.atMs - received[i]!.atMs
    t.ok(pauseMs >= leastMs, `${pauseMs} ms, at least ${leastMs}`)
  }
  const { attempts } = await recordOf(store, job)
  for (const [i, { headers, atMs }] of received.entries()) {
    t.ok(Math.abs(Number(headers['webhook-timestamp']) * 1_000 - atMs) < 5_000, 'signed with the time of Redis')
    t.ok(Math.abs(attempts[i]!.atMs - atMs) < 5_000, 'recorded with the time of Redis')
  }
})

t.test('the sixth failure makes a dead letter; a replay delivers once under the same id', async t => {
  // time is folded: every retry is due at once
  const folded: JobStore = {
    ...store,
    settleDelivery: (delivery, attempt, next) =>
      store.settleDelivery(delivery, attempt, typeof next === 'string' ? next : { delayMs: 0 }),
  }
  const { outcomes } = await startDeliverer(t, callbacks, { store: folded })
  const accountId = randomUUID()
  await giveSecret(client, accountId)
  const receiver = await startReceiver(t, (response, count) => withStatus(count < 6 ? 503 : 200)(response))
  const job = await finishJob(store, { accountId, callbackUrl: urlOf(receiver) })
  await until('it is given up', async () => (await recordOf(store, job)).state === 'dead')
  t.equal(receiver.received.length, 6)
  t.same(outcomes, [...Array(5).fill('retried'), 'dead'])
  const { deliveryId } = await recordOf(store, job)
  t.match(await store.replayDelivery(accountId, deliveryId), { state: 'pending' })
  await until('it is delivered', async () => (await recordOf(store, job)).state === 'delivered')
  t.equal(receiver.received.length, 7)
  t.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  t.equal((await recordOf(store, job)).attempts.length, 7)
})

t.test('an account without a secret is called unsigned by nobody', async t => {
  await startDeliverer(t, callbacks)
  const receiver = await startReceiver(t, withStatus(200))
  const job = await finishJob(store, { accountId: randomUUID(), callbackUrl: urlOf(receiver) })
  await until('it is tried', async () => (await recordOf(store, job)).attempts.length > 0)
  t.match((await recordOf(store, job)).attempts[0], { status: null, failure: 'secret_missing' })
  t.equal(receiver.received.length, 0)
})

t.test('a secret that does not open is our failure: the callback waits and no attempt is counted', async t => {
  await startDeliverer(t, callbacks)
  const receiver = await startReceiver(t, withStatus(200))
  const accountId = randomUUID()
  await client.hset(keys.webhookSecrets(accountId), { current: BOX.seal('whsec_x', 'another account') })
  lines.length = 0
  const job = await finishJob(store, { accountId, callbackUrl: urlOf(receiver) })
  await until('it is logged', () => lines.some(line => line.includes('callback cannot be made')))
  t.match(await recordOf(store, job), { state: 'pending', attempts: [] })
  t.equal(receiver.received.length, 0)
})

t.test(
  'an account has at most 3 of the 4 places of a host, over all deliverers, and each callback is made once',
  async t => {
    const accountId = randomUUID()
    await giveSecret(client, accountId)
    const open: ServerResponse[] = []
    let most = 0
    // the first is answered, so that the others are sent; then nobody is before all places are taken once
    const receiver = await startReceiver(t, (response, count) => {
      if (count === 0) return void response.end()
      most = Math.max(most, open.push(response))
      if (most >= 3) setTimeout(() => open.shift()?.end(), 5)
      if (open.length === 3) for (const one of open.splice(0, 2)) one.end()
    })
    const jobs: Job[] = []
    for (let i = 0; i < 60; i++) jobs.push(await finishJob(store, { accountId, callbackUrl: urlOf(receiver) }))
    // they wait for it: the places are never short of work
    for (let i = 0; i < 2; i++) await startDeliverer(t, callbacks)
    await until('all are delivered', () => receiver.received.length === jobs.length)
    t.equal(most, 3)
    const delivered = receiver.received.map(({ body }) => JSON.parse(body.toString()).job_id)
    t.equal(new Set(delivered).size, jobs.length, 'each once')
    for (const job of jobs) await until('it is settled', async () => (await recordOf(store, job)).state === 'delivered')
    for (const job of jobs) t.equal((await recordOf(store, job)).attempts.length, 1)
  },
)

// 50 receivers that hang, four callbacks each, hold a place each for all of their 30 s
t.test('T12: a healthy receiver gets its callbacks while 50 dead ones hold their slots', async t => {
  const accounts = Array.from({ length: 5 }, () => randomUUID())
  for (const accountId of accounts) await giveSecret(client, accountId)
  const dead: Job[] = []
  for (let i = 0; i < 50; i++) {
    const { port } = await startRaw(t, () => {})
    for (let j = 0; j < 4; j++)
      dead.push(await finishJob(store, { accountId: accounts[i % 5]!, callbackUrl: `http://127.0.0.1:${port}/` }))
  }
  // now that all of them are due: none has its time to hang over before the others are there
  const { deliverer, stop } = await startDeliverer(t, callbacks)
  await until('the dead ones hold their places', () => deliverer.inFlight === 50)
  const healthy = await startReceiver(t, withStatus(200))
  let heldCount = 0
  for (let i = 0; i < 40; i++) {
    await finishJob(store, { accountId: accounts[i % 5]!, callbackUrl: urlOf(healthy) })
    await until('it is delivered', () => healthy.received.length === i + 1)
    if (deliverer.inFlight >= 50) heldCount++
  }
  // on a machine that takes more than their 30 s for all of this, the last ones may have been given up
  t.ok(heldCount > 0, `${heldCount} of 40 were delivered while all dead receivers held their slots`)
  await stop()
  await removeAll(dead)
})

/** What a test leaves undelivered would be made in the next one. */
async function removeAll(jobs: readonly Job[]): Promise<void> {
  for (const { accountId, jobId } of jobs) await store.remove(accountId, jobId)
}

t.test('a flood for one dead receiver delays no other callback of the same account', async t => {
  const accountId = randomUUID()
  await giveSecret(client, accountId)
  const dead = await startRaw(t, () => {})
  const flood: Job[] = []
  for (let i = 0; i < 100; i++)
    flood.push(await finishJob(store, { accountId, callbackUrl: `http://127.0.0.1:${dead.port}/` }))
  const healthy = await startReceiver(t, withStatus(200))
  await finishJob(store, { accountId, callbackUrl: urlOf(healthy) })
  const { deliverer, stop } = await startDeliverer(t, callbacks)
  await until('it is delivered', () => healthy.received.length === 1)
  t.equal(dead.count(), 1, 'the dead one has one place')
  await until('the rest waits', () => deliverer.inFlight === 1)
  await stop()
  await removeAll(flood)
})

t.test('with postsMax in flight nothing more is taken, and no shard is forgotten', async t => {
  const { deliverer } = await startDeliverer(t, callbacks, { postsMax: 2 })
  let most = 0
  let first: ServerResponse | undefined
  // the first one waits for the second
  const receiver = await startReceiver(t, (response, count) => {
    most = Math.max(most, deliverer.inFlight)
    if (count === 0) first = response
    else setTimeout(() => response.end(), 5)
    if (count === 1) first?.end()
  })
  for (const accountId of accountOfShards()) {
    await giveSecret(client, accountId)
    for (let i = 0; i < 2; i++) await finishJob(store, { accountId, callbackUrl: urlOf(receiver) })
  }
  await until('all are delivered', () => receiver.received.length === 2 * JOB_SHARD_COUNT)
  t.equal(most, 2)
})

t.test('a deliverer that drains gives back what it has not made, and another one makes it at once', async t => {
  const accountId = randomUUID()
  await giveSecret(client, accountId)
  const receiver = await startReceiver(t, (response, count) => {
    if (count >= 1) response.end()
  })
  const first = await startDeliverer(t, callbacks)
  const jobs: Job[] = []
  for (let i = 0; i < 10; i++) jobs.push(await finishJob(store, { accountId, callbackUrl: urlOf(receiver) }))
  await until('one is in flight', () => receiver.received.length === 1)
  await first.stop()
  t.equal(first.deliverer.inFlight, 0)
  await startDeliverer(t, callbacks)
  await until('all are delivered', async () => {
    const records = await Promise.all(jobs.map(job => recordOf(store, job)))
    return records.every(({ state }) => state === 'delivered')
  })
  for (const job of jobs) t.equal((await recordOf(store, job)).attempts.length, 1, 'being given back is no attempt')
})

t.test('a store that is away for a while costs time: what was made is settled, what is due is taken', async t => {
  const accountId = randomUUID()
  await giveSecret(client, accountId)
  const receiver = await startReceiver(t, withStatus(200))
  const job = await finishJob(store, { accountId, callbackUrl: urlOf(receiver) })
  const failing = <Args extends unknown[], Reply>(times: number, work: (...args: Args) => Promise<Reply>) => {
    let left = times
    return async (...args: Args): Promise<Reply> => {
      if (left-- > 0) throw new StoreUnavailable('away')
      return work(...args)
    }
  }
  lines.length = 0
  const away: JobStore = {
    ...store,
    takeDelivery: failing(20, store.takeDelivery),
    settleDelivery: failing(2, store.settleDelivery),
  }
  await startDeliverer(t, callbacks, { store: away })
  await until('it is settled', async () => (await recordOf(store, job)).state === 'delivered')
  t.equal(receiver.received.length, 1)
  await until('all shards are there', () => lines.some(line => line.includes('callbacks are taken again')))
  t.equal(lines.filter(line => line.includes('callbacks cannot be taken')).length, 1, 'logged once')
})

t.test('logs carry no query of a callback URL', async t => {
  t.ok(lines.some(line => line.includes('/hook')))
  t.notOk(lines.some(line => line.includes('secret-of-the-receiver')))
})

t.test(
  'on a cluster of three, callbacks of every shard are made; with one master dead, those of the others',
  async t => {
    const cluster = await startCluster(dataFolder(t))
    t.teardown(() => cluster.stop())
    const there = connectTo(t, cluster.url)
    await startDeliverer(t, there)
    const receiver = await startReceiver(t, withStatus(200))
    const accounts = accountOfShards()
    // connections to the servers are made by the first commands, and others fail until they are there
    const works = (work: Promise<unknown>) => work.then(Boolean, () => false)
    for (const accountId of accounts) {
      await until('the server of the account answers', () => works(giveSecret(there.client, accountId)))
      const jobs = () => there.store.list(accountId, { state: null, cursor: null, limit: 1 })
      await until('that of its shard, too', () => works(jobs()))
    }
    for (const accountId of accounts) await finishJob(there.store, { accountId, callbackUrl: urlOf(receiver) })
    await until('all are delivered', () => receiver.received.length === JOB_SHARD_COUNT)

    await cluster.nodes[0]!.kill()
    const alive: Job[] = []
    for (const accountId of accounts) {
      try {
        // both what the job and what the account has lie on a server that lives
        await there.client.hget(keys.webhookSecrets(accountId), 'current')
        alive.push(await finishJob(there.store, { accountId, callbackUrl: urlOf(receiver) }))
      } catch {
        // of the dead one
      }
    }
    t.ok(alive.length > 0 && alive.length < JOB_SHARD_COUNT, `${alive.length} shards live`)
    await until('theirs are delivered', () => {
      const delivered = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
      return alive.every(({ jobId }) => delivered.has(`dlv_${jobId}`))
    })
  },
)

/** One account in each shard. */
function accountOfShards(): string[] {
  const found = new Map<number, string>()
  while (found.size < JOB_SHARD_COUNT) {
    const accountId = randomUUID()
    found.set(shardOf(accountId), accountId)
  }
  return [...found.values()]
}

// --- processes

t.test('T13: with its deliverer killed again and again, every job is delivered at least once', async t => {
  const kills = 3
  const { deliveryCounts, inFlightMax } = await underKills(t, callbacks, { jobs: 80, kills, deliveriesPerKill: 10 })
  const duplicates = deliveryCounts.reduce((sum, times) => sum + times - 1, 0)
  t.comment(`${duplicates} duplicates after ${kills} kills`)
  t.ok(
    deliveryCounts.every(times => times >= 1),
    'none is missing',
  )
  t.ok(duplicates <= kills * inFlightMax, 'no more than were in flight')
})

t.test('the process drains on SIGTERM and ends with 0, and says so when a setting is wrong', async t => {
  const child = await forkDeliverer(t, callbacks, 'main')
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  t.equal(code, 0)
  for (const settings of [{ SECRETS_KEY: '' }, { SECRETS_KEY: 'short' }, { WEBHOOK_ALLOWED_HOSTS: 'http://x' }]) {
    const wrong = fork(processPath('main'), [], {
      env: { ...process.env, REDIS_URL: callbacks.url, SECRETS_KEY, LOG_LEVEL: 'silent', ...settings },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let delivered = ''
    wrong.stderr!.on('data', text => (delivered += text))
    const [status] = await once(wrong, 'exit')
    t.equal(status, 78)
    t.match(delivered, new RegExp(Object.keys(settings)[0]!))
    t.notMatch(delivered, 'short')
  }
})
