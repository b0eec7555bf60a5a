/** Gauges of what a scrape reads: threads and lanes, memory for jobs, kept schedules. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { ThreadTime } from '../../compute/worker/pool.ts'
import { JOB_SHARD_COUNT } from '../../shared/contract/job-classes.ts'
import { keptScheduleBytesMax, TIERS, type TierName } from '../../shared/contract/tiers.ts'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { jobKey, keys } from '../../shared/platform/redis/keys.ts'
import { roomByClass } from '../jobs/memory-shares.ts'
import type { QueueGuard } from '../jobs/queue-guard.ts'

// Metrics of the thread time that accounts use (compute/worker/thread-time.ts), of this gateway's threads: take the sum over gateways. Only the accounts with
// the largest shares have a label of their own, so the number of labels is bounded; an account without an identity is called by its address.

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

/**
 * Metrics of the memory for jobs. Every gateway reports the same numbers, so take the maximum over gateways. But each gateway counts the
 * results that it removed itself, so take the sum of those.
 */
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

/** Kept schedules by tier, for metrics and the doctor. It reads each account that keeps any: about 20 microseconds of Redis per account. */
interface KeptOfTier {
  readonly tier: TierName
  accounts: number
  schedules: number
  bytes: number
  /** Share of its limit, in bytes or in schedules, that the account keeps that is nearest to it: 1 = there is no room. */
  largestShare: number
  largestAccountId: string
}

/** Accounts that are read at once. */
const ACCOUNTS_AT_ONCE = 500

const SHARDS = Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => shard)

/** Tiers of which an account keeps something. */
export async function keptSchedules(client: RedisClient): Promise<readonly KeptOfTier[]> {
  const tiers = new Map<TierName, KeptOfTier>()
  for (const shard of SHARDS) {
    const held = Object.entries(await client.hgetall(jobKey(shard, 'schedule-bytes'))).filter(
      ([, text]) => text !== '0',
    )
    for (let from = 0; from < held.length; from += ACCOUNTS_AT_ONCE)
      await Promise.all(
        held.slice(from, from + ACCOUNTS_AT_ONCE).map(async ([accountId, text]) => {
          const [tier, schedules] = await Promise.all([
            client.hget(keys.account(accountId), 'tier'),
            client.zcard(jobKey(shard, 'schedules', accountId)),
          ])
          // it is being deleted
          if (tier !== null) add(tiers, tier as TierName, accountId, schedules, Number(text))
        }),
      )
  }
  return [...tiers.values()]
}

function add(
  tiers: Map<TierName, KeptOfTier>,
  tier: TierName,
  accountId: string,
  schedules: number,
  bytes: number,
): void {
  const sum = tiers.get(tier) ?? { tier, accounts: 0, schedules: 0, bytes: 0, largestShare: 0, largestAccountId: '' }
  tiers.set(tier, sum)
  sum.accounts++
  sum.schedules += schedules
  sum.bytes += bytes
  const share = Math.max(bytes / keptScheduleBytesMax(tier), schedules / TIERS[tier].keptScheduleCountMax)
  if (share < sum.largestShare) return
  sum.largestShare = share
  sum.largestAccountId = accountId
}

/** Schedules that expired before this moment and are still there. */
export async function expiredSchedules(client: RedisClient, beforeMs: number): Promise<number> {
  const counts = await Promise.all(SHARDS.map(shard => client.zcount(jobKey(shard, 'schedule-ends'), '-inf', beforeMs)))
  return counts.reduce((sum, count) => sum + count, 0)
}

// Gauges of kept schedules, by tier. Every gateway shows the same numbers, at most a minute old: take the maximum over processes, not the sum.

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
