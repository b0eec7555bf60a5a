/** Gauges of the disk of Redis, as the guard knows it. Every gateway shows the same disk: take the minimum of what is free. */
import { Gauge, type Registry } from 'prom-client'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'
import type { DiskGuard } from './disk-guard.ts'

export function diskGauges(registry: Registry, guard: Pick<DiskGuard, 'room' | 'problem'>): void {
  const gauge = (name: string, help: string, value: () => number | undefined) =>
    new Gauge({
      name: METRIC_PREFIX + name,
      help,
      registers: [registry],
      collect() {
        const now = value()
        if (now === undefined) this.remove()
        else this.set(now)
      },
    })
  gauge(
    'redis_disk_free_bytes',
    'Bytes free on the disk of Redis; absent where it runs on another machine.',
    () => guard.room?.freeBytes,
  )
  gauge(
    'redis_disk_needed_bytes',
    'Bytes that must be free for jobs to be accepted: REDIS_DISK_FREE_MIN plus the space to rewrite the append-only file.',
    () => guard.room?.neededBytes,
  )
  gauge('redis_disk_ok', '0: no jobs are accepted, because the disk of Redis is nearly full or a write failed.', () =>
    guard.problem === undefined ? 1 : 0,
  )
}
