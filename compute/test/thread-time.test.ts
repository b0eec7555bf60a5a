/** The budget of thread time of an account: what it may use, what comes back, and who is refused. On a clock of the test's own. */
import fc from 'fast-check'
import t from 'tap'
import { TIER_NAMES, TIERS } from '../../shared/tiers.ts'
import { ThreadTime } from '../worker/thread-time.ts'

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
    t.equal(time.standing(demo), 'light')
    time.charge(demo, cost(400))
    t.equal(time.standing(demo), 'light')
    time.charge(demo, cost(3_000))
    t.equal(time.standing(demo), 'heavy')
    t.equal(time.leftMs(demo), 1_600)
    time.charge(demo, cost(3_000))
    t.equal(time.standing(demo), 'over')
    t.equal(time.overdrawn(demo), undefined, 'it still waits behind the others')
    time.charge(demo, cost(5_000, '/api/v1/analysis/cpm'))
    const overdrawn = time.overdrawn(demo)
    t.match(overdrawn, { debtMs: 11_400, debtMsMax: 10_000, msPerSecond: 20, retryAfterSeconds: 70 })
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
