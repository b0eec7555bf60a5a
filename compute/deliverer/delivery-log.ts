/** What is told of deliveries: a line in the log, figures at /metrics, a span in the trace of the job. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { withoutQuery } from '../../shared/platform/callback/callback-url.ts'
import type { Delivery, DeliveryAttempt, Settled } from '../../shared/platform/jobs/callback-store.ts'
import { callbackPlace } from '../../shared/platform/jobs/job-trace.ts'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import {
  CALLBACK_ATTEMPT,
  HTTP_METHOD,
  HTTP_STATUS,
  JOB_ID,
  REQUEST_ID,
  SERVER_ADDRESS,
  SERVER_PORT,
  type TraceContext,
  type Tracing,
} from '../../shared/platform/tracing/tracing.ts'
import type { DelivererSettings } from './deliverer.ts'
import type { PostOutcome } from './post.ts'

// The log lines about callbacks. They never contain the query of a URL, which may hold secrets.

/** One line per event; compatible with a pino logger. */
export interface DelivererLog {
  info(fields: object, sentence: string): void
  warn(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
}

export type DeliveryOutcome = 'delivered' | 'retried' | 'dead'

const endpointOf = ({ job }: Delivery) => ({
  accountId: job.accountId,
  endpoint: URL.parse(job.callbackUrl!)?.origin ?? '',
})

const logFieldsOf = ({ deliveryId, job, attempt }: Delivery) => ({
  deliveryId,
  jobId: job.jobId,
  accountId: job.accountId,
  url: withoutQuery(job.callbackUrl!),
  number: attempt,
})

export class DeliveryLog {
  readonly #log: DelivererLog
  /** Shards that were unavailable at the last request. */
  readonly #away = new Set<number>()

  constructor(log: DelivererLog) {
    this.#log = log
  }

  /** Logs the outcome of a POST. */
  made(delivery: Delivery, attempt: DeliveryAttempt, outcome: DeliveryOutcome, endpoint: Settled): void {
    const fields = { ...logFieldsOf(delivery), ...attempt }
    if (endpoint === 'stale') this.#log.warn(fields, 'callback made after its lease: another deliverer settles it')
    else if (outcome === 'dead') this.#log.warn({ ...fields, outcome }, 'callback given up')
    else this.#log.info({ ...fields, outcome }, 'callback made')
    if (endpoint === 'paused') this.#log.warn(endpointOf(delivery), 'endpoint paused: it has failed for long')
    if (endpoint === 'resumed') this.#log.info(endpointOf(delivery), 'endpoint resumed')
  }

  /** Left until its lease expires; then whichever deliverer reaches the store sends it again. */
  putOff(delivery: Delivery, error: unknown): void {
    const fields = logFieldsOf(delivery)
    if (error instanceof StoreUnavailable) this.#log.warn({ ...fields, reason: error.message }, 'callback put off')
    else this.#log.error({ ...fields, stack: (error as Error).stack }, 'callback cannot be made')
  }

  /** An attempt that failed because of the service, not of its receiver. */
  fault(delivery: Delivery, reason: string): void {
    this.#log.error({ ...logFieldsOf(delivery), reason }, 'the result of a callback is lost')
  }

  notGivenBack(delivery: Delivery, error: Error): void {
    this.#log.warn({ ...logFieldsOf(delivery), reason: error.message }, 'callback not given back')
  }

  /** Records a request to a shard. Logs when the first shard becomes unavailable and when the last one is back. */
  noteRequest(shard: number, error?: Error): void {
    const before = this.#away.size
    if (error === undefined) this.#away.delete(shard)
    else this.#away.add(shard)
    if (before === 0 && error !== undefined)
      this.#log.warn({ shard, reason: error.message }, 'callbacks cannot be taken')
    if (before > 0 && this.#away.size === 0) this.#log.info({}, 'callbacks are taken again')
  }
}

// What a deliverer reports to /metrics: attempts by outcome, their time, callbacks in flight.

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** inFlight: called at each scrape. Returns what the deliverer calls after each attempt. */
export function deliveryMetrics(
  registry: Registry,
  inFlight: () => number,
): NonNullable<DelivererSettings['onSettled']> {
  const attempts = new Counter({
    name: `${METRIC_PREFIX}callback_attempts_total`,
    help: 'Attempts of callbacks: delivered, retried (failed, to be made again), dead (failed for the last time).',
    labelNames: ['class', 'outcome', 'failure'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: `${METRIC_PREFIX}callback_seconds`,
    help: 'Time of an attempt.',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers: [registry],
  })
  new Gauge({
    name: `${METRIC_PREFIX}callbacks_in_flight`,
    help: 'Callbacks being made.',
    registers: [registry],
    collect() {
      this.set(inFlight())
    },
  })
  return ({ job }, { attempt }, outcome) => {
    attempts.inc({ class: job.jobClass, outcome, failure: attempt.failure ?? '' })
    seconds.observe({ outcome }, attempt.durationMs / 1000)
  }
}

// The span of a POST, which the receiver's trace continues. It is a client span with only the address of the receiver, since paths may be
// secrets.

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
