/**
 * Four accounts that do their worst beside one of files of 17 ms and of calls that take no thread, for five minutes on a clock of the test's own: two threads, the
 * lane and the budget of thread time as a gateway has them. Whatever their tier and whatever they send, the other account's p99 is at most twice that alone, or 50 ms
 * above it, if that is more.
 */
import fc from 'fast-check'
import t from 'tap'
import { TIER_NAMES, type TierName } from '../../shared/contract/tiers.ts'
import { Lane } from '../worker/lane.ts'
import { ThreadTime } from '../worker/thread-time.ts'

const THREADS = 2
const SLOTS = 4
const MINUTES = 5
const FILE_MS = 17
/** Within what the lowest tier may use of a thread for long, with little beyond. */
const FILE_EVERY_MS = 700
/** In the gateway's own thread. */
const SMALL_MS = 0.3
const SMALL_EVERY_MS = 50

interface Worst {
  readonly tier: TierName
  /** Calls in flight of each of the four. */
  readonly callers: number
  readonly workMs: number
  /** Between the end of a call and the next one; of the four together when they strike at once. */
  readonly pauseMs: number
  /** Without a pause between them. */
  readonly callsInBurst: number
  readonly strikesAtOnce: boolean
  /** Short calls before each long one. */
  readonly shortCalls: number
}

interface Sender {
  readonly accountId: string
  readonly tier: TierName
  /** Work of its n-th call. */
  readonly workMs: (n: number) => number
  /** When it sends its next call, at the end of one at nowMs. */
  readonly nextMs: (n: number, nowMs: number) => number
  readonly needsThread?: boolean
}

/** Waits and work of the calls of the watched senders, ms. */
function drive(watched: readonly Sender[], others: readonly Sender[]): number[][] {
  let nowMs = 0
  const time = new ThreadTime(THREADS, () => nowMs)
  const lane = new Lane({ threads: THREADS, slots: SLOTS, queueMax: 512, waitMs: 15, now: () => nowMs })
  const events: { atMs: number; run: () => void }[] = []
  const at = (atMs: number, run: () => void): void => {
    let place = events.length
    while (place > 0 && events[place - 1]!.atMs > atMs) place--
    events.splice(place, 0, { atMs, run })
  }
  // calls in slots wait for a thread in order
  let busy = 0
  const ready: (() => void)[] = []
  const took = new Map(watched.map(sender => [sender, [] as number[]]))
  const send = (sender: Sender, n: number): void => {
    const { accountId, tier, needsThread = true } = sender
    const payer = { budgetId: accountId, tier }
    const cameMs = nowMs
    const again = (): void => at(sender.nextMs(n, nowMs), () => send(sender, n + 1))
    const overdrawn = time.overdrawn(payer)
    const isRefused = (): void => {
      took.get(sender)?.push(Number.POSITIVE_INFINITY)
      at(nowMs + Math.max(20, 1_000 * (overdrawn?.retryAfterSeconds ?? 0)), () => send(sender, n + 1))
    }
    if (overdrawn !== undefined || !lane.arrive(accountId)) {
      isRefused()
      return
    }
    const work = (): void => {
      if (needsThread) busy++
      const workMs = sender.workMs(n)
      at(nowMs + workMs, () => {
        if (needsThread) busy--
        time.charge(payer, { endpoint: 'e', workMs, bodyBytes: 1 })
        lane.leave(accountId, nowMs - cameMs, workMs, time.standing(payer))
        took.get(sender)?.push(nowMs - cameMs)
        if (needsThread) ready.shift()?.()
        again()
      })
    }
    const start = (): void => void (!needsThread || busy < THREADS ? work() : ready.push(work))
    const waiter = { start, removed: () => {}, whenGone: () => {} }
    if (!lane.join(accountId, waiter, time.standing(payer), needsThread)) isRefused()
  }
  for (const sender of watched) at(0, () => send(sender, 0))
  for (const sender of others) at(1_000, () => send(sender, 0))
  while (nowMs < MINUTES * 60_000) {
    const next = events.shift()!
    nowMs = next.atMs
    next.run()
  }
  return [...took.values()]
}

const p99 = (took: readonly number[]): number => took.toSorted((a, b) => a - b)[Math.ceil(took.length * 0.99) - 1]!

/** From half to one and a half: who calls in step with those that strike, by chance, would meet each strike. */
const unevenly = (n: number): number => 0.5 + ((n * 0.618033988749895) % 1)

const NEIGHBOURS: readonly Sender[] = [
  {
    ...{ accountId: 'neighbour', tier: 'government' },
    workMs: () => FILE_MS,
    nextMs: (n, nowMs) => nowMs + FILE_EVERY_MS * unevenly(n),
  },
  {
    ...{ accountId: 'neighbour', tier: 'government', needsThread: false },
    workMs: () => SMALL_MS,
    nextMs: (n, nowMs) => nowMs + SMALL_EVERY_MS * unevenly(n),
  },
  {
    ...{ accountId: 'another neighbour', tier: 'government', needsThread: false },
    workMs: () => SMALL_MS,
    nextMs: (n, nowMs) => nowMs + SMALL_EVERY_MS * unevenly(n),
  },
]
/** Some of these calls wait for a file of their own account, and it for its turn: they are only not to be refused. */
const BEHIND_A_FILE = 1

const attackersOf = ({ tier, callers, workMs, pauseMs, callsInBurst, strikesAtOnce, shortCalls }: Worst): Sender[] =>
  Array.from({ length: 4 * callers }, (_, i) => ({
    ...{ accountId: `a${i % 4}`, tier },
    workMs: n => (n % (shortCalls + 1) < shortCalls ? 1 : workMs),
    nextMs: (n, nowMs) => {
      if (n % (shortCalls + 1) < shortCalls) return nowMs + 1
      if (n % (callsInBurst * (shortCalls + 1)) < (callsInBurst - 1) * (shortCalls + 1)) return nowMs
      return strikesAtOnce ? Math.ceil((nowMs + 1) / (pauseMs + 1)) * (pauseMs + 1) : nowMs + pauseMs
    },
  }))

t.test('an account of small files and small calls is served beside four that do their worst', async () => {
  const alone = drive(NEIGHBOURS, []).map(p99)
  const worst: fc.Arbitrary<Worst> = fc.record({
    tier: fc.constantFrom(...TIER_NAMES),
    callers: fc.integer({ min: 1, max: 4 }),
    workMs: fc.oneof(fc.integer({ min: 5, max: 40 }), fc.integer({ min: 5, max: 1_500 })),
    pauseMs: fc.oneof(fc.nat(200), fc.nat(1_000), fc.nat(60_000)),
    callsInBurst: fc.constantFrom(1, 5, 20, 100),
    strikesAtOnce: fc.boolean(),
    shortCalls: fc.constantFrom(0, 0, 1, 5, 20),
  })
  const runs = Number(process.env.WORST_RUNS ?? 60)
  fc.assert(
    fc.property(worst, each => {
      const beside = drive(NEIGHBOURS, attackersOf(each)).map(p99)
      // a small call may come behind a file of its own account
      for (const [n, ms] of beside.entries())
        if (n === BEHIND_A_FILE ? ms === Number.POSITIVE_INFINITY : ms > Math.max(2 * alone[n]!, alone[n]! + 50))
          throw new Error(`p99 ${alone[n]} ms alone, ${ms} ms beside`)
    }),
    { numRuns: runs },
  )
})
