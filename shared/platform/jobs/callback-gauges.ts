/** Gauges of callbacks, read from the store at each scrape. Every process shows the same numbers, so take the maximum over processes. */
import { Gauge, type Registry } from 'prom-client'
import { METRIC_PREFIX } from '../process/metrics.ts'
import type { CallbackCounts } from './callback-store.ts'
import type { JobStore } from './job-store.ts'

/** A store that is away leaves them out of the answer. */
export function callbackGauges(registry: Registry, store: Pick<JobStore, 'callbacks'>): void {
  let asking: Promise<CallbackCounts | undefined> | undefined
  // one question for all gauges of a scrape
  const readStore = () => {
    asking ??= store
      .callbacks()
      .catch(() => undefined)
      .finally(() => (asking = undefined))
    return asking
  }
  const gauge = (name: string, help: string, value: (counts: CallbackCounts) => number) =>
    new Gauge({
      name: METRIC_PREFIX + name,
      help,
      registers: [registry],
      async collect() {
        const counts = await readStore()
        if (counts === undefined) this.remove()
        else this.set(value(counts))
      },
    })
  gauge(
    'callbacks_pending',
    'Callbacks that are not settled: due, in flight, waiting for a retry or for a paused endpoint.',
    counts => counts.pending,
  )
  gauge('callback_dead_letters', 'Callbacks that were given up and can be sent again.', counts => counts.deadLetters)
  gauge(
    'callback_endpoints_paused',
    'Endpoints that are paused since they have failed for long.',
    counts => counts.pausedEndpoints,
  )
  gauge(
    'callbacks_overdue_seconds',
    'For how long the callback that is longest overdue has waited for a deliverer to look at it; much above 1 = no deliverer works.',
    ({ overdueMs }) => overdueMs / 1000,
  )
}
