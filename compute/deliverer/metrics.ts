/** What a deliverer reports to /metrics: attempts by outcome, their time, callbacks in flight. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'
import type { DelivererSettings } from './deliverer.ts'

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
