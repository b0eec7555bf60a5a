/** Jobs of several versions of frames in one store: who does not know a version leaves its jobs to others. */
import t from 'tap'
import { shardOf } from '../../contract/job-classes.ts'
import { DELIVERIES_MAX } from '../../contract/job-states.ts'
import { FRAME_VERSION, FRAME_VERSIONS } from '../../contract/schedule/frame-versions.ts'
import { redisJobStore } from '../../platform/jobs/redis-job-store.ts'
import { completed, expireLease, startStore, submitted, taken } from './helpers.ts'

const { store, client } = await startStore(t)
const NEXT = FRAME_VERSION + 1
/** A node of the next release. */
const newer = redisJobStore(client, { frameVersions: [...FRAME_VERSIONS, NEXT] })
const accountId = 'account-1'
const shard = shardOf(accountId)

t.test(
  'a node takes only jobs of versions that it knows, old ones too; the rest waits, is reported, and is not failed',
  async t => {
    const jobs = []
    for (const frameVersion of [...FRAME_VERSIONS, NEXT, NEXT, NEXT, NEXT, NEXT, NEXT]) {
      jobs.push(await submitted(store, accountId, { frameVersion }))
    }
    for (let i = 0; i < FRAME_VERSIONS.length; i++) {
      const lease = (await taken(store, accountId))!
      t.ok(FRAME_VERSIONS.includes(lease.job.frameVersion))
      t.equal(await completed(store, lease), 'finished')
    }
    t.equal(await taken(store, accountId), null)
    t.same(await store.unknownVersions(), [{ frameVersion: NEXT, queued: 6 }])
    t.same(await newer.unknownVersions(), [])
    t.equal((await store.depths())[2]!.queued, 6)
    const lease = (await taken(newer, accountId))!
    t.match(lease.job, { jobId: jobs[FRAME_VERSIONS.length]!.jobId, frameVersion: NEXT })
    t.same(await store.unknownVersions(), [{ frameVersion: NEXT, queued: 5 }])
    t.equal(await completed(newer, lease), 'finished')
    for (const { jobId } of jobs.slice(FRAME_VERSIONS.length + 1))
      t.match(await store.cancel(accountId, jobId), { state: 'cancelled' })
    t.same(await store.unknownVersions(), [])
  },
)

t.test('a job of a newer version that is lost waits for a node that knows it, whoever took it back', async t => {
  const { jobId } = await submitted(store, accountId, { frameVersion: NEXT })
  for (let delivery = 1; delivery < DELIVERIES_MAX; delivery++) {
    const lease = (await taken(newer, accountId))!
    t.match(lease, { job: { jobId }, isSuspect: delivery > 1 })
    await expireLease(client, lease.job)
    t.equal(await store.reclaim(shard), 1)
    t.equal(await taken(store, accountId), null, 'it is not run by one that does not')
    t.same(await store.unknownVersions(), [{ frameVersion: NEXT, queued: 1 }])
  }
  t.equal(await completed(newer, (await taken(newer, accountId))!), 'finished')
})

t.test('jobs as nodes of 0.4.0 hold and lose them are taken over', async t => {
  const job = await submitted(store, accountId, { frameVersion: 1 })
  const held = (await taken(store, accountId))!
  const key = (kind: string): string => `{j:${shard}}:${kind}`
  // they keep leases and suspects under these names
  await client.zrem(key('held'), job.jobId)
  await client.zadd(key('leases'), 1, job.jobId)
  t.equal(await store.reclaim(shard), 1)
  t.equal(await client.zcard(key('leases')), 0)
  await client.rename(key('lost'), key('suspects'))
  t.same(await store.suspects(), [{ shard, count: 1 }])
  const again = (await store.takeSuspect(shard, 'node-2'))!
  t.match(again, { job: { jobId: job.jobId }, fence: held.fence + 1 })
  t.equal(await completed(store, again), 'finished')
  t.same(await store.suspects(), [])
})
