/** Compute nodes as processes that are killed and drained; the long versions, and stopped and poisoned nodes, are ../reliability/nodes.test.ts. */
import { once } from 'node:events'
import t from 'tap'
import { LEASE_MS } from '../../../shared/platform/jobs/job-store.ts'
import { until } from '../../../shared/test/until.ts'
import { cancelInEveryState, cancelSome } from '../helpers/cancel-scenarios.ts'
import { cpmWork, ended, forkNode, misbehaviour, startJobs, submit } from '../helpers/jobs.ts'
import { ends, killNodes, killRedis, times } from '../helpers/node-scenarios.ts'

t.test('T1 short: nodes are killed twice; every job completes once, with the same bytes', t =>
  killNodes(t, { seed: 1, jobCount: 60, killCount: 2, nodeCount: 2 }),
)

t.test('T2 short, nodes: redis-server is killed twice; every job completes and no node ends', t => killRedis(t, 60, 2))

t.test('T23 and T5 short: cancels race the work of two nodes', t => cancelSome(t, 2, 150, 50))

t.test('T5 short: cancels in every state, and callbacks that agree with how a job ended', t =>
  cancelInEveryState(t, 4, 8),
)

t.test('SIGTERM: running jobs end, the rest is left to others, the process ends with 0', async t => {
  const jobs = await startJobs(t)
  const { child, metricsPort } = await forkNode(t, jobs.url, { DRAIN_SECONDS: '3' }, LEASE_MS)
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  t.match(metrics, /^process_resident_memory_bytes\{role="node"\} \d+/m)
  const [short, long] = [misbehaviour('slow', { ms: 200 }), misbehaviour('slow', { ms: 600_000 })]
  const running = [await submit(jobs.store, long), await submit(jobs.store, short)]
  const read = () => Promise.all(running.map(({ accountId, jobId }) => jobs.store.read(accountId, jobId)))
  await until('both have begun', async () => (await read()).every(job => job!.state !== 'queued'))
  child.kill('SIGTERM')
  const waiting = await Promise.all(times(5, () => submit(jobs.store, cpmWork(100, 1))))
  const [code] = await once(child, 'exit')
  t.equal(code, 0)
  t.same(
    (await read()).map(job => job!.state),
    ['queued', 'completed'],
  )
  await forkNode(t, jobs.url, {}, LEASE_MS)
  t.same(ends(await ended(jobs.store, waiting)), { completed: 5 })
  await until('the long one runs again', async () => (await read())[0]!.state === 'processing')
})
