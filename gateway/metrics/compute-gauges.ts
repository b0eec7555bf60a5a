/**
 * Metrics of the thread time that accounts use (compute/worker/thread-time.ts), of this gateway's threads: take the sum over gateways. Only the accounts with
 * the largest shares have a label of their own, so the number of labels is bounded; an account without an identity is called by its address.
 */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { ThreadTime } from '../../compute/worker/pool.ts'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'

const ACCOUNTS_MAX = 5
const OTHERS = 'other'

export function computeGauges(registry: Registry, time: Pick<ThreadTime, 'largestShares' | 'totals'>): void {
  const registers = [registry]
  const name = (rest: string): string => `${METRIC_PREFIX}compute_${rest}`
  new Gauge({
    name: name('account_share'),
    help: `Share of all worker threads that an account had in the last whole minute (1 = all of them): the ${ACCOUNTS_MAX} largest, and "${OTHERS}".`,
    labelNames: ['account'],
    registers,
    collect() {
      this.reset()
      const { largest, others } = time.largestShares(ACCOUNTS_MAX)
      for (const { budgetId, share } of largest) this.set({ account: budgetId }, share)
      this.set({ account: OTHERS }, others)
    },
  })
  new Counter({
    name: name('seconds_total'),
    help: 'Processor time of worker threads that calls took, by tier.',
    labelNames: ['tier'],
    registers,
    collect() {
      this.reset()
      for (const [tier, { usedMs }] of time.totals) this.inc({ tier }, usedMs / 1000)
    },
  })
  new Counter({
    name: name('refused_total'),
    help: 'Calls that were refused because their account had used too much processor time (compute_exceeded), by tier.',
    labelNames: ['tier'],
    registers,
    collect() {
      this.reset()
      for (const [tier, { refusedCount }] of time.totals) this.inc({ tier }, refusedCount)
    },
  })
}
