/** T2, T8 and T38 in full, over HTTP. */
import t from 'tap'
import { killRedisUnderSubmissions, retention, storms } from '../helpers/job-scenarios.ts'
import { startService } from '../helpers/service.ts'

const SEED = Date.now() % 1_000_000

t.test('T2: redis-server is killed 10 times under 200 submissions a second', t =>
  killRedisUnderSubmissions(t, { seed: SEED, killCount: 10, ratePerSecond: 200 }),
)

t.test('T38: 200 submissions at once with one Idempotency-Key, 100 times', async t => {
  await storms(t, await startService(t), 100)
})

t.test('T8: 50,000 finished jobs pass their retention', async t => {
  await retention(t, await startService(t), { jobCount: 50_000, resultBytes: 2_000 })
})
