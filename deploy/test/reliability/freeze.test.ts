/**
 * Processes that stand still for a while and then go on as if nothing had been: redis-server, nodes that slept through their leases, deliverers
 * in the middle of a POST, gateways with calls in flight. FREEZES and SEED change it.
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
const FREEZES = Number(process.env.FREEZES ?? 15)
const JOBS = 600
/** A lease of a node lasts 15 s, that of a callback 45. */
const SECONDS: readonly (readonly [from: number, to: number])[] = [
  [1, 3],
  [3, 8],
  [17, 22],
]
const REDIS_SHARE = 0.25

t.test(`${FREEZES} processes stand still for up to 22 s under ${JOBS} jobs: nothing is lost`, async t => {
  t.comment(`seed ${SEED}`)
  const rnd = random(SEED)
  const redis = await redisOfTest(dataFolder(t))
  t.teardown(() => redis.stop())
  const service = await startWholeService(t, redis.url, { gateways: 2, nodes: 2, deliverers: 2 }, JOBS_SETTINGS)
  const jobs = await submitJobs(t, service, { jobCount: JOBS, seed: SEED, everyMs: 50 })
  const frozen: string[] = []
  for (let freeze = 0; freeze < FREEZES; freeze++) {
    const share = Math.floor(((freeze + 0.5) * JOBS) / FREEZES)
    await until('more are accepted', () => jobs.count() >= share, 300_000)
    const isRedis = rnd() < REDIS_SHARE
    const member = pick(rnd, service.members)
    const seconds = between(rnd, ...SECONDS[freeze % SECONDS.length]!)
    frozen.push(`${isRedis ? 'redis-server' : member.name} ${seconds} s`)
    const pid = isRedis ? pick(rnd, redis.pids()) : member.child.pid!
    process.kill(pid, 'SIGSTOP')
    await pause(1_000 * seconds)
    process.kill(pid, 'SIGCONT')
  }
  t.comment(frozen.join(', '))
  await jobs.submitted
  await jobs.audit(t)
})
