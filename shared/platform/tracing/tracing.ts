/**
 * Tracing as the rooms of the service use it. The implementation is OpenTelemetry (shared/platform/process/otel), which is loaded only if tracing is
 * on; otherwise there is no Tracing object, and a call costs one comparison.
 */

import { createHash } from 'node:crypto'
import type {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from '@opentelemetry/semantic-conventions'

export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** server: answers a call; producer, consumer: hands on a job, takes one; client: calls another service. */
export type SpanKind = 'internal' | 'server' | 'producer' | 'consumer' | 'client'

export interface SpanStart {
  /** Default internal. */
  readonly kind?: SpanKind
  /** performance.now() of its begin; default now. */
  readonly startMs?: number
  readonly attributes?: SpanAttributes
  /** The span of another process that it is part of; absent: it begins a trace. */
  readonly parent?: TraceContext | undefined
  /** Default random. */
  readonly spanId?: string
  /** An earlier try at the same. */
  readonly repeats?: TraceContext
}

/** An operation, measured. */
export interface TraceSpan {
  readonly traceId: string
  /** Whether it is kept. One that is not still has a trace, for the log and for those that are called. */
  readonly isRecorded: boolean
  /** For those that go on with the trace elsewhere. */
  readonly context: TraceContext
  /** A part of it in this process; undefined: it is not kept. */
  child(name: string, start?: Omit<SpanStart, 'parent' | 'spanId' | 'repeats'>): TraceSpan | undefined
  rename(name: string): void
  note(facts: SpanAttributes): void
  /** error: in a word, what went wrong on our side. */
  end(error?: string): void
}

export interface Tracing {
  begin(name: string, start: SpanStart): TraceSpan
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>
}

/** A step of a span: its time, and the name of the error that it ends with. */
export async function inStep<Value>(step: TraceSpan | undefined, work: Promise<Value>): Promise<Value> {
  if (step === undefined) return work
  try {
    const value = await work
    step.end()
    return value
  } catch (error) {
    step.end((error as Error).name)
    throw error
  }
}

// Attributes of spans. Names without "sis" are those of OpenTelemetry's semantic conventions; the types of their package check them, but the package is
// not loaded. Left out on purpose, although the conventions require them: url.path and url.full, which name jobs of customers and the
// secret paths of their receivers, and the address of the caller.

export const HTTP_METHOD: typeof ATTR_HTTP_REQUEST_METHOD = 'http.request.method'
export const HTTP_METHOD_ORIGINAL: typeof ATTR_HTTP_REQUEST_METHOD_ORIGINAL = 'http.request.method_original'
export const HTTP_ROUTE: typeof ATTR_HTTP_ROUTE = 'http.route'
export const HTTP_STATUS: typeof ATTR_HTTP_RESPONSE_STATUS_CODE = 'http.response.status_code'
export const SERVER_ADDRESS: typeof ATTR_SERVER_ADDRESS = 'server.address'
export const SERVER_PORT: typeof ATTR_SERVER_PORT = 'server.port'
export const ERROR_TYPE: typeof ATTR_ERROR_TYPE = 'error.type'

export const REQUEST_ID = 'sis.request_id'
/** Id of the row of the analysis or service. */
export const ENDPOINT = 'sis.endpoint'
export const TIER = 'sis.tier'
/** The code of the error catalogue. */
export const CODE = 'sis.code'
export const TASK_COUNT = 'sis.task_count'
export const LANE = 'sis.lane'
export const WORKER_MS = 'sis.worker_ms'
export const JOB_ID = 'sis.job.id'
export const JOB_CLASS = 'sis.job.class'
export const JOB_DELIVERY = 'sis.job.delivery'
export const JOB_WAIT_MS = 'sis.job.wait_ms'
export const JOB_OUTCOME = 'sis.job.outcome'
export const CALLBACK_ATTEMPT = 'sis.callback.attempt'

/**
 * W3C Trace Context (w3.org/TR/trace-context) as text: how a trace passes from a call to its job, and from the job to its callback. It needs
 * no package, since a process without tracing uses it, too, to log the caller's trace.
 */
export interface TraceContext {
  /** "00-<trace id>-<id of the span>-<flags>" */
  readonly traceparent: string
  /** What makers of tracing systems send along; handed on as it came. */
  readonly tracestate?: string
}

export const TRACEPARENT = 'traceparent'
export const TRACESTATE = 'tracestate'

/** That of version 00 has 55; a later version may have more behind it. */
const TRACEPARENT_LENGTH = 55
const TRACEPARENT_LENGTH_MAX = 128
/** The length that every system must pass on. A longer value is left out as a whole, as the standard requires. */
const TRACESTATE_LENGTH_MAX = 512
const TRACEPARENT_FORM = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-|$)/
const TRACE_ID = { from: 3, to: 35 } as const
const SPAN_ID = { from: 36, to: 52 } as const

/** The headers of a call or the fields of a job; undefined where they say nothing that can be used. */
export function readTraceContext(
  traceparent: string | undefined,
  tracestate: string | undefined,
): TraceContext | undefined {
  if (traceparent === undefined || !isTraceparent(traceparent)) return undefined
  return tracestate === undefined || tracestate === '' || tracestate.length > TRACESTATE_LENGTH_MAX
    ? { traceparent }
    : { traceparent, tracestate }
}

function isTraceparent(text: string): boolean {
  if (text.length < TRACEPARENT_LENGTH || text.length > TRACEPARENT_LENGTH_MAX) return false
  if (text.startsWith('00') && text.length !== TRACEPARENT_LENGTH) return false
  return TRACEPARENT_FORM.test(text)
}

export const traceIdOf = ({ traceparent }: TraceContext): string => traceparent.slice(TRACE_ID.from, TRACE_ID.to)

/** The context with another span of the same trace in it. */
export const atSpan = (context: TraceContext, spanId: string): TraceContext => ({
  ...context,
  traceparent: context.traceparent.slice(0, SPAN_ID.from) + spanId + context.traceparent.slice(SPAN_ID.to),
})

/**
 * Id of a span that is named by what it is: whoever knows the job can point to a span of another process, which may have died before it sent
 * it, and nothing has to be stored for that.
 */
export const namedSpanId = (context: TraceContext, ...name: readonly (string | number)[]): string =>
  createHash('sha256')
    .update([traceIdOf(context), ...name].join(' '))
    .digest('hex')
    .slice(0, SPAN_ID.to - SPAN_ID.from)
