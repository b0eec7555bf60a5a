/** The budget of thread time of an account: what it may use, what comes back, and who is refused. On a clock of the test's own. */
import fc from 'fast-check'
import t from 'tap'
import { refuse } from '../../shared/contract/errors.ts'
import { TIER_NAMES, TIERS } from '../../shared/contract/tiers.ts'
import { Deadlines } from '../../shared/platform/deadlines.ts'
import { Lanes } from '../worker/lanes.ts'
import { SPAN_MS, ThreadTime } from '../worker/thread-time.ts'

const THREADS = 2
const cost = (workMs: number, endpoint = '/api/v1/schedules') => ({ endpoint, workMs, bodyBytes: 14_000 })
const demo = { budgetId: 'address 192.0.2.1', tier: 'demo' } as const

function atClock() {
  const clock = { nowMs: 0 }
  return { clock, time: new ThreadTime(THREADS, () => clock.nowMs) }
}

t.test(
  'an account is light, then heavy, then over its budget, then refused, and light again when its time has come back',
  async t => {
    const { clock, time } = atClock()
    t.equal(time.standing(demo), 'long', 'how long its calls are is not known')
    time.charge(demo, cost(90))
    t.equal(time.standing(demo), 'light')
    time.charge(demo, cost(3_000))
    t.equal(time.standing(demo), 'long')
    t.equal(time.leftMs(demo), 1_910)
    time.charge(demo, cost(3_000))
    t.equal(time.standing(demo), 'over')
    t.equal(time.overdrawn(demo), undefined, 'it still waits behind the others')
    time.charge(demo, cost(5_000, '/api/v1/analysis/cpm'))
    const overdrawn = time.overdrawn(demo)
    t.match(overdrawn, { debtMs: 11_090, debtMsMax: 10_000, msPerSecond: 20, retryAfterSeconds: 55 })
    t.match(overdrawn?.dearest, { endpoint: '/api/v1/analysis/cpm', workMs: 5_000 })
    clock.nowMs += overdrawn!.retryAfterSeconds * 1_000
    t.equal(time.overdrawn(demo), undefined, 'after Retry-After it is taken')
    clock.nowMs += 10_000_000
    t.equal(time.standing(demo), 'light')
    t.equal(time.leftMs(demo), TIERS.demo.threadBurstMs)
  },
)

t.test(
  'whatever an account sends, it gets no more than its burst twice, its share, and the call that overdraws',
  async () => {
    const calls = fc.array(
      fc.record({ workMs: fc.double({ min: 0, max: 4_000, noNaN: true }), pauseMs: fc.nat(3_000) }),
      {
        maxLength: 300,
      },
    )
    fc.assert(
      fc.property(fc.constantFrom(...TIER_NAMES), calls, (tier, sent) => {
        const { clock, time } = atClock()
        const payer = { budgetId: 'a', tier }
        let usedMs = 0
        let longestMs = 0
        for (const { workMs, pauseMs } of sent) {
          clock.nowMs += pauseMs
          if (time.overdrawn(payer) !== undefined) continue
          time.charge(payer, cost(workMs))
          usedMs += workMs
          longestMs = Math.max(longestMs, workMs)
        }
        const { threadBurstMs, threadShare } = TIERS[tier]
        return usedMs <= 2 * threadBurstMs + longestMs + threadShare * THREADS * clock.nowMs + 1e-6
      }),
    )
  },
)

t.test(
  'an account that sends a long call whenever its recent time has come back leaves a thread to the others for minutes; one of short calls does not',
  async t => {
    const { clock, time } = atClock()
    const [long, short] = [
      { budgetId: 'long', tier: 'government' },
      { budgetId: 'short', tier: 'government' },
    ] as const
    for (let seconds = 0; seconds < 300; seconds++) {
      if (seconds % 25 === 0) time.charge(long, cost(1_000))
      time.charge(short, cost(17))
      clock.nowMs += 1_000
      t.equal(time.standing(long), 'long', `after ${seconds + 1} s`)
      t.equal(time.standing(short), 'light')
    }
    clock.nowMs += 300_000
    t.equal(time.standing(long), 'light', 'not for ever')
  },
)

t.test('an account of many short calls is heavy, and light again when its time has come back', async t => {
  const { clock, time } = atClock()
  const payer = { budgetId: 'many', tier: 'government' } as const
  for (let calls = 0; calls < 60; calls++) time.charge(payer, cost(10))
  t.equal(time.standing(payer), 'heavy')
  clock.nowMs += 5_000
  t.equal(time.standing(payer), 'light')
})

t.test(
  'four accounts that share a thread are heavy, however much each has, and one that has less beside them is light',
  async t => {
    for (const share of [0.1, 0.15, 0.19, 0.25]) {
      const { clock, time } = atClock()
      const of = (budgetId: string) => ({ budgetId, tier: 'government' }) as const
      let lightMax = 0
      let isLittleLight = true
      const busy = ['a', 'b', 'c', 'd'].map(of)
      for (let ms = 0; ms < 60_000; ms += 100) {
        for (const payer of busy) time.charge(payer, cost(100 * share))
        if (ms % 500 === 0) time.charge(of('little'), cost(20))
        clock.nowMs += 100
        if (ms < 3_000) continue
        lightMax = Math.max(lightMax, busy.filter(payer => time.standing(payer) === 'light').length)
        isLittleLight &&= time.standing(of('little')) === 'light'
      }
      t.equal(lightMax, 0, `of four with ${share} of a thread each`)
      t.ok(isLittleLight, 'the one that has little')
    }
  },
)

t.test('a payer with more than a little is light where the others are kept apart already', async t => {
  const { clock, time } = atClock()
  const of = (budgetId: string) => ({ budgetId, tier: 'government' }) as const
  for (let ms = 0; ms < 60_000; ms += 1_000) {
    for (const id of ['a', 'b', 'c', 'd']) time.charge(of(id), cost(90))
    if (ms < 5_000) for (const id of ['a', 'b', 'c', 'd']) time.charge(of(id), cost(400))
    time.charge(of('files'), cost(30))
    time.charge(of('files'), cost(30))
    time.charge(of('files'), cost(30))
    clock.nowMs += 1_000
  }
  t.equal(time.standing(of('a')), 'long')
  t.equal(time.standing(of('files')), 'light')
})

t.test('the largest shares of the last whole span are told, the rest as one, and all of them add up', async () => {
  const uses = fc.array(fc.record({ account: fc.nat(30), workMs: fc.integer({ min: 1, max: 900 }) }), {
    maxLength: 100,
  })
  fc.assert(
    fc.property(uses, fc.integer({ min: 0, max: 8 }), (sent, countMax) => {
      const { clock, time } = atClock()
      const of = new Map<string, number>()
      for (const { account, workMs } of sent) {
        const budgetId = `a${account}`
        time.charge({ budgetId, tier: 'free' }, cost(workMs))
        of.set(budgetId, (of.get(budgetId) ?? 0) + workMs)
        clock.nowMs += 500
      }
      clock.nowMs = SPAN_MS
      const { largest, others } = time.largestShares(countMax)
      const inOrder = [...of.values()].sort((a, b) => b - a).map(ms => ms / (SPAN_MS * THREADS))
      const rest = inOrder.slice(countMax).reduce((sum, share) => sum + share, 0)
      clock.nowMs = 3 * SPAN_MS
      return (
        JSON.stringify(largest.map(({ share }) => share)) === JSON.stringify(inOrder.slice(0, countMax)) &&
        Math.abs(others - rest) < 1e-9 &&
        time.largestShares(1).largest.length === 0
      )
    }),
  )
})

t.test('a call that fails in its second part is charged for both, as long as it held its place', async t => {
  const time = new ThreadTime(THREADS, () => performance.now())
  const both = { small: 2, large: 2 }
  const lanes = new Lanes({
    ...{ threads: both, slots: both, queueMax: 10, waitMs: 100, threadTime: time },
    refusalOf: () => refuse('internal'),
  })
  const payer = { budgetId: 'a', tier: 'free' } as const
  const deadlines = new Deadlines()
  const caller = {
    ...{ accountId: 'a', payer, endpoint: '/api/v1/schedules', bodyBytes: 14_000, requestId: 'r' },
    ...{ whenGone: () => {}, onThread: undefined, deadline: deadlines.start(60_000), deadlineSeconds: 60 },
  }
  const turn = await lanes.turn('large', caller, async worked => {
    worked(1)
    await new Promise(resolve => setTimeout(resolve, 100))
    throw new Error('the thread was killed')
  })
  deadlines.end(caller.deadline)
  t.ok('end' in turn)
  const usedMs = TIERS.free.threadBurstMs - time.leftMs(payer)
  t.ok(usedMs > 80, `${usedMs} ms`)
})

t.test('a higher tier may use more, at once and for long', async t => {
  for (const [n, name] of TIER_NAMES.entries()) {
    if (n === 0) continue
    const [lower, higher] = [TIERS[TIER_NAMES[n - 1]!], TIERS[name]]
    t.ok(higher.threadShare > lower.threadShare && higher.threadBurstMs >= lower.threadBurstMs, name)
  }
})

t.test('payers whose time has come back are forgotten', async t => {
  const { clock, time } = atClock()
  for (let i = 0; i < 20_000; i++) {
    clock.nowMs += 10
    time.charge({ budgetId: `a${i}`, tier: 'free' }, cost(1))
  }
  t.ok(time.payerCount < 600, `${time.payerCount} payers`)
})
