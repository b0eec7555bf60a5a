/**
 * 3,000 jobs with callbacks, and 150 times kill -9: a node, a gateway, a deliverer or redis-server, at random, while they are submitted, run and
 * told. KILL_JOBS, KILLS and SEED change it; TEST_REDIS=cluster and OBJECT_STORE say on what it runs.
 */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { between, pick, random } from '../../../compute/test/helpers/random.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'
import { JOBS_SETTINGS, submitJobs } from './helpers/accepted-jobs.ts'
import { startWholeService } from './helpers/whole-service.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const JOBS = Number(process.env.KILL_JOBS ?? 3_000)
const KILLS = Number(process.env.KILLS ?? 150)
/** Dozens of processes start beside each other. */
const BUSY_MS_MAX = 600_000
/** Which share of the kills hits Redis. */
const REDIS_SHARE = 0.2

t.test(
  `${KILLS} kills of nodes, gateways, deliverers and redis-server under ${JOBS} jobs: nothing is lost`,
  async t => {
    t.comment(`seed ${SEED}`)
    const rnd = random(SEED)
    const redis = await redisOfTest(dataFolder(t))
    t.teardown(() => redis.stop())
    // a gateway that is killed again and again starts no thread before a call needs it
    const settings = { ...JOBS_SETTINGS, WORKER_START: 'on-demand' }
    const service = await startWholeService(t, redis.url, { gateways: 2, nodes: 3, deliverers: 2 }, settings)
    const jobs = await submitJobs(t, service, { jobCount: JOBS, seed: SEED, everyMs: 25 })
    const kills: Record<string, number> = {}
    const startMs = performance.now()
    for (let kill = 0; kill < KILLS; kill++) {
      // spread over the jobs, so that each meets work; the last jobs of a busy machine are not waited for
      const share = Math.floor(((kill + 0.5) * JOBS) / KILLS)
      await until('more are accepted', () => jobs.count() >= share, BUSY_MS_MAX)
      await pause(between(rnd, 0, 400))
      const isRedis = rnd() < REDIS_SHARE
      const up = () => service.members.filter(({ isUp }) => isUp)
      await until('one is up', () => up().length > 0, BUSY_MS_MAX)
      const member = pick(rnd, up())
      const name = isRedis ? 'redis-server' : member.role.name
      kills[name] = (kills[name] ?? 0) + 1
      if (isRedis) await redis.killOne()
      else service.kill(member)
    }
    await until('all are up again', () => service.members.every(({ isUp }) => isUp), BUSY_MS_MAX)
    t.comment(`kills: ${JSON.stringify(kills)} in ${Math.round((performance.now() - startMs) / 1000)} s`)
    await jobs.submitted
    await jobs.audit(t)
  },
)
