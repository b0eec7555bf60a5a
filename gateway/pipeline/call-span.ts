/**
 * The server span of a call, with the names of OpenTelemetry's HTTP conventions. It records row, status and tier; never a key, the
 * path as sent, or any content of a body. Stages that wait are its child spans (table.ts).
 */
import { catalogue } from '../../shared/contract/catalogue/catalogue.ts'
import type { ErrorCode } from '../../shared/contract/error-rows.ts'
import {
  CODE,
  ENDPOINT,
  ERROR_TYPE,
  HTTP_METHOD,
  HTTP_METHOD_ORIGINAL,
  HTTP_ROUTE,
  HTTP_STATUS,
  REQUEST_ID,
  TASK_COUNT,
  TIER,
  type Tracing,
  WORKER_MS,
} from '../../shared/platform/tracing/tracing.ts'
import type { Call } from '../call/call.ts'
import type { Exchange } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import type { Settlement } from '../call/limiter.ts'
import { isOriginChecked, pathOf, serviceToolOf, workRow } from '../call/routes.ts'
import { isInternal } from '../mcp/running-calls.ts'

/** The methods of RFC 9110 and RFC 5789. A caller may send any word as the method. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']
const METHOD_BYTES_MAX = 20
/** The client disconnected before the answer. */
const GONE = 'client_gone'

/** Monitoring calls these paths every few seconds. They are not traced, because they would outnumber all other traces. */
const PROBES: ReadonlySet<string> = new Set(
  catalogue.filter(row => row.kind === 'service' && /^(liveness|readiness)\./.test(row.id)).map(({ path }) => path),
)

/** Begins the span, and ends it when the exchange ends. */
export function traceExchange(exchange: Exchange, tracing: Tracing): void {
  if (PROBES.has(exchange.path)) return
  const { method } = exchange
  const isKnown = METHODS.includes(method)
  const span = tracing.begin(isKnown ? method : 'HTTP', {
    kind: 'server',
    startMs: exchange.arrivedMs,
    parent: exchange.traceContext,
    attributes: {
      [HTTP_METHOD]: isKnown ? method : '_OTHER',
      [HTTP_METHOD_ORIGINAL]: isKnown ? undefined : method.slice(0, METHOD_BYTES_MAX),
      [REQUEST_ID]: exchange.requestId,
    },
  })
  exchange.span = span
  if (!span.isRecorded) return
  exchange.whenEnded(() => {
    const { status, template } = exchange
    if (template !== undefined) span.rename(`${method} ${template}`)
    span.note({ [HTTP_ROUTE]: template, [HTTP_STATUS]: status })
    if (status === undefined) span.note({ [ERROR_TYPE]: GONE })
    span.end(status !== undefined && status >= 500 ? String(status) : undefined)
  })
}

/** Adds what the stages found to the span, before the answer is sent. */
export function noteCall({ exchange, route, admitted, taskCount, workerMs }: Call, code: ErrorCode | undefined): void {
  const { span } = exchange
  if (span === undefined || !span.isRecorded) return
  span.note({
    [ENDPOINT]: route.kind === 'async' ? `${route.row.id}.async` : route.kind === 'retired' ? undefined : route.row.id,
    [TIER]: admitted?.tier,
    [CODE]: code,
    ...(workerMs > 0 && { [TASK_COUNT]: taskCount, [WORKER_MS]: workerMs }),
  })
}

/** The metering event of an analysis call or a submission: one log line, whatever the answer. */
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
  if (isOriginChecked(call.route)) fields += howCalled(call, gateway)
  fields += `,"status":${status}`
  if (code !== undefined) fields += `,"code":"${code}"`
  fields += `,"durationMs":${durationMs},"taskCount":${taskCount}`
  if (fetchedBytes > 0) fields += `,"fetchedBytes":${fetchedBytes}`
  gateway.logMetering(`${fields},"tokenConsumption":0,"estimatedCostUsd":${costUsd}`)
  return { endpoint: as.endpoint, taskCount, durationMs, costUsd, computeMs: call.workerMs }
}

const COST_DECIMALS = 1e9
/** Rounds costs as they are logged. */
const rounded = (usd: number): number => Math.round(usd * COST_DECIMALS) / COST_DECIMALS

/** A message is metered as the tool it calls, a tool that is no analysis as the endpoint that does the same. */
export function meteredAs({ called, route }: Call): { readonly endpoint: string; readonly path: string } {
  if (called != null) return called
  const tool = serviceToolOf(route)
  if (tool !== undefined) return { endpoint: tool.endpoint.id, path: tool.endpoint.path }
  const { id } = workRow(route)
  return { endpoint: route.kind === 'async' ? `${id}.async` : id, path: pathOf(route) }
}

/** How an agent tool was called: its path, and whether another service of the operator called it; as JSON behind a comma. */
function howCalled({ exchange }: Call, gateway: Gateway): string {
  const via = exchange.template === undefined ? '' : `,"via":"${exchange.template}"`
  return isInternal(exchange, gateway) ? `${via},"origin":"internal"` : via
}
