/** Compute nodes as processes that are killed, stopped and drained; the long versions are ../reliability/nodes.test.ts. */
import { once } from 'node:events'
import t from 'tap'
import { cpmWork, ended, forkNode, misbehaviour, startJobs, submit, until } from '../helpers/jobs.ts'
import { cancelSome, ends, killNodes, killRedis, poison, times, zombies } from '../helpers/node-scenarios.ts'

t.test('T1 short: nodes are killed five times; every job completes once, with the same bytes', t =>
  killNodes(t, { seed: 1, jobCount: 100, killCount: 5, nodeCount: 2 }),
)

t.test('T2 short, nodes: redis-server is killed twice; every job completes and no node ends', t => killRedis(t, 60, 2))

t.test('T3 short: what a stopped node does when it wakes up changes nothing', t => zombies(t, 1))

t.test('T4 short: a job that kills its node is tried three times alone, and takes no other one along', async t => {
  await poison(t, { goodCount: 60, poisonCount: 1, name: 'crash' })
})

t.test('T23 and T5 short: cancels race the work of two nodes', t => cancelSome(t, 2, 150, 50))

t.test('SIGTERM: running jobs end, the rest is left to others, the process ends with 0', async t => {
  const jobs = await startJobs(t)
  const { child, metricsPort } = await forkNode(t, jobs.url, { DRAIN_SECONDS: '1' })
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  t.match(metrics, /^process_resident_memory_bytes\{role="node"\} \d+/m)
  const [short, long] = [misbehaviour('slow', { ms: 300 }), misbehaviour('slow', { ms: 3_000 })]
  const running = [await submit(jobs.store, short), await submit(jobs.store, long)]
  const read = () => Promise.all(running.map(({ accountId, jobId }) => jobs.store.read(accountId, jobId)))
  await until('both run', async () => (await read()).every(job => job!.state === 'processing'))
  const waiting = await Promise.all(times(5, () => submit(jobs.store, cpmWork(100, 1))))
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  t.equal(code, 0)
  t.same(
    (await read()).map(job => job!.state),
    ['completed', 'queued'],
  )
  await forkNode(t, jobs.url)
  const done = await ended(jobs.store, [...running, ...waiting])
  t.same(ends(done), { completed: 7 })
})
