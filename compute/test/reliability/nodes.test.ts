/** RELIABILITY T1, T3 to T6, T22, T23 in full; `npm run test:reliability`. */
import t from 'tap'
import { cancelInEveryState, cancelSome } from '../helpers/cancel-scenarios.ts'
import { endlessJobs, flood, killNodes, killRedis, poison, zombies } from '../helpers/node-scenarios.ts'

const SEED = Date.now() % 1_000_000

t.test('T1: 1,000 jobs, a random node killed 20 times', t =>
  killNodes(t, { seed: SEED, jobCount: 1_000, killCount: 20, nodeCount: 3 }),
)

t.test('T2, nodes: redis-server is killed 10 times while they work', t => killRedis(t, 500, 10))

t.test('T3: 20 zombies', t => zombies(t, 10))

t.test('T4: 10 poison jobs among 1,000; nobody waits twice as long', async t => {
  const baselineMs = await poison(t, { goodCount: 1_000, poisonCount: 0, name: 'exit' })
  const poisonedMs = await poison(t, { goodCount: 1_000, poisonCount: 10, name: 'exit' })
  t.comment(`p95 of the waits: ${baselineMs} ms without, ${poisonedMs} ms with poison`)
  t.ok(poisonedMs < 2 * baselineMs, 'p95 below twice the baseline')
})

t.test('T4: 10 jobs that kill their node among 1,000', async t => {
  await poison(t, { goodCount: 1_000, poisonCount: 10, name: 'crash' })
})

t.test('T5: 100 cancels in each state', t => cancelInEveryState(t, SEED, 100))

t.test('T6: 10 jobs beside a flood of 10,000', async t => {
  const { usualMs, idleMs, priorityMs, serviceMs, boundMs, floodMs } = await flood(t, {
    floodCount: 10_000,
    fewCount: 10,
  })
  // who waits no longer than without a flood is not kept by it, however slow the machine is
  t.ok(usualMs <= Math.max(boundMs, idleMs), `${usualMs} ms of ${boundMs} ms`)
  t.ok(priorityMs <= usualMs + serviceMs, 'the higher class waits no longer than the few, but for the job that runs')
  t.ok(priorityMs < floodMs, 'and than the flood')
})

t.test('T22: 20 jobs without end among 1,000', t => endlessJobs(t, 1_000, 20))

t.test('T23: 200 of 1,000 cancelled', t => cancelSome(t, SEED, 1_000, 200))
