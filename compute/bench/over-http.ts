/** Medians of whole calls over HTTP: one caller, no queue, on a service started for it; the yardstick in the same minute. */
import { cpmCall } from '../../loadtest/calls.ts'
import { closedLoopApart, describeOutcome, isClean } from '../../loadtest/driver.ts'
import { makeSchedule, requestBytes } from '../../loadtest/schedules.ts'
import { startService } from '../../loadtest/service.ts'
import { measureApart } from './apart.ts'
import type { Budget } from './measure.ts'
import { YARDSTICK } from './parse.ts'

interface HttpResult {
  readonly taskCount: number
  readonly bytes: number
  readonly medianMs: number
  readonly yardstickMs: number
}

const TIMEOUT_MS = 60_000

/** The largest synchronous critical-path call. */
export const HTTP_TASKS_MAX = 10_000

export async function measureOverHttp(sizes: readonly number[], seed: number, budget: Budget): Promise<HttpResult[]> {
  const service = await startService({ env: { CPM_SYNC_TASK_LIMIT: String(HTTP_TASKS_MAX) } })
  try {
    const key = await service.createKey('government')
    const results: HttpResult[] = []
    for (const taskCount of sizes) {
      const body = requestBytes(makeSchedule({ seed, taskCount }))
      const plan = {
        origin: service.origin,
        calls: [cpmCall(key, body)],
        callerCount: 1,
        callCountMin: 30,
        timeoutMs: TIMEOUT_MS,
      }
      await closedLoopApart({ ...plan, durationMsMin: 2 * budget.warmMs })
      const timed = await closedLoopApart({ ...plan, durationMsMin: budget.measureMs })
      if (!isClean(timed)) throw new Error(`calls of ${taskCount} tasks failed: ${describeOutcome(timed)}`)
      const [parsed] = await measureApart([{ name: YARDSTICK.name, taskCount, seed, flags: [] }], budget)
      results.push({
        taskCount,
        bytes: body.length,
        medianMs: timed.latency.p50,
        yardstickMs: parsed!.medianMs,
      })
    }
    return results
  } finally {
    await service.stop()
  }
}
