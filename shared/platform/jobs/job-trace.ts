/** The spans of a job: its deliveries to nodes, and the POSTs of its callback. The first is part of the submission, a POST of the delivery that ended the job. */
import { atSpan, namedSpanId, readTraceContext, type SpanStart, type TraceContext } from '../tracing/tracing.ts'
import type { Job } from './job.ts'

type Traced = Pick<Job, 'jobId' | 'traceparent' | 'tracestate'>

/** That of the submission; undefined: it was not traced. */
export const traceOf = ({ traceparent, tracestate }: Traced): TraceContext | undefined =>
  readTraceContext(traceparent, tracestate)

type Place = Pick<SpanStart, 'parent' | 'spanId' | 'repeats'>

/** The span of number `number` of a kind, with links to the earlier ones that it repeats. */
function placeOf(parent: TraceContext, kind: string, jobId: string, number: number): Place {
  const idOf = (which: number): string => namedSpanId(parent, kind, jobId, which)
  const place = { parent, spanId: idOf(number) }
  return number > 1 ? { ...place, repeats: atSpan(parent, idOf(number - 1)) } : place
}

/** fence: number of the delivery. */
export function deliveryPlace(job: Traced, fence: number): Place {
  const submission = traceOf(job)
  return submission === undefined ? {} : placeOf(submission, 'delivery', job.jobId, fence)
}

/** attempt: number of the POST. */
export function callbackPlace(job: Traced & Pick<Job, 'attempts'>, attempt: number): Place {
  const submission = traceOf(job)
  if (submission === undefined) return {}
  // a job that ended before a node had it has no delivery
  const parent =
    job.attempts === 0 ? submission : atSpan(submission, namedSpanId(submission, 'delivery', job.jobId, job.attempts))
  return placeOf(parent, 'callback', job.jobId, attempt)
}
