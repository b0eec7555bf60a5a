/**
 * W3C Trace Context (w3.org/TR/trace-context) as text: how a trace passes from a call to its job, and from the job to its callback. It needs
 * no package, since a process without tracing uses it, too, to log the caller's trace.
 */
import { createHash } from 'node:crypto'

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
