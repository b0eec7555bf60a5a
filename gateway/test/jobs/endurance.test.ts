/** T2 and T8, short; in full: ../reliability/jobs.test.ts. */
import t from 'tap'
import { killRedisUnderSubmissions, retention } from '../helpers/job-scenarios.ts'
import { startService } from '../helpers/service.ts'

t.test('T2 short: redis-server is killed twice under submissions; every 202 completes, the rest is 503', t =>
  killRedisUnderSubmissions(t, { seed: 3, killCount: 2, ratePerSecond: 60 }),
)

t.test('T8 short: 1,000 finished jobs pass their retention; the memory comes back, their ids are unknown', async t => {
  await retention(t, await startService(t), { jobCount: 1_000, resultBytes: 2_000 })
})
