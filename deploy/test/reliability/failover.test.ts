/**
 * The master of Redis is killed five times under jobs, and once stands still until another one is master; Sentinels name the next one. With
 * REDIS_REPLICAS_MIN=1 a 202 is given when a replica has the job, too: none is lost.
 */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { between, random } from '../../../compute/test/helpers/random.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { watchedRedis } from '../../../shared/test/jobs/watched-redis.ts'
import { onOneServer } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'
import { JOBS_SETTINGS, submitJobs } from './helpers/accepted-jobs.ts'
import { startWholeService } from './helpers/whole-service.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const KILLS = 5
const JOBS = 600

t.test(
  `${KILLS} masters killed and one frozen behind Sentinels under ${JOBS} jobs: nothing is lost`,
  onOneServer('a cluster fails over by itself'),
  async t => {
    t.comment(`seed ${SEED}`)
    const rnd = random(SEED)
    const redis = await watchedRedis(dataFolder(t), 2)
    t.teardown(() => redis.stop())
    const settings = { ...JOBS_SETTINGS, REDIS_REPLICAS_MIN: '1' }
    const service = await startWholeService(t, redis.url, { gateways: 2, nodes: 2, deliverers: 2 }, settings)
    const jobs = await submitJobs(t, service, { jobCount: JOBS, seed: SEED, everyMs: 50 })
    for (let kill = 0; kill < KILLS; kill++) {
      const share = Math.floor(((kill + 0.5) * JOBS) / (KILLS + 1))
      await until('more are accepted', () => jobs.count() >= share, 300_000)
      await pause(between(rnd, 0, 400))
      await redis.endMaster('SIGKILL')
    }
    await until('more are accepted', () => jobs.count() >= ((KILLS + 0.5) * JOBS) / (KILLS + 1), 300_000)
    const frozen = await redis.masterPid()
    process.kill(frozen, 'SIGSTOP')
    await until('another one is master', async () => (await redis.masterPid()) !== frozen)
    await pause(between(rnd, 500, 3_000))
    process.kill(frozen, 'SIGCONT')
    await jobs.submitted
    await jobs.audit(t)
  },
)
