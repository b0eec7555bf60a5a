/** Whether this process reaches the object store; no gauge if everything is stored in Redis. */
import { Gauge, type Registry } from 'prom-client'
import { METRIC_PREFIX } from '../process/metrics.ts'
import type { JobStore } from './job-store.ts'

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
