/**
 * The span of a POST, which the receiver's trace continues. It is a client span with only the address of the receiver, since paths may be
 * secrets.
 */
import type { Delivery } from '../../shared/platform/jobs/callback-store.ts'
import { callbackPlace } from '../../shared/platform/jobs/job-trace.ts'
import {
  CALLBACK_ATTEMPT,
  HTTP_METHOD,
  HTTP_STATUS,
  JOB_ID,
  REQUEST_ID,
  SERVER_ADDRESS,
  SERVER_PORT,
} from '../../shared/platform/tracing/attributes.ts'
import type { TraceContext } from '../../shared/platform/tracing/trace-context.ts'
import type { Tracing } from '../../shared/platform/tracing/tracing.ts'
import type { PostOutcome } from './post.ts'

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** Makes the POST with the headers of its span, if it has one. */
export async function inCallbackSpan(
  tracing: Tracing | null | undefined,
  { job, attempt }: Delivery,
  url: URL,
  send: (headers: TraceContext | undefined) => Promise<PostOutcome>,
): Promise<PostOutcome> {
  const span = tracing?.begin('POST', {
    kind: 'client',
    ...callbackPlace(job, attempt),
    attributes: {
      [HTTP_METHOD]: 'POST',
      [SERVER_ADDRESS]: url.hostname,
      [SERVER_PORT]: url.port === '' ? PORTS[url.protocol] : Number(url.port),
      [REQUEST_ID]: job.requestId,
      [JOB_ID]: job.jobId,
      [CALLBACK_ATTEMPT]: attempt,
    },
  })
  if (span === undefined) return send(undefined)
  try {
    const outcome = await send(span.context)
    const { status, failure } = outcome
    span.note({ [HTTP_STATUS]: status ?? undefined })
    span.end(failure === null ? undefined : failure === 'status' ? String(status) : failure)
    return outcome
  } catch (error) {
    span.end((error as Error).name)
    throw error
  }
}
