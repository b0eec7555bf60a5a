/** The log lines about callbacks. They never contain the query of a URL, which may hold secrets. */

import { withoutQuery } from '../../shared/platform/callback/callback-url.ts'
import type { Delivery, DeliveryAttempt, Settled } from '../../shared/platform/jobs/callback-store.ts'
import { StoreUnavailable } from '../../shared/platform/store-unavailable.ts'

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
