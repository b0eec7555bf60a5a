/** Every end of a job has its metering line, also when the node that ended it died before it wrote one. */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { shardOf } from '../../../shared/contract/job-classes.ts'
import type { Log } from '../../../shared/platform/process/log.ts'
import { completed, FAILURE, submitted, taken } from '../../../shared/test/jobs/helpers.ts'
import { until } from '../../../shared/test/until.ts'
import { cpmWork, ended, misbehaviour, SHORT_LEASE_MS, startJobs, startNode, submit } from '../helpers/jobs.ts'

type Line = Readonly<Record<string, unknown>>

/** A log that keeps what is written. */
function keepingLog(): { log: Log; lines: Line[] } {
  const lines: Line[] = []
  const keep = (facts: Line) => void lines.push(facts)
  return { log: { info: keep, warn: keep, error: keep } as unknown as Log, lines }
}

t.test('what a node ended without a line is metered by another node, and nothing twice', async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const { store } = jobs
  // two ends of a node that died with them
  const accounts = ['left-completed', 'left-failed']
  const [first, second] = [await submitted(store, accounts[0]!), await submitted(store, accounts[1]!)]
  t.equal(await completed(store, (await taken(store, accounts[0]!))!), 'finished')
  const lease = (await taken(store, accounts[1]!))!
  t.equal(await store.finish(lease.job, lease.fence, FAILURE), 'finished')
  await store.remove(accounts[0]!, first.jobId)

  const { log, lines } = keepingLog()
  const { node } = await startNode(t, jobs, {}, log)
  const works = [cpmWork(100, 1), cpmWork(100, 1), misbehaviour('throw')]
  const own = await Promise.all(works.map((work, i) => submit(store, work, { accountId: `own-${i}` })))
  await ended(store, own)
  const metered = () => lines.filter(({ event }) => event === 'metering')
  await until('all have a line', () => metered().length >= 5)
  const left = metered().find(({ jobId }) => jobId === first.jobId)
  t.match(left, {
    ...{ accountId: accounts[0], keyId: 'key-1', requestId: 'request-1', fence: 1, endpoint: first.endpoint },
    ...{ status: 'completed', code: undefined, durationMs: 13, taskCount: 100, resultBytes: 70, tokenConsumption: 0 },
  })
  t.ok(Number(left?.waitMs) >= 0)
  t.match(
    metered().find(({ jobId }) => jobId === second.jobId),
    { status: 'failed', code: 'timeout', durationMs: 1, resultBytes: 0 },
  )
  const stopped = await submit(store, misbehaviour('slow', { ms: 600_000 }), { accountId: 'stopped' })
  await until('it runs', async () => (await store.read('stopped', stopped.jobId))!.state === 'processing')
  await pause(100)
  await store.cancel('stopped', stopped.jobId)
  await until('what was cancelled has a line', () => metered().length === 6)
  const { status, durationMs } = metered().find(({ jobId }) => jobId === stopped.jobId)!
  t.equal(status, 'cancelled')
  t.ok(Number(durationMs) > 50, 'with the time that it used')
  await node.close()
  const shards = [...accounts, ...own.map(({ accountId }) => accountId)].map(shardOf)
  const open = await Promise.all(shards.map(shard => store.unmetered(shard, 0)))
  t.same(open.flat(), [], 'a node that ends in order has said what it wrote')
  t.same(
    metered()
      .map(({ jobId }) => jobId)
      .sort(),
    [first, second, ...own, stopped].map(({ jobId }) => jobId).sort(),
  )
})

t.test('a job that was cancelled before it ran has no metering line, one that was lost too often has', async t => {
  const { store } = await startJobs(t)
  const shard = shardOf('ends')
  const { jobId } = await submitted(store, 'ends')
  await store.cancel('ends', jobId)
  t.same(await store.unmetered(shard, 0), [])
  const poison = await submitted(store, 'ends')
  for (let lease = await taken(store, 'ends'); lease; lease = await taken(store, 'ends'))
    await store.requeue(lease.job, lease.fence, 'worker_lost')
  const [end] = await store.unmetered(shard, 0)
  t.match(end, { jobId: poison.jobId, fence: 3, state: 'failed', code: 'node_lost', workerMs: 0, resultBytes: 0 })
  t.same(await store.unmetered(shard, 60_000), [], 'its node has its time')
})
