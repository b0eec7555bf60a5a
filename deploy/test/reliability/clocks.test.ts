/**
 * Wall clocks that are wrong: a gateway a minute behind, a node an hour ahead, a node and a deliverer whose clocks jump to and fro by up to an
 * hour, a deliverer a day behind. What counts is the clock of Redis: nothing is lost, and times of jobs are in order.
 */
import t from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { redisOfTest } from '../../../shared/test/redis-of-test.ts'
import { until } from '../../../shared/test/until.ts'
import { JOBS_SETTINGS, submitJobs } from './helpers/accepted-jobs.ts'
import { startWholeService } from './helpers/whole-service.ts'

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const JOBS = 600
/** Kills, so that leases, retries and what others left are looked at by wrong clocks, too. */
const KILLS = 6
const HOUR = 3_600
const SKEWS: Readonly<Record<string, string>> = {
  'gateway 1': '-60',
  'gateway 2': '0,90,-90',
  'node 1': String(HOUR),
  'node 2': `0,${HOUR},-${HOUR},20`,
  'deliverer 1': String(-24 * HOUR),
  'deliverer 2': `0,${HOUR},-30`,
}

t.test(`wrong and jumping clocks under ${JOBS} jobs and ${KILLS} kills: nothing is lost`, async t => {
  t.comment(`seed ${SEED}`)
  const redis = await redisOfTest(dataFolder(t))
  t.teardown(() => redis.stop())
  const clock = new URL('./helpers/wandering-clock.ts', import.meta.url).href
  const service = await startWholeService(
    t,
    redis.url,
    { gateways: 2, nodes: 2, deliverers: 2 },
    JOBS_SETTINGS,
    name => ({ NODE_OPTIONS: `--import ${clock}`, CLOCK_SKEWS: SKEWS[name]! }),
  )
  const jobs = await submitJobs(t, service, { jobCount: JOBS, seed: SEED, everyMs: 50 })
  for (let kill = 0; kill < KILLS; kill++) {
    await until('more are accepted', () => jobs.count() >= ((kill + 0.5) * JOBS) / KILLS, 300_000)
    const member = service.members[kill]!
    await until(`${member.name} is up`, () => member.isUp)
    service.kill(member)
  }
  await jobs.submitted
  await jobs.audit(t)
})
