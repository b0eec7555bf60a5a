/** The metering event of an analysis call or a submission: one log line, whatever the answer. */
import type { ErrorCode } from '../../../shared/contract/error-rows.ts'
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
  const costUsd = rounded(
    (accepted ? config.costUsdPerRequest : 0) + (call.workerMs / 1000) * config.costUsdPerCpuSecond,
  )
  const { exchange, identity, taskCount, fetchedBytes } = call
  const { traceId } = exchange
  // as text, since a line is written for every call: an object takes the log five times as long. Ids and paths have nothing to be escaped
  let fields = `"event":"metering","requestId":"${exchange.requestId}"`
  if (traceId !== undefined) fields += `,"trace_id":"${traceId}"`
  if (identity !== undefined) fields += `,"accountId":"${identity.accountId}","keyId":"${identity.keyId}"`
  fields += `,"endpoint":"${as.path}"`
  if (isOriginChecked(call.route)) fields += wayOf(call, gateway)
  fields += `,"status":${status}`
  if (code !== undefined) fields += `,"code":"${code}"`
  fields += `,"durationMs":${durationMs},"taskCount":${taskCount}`
  if (fetchedBytes > 0) fields += `,"fetchedBytes":${fetchedBytes}`
  gateway.logMetering(`${fields},"tokenConsumption":0,"estimatedCostUsd":${costUsd}`)
  return { endpoint: as.endpoint, taskCount, durationMs, costUsd, computeMs: call.workerMs }
}

const COST_DECIMALS = 1e9
/** Of costs as they are logged. */
const rounded = (usd: number): number => Math.round(usd * COST_DECIMALS) / COST_DECIMALS

/** A message is metered as the tool it calls, a tool that is no analysis as the endpoint that does the same. */
export function meteredAs({ called, route }: Call): { readonly endpoint: string; readonly path: string } {
  if (called != null) return called
  const tool = serviceToolOf(route)
  if (tool !== undefined) return { endpoint: tool.endpoint.id, path: tool.endpoint.path }
  const { id } = workRow(route)
  return { endpoint: route.kind === 'async' ? `${id}.async` : id, path: pathOf(route) }
}

/** Of an agent tool: the path that was called, and whether another service of the operator called it; as JSON behind a comma. */
function wayOf({ exchange }: Call, gateway: Gateway): string {
  const via = exchange.template === undefined ? '' : `,"via":"${exchange.template}"`
  return isInternal(exchange, gateway) ? `${via},"origin":"internal"` : via
}
