/**
 * The span of a call: a server's, under the names of OpenTelemetry's conventions for HTTP. It says which row answered what to which tier; never a
 * key, a path as it was sent, or anything of a body. The stages that wait are its parts (table.ts).
 */
import { catalogue } from '../../shared/catalogue/catalogue.ts'
import type { ErrorCode } from '../../shared/errors.ts'
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
} from '../../shared/tracing/attributes.ts'
import type { Tracing } from '../../shared/tracing/tracing.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Call } from './call.ts'

/** Those of RFC 9110 and 5789; a caller may send any word. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH']
const METHOD_BYTES_MAX = 20
/** The client left before the answer. */
const GONE = 'client_gone'

/** Whoever watches a process asks these every few seconds: traces of them would bury the others. */
const PROBES: ReadonlySet<string> = new Set(
  catalogue.filter(row => row.kind === 'service' && /^(liveness|readiness)\./.test(row.id)).map(({ path }) => path),
)

/** Begins the span and sees to its end. */
export function traceExchange(exchange: Exchange, tracing: Tracing): void {
  if (PROBES.has(exchange.path)) return
  const { method } = exchange
  const isKnown = METHODS.includes(method)
  const span = tracing.begin(isKnown ? method : 'HTTP', {
    kind: 'server',
    startMs: exchange.arrivedMs,
    parent: exchange.traceContext,
    facts: {
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

/** What the stages found out of a call, before its answer is sent. */
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
