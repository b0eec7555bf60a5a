/**
 * Metrics of the memory for jobs. Every gateway reports the same numbers, so take the maximum over gateways. But each gateway counts the
 * results that it removed itself, so take the sum of those.
 */
import { Counter, Gauge, type Registry } from 'prom-client'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'
import { roomByClass } from '../jobs/memory-report.ts'
import type { QueueGuard } from '../jobs/queue-guard.ts'

export function memoryGauges(registry: Registry, guard: Pick<QueueGuard, 'memory' | 'largest' | 'freed'>): void {
  const registers = [registry]
  const name = (rest: string): string => `${METRIC_PREFIX}jobs_${rest}`
  new Gauge({
    name: name('memory_budget_bytes'),
    help: 'Bytes of Redis memory that jobs may use (REDIS_MEMORY_BUDGET), over all reachable servers.',
    registers,
    collect() {
      this.remove()
      if (guard.memory !== undefined) this.set(guard.memory.budgetBytes)
    },
  })
  new Gauge({
    name: name('memory_used_bytes'),
    help: 'Bytes that Redis uses, over all reachable servers.',
    registers,
    collect() {
      this.remove()
      if (guard.memory !== undefined) this.set(guard.memory.usedBytes)
    },
  })
  new Gauge({
    name: name('room_bytes'),
    help: 'Bytes left for jobs of a class; results of finished jobs count as free. At 0 jobs of the class are refused.',
    labelNames: ['class'],
    registers,
    collect() {
      this.reset()
      if (guard.memory === undefined) return
      for (const [jobClass, bytes] of Object.entries(roomByClass(guard.memory))) this.set({ class: jobClass }, bytes)
    },
  })
  new Gauge({
    name: name('largest_account_bytes'),
    help: 'Bytes of the largest account: results in Redis, and memory reserved for its unfinished jobs.',
    labelNames: ['of'],
    registers,
    collect() {
      this.reset()
      if (guard.largest === undefined) return
      this.set({ of: 'results' }, guard.largest.results?.bytes ?? 0)
      this.set({ of: 'reserved' }, guard.largest.waiting?.bytes ?? 0)
    },
  })
  new Counter({
    name: name('results_removed_total'),
    help: 'Results that this gateway removed early, because jobs needed the memory.',
    registers,
    collect() {
      this.reset()
      this.inc(guard.freed.resultCount)
    },
  })
  new Counter({
    name: name('results_removed_bytes_total'),
    help: 'Bytes of these results.',
    registers,
    collect() {
      this.reset()
      this.inc(guard.freed.bytes)
    },
  })
}
