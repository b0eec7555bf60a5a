/** Gauges that several processes report: queues of jobs, the object store, callbacks. */
import { Gauge, type Registry } from 'prom-client'
import { FRAME_VERSIONS } from '../../contract/schedule/frame-versions.ts'
import { METRIC_PREFIX } from '../process/metrics.ts'
import type { CallbackCounts } from './callback-store.ts'
import type { JobStore } from './job-store.ts'

// Gauges of the queues, read from the store at each scrape. Every process shows the same numbers, so take the maximum over processes,
// not the sum.

/** now: UTC, ms. If the store is away, the gauges are absent instead of showing an old value. */
export function queueGauges(
  registry: Registry,
  store: Pick<JobStore, 'depths' | 'suspects' | 'unknownVersions' | 'heldBytes'>,
  now: () => number,
): void {
  let reading: Promise<void> | undefined
  // all gauges of a scrape share one read of the store
  const collect = (): Promise<void> => {
    reading ??= readStore().finally(() => (reading = undefined))
    return reading
  }
  const gauge = (name: string, help: string, labelNames: readonly string[] = ['class']) =>
    new Gauge({ name: METRIC_PREFIX + name, help, labelNames, registers: [registry], collect })
  const queued = gauge('jobs_queued', 'Jobs that wait.')
  const processing = gauge('jobs_processing', 'Jobs that a node holds a lease of.')
  const oldest = gauge('jobs_oldest_queued_seconds', 'Age of the job that waits longest; 0 = none waits.')
  const suspects = gauge(
    'jobs_suspects',
    'Jobs that wait to be run apart, since a node or worker was lost with them.',
    [],
  )
  const unknown = gauge(
    'jobs_unknown_version',
    'Jobs that wait whose version of frames this process does not know: a newer release submitted them.',
    ['frame_version'],
  )
  const known = gauge('frame_versions', '1 = a version of frames that this process knows.', ['frame_version'])
  const reserved = gauge('jobs_reserved_bytes', 'Bytes of Redis reserved by jobs that are not finished.', [])
  const results = gauge('jobs_result_bytes', 'Bytes of Redis that results of finished jobs take.', [])
  const isUp = gauge('jobs_store_up', 'Whether the store answered this scrape.', [])

  async function readStore(): Promise<void> {
    for (const each of [queued, processing, oldest, unknown]) each.reset()
    for (const version of FRAME_VERSIONS) known.set({ frame_version: version }, 1)
    for (const each of [suspects, reserved, results]) each.remove()
    try {
      const [depths, waiting, held, versions] = await Promise.all([
        store.depths(),
        store.suspects(),
        store.heldBytes(),
        store.unknownVersions(),
      ])
      for (const depth of depths) {
        const labels = { class: depth.jobClass }
        queued.set(labels, depth.queued)
        processing.set(labels, depth.processing)
        oldest.set(labels, depth.oldestQueuedAtMs === null ? 0 : Math.max(0, now() - depth.oldestQueuedAtMs) / 1000)
      }
      suspects.set(waiting.reduce((sum, { count }) => sum + count, 0))
      reserved.set(held.reduce((sum, { reservedBytes }) => sum + reservedBytes, 0))
      results.set(held.reduce((sum, { resultBytes }) => sum + resultBytes, 0))
      for (const { frameVersion, queued } of versions) unknown.set({ frame_version: frameVersion }, queued)
      isUp.set(1)
    } catch {
      isUp.set(0)
    }
  }
}

/** Whether this process reaches the object store; no gauge if everything is stored in Redis. */
export function objectGauges(registry: Registry, store: Pick<JobStore, 'objectsState'>): void {
  if (store.objectsState() === 'absent') return
  new Gauge({
    name: `${METRIC_PREFIX}objects_up`,
    help: 'Whether this process can write and read large frames and results; 0: large submissions and results get 503.',
    registers: [registry],
    collect() {
      this.set(store.objectsState() === 'up' ? 1 : 0)
    },
  })
}

// Gauges of callbacks, read from the store at each scrape. Every process shows the same numbers, so take the maximum over processes.

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
