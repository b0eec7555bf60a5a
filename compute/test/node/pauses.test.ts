/** Redis stands still for longer than a lease, three times: the node that holds the job lives, so no delivery of it may count as lost. */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { until } from '../../../shared/test/until.ts'
import { ended, misbehaviour, SHORT_LEASE_MS, startJobs, startNode, submit } from '../helpers/jobs.ts'

t.test('a job outlives three pauses of Redis, each longer than its lease', async t => {
  const jobs = await startJobs(t, { leaseMs: SHORT_LEASE_MS })
  const { node } = await startNode(t, jobs)
  // longer than it has before its lease ends, each time
  const job = await submit(jobs.store, misbehaviour('slow', { ms: 5_000 }))
  for (let i = 0; i < 3; i++) {
    await until('it runs', () => node.inFlight() === 1)
    await pause(200)
    for (const pid of jobs.pids()) process.kill(pid, 'SIGSTOP')
    await pause(1.6 * SHORT_LEASE_MS)
    for (const pid of jobs.pids()) process.kill(pid, 'SIGCONT')
    await pause(300)
  }
  const [done] = await ended(jobs.store, [job])
  t.equal(done!.state, 'completed')
  t.equal(done!.error, null)
})
