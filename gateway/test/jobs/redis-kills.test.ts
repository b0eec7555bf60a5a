/** T2, short; in full: ../reliability/jobs.test.ts. */
import t from 'tap'
import { killRedisUnderSubmissions } from '../helpers/job-scenarios.ts'

t.test('T2 short: redis-server is killed twice under submissions; every 202 completes, the rest is 503', t =>
  killRedisUnderSubmissions(t, { seed: 3, killCount: 2, ratePerSecond: 60 }),
)
