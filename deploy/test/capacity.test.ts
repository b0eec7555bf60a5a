/** The page of capacity says what follows from its figures; that its tables are those of the code is in start.test.ts. */
import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import {
  BUSY_SHARE_MAX,
  demandOf,
  JOBS_PER_SECOND,
  limitsOf,
  MIX,
  mixOf,
  OBJECT_TERABYTES,
  PEAK_FACTOR,
  PEAK_PER_SECOND,
  REDIS_GIGABYTES,
  RETENTION_HOURS,
} from '../capacity/demand.ts'
import { measured, type SizeFigures } from '../capacity/measured.ts'

const JOB: SizeFigures = {
  ...{ tasks: 2, jobs: 1, bodyKilobytes: 10, answerKilobytes: 20 },
  ...{ gatewayMainMs: 1, gatewayWorkersMs: 2, nodeMainMs: 3, nodeThreadsMs: 4, redisMs: 0.5 },
  ...{ redisCommands: 100, redisScripts: 5, redisQueuedKilobytes: 1, redisDoneKilobytes: 2, appendedKilobytes: 8 },
  ...{ objects: 1, frameObjectKilobytes: 30, resultObjectKilobytes: 40, logKilobytes: 1 },
}
const PART = { machine: '', release: '' }

const close = (t: Test, found: number, wanted: number, what: string): void =>
  void t.ok(Math.abs(found - wanted) < wanted / 1_000, `${what}: ${found}, wanted ${wanted}`)

t.test('what 10 million jobs a day need is their number times what one takes', async t => {
  close(t, JOBS_PER_SECOND, 115.74, 'jobs a second')
  t.equal(PEAK_PER_SECOND, PEAK_FACTOR * JOBS_PER_SECOND)
  t.equal(PEAK_FACTOR, 3, 'as the page says')
  t.equal(BUSY_SHARE_MAX, 0.7, 'as the page says')
  t.equal(RETENTION_HOURS, 24, 'as the page says')
  const demand = demandOf(JOB)
  close(t, demand.gatewayCores, (347.22 * 0.003) / 0.7, 'cores of gateways')
  close(t, demand.nodeCores, (347.22 * 0.007) / 0.7, 'cores of nodes')
  close(t, demand.redisThreads, (347.22 * 0.0005) / 0.7, 'threads of redis-servers')
  close(t, demand.redisGigabytes, 20, 'GB of Redis: 10 million of 2 KB')
  close(t, demand.appendedMegabytesPerSecond, 2.778, 'MB/s appended')
  close(t, demand.objectsPerSecond, 347.22, 'objects a second')
  close(t, demand.objectGigabytes, 400, 'GB of objects: 10 million of 40 KB')
  close(t, demand.objectMegabytesPerSecond, 24.3, 'MB/s of objects')
  close(t, demand.logGigabytesPerDay, 10, 'GB of log')
})

t.test('the limit that most of is needed of is reached first', async t => {
  const costs = { ...PART, fsyncsPerSecond: 1, idlePercent: 0, sizes: [JOB] }
  const callbacks = {
    ...PART,
    ...{ count: 1, perSecond: 1, delivererMs: 1, redisMs: 0, redisScripts: 1, appendedKilobytes: 1 },
  }
  const share = MIX[2]!
  const limits = limitsOf(costs, callbacks)
  const needed = limits.map(limit => limit.needed)
  t.same(
    needed,
    needed.toSorted((a, b) => b - a),
  )
  const of = (start: string): number => limits.find(({ what }) => what.startsWith(start))!.jobsPerSecond
  close(t, of('a thread of a node'), 700 / (4 * share), 'jobs/s of a thread')
  close(t, of('the main thread of a gateway'), 700 / share, 'jobs/s of a gateway')
  close(t, of('the one thread of a redis-server'), 700 / (0.5 * share), 'jobs/s of Redis')
  close(t, of(`${REDIS_GIGABYTES} GB of memory`), (10 / (20 * share)) * JOBS_PER_SECOND, 'jobs/s of 10 GB')
  close(t, of(`${OBJECT_TERABYTES} TB of the store`), (1_000 / (400 * share)) * JOBS_PER_SECOND, 'jobs/s of 1 TB')
})

t.test('both releases were measured with the same sizes, which the mix names', async t => {
  const [now, before] = [measured('now'), measured('before')]
  const sizes = now.costs.sizes.map(({ tasks }) => tasks)
  t.same(
    before.costs.sizes.map(({ tasks }) => tasks),
    sizes,
  )
  t.same(Object.keys(MIX).map(Number), sizes)
  t.ok(Math.abs(Object.values(MIX).reduce((sum, share) => sum + share, 0) - 1) < 1e-9, 'the mix is whole')
  t.ok(mixOf(now.costs).nodeThreadsMs > 0)
  t.equal(before.costs.release, 'b0bfc79', 'what the page calls before')
})

t.test('the alerts that tell of a limit are there', async t => {
  const alerts = readFileSync(new URL('../prometheus/alerts.yml', import.meta.url), 'utf8')
  const { costs, callbacks } = measured('now')
  for (const { alerts: names, what } of limitsOf(costs, callbacks))
    for (const name of names) t.ok(alerts.includes(`- alert: ${name}\n`), `${name} of ${what}`)
})
