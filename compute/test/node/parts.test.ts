/** The parts of a compute node without one: turns of classes and shards, leases, limits of time. */
import fc from 'fast-check'
import type { Test } from 'tap'
import t from 'tap'
import { CLASS_WEIGHTS, JOB_CLASSES, JOB_SHARD_COUNT, type JobClass } from '../../../shared/contract/job-classes.ts'
import type { JobStore, Lease } from '../../../shared/platform/jobs/job-store.ts'
import { StoreUnavailable } from '../../../shared/platform/redis/failure.ts'
import { until } from '../../../shared/test/until.ts'
import { FairQueue } from '../../node/fair-queue.ts'
import { SpareProcessor } from '../../node/inline-jobs.ts'
import { JobProcess } from '../../node/job-process.ts'
import { JobRun, type RunParts } from '../../node/job-run.ts'
import type { HeldJob, Slot } from '../../node/job-runner.ts'
import { JobThread } from '../../node/job-thread.ts'
import { Leases } from '../../node/leases.ts'
import { timeLimitMs } from '../../node/limits.ts'
import { Taker } from '../../node/taker.ts'
import { moved, REQUEST_MOVES, type RequestMode } from '../../node/taker-modes.ts'
import type { Threads } from '../../node/threads.ts'
import { misbehaviour } from '../helpers/jobs.ts'
import { times } from '../helpers/node-scenarios.ts'

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
        queue.served(pick, [spent], 1)
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
  for (let i = 0; i < 1_000; i++) queue.served(queue.pick()!, [100], 1)
  queue.mark('government', 3)
  t.equal(queue.pick()!.jobClass, 'government', 'it is next')
  const turns: JobClass[] = []
  for (let i = 0; i < 170; i++) {
    const pick = queue.pick()!
    queue.served(pick, [100], 1)
    turns.push(pick.jobClass)
  }
  const standard = turns.filter(jobClass => jobClass === 'standard').length
  t.ok(standard >= 9 && standard <= 11, `${standard} of 170 turns for a weight of 1 against 16`)
})

t.test(
  'a class and a shard that come while requests are open do not wait behind what those are charged in advance',
  async t => {
    t.comment(`seed ${SEED}`)
    const outcome = fc.check(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 25_000 }), { minLength: 1, maxLength: 20 }),
        fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 1 }),
        (before, jobCounts, cost) => {
          const queue = new FairQueue()
          queue.mark('standard', 0)
          for (const each of before) queue.served(queue.pick()!, [each], 1)
          const open = jobCounts.map(jobCount => queue.pick(jobCount)!)
          queue.mark('government', 3)
          queue.mark('standard', 1)
          // each brings less than it was charged
          for (const pick of open) queue.served(pick, [cost], 1)
          const urgent = queue.pick()!
          const next = queue.pick(1, jobClass => jobClass === 'government')!
          return urgent.jobClass === 'government' && next.shard === 1
        },
      ),
      { seed: SEED, numRuns: 500 },
    )
    t.notOk(outcome.failed, JSON.stringify(outcome.counterexample))
  },
)

t.test('shards take turns, and an empty one is not read until a notification comes from it', async t => {
  const queue = new FairQueue()
  for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) queue.mark('standard', shard)
  const shards = Array.from({ length: JOB_SHARD_COUNT }, () => {
    const pick = queue.pick()!
    queue.served(pick, [10], 1)
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

t.test('a notification during a read outlives the answer that the queue is empty', async t => {
  const queue = new FairQueue()
  queue.mark('standard', 1)
  const pick = queue.pick()!
  queue.mark('standard', 1)
  queue.empty(pick)
  t.notOk(queue.isEmpty)
  queue.empty(queue.pick()!)
  t.ok(queue.isEmpty)
})

t.test('queues that are left out of a pick keep their marks and their turn', async t => {
  const queue = new FairQueue()
  queue.mark('government', 1)
  queue.mark('standard', 1)
  queue.mark('standard', 2)
  const others = (jobClass: JobClass, shard: number): boolean => jobClass === 'government' || shard === 1
  t.match(queue.pick(4, others), { jobClass: 'standard', shard: 2 })
  t.equal(
    queue.pick(1, () => true),
    undefined,
  )
  t.match(queue.pick(), { jobClass: 'government', shard: 1 })
  t.match(
    queue.pick(1, jobClass => jobClass === 'government'),
    { jobClass: 'standard', shard: 1 },
  )
})

t.test('a store that was away is read again: the mark stays', async t => {
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
  'a lease is renewed while it is held; one that is lost, and one that cannot be renewed, is reported once',
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
    const losses: string[] = []
    const hold = (jobId: string, accountId?: string) =>
      leases.hold(leaseOf(jobId, accountId), performance.now(), why => losses.push(`${jobId} ${why}`))
    for (const [i, jobId] of ['kept', 'taken', 'cancelled', 'ended'].entries()) hold(jobId, `account-${i}`)
    const [ended] = [leaseOf('ended')]
    leases.cancelled('cancelled')
    t.same(losses, ['cancelled cancelled'])
    lost = ['taken']
    await until('it is renewed three times, past its first length', () => (renewed.get('kept') ?? 0) >= 3)
    t.notOk(renewed.has('cancelled'))
    t.same(losses, ['cancelled cancelled', 'taken lost'])
    leases.release(ended)
    t.equal(leases.count, 2, 'only the holder of a lease releases it')
    isAway = true
    await until('all are given up', () => leases.count === 0)
    t.same(losses.slice(2).sort(), ['ended not_renewed', 'kept not_renewed'])
    t.same(faults, [])
  },
)

interface Bench {
  readonly taker: Taker
  /** Requests to the store: class and count. */
  readonly requests: string[]
  /** Jobs in the order in which they began or were given back. */
  readonly begun: string[]
  /** Ends the job that runs. */
  end(): Promise<void>
}

const QUICK = { frameBytesMax: 0, costMax: 0, rowIds: [] }
const NO_INLINE = { aheadCount: 0, isWorthWaiting: false, reserve: () => undefined, load: async () => {}, quick: QUICK }

/** A taker with one thread for small jobs, beside one that is busy for busyMs; so many jobs of each class wait in shard 0. */
function takerOf(
  waiting: Partial<Record<JobClass, number>>,
  cost: number,
  busyMs = 1,
  isInline: boolean | ((jobClass: JobClass) => boolean) = false,
  isWorthWaiting = false,
  aheadCount = 8,
): Bench {
  const requests: string[] = []
  const begun: string[] = []
  let running: (() => void) | undefined
  const settled = () => new Promise<void>(resolve => setImmediate(resolve))
  const threads = {
    count: 1,
    get freeCount() {
      return running === undefined ? 1 : 0
    },
    longestBusyMs: busyMs,
    reserve: (lane: string) => (running === undefined && lane === 'small' ? ({} as Slot) : undefined),
    release: () => {},
  } as unknown as Threads
  const isInlineOf = typeof isInline === 'boolean' ? () => isInline : isInline
  const take = (jobClass: JobClass, countMax: number): never => {
    const count = Math.min(countMax, waiting[jobClass] ?? 0)
    waiting[jobClass] = (waiting[jobClass] ?? 0) - count
    const leases = Array.from({ length: count }, () => ({ job: { jobClass, taskCount: cost, linkCount: 0 } }))
    return { leases, waitingCount: waiting[jobClass] } as never
  }
  const taker: Taker = new Taker({
    shards: { isAway: () => false, failed: () => {}, suspect: async () => false },
    nodeId: 'node',
    threads,
    inline: {
      ...{ aheadCount, isWorthWaiting, quick: QUICK },
      reserve: () => undefined,
      load: async () => void begun.push('load'),
    },
    store: {
      async takeSome(_shard, jobClass, _lane, _nodeId, countMax) {
        requests.push(`${jobClass} ${countMax}`)
        return take(jobClass, countMax)
      },
      async takeQuick(_shard, jobClass, _nodeId, countMax) {
        requests.push(`quick ${jobClass} ${countMax}`)
        return take(jobClass, isInlineOf(jobClass) ? countMax : 0)
      },
    },
    hold({ job: { jobClass } }): HeldJob {
      return {
        jobClass,
        isInline: isInlineOf(jobClass),
        run(): Promise<void> {
          begun.push(jobClass)
          return new Promise(resolve => {
            running = () => {
              running = undefined
              resolve()
            }
          })
        },
        async returnUnrun() {
          begun.push(`${jobClass} given back`)
        },
      }
    },
    mayTake: () => true,
    onFault: error => t.fail(String(error)),
  })
  return {
    taker,
    requests,
    begun,
    async end() {
      running?.()
      await settled()
    },
  }
}

t.test('quick jobs are taken ahead, several with one question; a higher class overtakes them', async t => {
  const waiting = { standard: 100, government: 0 }
  const { taker, requests, begun, end } = takerOf(waiting, 250)
  taker.mark('standard', 'small', 0)
  await end()
  t.same(requests.slice(0, 2), ['standard 1', 'standard 4'], 'the first job tells that they are quick')
  waiting.government = 1
  taker.mark('government', 'small', 0)
  await end()
  await end()
  t.ok(begun.indexOf('government') <= 2, begun.join(', '))
  taker.returnAhead()
  t.ok(begun.filter(what => what === 'standard given back').length <= 4)
})

t.test('jobs that only threads run are not taken ahead for the own thread of a node', async t => {
  for (const isInline of [false, true]) {
    const { taker, requests, end } = takerOf({ standard: 100 }, 20_000, 1, isInline)
    taker.mark('standard', 'small', 0)
    for (let i = 0; i < 3; i++) await end()
    const most = Math.max(...requests.map(what => Number(what.split(' ')[1])))
    t.equal(most > 1, isInline, requests.join(', '))
  }
})

t.test('jobs for the own thread are found while every thread is busy for long with others', async t => {
  const waiting = { standard: 1, enterprise: 0 }
  const isInline = (jobClass: JobClass): boolean => jobClass === 'enterprise'
  const { taker, requests, begun } = takerOf(waiting, 250, 60_000, isInline)
  const settled = () => new Promise<void>(resolve => setImmediate(resolve))
  taker.mark('standard', 'small', 0)
  await settled()
  t.same(begun, ['standard'], 'the thread has one that is not for the own thread')
  waiting.enterprise = 20
  taker.mark('enterprise', 'small', 0)
  await settled()
  t.same(
    requests.slice(1),
    ['quick standard 4', 'quick enterprise 4', 'quick enterprise 4'],
    'as many as are worth having',
  )
})

t.test(
  'a queue in which all wait for threads is looked at once in a while, each for itself, and none is taken',
  async t => {
    const waiting = { standard: 100, enterprise: 0 }
    const { taker, requests, begun, end } = takerOf(waiting, 250, 60_000, jobClass => jobClass === 'enterprise')
    const settled = () => new Promise<void>(resolve => setImmediate(resolve))
    const overs: (() => void)[] = []
    const LOOK_MS = 400
    t.intercept(globalThis, 'setTimeout', {
      value: (callback: () => void, ms: number) => {
        if (ms === LOOK_MS) overs.push(callback)
        const timer = { unref: () => timer }
        return timer
      },
    })
    taker.mark('standard', 'small', 0)
    await settled()
    t.same(requests, ['standard 1', 'quick standard 4'])
    const heard = async (shard: number): Promise<string[]> => {
      const before = requests.length
      taker.mark('standard', 'small', shard)
      await settled()
      return requests.slice(before)
    }
    t.same([await heard(0), await heard(1), await heard(1)], [[], ['quick standard 4'], []])
    waiting.enterprise = 1
    taker.mark('enterprise', 'small', 0)
    await settled()
    t.equal(requests.at(-1), 'quick enterprise 4', 'what these hold delays no other queue')
    const before = requests.length
    t.equal(overs.length, 1)
    overs[0]!()
    await settled()
    t.same(
      requests.slice(before).sort(),
      ['quick enterprise 4', 'quick standard 4', 'quick standard 4'],
      'when the time is over, each once more',
    )
    t.same(begun, ['standard'])
    await end()
    t.same(begun, ['standard', 'enterprise'], 'a thread that is free takes it')
  },
)

t.test('the engine of the own thread is loaded once every thread is busy for long', async t => {
  const { taker, begun } = takerOf({ standard: 100 }, 250, 60_000, false, false, 0)
  for (let i = 0; i < 2; i++) {
    taker.mark('standard', 'small', 0)
    await new Promise<void>(resolve => setImmediate(resolve))
  }
  t.ok(begun.includes('load'), begun.join(', '))
})

t.test('a job for the own thread waits beside idle threads while the machine has nothing to spare', async t => {
  for (const isWorthWaiting of [false, true]) {
    const { taker, begun, end } = takerOf({ standard: 3 }, 250, 1, true, isWorthWaiting)
    taker.mark('standard', 'small', 0)
    for (let i = 0; i < 4; i++) await end()
    t.equal(begun.length, isWorthWaiting ? 0 : 3, begun.join(', '))
    const before = begun.length
    await taker.stop()
    t.match(begun.slice(before), isWorthWaiting ? times(3, () => 'standard given back') : [], 'none is left')
  }
})

t.test('a processor is to spare when so much of the machine was idle since the last look', t => {
  let nowMs = 0
  const machine = { idle: 0, all: 0 }
  const spare = new SpareProcessor(
    () => ({ ...machine }),
    () => nowMs,
  )
  const after = (ms: number, idle: number): boolean => {
    nowMs += ms
    machine.all += 2 * ms
    machine.idle += idle
    return spare.isThere
  }
  t.notOk(after(0, 0), 'until it is known')
  t.notOk(after(100, 50), 'a quarter of two')
  t.notOk(after(99, 198), 'the last answer holds for a while')
  t.ok(after(1, 0), 'then all of that counts')
  t.notOk(after(100, 59))
  t.ok(after(100, 60))
  t.notOk(after(300, 600), 'what was idle in a pause tells nothing of now')
  t.ok(after(100, 200))
  nowMs += 100
  t.ok(spare.isThere, 'a machine that does not say')
  t.end()
})

t.test('nothing is taken ahead of a thread for jobs that are not quick, or beside one that runs long', async t => {
  for (const [cost, busyMs] of [
    [20_000, 1],
    [250, 60_000],
  ] as const) {
    const { taker, requests: all, begun, end } = takerOf({ standard: 100 }, cost, busyMs)
    taker.mark('standard', 'small', 0)
    for (let i = 0; i < 5; i++) await end()
    taker.pump()
    const requests = all.filter(what => !what.startsWith('quick'))
    t.ok(
      requests.length > 1 && requests.length <= begun.length + 1,
      `${requests.length} questions for ${begun.length} jobs`,
    )
    t.ok(
      requests.every(what => what === 'standard 1'),
      requests.join(', '),
    )
  }
})

t.test('a shard that stands still keeps no thread idle, and a job that it gives late is run or given back', async t => {
  for (const isIdleAgain of [true, false]) {
    const requests: number[] = []
    const done: string[] = []
    let answer: (() => void) | undefined
    let reserved = 0
    const threads = {
      count: 1,
      longestBusyMs: 0,
      freeCount: 0,
      reserve: (lane: string) => (lane === 'large' && reserved === 0 ? { reserved: ++reserved } : undefined),
      release: () => reserved--,
    } as unknown as Threads
    const job = (name: string): HeldJob => ({
      jobClass: 'standard',
      isInline: false,
      run: async () => void done.push(`${name} ran`),
      returnUnrun: async () => void done.push(`${name} given back`),
    })
    const taker: Taker = new Taker({
      shards: { isAway: () => false, failed: () => {}, suspect: async shard => shard === 3 },
      nodeId: 'node',
      threads,
      inline: NO_INLINE,
      store: {
        takeSome: async shard => {
          requests.push(shard)
          const isLate = shard === 3 && answer === undefined
          if (isLate) await new Promise<void>(resolve => (answer = resolve))
          const leases = isLate ? [{ job: { jobClass: 'standard', taskCount: 1, linkCount: 0 } }] : []
          return { leases, waitingCount: 0 } as never
        },
        takeQuick: async () => ({ leases: [], waitingCount: 0 }),
      },
      hold: () => job('late'),
      mayTake: () => true,
      onFault: error => t.fail(String(error)),
    })
    taker.mark('standard', 'large', 3)
    taker.mark('standard', 'large', 4)
    t.same(requests, [3], 'one thread, one question')
    await until('the other shard is read', () => requests.includes(4))
    await until('its thread is free again', () => reserved === 0)
    if (!isIdleAgain) reserved = 1
    answer!()
    await until('the late job has its end', () => done.length > 0)
    t.same(done, [isIdleAgain ? 'late ran' : 'late given back'])
    await taker.stop()
  }
})

t.test('no mode of the taker is left out of its tables', async t => {
  t.throws(() => moved(REQUEST_MOVES, 'settled', 'answered'), /answered cannot happen while settled/)
  const reached = new Set<RequestMode>(['waiting'])
  for (const mode of reached) for (const next of Object.values(REQUEST_MOVES[mode])) reached.add(next)
  t.same([...reached].sort(), Object.keys(REQUEST_MOVES).sort())
  t.same(REQUEST_MOVES.settled.answered, undefined, 'nothing is answered twice')
})

const ANALYSERS = new URL('./misbehaving-analysers.ts', import.meta.url).href

async function processOf(t: Test, heapMegabytesMax = 128): Promise<JobProcess> {
  const process = new JobProcess({ heapMegabytesMax, analysersModule: ANALYSERS, onFault: fault => t.fail(fault) })
  t.teardown(() => process.close())
  t.equal(await process.started, true)
  return process
}

const run = (process: JobProcess, name: string, params = {}) => {
  const { chunks, frameBytes } = misbehaviour(name, params)
  return process.run({ chunks: chunks.map(chunk => new Uint8Array(chunk)), frameBytes }, { onChunk() {} })
}

t.test('a process of suspects runs one after the other; what kills it is reported, and kills nobody else', async t => {
  const process = await processOf(t)
  for (let i = 0; i < 2; i++) t.match(await run(process, 'slow', { ms: 1 }), { kind: 'done', chunkCount: 1 })
  t.equal(process.isAlive, true)
  t.match(await run(process, 'crash'), { kind: 'lost', reason: /SIGKILL/ })
  t.equal(process.isAlive, false)
  t.match(await run(await processOf(t), 'exit'), { kind: 'lost', reason: /exit code 3/ })
  t.match(await run(await processOf(t, 64), 'heap'), { kind: 'memory' })
})

async function hurried(t: Test): Promise<JobProcess> {
  const process = await processOf(t)
  const asking = setInterval(() => process.hurry(), 20)
  t.teardown(() => clearInterval(asking))
  return process
}

t.test('a suspect is stopped, and killed when it does not respond; its memory can be read', async t => {
  const gentle = await processOf(t)
  const stopping = run(gentle, 'slow', { ms: 600_000 })
  await until('it allocates', async () => ((await gentle.memoryBytes()) ?? 0) > 1_000_000)
  gentle.stop()
  t.match(await stopping, { kind: 'stopped' })
  const searching = run(await hurried(t), 'search')
  t.match(
    await searching,
    { kind: 'done' },
    'a search ends with what it has when it is told that its time is nearly over',
  )
  const deaf = await processOf(t)
  const killing = run(deaf, 'deaf', { ms: 600_000 })
  deaf.stop()
  t.match(await killing, { kind: 'stopped' })
  t.equal(deaf.isAlive, false)
  t.equal(await deaf.memoryBytes(), undefined)
})

t.test('a process of suspects that cannot start says so and ends', async t => {
  const faults: string[] = []
  const process = new JobProcess({
    heapMegabytesMax: 64,
    analysersModule: 'file:///nowhere.ts',
    onFault: fault => faults.push(fault),
  })
  t.teardown(() => process.close())
  t.equal(await process.started, false)
  t.equal(process.isAlive, false)
  t.match(faults.join(), /nowhere/)
})

t.test('a job whose thread died after it was set aside goes back to its queue as if it had not been taken', async t => {
  const thread = new JobThread({
    heapMegabytesMax: 64,
    analysersModule: new URL('./misbehaving-analysers.ts', import.meta.url).href,
    startsAgain: false,
    onIdle() {},
    onBusy() {},
    onFault() {},
  })
  t.teardown(() => thread.close())
  await thread.started
  const { chunks, frameBytes } = misbehaviour('exit-after')
  t.equal((await thread.run({ chunks, frameBytes }, { onChunk() {} })).kind, 'done')
  await until('the thread has died', async () => !thread.isReady)
  const moves: string[] = []
  const store: Partial<JobStore> = {
    readFrame: async () => [...chunks],
    async requeue(_job, _fence, why) {
      moves.push(why)
      return 'queued'
    },
    async finish(_job, _fence, { error }) {
      moves.push(error?.code ?? 'completed')
      return 'finished'
    },
    dropResult: async () => {},
  }
  const job = { jobId: 'job-1', accountId: 'account-1', taskCount: 1, linkCount: 0, frameBytes }
  const run = new JobRun({ job, fence: 1, isSuspect: false } as unknown as Lease, {
    store: store as RunParts['store'],
    limits: { jobSeconds: 30, jobSecondsMax: 600, jobMemoryMegabytesMax: 1 },
    onThreadFree() {},
    onFault: fault => moves.push(fault),
    onProgress() {},
  })
  const report = await run.run({ thread, isOverMemory: false })
  t.same([report.outcome, report.isSuspect, moves], ['given_back', false, ['drain']])
})
