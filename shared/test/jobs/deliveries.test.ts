/** Callbacks as the store keeps them: due once, leased to one deliverer, on record, given up, made again. */
import t from 'tap'
import { shardOf } from '../../contract/job-classes.ts'
import type { Delivery, DeliveryRecord } from '../../platform/jobs/callback-store.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { run, script } from '../../platform/redis/script.ts'
import { empty, namesOf } from '../every-server.ts'
import { until } from '../until.ts'
import { completed, contents, FAILURE, startStore, submitted, taken } from './helpers.ts'

const { store, client } = await startStore(t)
const account = 'caller'
const shard = shardOf(account)
const key = (...parts: string[]) => [`{j:${shard}}`, ...parts].join(':')
const CALLBACK = { callbackUrl: 'https://example.test/hook?token=secret#part' }
const OTHER = { callbackUrl: 'https://other.test/hook' }
const OK = { atMs: 5, durationMs: 7, status: 200, failure: null }
const BAD = { atMs: 1, durationMs: 30, status: 500, failure: 'status' }
const HUNG = { atMs: 1, durationMs: 30_000, status: null, failure: 'timeout' }
const records = async () => (await store.listDeliveries(account, { cursor: null, limit: 100 })).deliveries

t.beforeEach(() => empty(client))

async function due(
  end: 'completed' | 'failed' = 'completed',
  callback: { readonly callbackUrl: string } = CALLBACK,
  accountId = account,
): Promise<Job> {
  await submitted(store, accountId, callback)
  const lease = (await taken(store, accountId))!
  if (end === 'completed') await completed(store, lease)
  else await store.finish(lease.job, lease.fence, FAILURE)
  return (await store.read(accountId, lease.job.jobId))!
}
const next = async (): Promise<Delivery> => (await store.takeDelivery(shard, 'deliverer'))!
const redisNow = async (): Promise<number> => {
  const [seconds, microseconds] = await client.time()
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)
}
const makeDue = (job: Job) => client.zadd(key('due'), 'XX', 1, job.jobId)

t.test('completed and failed jobs are called back, cancelled ones and those without a URL are not', async t => {
  const good = await due()
  const bad = await due('failed', OTHER)
  const cancelled = await submitted(store, account, CALLBACK)
  await store.cancel(account, cancelled.jobId)
  await submitted(store, account)
  await completed(store, (await taken(store, account))!)
  const both = [await next(), await next()]
  t.same(
    both
      .map(({ job }) => job)
      .sort((a, b) => a.createdAtMs - b.createdAtMs)
      .map(({ jobId }) => jobId)
      .sort(),
    [good.jobId, bad.jobId].sort(),
  )
  t.equal(await store.takeDelivery(shard, 'deliverer'), null)
  const failed = both.find(({ job }) => job.jobId === bad.jobId)!
  t.match(failed, { attempt: 1, job: { state: 'failed', error: FAILURE.error, callbackUrl: OTHER.callbackUrl } })
})

t.test('attempts are numbered and recorded until one succeeds', async t => {
  const job = await due()
  for (let attempt = 1; attempt <= 3; attempt++) {
    const delivery = await next()
    t.match(delivery, { deliveryId: `dlv_${job.jobId}`, attempt })
    const beforeMs = await redisNow()
    await store.settleDelivery(delivery, BAD, { delayMs: 60_000 })
    const [{ state, nextAttemptAtMs }] = (await records()) as [DeliveryRecord]
    t.equal(state, 'pending')
    const passedMs = nextAttemptAtMs! - 60_000 - beforeMs
    t.ok(passedMs >= 0 && passedMs < 5_000, 'from the clock of Redis on')
    t.equal(await store.takeDelivery(shard, 'deliverer'), null, 'not before its time')
    await makeDue(job)
  }
  await store.settleDelivery(await next(), OK, 'delivered')
  t.same(await records(), [
    {
      deliveryId: `dlv_${job.jobId}`,
      jobId: job.jobId,
      url: 'https://example.test/hook',
      state: 'delivered',
      attempts: [BAD, BAD, BAD, OK],
      nextAttemptAtMs: null,
    },
  ])
  t.equal(await client.zcard(key('due')), 0)
})

t.test('a deliverer that died loses its lease; the attempt is made again and its late word is ignored', async t => {
  const job = await due()
  const dead = await next()
  await makeDue(job)
  const again = await next()
  t.match(again, { attempt: 1, fence: 2, deliveryId: dead.deliveryId })
  const before = await contents(client)
  await store.settleDelivery(dead, OK, 'delivered')
  t.same(await contents(client), before)
  await store.settleDelivery(again, BAD, { delayMs: -1 })
  t.match(await next(), { attempt: 2 })
})

t.test('a callback given back before it was made counts no attempt', async t => {
  const job = await due()
  const first = await next()
  await store.deferDelivery(first, 60_000)
  t.equal(await store.takeDelivery(shard, 'deliverer'), null)
  t.match(await records(), [{ state: 'pending', attempts: [] }])
  await makeDue(job)
  t.match(await next(), { attempt: 1, fence: 2 })
  await store.deferDelivery(first, 0)
  t.equal(await store.takeDelivery(shard, 'other'), null, 'a late word changes nothing')
})

t.test('the lease of a callback is longer than its POST may take', async t => {
  const job = await due()
  await next()
  const [seconds] = await client.time()
  const left = Number(await client.zscore(key('due'), job.jobId)) - Number(seconds) * 1000
  t.ok(left > 40_000 && left <= 46_000, `${left} ms`)
})

t.test(
  'a callback given up is a dead letter, kept for 7 days with its result, and made again under its id',
  async t => {
    const job = await due()
    const first = await next()
    await store.settleDelivery(first, BAD, 'dead')
    t.match(await records(), [{ state: 'dead', nextAttemptAtMs: null }])
    t.same(
      (await client.xrange(key('dead-letters'), '-', '+')).map(([, fields]) => fields),
      [['jobId', job.jobId, 'accountId', account]],
    )
    const keptDays = (Number(await client.zscore(key('retention'), job.jobId)) - job.completedAtMs!) / 86_400_000
    t.ok(keptDays >= 7 && keptDays < 7.01, `${keptDays} days`)

    t.equal(await store.replayDelivery('another', first.deliveryId), null)
    t.equal(await store.replayDelivery(account, 'dlv_unknown'), null)
    t.equal(await store.replayDelivery(account, job.jobId), null)
    t.match(await store.replayDelivery(account, first.deliveryId), { state: 'pending', attempts: [BAD] })
    t.equal(await client.xlen(key('dead-letters')), 0)
    const replayed = await next()
    t.match(replayed, { deliveryId: first.deliveryId, attempt: 1 })
    t.match(await store.replayDelivery(account, first.deliveryId), { state: 'pending' })
    t.equal(await store.takeDelivery(shard, 'other'), null, 'one that is being made is not made twice')
    await store.settleDelivery(replayed, OK, 'delivered')
    t.match(await records(), [{ state: 'delivered', attempts: [BAD, OK] }])
  },
)

t.test('a replay that ran before its reply was lost does not send twice', async t => {
  const job = await due()
  await store.settleDelivery(await next(), BAD, 'dead')
  const replay = () => run(client, script('delivery-replay-1'), [key()], [job.jobId, account, 'operation-1'])
  t.equal(await replay(), 1)
  await store.settleDelivery(await next(), OK, 'delivered')
  t.equal(await replay(), 1)
  t.equal(await store.takeDelivery(shard, 'deliverer'), null)
  t.match(await records(), [{ state: 'delivered' }])
})

t.test('the last fifty attempts are remembered', async t => {
  const job = await due()
  for (let i = 1; i <= 55; i++) {
    await store.settleDelivery(await next(), { ...BAD, atMs: i }, { delayMs: -1 })
  }
  const [record] = await records()
  t.same(
    record!.attempts.map(({ atMs }) => atMs),
    Array.from({ length: 50 }, (_, i) => i + 6),
  )
  t.equal(record!.jobId, job.jobId)
})

t.test('a callback that is not settled keeps its job past the retention; removing the job removes it', async t => {
  const brief = redisJobStore(client, { retentionHours: 0 })
  await submitted(brief, account, CALLBACK)
  await completed(brief, (await taken(brief, account))!)
  t.equal(await brief.sweep(shard), 0)
  const delivery = await next()
  t.equal(await brief.remove(account, delivery.job.jobId), 'removed')
  await brief.settleDelivery(delivery, BAD, 'dead')
  t.same(await records(), [])
  t.same(
    (await namesOf(client)).filter(name => /deliver|due|dead|result|:job:|retention/.test(name)),
    [],
  )

  // settled: nothing keeps it
  await submitted(brief, account, CALLBACK)
  await completed(brief, (await taken(brief, account))!)
  t.equal(await brief.sweep(shard), 0)
  await brief.settleDelivery(await next(), OK, 'delivered')
  const [left] = await client.zrange(key('retention'), 0, '0')
  await client.zadd(key('retention'), 1, left!)
  t.equal(await brief.sweep(shard), 1)
})

t.test('callbacks that wait do not stand before other jobs that are past their retention', async t => {
  const brief = redisJobStore(client, { retentionHours: 0 })
  for (let i = 0; i < 120; i++) {
    await submitted(brief, account, CALLBACK)
    await completed(brief, (await taken(brief, account))!)
  }
  const { jobId } = await submitted(brief, account)
  await completed(brief, (await taken(brief, account))!)
  t.equal(await brief.sweep(shard), 1)
  t.equal(await brief.read(account, jobId), null)
})

// --- whose turn it is

/** Another account of the same shard. */
const neighbour = (() => {
  for (let i = 0; ; i++) if (shardOf(`neighbour-${i}`) === shard) return `neighbour-${i}`
})()
const take = (heldBack: readonly string[] = []) => store.takeDelivery(shard, 'deliverer', heldBack)
const takeAll = async (): Promise<Delivery[]> => {
  const all: Delivery[] = []
  for (let one = await take(); one !== null; one = await take()) all.push(one)
  return all
}
const endpoint = async () => (await store.listEndpoints(account))[0]!
/** Folds the time that an endpoint rests. */
async function rested(origin = 'https://example.test'): Promise<void> {
  await client.hset(key('endpoint', account, origin), 'restsUntilMs', 1)
  for (const jobId of await client.zrange(key('due'), 0, '-1')) await client.zadd(key('due'), 1, jobId)
}

t.test('accounts are served in turn, and the endpoints of an account in turn', async t => {
  const hosts = ['a', 'b', 'c'].map(name => ({ callbackUrl: `https://${name}.test/` }))
  for (const callback of [...hosts, ...hosts]) await due('completed', callback)
  for (const callback of hosts.slice(0, 2)) await due('completed', callback, neighbour)
  const first = await takeAll()
  t.same(
    first.map(({ job }) => job.accountId).slice(0, 4),
    [account, neighbour, account, neighbour].sort(() => (first[0]!.job.accountId === account ? 0 : -1)),
    'not in the order of their arrival',
  )
  t.equal(first.length, 5, 'one of each endpoint, since none has answered yet')
  t.equal(new Set(first.map(({ job }) => job.accountId + job.callbackUrl)).size, 5)
})

t.test('an account that is held back is passed over, whatever it has waiting', async t => {
  for (let i = 0; i < 5; i++) await due('completed', { callbackUrl: `https://host-${i}.test/` })
  const { jobId } = await due('completed', CALLBACK, neighbour)
  t.equal((await take([account]))?.job.jobId, jobId)
  t.equal(await take([account]), null)
  t.equal((await takeAll()).length, 5)
})

t.test('of an endpoint that answers 8 callbacks are taken, of one that hangs one, and it rests', async t => {
  for (let i = 0; i < 20; i++) await due()
  const [only, ...none] = await takeAll()
  t.same(none, [], 'nobody knows it yet')
  await store.settleDelivery(only!, BAD, { delayMs: 60_000 })
  const [hangs, ...others] = await takeAll()
  t.equal(others.length, 7, 'it has answered, though not well')
  await store.settleDelivery(hangs!, HUNG, { delayMs: 60_000 })
  t.same(await takeAll(), [], 'places of before are still taken')
  for (const other of others.splice(0, 5)) await store.settleDelivery(other, BAD, { delayMs: 60_000 })
  await store.settleDelivery(others[0]!, HUNG, { delayMs: 60_000 })
  for (const other of others.slice(1)) await store.settleDelivery(other, HUNG, { delayMs: 60_000 })
  const { restsUntilMs, failures } = await endpoint()
  t.equal(failures, 9)
  const restMs = restsUntilMs! - (await redisNow())
  t.ok(restMs > 3_000 && restMs <= 5_000, `${restMs} ms after the second in a row`)
  t.same(await takeAll(), [])
  await rested()
  const [again, ...more] = await takeAll()
  t.same(more, [], 'it has one place')
  await store.settleDelivery(again!, OK, 'delivered')
  t.match(await endpoint(), { failures: 0, restsUntilMs: null, failingSinceMs: null })
  t.equal((await takeAll()).length, 8)
})

t.test('the place of a deliverer that died is free when its lease ends', async t => {
  const brief = redisJobStore(client, { deliveryLeaseMs: 3_000 })
  await due()
  await due()
  const lost = (await brief.takeDelivery(shard, 'deliverer'))!
  t.equal(await take(), null)
  let again: Delivery | null = null
  await until('its lease has ended', async () => (again = await take()) !== null)
  await store.settleDelivery(again!, OK, 'delivered')
  const both = [again!.job.jobId, (await next()).job.jobId]
  t.ok(both.includes(lost.job.jobId))
})

t.test('an account has at most 256 callbacks in flight over all deliverers', async t => {
  for (let i = 0; i < 260; i++) await due('completed', { callbackUrl: `https://host-${i}.test/` })
  const all = await takeAll()
  t.equal(all.length, 256)
  await store.settleDelivery(all[0]!, OK, 'delivered')
  t.ok(await take())
  t.equal(await take(), null)
})

t.test('lines that were lost are made again from what is due', async t => {
  for (let i = 0; i < 3; i++) await due('completed', { callbackUrl: `https://host-${i}.test/` })
  await next()
  const lost = (await namesOf(client)).filter(name => /:lines?(:|$)/.test(name))
  t.ok(lost.length > 0)
  for (const name of lost) await client.del(name)
  t.equal(await take(), null)
  for (const jobId of await client.zrange(key('due'), 0, '-1')) {
    const looked = Number(await client.zscore(key('due'), jobId)) - (await redisNow())
    t.ok(looked <= 900_000, 'within a quarter of an hour')
    if (looked > 60_000) await client.zadd(key('due'), 1, jobId)
  }
  t.equal((await takeAll()).length, 2)
})

t.test('a take whose reply was lost gives the same callback again', async t => {
  const job = await due()
  const args = ['deliverer', 'operation-1', 45_000]
  const run1 = () => run(client, script('delivery-take-1'), [key()], [...args, 0, 15_000]) as Promise<unknown[]>
  const run2 = () => run(client, script('delivery-take-1'), [key()], [...args, 1, 15_000]) as Promise<unknown[]>
  const [fence, attempt] = await run1()
  const again = await run2()
  t.same(again.slice(0, 2), [fence, attempt])
  t.ok((again[3] as string[]).includes(job.jobId))
})

// --- endpoints

t.test('an endpoint that fails for long is paused: its callbacks are kept, one is tried each hour', async t => {
  const brief = redisJobStore(client, { pauseHours: 0 })
  const jobs = [await due(), await due()]
  for (let i = 1; i <= 4; i++) t.equal(await brief.settleDelivery(await next(), BAD, { delayMs: -1 }), 'settled')
  t.equal(await brief.settleDelivery(await next(), BAD, { delayMs: -1 }), 'paused', 'the fifth failure in a row')
  t.equal(await take(), null)
  const paused = await endpoint()
  t.match(paused, { origin: 'https://example.test', failures: 5, lastFailure: 'status', waiting: 2 })
  t.ok(paused.pausedAtMs !== null && paused.restsUntilMs! - paused.pausedAtMs === 3_600_000)
  t.match(await store.callbacks(), { pending: 2, pausedEndpoints: 1, deadLetters: 0 })

  await rested()
  const probe = await next()
  t.equal(await take(), null, 'one alone')
  t.equal(await brief.settleDelivery(probe, BAD, 'dead'), 'waits', 'it is not given up')
  t.match(await records(), [{ state: 'pending' }, { state: 'pending' }], 'a try counts as no attempt')
  t.equal(await take(), null)

  await rested()
  t.equal(await brief.settleDelivery(await next(), OK, 'delivered'), 'resumed')
  await brief.settleDelivery(await next(), OK, 'delivered')
  t.equal((await records()).filter(({ state }) => state === 'delivered').length, jobs.length)
  t.match(await store.callbacks(), { pending: 0, pausedEndpoints: 0 })
})

t.test('its owner resumes a paused endpoint, and a replay tries it at once', async t => {
  const brief = redisJobStore(client, { pauseHours: 0 })
  await due()
  const { jobId } = await due()
  for (let i = 1; i <= 5; i++) await brief.settleDelivery(await next(), BAD, { delayMs: -1 })
  t.equal(await take(), null)
  await store.replayDelivery(account, `dlv_${jobId}`)
  const replayed = await next()
  t.equal(replayed.job.jobId, jobId)
  await brief.settleDelivery(replayed, BAD, 'dead')
  t.equal(await take(), null)
  t.equal(await store.resumeEndpoint(account, 'https://elsewhere.test'), null)
  t.equal(await store.resumeEndpoint(neighbour, 'https://example.test'), null)
  t.match(await store.resumeEndpoint(account, 'https://example.test'), { failures: 0, pausedAtMs: null })
  const [first, ...others] = await takeAll()
  t.same(others, [], 'as if nobody knew it')
  await store.settleDelivery(first!, OK, 'delivered')
  t.equal((await takeAll()).length, 1)
  await store.removeEndpoints(account)
  t.same(await store.listEndpoints(account), [])
})

t.test('a paused endpoint that is not called for 30 days is forgotten whole', async t => {
  const brief = redisJobStore(client, { pauseHours: 0 })
  await due()
  for (let i = 1; i <= 5; i++) await brief.settleDelivery(await next(), BAD, { delayMs: -1 })
  const month = 30 * 86_400_000
  t.equal(await store.sweep(shard), 0)
  t.match(await store.callbacks(), { pausedEndpoints: 1 }, 'it is still known')
  const [name] = await client.zrange(key('paused'), 0, '-1')
  await client.zadd(key('paused'), (await redisNow()) - month - 1, name!)
  await store.sweep(shard)
  t.match(await store.callbacks(), { pausedEndpoints: 1 }, 'and tried each hour')
  await client.del(key('endpoint', account, 'https://example.test'))
  await store.sweep(shard)
  t.match(await store.callbacks(), { pausedEndpoints: 0 })

  await client.zadd(key('endpoints', account), (await redisNow()) - month - 1, 'https://example.test')
  await due('completed', OTHER)
  await store.settleDelivery(
    (await takeAll()).find(({ job }) => job.callbackUrl === OTHER.callbackUrl)!,
    OK,
    'delivered',
  )
  t.same(
    (await store.listEndpoints(account)).map(({ origin }) => origin),
    ['https://other.test'],
  )
})

t.test('the dead letters of a time are sent again together', async t => {
  const jobs: Job[] = []
  for (let i = 0; i < 4; i++) {
    jobs.push(await due('completed', { callbackUrl: `https://host-${i}.test/` }))
    await client.hset(key('job', jobs[i]!.jobId), 'completedAtMs', 1_000 * (i + 1))
    await store.settleDelivery(await next(), BAD, i === 2 ? 'delivered' : 'dead')
  }
  const query = { fromMs: 2_000, toMs: 4_000, cursor: null }
  t.same(await store.replayDeliveries(neighbour, query), { replayed: 0, cursor: null })
  t.same(await store.replayDeliveries(account, query), { replayed: 1, cursor: null }, 'delivered ones are not')
  t.same(await store.replayDeliveries(account, query), { replayed: 0, cursor: null }, 'it is on its way')
  t.equal((await next()).job.jobId, jobs[1]!.jobId)
  t.same(await store.replayDeliveries(account, { fromMs: 0, toMs: 9_000, cursor: null }), { replayed: 2, cursor: null })
  t.equal(await client.xlen(key('dead-letters')), 0)
})

// --- hosts

t.test('a host has 4 places over all accounts; an account leaves the last one to others', async t => {
  const to = (accountId: string, jobId: string): Delivery =>
    ({ job: { accountId, jobId, callbackUrl: 'https://shared.test/' } }) as unknown as Delivery
  const enter = (accountId: string, jobId: string) => store.enterHost(to(accountId, jobId))
  t.same(await Promise.all(['1', '2', '3', '4'].map(jobId => enter('a', jobId))), [true, true, true, false])
  t.equal(await enter('a', '1'), true, 'a second request keeps the slot')
  t.equal(await enter('b', '1'), true)
  t.equal(await enter('c', '1'), false, 'all four are taken')
  await store.leaveHost(to('a', '1'))
  t.equal(await enter('b', '2'), false, 'an account with less waits')
  t.equal(await enter('c', '1'), true)
  await store.leaveHost(to('a', '2'))
  await store.leaveHost(to('a', '3'))
  t.equal(await enter('d', '1'), true)
  t.equal(await enter('e', '1'), false, 'the last place is for the one that waits longest')
  t.equal(await enter('a', '4'), true)
  const names = (await namesOf(client)).filter(name => name.startsWith('{h:'))
  t.same(names.sort(), ['{h:shared.test}:posts', '{h:shared.test}:waiting'])
  for (const name of names) t.ok((await client.pttl(name)) > 0, 'it goes by itself')
})
