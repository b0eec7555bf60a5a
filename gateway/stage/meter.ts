/** The metering event of an analysis call or a submission: one line in the log, whatever the answer was. */
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import { pathOf, workRow } from '../http/routes.ts'
import type { Settlement } from '../limits/limiter.ts'

type Metering = Omit<Settlement, 'accepted'>

interface End {
  readonly status: number
  /** Of a refusal. */
  readonly code: string | undefined
  /** The work was done, or the job is in the queue. */
  readonly accepted: boolean
}

export function meter(call: Call, gateway: Gateway, { status, code, accepted }: End): Metering {
  const { config } = gateway
  const { id } = workRow(call.route)
  const durationMs = Math.round((performance.now() - call.exchange.arrivedMs) * 1000) / 1000
  const costUsd = Number(
    ((accepted ? config.costUsdPerRequest : 0) + (call.workerMs / 1000) * config.costUsdPerCpuSecond).toFixed(9),
  )
  gateway.log.info(
    {
      event: 'metering',
      requestId: call.exchange.requestId,
      accountId: call.identity?.accountId,
      keyId: call.identity?.keyId,
      endpoint: pathOf(call.route),
      status,
      code,
      durationMs,
      taskCount: call.taskCount,
      tokenConsumption: 0,
      estimatedCostUsd: costUsd,
    },
    'metering',
  )
  return { endpoint: call.route.kind === 'async' ? `${id}.async` : id, taskCount: call.taskCount, durationMs, costUsd }
}
