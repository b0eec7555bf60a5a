/** The metering event of an analysis call or a submission: one log line, whatever the answer. */
import type { ErrorCode } from '../../../shared/error-rows.ts'
import type { Gateway } from '../../gateway.ts'
import type { Settlement } from '../../limits/limiter.ts'
import { isInternal } from '../../mcp/internal-dispatch.ts'
import { isOriginChecked, pathOf, serviceToolOf, workRow } from '../../route/routes.ts'
import type { Call } from '../call.ts'

type Metering = Omit<Settlement, 'isCharged'>

export interface CallResult {
  readonly status: number
  /** Set for a refusal. */
  readonly code: ErrorCode | undefined
  /** The analysis succeeded, or the job is in the queue. */
  readonly accepted: boolean
}

export function meter(call: Call, gateway: Gateway, { status, code, accepted }: CallResult): Metering {
  const { config } = gateway
  const as = meteredAs(call)
  const durationMs = Math.round((performance.now() - call.exchange.arrivedMs) * 1000) / 1000
  const costUsd = Number(
    ((accepted ? config.costUsdPerRequest : 0) + (call.workerMs / 1000) * config.costUsdPerCpuSecond).toFixed(9),
  )
  gateway.log.info(
    {
      event: 'metering',
      ...call.exchange.logIds,
      accountId: call.identity?.accountId,
      keyId: call.identity?.keyId,
      endpoint: as.path,
      ...wayOf(call, gateway),
      status,
      code,
      durationMs,
      taskCount: call.taskCount,
      ...(call.fetchedBytes > 0 && { fetchedBytes: call.fetchedBytes }),
      tokenConsumption: 0,
      estimatedCostUsd: costUsd,
    },
    'metering',
  )
  return {
    endpoint: as.endpoint,
    taskCount: call.taskCount,
    durationMs,
    costUsd,
  }
}

/** A message is metered as the tool it calls, a tool that is no analysis as the endpoint that does the same. */
function meteredAs({ called, route }: Call): { readonly endpoint: string; readonly path: string } {
  if (called != null) return called
  const tool = serviceToolOf(route)
  if (tool !== undefined) return { endpoint: tool.endpoint.id, path: tool.endpoint.path }
  const { id } = workRow(route)
  return { endpoint: route.kind === 'async' ? `${id}.async` : id, path: pathOf(route) }
}

/** For an agent tool: the path that was called, and whether another service of the operator called it. */
function wayOf({ route, exchange }: Call, gateway: Gateway): object {
  if (!isOriginChecked(route)) return {}
  return { via: exchange.template, ...(isInternal(exchange, gateway) ? { origin: 'internal' } : {}) }
}
