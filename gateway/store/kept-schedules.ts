/** Kept schedules by tier, for metrics and the doctor. It reads each account that keeps any: about 20 microseconds of Redis per account. */
import { JOB_SHARD_COUNT } from '../../shared/contract/job-classes.ts'
import { keptScheduleBytesMax, TIERS, type TierName } from '../../shared/contract/tiers.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { jobKey, keys } from '../../shared/platform/redis/keys.ts'

export interface KeptOfTier {
  readonly tier: TierName
  accounts: number
  schedules: number
  bytes: number
  /** Of the account that is nearest to what its tier allows, of bytes or of schedules: 1 = there is no room. */
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
