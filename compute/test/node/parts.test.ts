/** The parts of a compute node without one: turns of classes and shards, leases, limits of time. */
import fc from 'fast-check'
import t from 'tap'
import { CLASS_WEIGHTS, JOB_CLASSES, JOB_SHARD_COUNT, type JobClass } from '../../../shared/jobs/classes.ts'
import { type Lease, StoreUnavailable } from '../../../shared/jobs/job-store.ts'
import { until } from '../../../shared/test/until.ts'
import { FairQueue } from '../../node/fair-queue.ts'
import { Leases } from '../../node/leases.ts'
import { timeLimitMs } from '../../node/limits.ts'

const SEED = 20_261_121

t.test('classes that always wait are served by weight, whatever their jobs cost', async t => {
  t.comment(`seed ${SEED}`)
  const cost = fc.integer({ min: 1, max: 25_000 })
  const outcome = fc.check(
    fc.property(fc.array(cost, { minLength: 3, maxLength: 3 }), costs => {
      const queue = new FairQueue()
      for (const jobClass of JOB_CLASSES) queue.mark(jobClass, 0)
      const servedTimes: Partial<Record<JobClass, number>> = {}
      for (let i = 0; i < 2_000; i++) {
        const pick = queue.pick()!
        const spent = costs[JOB_CLASSES.indexOf(pick.jobClass)]!
        queue.served(pick, [spent])
        servedTimes[pick.jobClass] = (servedTimes[pick.jobClass] ?? 0) + spent / CLASS_WEIGHTS[pick.jobClass]
      }
      // no class is ahead of another by more than the largest job by its weight
      const served = JOB_CLASSES.map(jobClass => servedTimes[jobClass] ?? 0)
      const slack = 2 * Math.max(...JOB_CLASSES.map((jobClass, i) => costs[i]! / CLASS_WEIGHTS[jobClass]))
      return Math.max(...served) - Math.min(...served) <= slack
    }),
    { seed: SEED, numRuns: 50 },
  )
  t.notOk(outcome.failed, JSON.stringify(outcome.counterexample))
})

t.test('a class that was empty has saved nothing up, and owes nothing', async t => {
  const queue = new FairQueue()
  queue.mark('standard', 0)
  for (let i = 0; i < 1_000; i++) queue.served(queue.pick()!, [100])
  queue.mark('government', 3)
  t.equal(queue.pick()!.jobClass, 'government', 'it is next')
  const turns: JobClass[] = []
  for (let i = 0; i < 170; i++) {
    const pick = queue.pick()!
    queue.served(pick, [100])
    turns.push(pick.jobClass)
  }
  const standard = turns.filter(jobClass => jobClass === 'standard').length
  t.ok(standard >= 9 && standard <= 11, `${standard} of 170 turns for a weight of 1 against 16`)
})

t.test('shards take turns, and one that was found empty is not asked until something is heard of it', async t => {
  const queue = new FairQueue()
  for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) queue.mark('standard', shard)
  const shards = Array.from({ length: JOB_SHARD_COUNT }, () => {
    const pick = queue.pick()!
    queue.served(pick, [10])
    return pick.shard
  })
  t.same(
    shards,
    [...shards].sort((a, b) => a - b),
  )
  t.equal(new Set(shards).size, JOB_SHARD_COUNT)
  for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) queue.empty(queue.pick()!)
  t.ok(queue.isEmpty)
  t.equal(queue.pick(), undefined)
  queue.mark('standard', 5)
  t.equal(queue.pick()!.shard, 5)
})

t.test('what is heard while a queue is asked outlives the answer that it is empty', async t => {
  const queue = new FairQueue()
  queue.mark('standard', 1)
  const pick = queue.pick()!
  queue.mark('standard', 1)
  queue.empty(pick)
  t.notOk(queue.isEmpty)
  queue.empty(queue.pick()!)
  t.ok(queue.isEmpty)
})

t.test('a store that was away is asked again: the mark stays', async t => {
  const queue = new FairQueue()
  queue.mark('enterprise', 1)
  queue.refund(queue.pick()!)
  t.notOk(queue.isEmpty)
})

t.test('time of a job grows with its size up to a bound', async t => {
  const limits = { jobSeconds: 30, jobSecondsMax: 600, jobMemoryMegabytesMax: 1 }
  t.equal(timeLimitMs(limits, { taskCount: 0, linkCount: 0 }), 30_000)
  t.equal(timeLimitMs(limits, { taskCount: 40_000, linkCount: 60_000 }), 55_000)
  t.equal(timeLimitMs(limits, { taskCount: 1_000_000, linkCount: 3_000_000 }), 600_000)
})

/** A machine that stands still for less than two thirds of it loses nothing. */
const LEASE_MS = 3_000
const leaseOf = (jobId: string, accountId = 'account-1'): Lease =>
  ({ job: { jobId, accountId }, fence: 1, isSuspect: false }) as unknown as Lease

t.test(
  'a lease is renewed while it is held; one that is lost, and one that cannot be renewed, is told once',
  async t => {
    const renewed = new Map<string, number>()
    let lost: string[] = []
    let isAway = false
    const faults: unknown[] = []
    const store = {
      async renew(_shard: number, leases: readonly { jobId: string }[]) {
        if (isAway) throw new StoreUnavailable('away')
        for (const { jobId } of leases) renewed.set(jobId, (renewed.get(jobId) ?? 0) + 1)
        return lost
      },
    }
    const leases = new Leases(store, LEASE_MS, error => faults.push(error))
    t.teardown(() => leases.close())
    const told: string[] = []
    const hold = (jobId: string, accountId?: string) =>
      leases.hold(leaseOf(jobId, accountId), performance.now(), why => told.push(`${jobId} ${why}`))
    for (const [i, jobId] of ['kept', 'taken', 'cancelled', 'ended'].entries()) hold(jobId, `account-${i}`)
    const [ended] = [leaseOf('ended')]
    leases.lose('cancelled')
    t.same(told, ['cancelled lost'])
    lost = ['taken']
    await until('it is renewed three times, past its first length', () => (renewed.get('kept') ?? 0) >= 3)
    t.notOk(renewed.has('cancelled'))
    t.same(told, ['cancelled lost', 'taken lost'])
    leases.release(ended!)
    t.equal(leases.count, 2, 'only the holder of a lease releases it')
    isAway = true
    await until('all are given up', () => leases.count === 0)
    t.same(told.slice(2).sort(), ['ended not_renewed', 'kept not_renewed'])
    t.same(faults, [])
  },
)
