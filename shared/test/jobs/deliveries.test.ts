/** Callbacks as the store keeps them: due once, leased to one deliverer, on record, given up, made again. */
import t from 'tap'
import { shardOf } from '../../jobs/classes.ts'
import type { Delivery, Job } from '../../jobs/job-store.ts'
import { redisJobStore } from '../../jobs/redis-job-store.ts'
import { run, script } from '../../redis/script.ts'
import { empty, namesOf } from '../every-server.ts'
import { completed, contents, FAILURE, startStore, submitted, taken } from './helpers.ts'

const { store, client } = await startStore(t)
const account = 'caller'
const shard = shardOf(account)
const key = (...parts: string[]) => [`{j:${shard}}`, ...parts].join(':')
const CALLBACK = { callbackUrl: 'https://example.test/hook?token=secret#part' }
const OK = { atMs: 5, durationMs: 7, status: 200, failure: null }
const BAD = { atMs: 1, durationMs: 30_000, status: null, failure: 'timeout' }
const records = async () => (await store.listDeliveries(account, { cursor: null, limit: 100 })).deliveries

t.beforeEach(() => empty(client))

async function due(end: 'completed' | 'failed' = 'completed'): Promise<Job> {
  await submitted(store, account, CALLBACK)
  const lease = (await taken(store, account))!
  if (end === 'completed') await completed(store, lease)
  else await store.finish(lease.job, lease.fence, FAILURE)
  return (await store.read(account, lease.job.jobId))!
}
const next = async (): Promise<Delivery> => (await store.takeDelivery(shard, 'deliverer'))!
const makeDue = (job: Job) => client.zadd(key('due'), 'XX', 1, job.jobId)

t.test('completed and failed jobs are called back, cancelled ones and those without a URL are not', async t => {
  const good = await due()
  const bad = await due('failed')
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
  t.match(failed, { attempt: 1, job: { state: 'failed', error: FAILURE.error, callbackUrl: CALLBACK.callbackUrl } })
})

t.test('attempts are numbered and recorded until one succeeds', async t => {
  const job = await due()
  for (let attempt = 1; attempt <= 3; attempt++) {
    const delivery = await next()
    t.match(delivery, { deliveryId: `dlv_${job.jobId}`, attempt })
    await store.settleDelivery(delivery, BAD, { nextAttemptAtMs: 9_999_999_999_999 })
    t.match(await records(), [{ state: 'pending', nextAttemptAtMs: 9_999_999_999_999 }])
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
  await store.settleDelivery(again, BAD, { nextAttemptAtMs: 1 })
  t.match(await next(), { attempt: 2 })
})

t.test('a callback given back before it was made counts no attempt', async t => {
  const job = await due()
  const first = await next()
  await store.deferDelivery(first, 9_999_999_999_999)
  t.equal(await store.takeDelivery(shard, 'deliverer'), null)
  t.match(await records(), [{ state: 'pending', attempts: [], nextAttemptAtMs: 9_999_999_999_999 }])
  await makeDue(job)
  t.match(await next(), { attempt: 1, fence: 2 })
  await store.deferDelivery(first, 1)
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
    await store.settleDelivery(await next(), { ...BAD, atMs: i }, { nextAttemptAtMs: 1 })
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
