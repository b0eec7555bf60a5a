/**
 * Twice the capacity for a while: what is too much is refused at once with 429 or 503 and a Retry-After, and what is
 * accepted is answered in a few times the unloaded time (RELIABILITY T24).
 */
import { closedLoopApart, describeOutcome, measureCapacityApart, openLoopApart } from '../driver.ts'
import { milliseconds } from '../report.ts'
import { cpmCalls, isOwn } from '../service.ts'
import { judge, OPEN_WARM_UP_SHARE, type Scenario, SHED_P99_FACTOR, TIMEOUT_MS } from './scenario.ts'

const TASK_COUNT = 500
const UNLOADED_SHARE = 0.1
const OVERLOAD_FACTOR = 2
/** As many callers as it takes that the queue is the service's and not the driver's. */
const CONNECTIONS = 1_500
const OUTSTANDING_MAX = 50_000

export const shed: Scenario = {
  name: 'shed',
  summary: 'twice the capacity: 429 or 503 with Retry-After, accepted calls still quick',
  env: {},
  taskCounts: () => [TASK_COUNT],
  async run({ service, key, seed, arrivals, callCount, seconds, warmSeconds, say }) {
    const calls = cpmCalls(key, seed, TASK_COUNT)
    const closed = {
      origin: service.origin,
      isLean: isOwn(service),
      calls,
      callCountMin: 40,
      durationMsMin: 1_000 * warmSeconds,
      timeoutMs: TIMEOUT_MS,
    }
    await closedLoopApart({ ...closed, callerCount: 4 })
    const capacity = await measureCapacityApart({ ...closed, callerCounts: [4, 8, 16] })
    const open = {
      origin: service.origin,
      isLean: isOwn(service),
      calls,
      arrivals,
      seed,
      outstandingMax: OUTSTANDING_MAX,
      timeoutMs: TIMEOUT_MS,
    }
    const unloadedPerSecond = capacity.perSecond * UNLOADED_SHARE
    const runUnloaded = (count: number) =>
      openLoopApart({ ...open, ratePerSecond: unloadedPerSecond, callCount: count, connectionCount: 32 })
    // a compiler still at work after the closed loop would make the unloaded calls late, and the budget large
    await runUnloaded(Math.ceil(unloadedPerSecond * warmSeconds * OPEN_WARM_UP_SHARE))
    const unloaded = await runUnloaded(callCount)
    say(`capacity ${capacity.perSecond.toFixed(0)}/s, unloaded p99 ${milliseconds(unloaded.latency.p99)} ms`)
    const ratePerSecond = capacity.perSecond * OVERLOAD_FACTOR
    const loaded = await openLoopApart({
      ...open,
      ratePerSecond,
      callCount: Math.round(ratePerSecond * seconds),
      connectionCount: CONNECTIONS,
    })
    const budget = unloaded.latency.p99 * SHED_P99_FACTOR
    const verdict = judge(loaded.latency.p99, budget)
    const refused = (loaded.statuses[429] ?? 0) + (loaded.statuses[503] ?? 0)
    const accepted = loaded.statuses[200] ?? 0
    const isOrderly = accepted + refused === loaded.planned && refused > 0 && loaded.withoutRetryAfter === 0
    const words = isOrderly
      ? verdict.words
      : `failed: ${describeOutcome(loaded)}, ${loaded.withoutRetryAfter} without Retry-After`
    say(`twice the capacity: ${words}`)
    return {
      title: `Twice the capacity for ${seconds} s, ${TASK_COUNT} tasks`,
      head: [
        'capacity/s',
        'rate/s',
        'accepted',
        'refused',
        'unloaded p99',
        'p50',
        'p99',
        'max',
        'driver late p99',
        'budget p99',
        'verdict',
      ],
      rows: [
        [
          capacity.perSecond.toFixed(0),
          ratePerSecond.toFixed(0),
          accepted,
          refused,
          ...[
            unloaded.latency.p99,
            loaded.latency.p50,
            loaded.latency.p99,
            loaded.latency.max,
            loaded.lateness.p99,
            budget,
          ].map(milliseconds),
          words,
        ],
      ],
      notes: [
        `Budget: ${SHED_P99_FACTOR} times the p99 at ${UNLOADED_SHARE} of the capacity; times are of accepted calls.`,
      ],
      isMet: isOrderly && verdict.isMet,
    }
  },
}
