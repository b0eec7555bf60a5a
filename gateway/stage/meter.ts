/** The metering event of an analysis call: one line in the log, whatever the answer was. */

import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import { workRow } from '../http/routes.ts'
import type { Settlement } from '../limits/limiter.ts'

type Metering = Omit<Settlement, 'accepted'>

export function meter(call: Call, gateway: Gateway, status: number, code: string | undefined): Metering {
  const { config } = gateway
  const row = workRow(call.route)
  const durationMs = Math.round((performance.now() - call.exchange.arrivedMs) * 1000) / 1000
  const costUsd = Number(
    ((status < 300 ? config.costUsdPerRequest : 0) + (call.workerMs / 1000) * config.costUsdPerCpuSecond).toFixed(9),
  )
  gateway.log.info(
    {
      event: 'metering',
      requestId: call.exchange.requestId,
      accountId: call.identity?.accountId,
      keyId: call.identity?.keyId,
      endpoint: row.path,
      status,
      code,
      durationMs,
      taskCount: call.taskCount,
      tokenConsumption: 0,
      estimatedCostUsd: costUsd,
    },
    'metering',
  )
  return { endpoint: row.id, taskCount: call.taskCount, durationMs, costUsd }
}
