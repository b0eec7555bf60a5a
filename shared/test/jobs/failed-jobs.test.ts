import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { shardOf } from '../../contract/job-classes.ts'
import { DELIVERIES_MAX, NODE_LOSSES_FORGIVEN } from '../../contract/job-states.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { Lease } from '../../platform/jobs/job-store.ts'
import { callbackAttempts, findJob, listFailed, retryJob } from '../../platform/jobs/redis/failed-jobs.ts'
import { jobKey } from '../../platform/redis/keys.ts'
import { empty } from '../every-server.ts'
import { completed, expireLease, FAILURE, FRAME, reservedBytes, startStore, submitted, taken } from './helpers.ts'
import { audit } from './shard-audit.ts'

const { store, client } = await startStore(t)

async function failed(
  accountId: string,
  changes: Parameters<typeof submitted>[2] = {},
  code = 'timeout',
): Promise<Job> {
  await submitted(store, accountId, changes)
  const lease = (await taken(store, accountId))!
  await store.finish(lease.job, lease.fence, { ...FAILURE, error: { code, detail: 'It failed.' } })
  return lease.job
}

t.test(
  'a failed job is queued again under its id, with its frame, three deliveries before it and no trace of its failure',
  async t => {
    const account = 'again'
    const job = await failed(account)
    t.match(await findJob(client, job.jobId), { hasFrame: true, job: { state: 'failed', error: { code: 'timeout' } } })
    await audit(t, client, shardOf(account))
    t.equal(await retryJob(client, job), 'queued')
    await audit(t, client, shardOf(account))
    t.match(await store.read(account, job.jobId), { state: 'queued', error: null, completedAtMs: null })
    t.equal(await client.pttl(jobKey(shardOf(account), 'frame', job.jobId, 0)), -1, 'its frame has no end')
    t.equal(await retryJob(client, job), 'not_failed', 'once')

    for (let delivery = 1; delivery < DELIVERIES_MAX; delivery++) {
      const lease = (await taken(store, account))!
      t.equal(lease.fence, 1 + delivery, 'fences go on')
      t.equal(
        await store.requeue(lease.job, lease.fence, 'worker_lost'),
        'queued',
        `loss ${delivery} of its second life`,
      )
    }
    const last = (await taken(store, account))!
    t.same(Buffer.concat(await store.readFrame(last.job)), Buffer.concat(FRAME))
    t.equal(await store.finish(job, 1, FAILURE), 'stale', 'a node of its first life changes nothing')
    t.equal(await completed(store, last), 'finished')
    t.match(await findJob(client, job.jobId), {
      job: { state: 'completed', error: null },
      hasFrame: false,
      retries: 1,
      failures: [{ code: 'timeout' }],
      losses: [{ nodeId: 'node-1' }, { nodeId: 'node-1' }],
    })
    t.equal(reservedBytes(await store.heldBytes()), 0)
    await audit(t, client, shardOf(account))
    t.equal(await retryJob(client, job), 'not_failed')
    t.equal(await retryJob(client, { accountId: account, jobId: 'nobody' }), 'unknown')
  },
)

t.test('a job that was lost three times runs apart again when it is queued again', async t => {
  const account = 'lost'
  const job = await submitted(store, account)
  for (let delivery = 1; delivery <= DELIVERIES_MAX; delivery++) {
    const lease = (await taken(store, account))!
    await store.requeue(lease.job, lease.fence, 'worker_lost')
  }
  t.match(await findJob(client, job.jobId), { job: { state: 'failed', error: { code: 'node_lost' } }, tries: 3 })
  t.equal((await findJob(client, job.jobId))!.losses.length, 3)
  t.equal(await retryJob(client, job), 'queued')
  await audit(t, client, shardOf(account))
  const lease = (await store.takeSuspect(shardOf(account), 'node-2'))!
  t.match(lease, { isSuspect: true, job: { jobId: job.jobId } })
  t.equal(await completed(store, lease), 'finished')
  await audit(t, client, shardOf(account))
})

t.test('a job that died with its nodes has the same number of lives when it is queued again', async t => {
  const account = 'nodes'
  const job = await submitted(store, account)
  for (const life of [1, 2]) {
    let deliveries = 0
    for (let lease = await taken(store, account); lease !== null; lease = await taken(store, account)) {
      deliveries++
      await expireLease(client, job)
      await store.reclaim(shardOf(account))
    }
    t.equal(deliveries, DELIVERIES_MAX + NODE_LOSSES_FORGIVEN, `life ${life}`)
    t.match(await findJob(client, job.jobId), { job: { state: 'failed', error: { code: 'node_lost' } } })
    if (life === 1) t.equal(await retryJob(client, job), 'queued')
  }
})

t.test(
  'a kept frame counts among the results of its account and goes when jobs need the room; then the job cannot be queued again',
  async t => {
    const account = 'room'
    const job = await failed(account)
    const bytes = FRAME.reduce((sum, chunk) => sum + chunk.length, 0)
    const holder = (await store.resultHolders(10)).find(({ accountId }) => accountId === account)
    t.match(holder, { bytes, jobClass: 'standard' })
    t.same(await store.freeResults(holder!, 'memory', {}), { resultCount: 1, bytes })
    t.match(await findJob(client, job.jobId), { hasFrame: false, job: { state: 'failed', resultRemoved: null } })
    t.equal(await retryJob(client, job), 'frame_gone')
    await audit(t, client, shardOf(account))
    const other = await failed(account)
    t.equal(await store.remove(account, other.jobId), 'removed')
    t.equal(await client.exists(jobKey(shardOf(account), 'frame', other.jobId, 0)), 0, 'it goes with its job')
    await audit(t, client, shardOf(account))
  },
)

t.test(
  'the callback of a job that was queued again is sent once more, under an id of its own, and an old POST settles nothing',
  async t => {
    const account = 'callback'
    const shard = shardOf(account)
    const job = await failed(account, { callbackUrl: 'https://example.test/' })
    const first = (await store.takeDelivery(shard, 'deliverer'))!
    t.equal(first.deliveryId, `dlv_${job.jobId}`)
    t.equal(await retryJob(client, job), 'queued')
    t.equal(await store.takeDelivery(shard, 'deliverer'), null, 'while it is queued nothing is sent')
    t.equal(await store.replayDelivery(account, first.deliveryId), null, 'nor replayed')
    const attempt = { atMs: 1, durationMs: 1, status: 200, failure: null }
    t.equal(await store.settleDelivery(first, attempt, 'delivered'), 'stale')
    t.equal(await completed(store, (await taken(store, account))!), 'finished')
    const second = (await store.takeDelivery(shard, 'deliverer'))!
    t.match(second, { deliveryId: `dlv_${job.jobId}.1`, job: { state: 'completed' } })
    t.equal(await store.settleDelivery(first, attempt, 'delivered'), 'stale')
    t.equal(await store.settleDelivery(second, attempt, 'delivered'), 'settled')
    t.equal((await callbackAttempts(client, job)).length, 1)
    t.match(await store.replayDelivery(account, second.deliveryId), { deliveryId: second.deliveryId, state: 'pending' })
    await audit(t, client, shard)
  },
)

t.test('failed jobs of all accounts are listed newest first, each once, page by page', async t => {
  await empty(client)
  const made: string[] = []
  for (let i = 0; i < 12; i++) {
    made.unshift((await failed(`account-${i % 5}`, {}, i % 3 === 0 ? 'memory' : 'timeout')).jobId)
    await pause(2)
  }
  const listed: string[] = []
  for (let toMs: number | undefined, pages = 0; ; pages++) {
    const { jobs, beforeMs } = await listFailed(client, { toMs, limit: 5 })
    listed.push(...jobs.map(({ job }) => job.jobId))
    if (beforeMs === null) break
    toMs = beforeMs
    if (pages > 5) throw new Error('no end')
  }
  t.same(listed, made)
  const of = async (query: object) => (await listFailed(client, { ...query, limit: 100 })).jobs.map(({ job }) => job)
  t.equal((await of({ code: 'memory' })).length, 4)
  t.ok((await of({ accountId: 'account-1' })).every(({ accountId }) => accountId === 'account-1'))
  t.equal((await of({ accountId: 'account-1', code: 'memory' })).length, 1)
  const [, second] = await of({})
  t.equal((await of({ fromMs: second!.completedAtMs! })).length, 2)

  // one script fails many at once
  const shard = shardOf('together')
  const together: Lease[] = []
  for (let i = 0; i < 7; i++) await submitted(store, 'together')
  for (let i = 0; i < 7; i++) together.push((await taken(store, 'together'))!)
  for (const { job } of together) {
    await client.hset(jobKey(shard, 'job', job.jobId), 'attempts', 3, 'lease', 3)
    await expireLease(client, job)
  }
  await store.reclaim(shard)
  const { jobs } = await listFailed(client, { accountId: 'together', limit: 2 })
  t.equal(jobs.length, 7, 'those of one millisecond come together')
})
