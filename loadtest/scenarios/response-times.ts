/**
 * The response-time targets of the specification: per size warm up, measure the capacity in a closed loop, then one caller, then an open
 * loop at half of the capacity. A size meets its budget when every run does and every call was answered 2xx. One run of the open loop
 * goes before those that count: a compiler of the service that is still at work after the closed loop is not what is measured.
 */
import {
  type CallTemplate,
  closedLoopApart,
  describeOutcome,
  isClean,
  type LoadResult,
  measureCapacityApart,
  openLoopApart,
} from '../driver.ts'
import { milliseconds } from '../report.ts'
import { cpmCalls, isOwn } from '../service.ts'
import {
  budgetFor,
  type Cell,
  judge,
  OPEN_WARM_UP_SHARE,
  RESPONSE_BUDGETS,
  type Scenario,
  type ScenarioContext,
  TIMEOUT_MS,
} from './scenario.ts'

const WARM_UP = { callerCount: 4, callCountMin: 40 }
const CAPACITY = { callerCounts: [1, 2, 4, 8], callCountMin: 10 }
const CONNECTIONS = 32
const OUTSTANDING_MAX = 2_000

const largestTaskCount = Math.max(...RESPONSE_BUDGETS.map(budget => budget.taskCountMax))

export const responseTimes: Scenario = {
  name: 'response-times',
  summary: 'critical-path calls per size against the targets of the specification',
  env: { CPM_SYNC_TASK_LIMIT: String(largestTaskCount) },
  taskCounts: sizes => sizes,
  async run(context) {
    const rows: Cell[][] = []
    let isMet = true
    for (const taskCount of context.sizes) {
      const calls = cpmCalls(context.key, context.seed, taskCount)
      const capacityPerSecond = await capacityOf(context, calls)
      const ratePerSecond = context.ratePerSecond ?? capacityPerSecond / 2
      const runOpen = (run: number, callCount: number) =>
        openLoopApart({
          ...ownPlan(context, calls),
          ratePerSecond,
          callCount,
          arrivals: context.arrivals,
          seed: context.seed + run,
          connectionCount: CONNECTIONS,
          outstandingMax: OUTSTANDING_MAX,
        })
      const byteCount = Math.round(calls.reduce((sum, call) => sum + (call.body?.length ?? 0), 0) / calls.length)
      const tell = (run: string, rate: string, result: LoadResult): void => {
        const budget = budgetFor(taskCount)
        const verdict = budget === undefined ? undefined : judge(result.latency.p99, budget.p99Ms)
        const words = isClean(result) ? (verdict?.words ?? 'no budget') : `failed: ${describeOutcome(result)}`
        isMet &&= isClean(result) && verdict?.isMet !== false
        const { p50, p90, p99, p999, max } = result.latency
        const times = [p50, p90, p99, p999, max, result.lateness.p99].map(milliseconds)
        rows.push([taskCount, byteCount, capacityPerSecond.toFixed(0), rate, run, ...times, budget?.p99Ms ?? '', words])
        context.say(
          `${taskCount} tasks, run ${run}: p50 ${milliseconds(p50)} ms, p99 ${milliseconds(p99)} ms, ${words}`,
        )
      }
      tell('one caller', '', await oneCaller(context, calls))
      await runOpen(0, Math.ceil(ratePerSecond * context.warmSeconds * OPEN_WARM_UP_SHARE))
      for (let run = 1; run <= context.runs; run++)
        tell(`${run}`, ratePerSecond.toFixed(0), await runOpen(run, context.callCount))
    }
    return {
      title: 'Response times of /analysis/cpm in ms, from the time each call was due',
      head: [
        'tasks',
        'bytes',
        'capacity/s',
        'rate/s',
        'run',
        'p50',
        'p90',
        'p99',
        'p99.9',
        'max',
        'driver late p99',
        'budget p99',
        'verdict',
      ],
      rows,
      notes: [
        `One caller: ${context.callCount} warm calls, one after another, as RELIABILITY T43 counts them.`,
        `Open loop, ${context.arrivals} arrivals, ${context.callCount} warm calls per run, ${CONNECTIONS} connections; the driver runs on a thread of its own and on the cores of the service.`,
      ],
      isMet,
    }
  },
}

const ownPlan = (context: ScenarioContext, calls: readonly CallTemplate[]) => ({
  origin: context.service.origin,
  isLean: isOwn(context.service),
  calls,
  timeoutMs: TIMEOUT_MS,
})

/** Warmed up by what measured the capacity. */
const oneCaller = (context: ScenarioContext, calls: readonly CallTemplate[]): Promise<LoadResult> =>
  closedLoopApart({
    ...ownPlan(context, calls),
    callerCount: 1,
    callCountMin: context.callCount,
    durationMsMin: 0,
  })

async function capacityOf(context: ScenarioContext, calls: readonly CallTemplate[]): Promise<number> {
  const plan = { ...ownPlan(context, calls), durationMsMin: 1_000 * context.warmSeconds }
  const warm = await closedLoopApart({ ...plan, ...WARM_UP })
  if (!isClean(warm)) throw new Error(`the service does not answer the calls: ${describeOutcome(warm)}`)
  const { perSecond } = await measureCapacityApart({ ...plan, ...CAPACITY })
  return perSecond
}
