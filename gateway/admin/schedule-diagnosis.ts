/** How many schedules accounts keep, and whether expired ones are removed. */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { MEGABYTE } from '../../shared/tiers.ts'
import { expiredSchedules, keptSchedules } from '../store/kept-schedules.ts'
import { type Finding, ok, problem } from './finding.ts'

const CHECK = 'schedules'
/** Nodes remove what has expired once a minute. */
const REMOVED_MS_MAX = 600_000

export async function schedules(client: RedisClient): Promise<Finding> {
  const expired = await expiredSchedules(client, Date.now() - REMOVED_MS_MAX)
  if (expired > 0)
    return problem(
      CHECK,
      `${expired} kept schedules expired over ten minutes ago and are still there; does a node run?`,
    )
  const tiers = await keptSchedules(client)
  if (tiers.length === 0) return ok(CHECK, 'none is kept')
  const shown = tiers.map(({ tier, accounts, schedules, bytes, largestShare, largestAccountId }) => {
    const most = `${largestAccountId} keeps ${Math.round(100 * largestShare)} % of its limit`
    return `${tier}: ${schedules} of ${accounts} ${accounts === 1 ? 'account' : 'accounts'}, ${(bytes / MEGABYTE).toFixed(1)} MB, ${most}`
  })
  return ok(CHECK, shown.join('; '))
}
