/** Gauges of kept schedules, by tier. Every gateway shows the same numbers, at most a minute old: take the maximum over processes, not the sum. */
import { Gauge, type Registry } from 'prom-client'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keptSchedules } from '../store/kept-schedules.ts'

/** It reads each account that keeps schedules. */
const FRESH_MS = 60_000

/** now: UTC, ms. A store that is away leaves the gauges out of the answer. */
export function scheduleGauges(registry: Registry, client: RedisClient, now: () => number): void {
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  // one question for all gauges of a scrape
  const collect = (): Promise<void> => {
    if (now() - readAtMs < FRESH_MS && reading === undefined) return Promise.resolve()
    reading ??= readStore().finally(() => {
      reading = undefined
    })
    return reading
  }
  const gauge = (name: string, help: string) =>
    new Gauge({ name: METRIC_PREFIX + name, help, labelNames: ['tier'], registers: [registry], collect })
  const count = gauge('schedules_kept', 'Schedules that accounts keep.')
  const bytes = gauge('schedules_kept_bytes', 'Bytes that they take, as they are stored.')
  const share = gauge(
    'schedules_kept_largest_share',
    'Share of its limit, of bytes or of schedules, that the account keeps that is nearest to it; 1 = there is no room.',
  )

  async function readStore(): Promise<void> {
    for (const each of [count, bytes, share]) each.reset()
    try {
      for (const of of await keptSchedules(client)) {
        const labels = { tier: of.tier }
        count.set(labels, of.schedules)
        bytes.set(labels, of.bytes)
        share.set(labels, of.largestShare)
      }
      readAtMs = now()
    } catch {
      // sis_jobs_store_up reports that it is away; the next scrape tries again
    }
  }
}
