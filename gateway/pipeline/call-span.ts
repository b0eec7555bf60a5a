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
  WORKER_MS,
} from '../../shared/platform/tracing/attributes.ts'
import type { Tracing } from '../../shared/platform/tracing/tracing.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Call } from './call.ts'

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
