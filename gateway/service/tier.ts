/** GET /api/v1/account/tier: what the caller's tier is, may do, and has left. Quota-neutral. */

import { asyncPath } from '../../shared/endpoint/analysis-row.ts'
import { analyses } from '../../shared/endpoint/catalogue.ts'
import { API_VERSION } from '../../shared/envelope.ts'
import { admits, CAPABILITIES, TIERS } from '../../shared/tiers.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import type { Reply } from '../http/exchange.ts'
import { jsonReply } from '../http/json-reply.ts'
import type { AccountLimits } from '../limits/limiter.ts'

const CACHE_SECONDS = 30

/** Path template by route name, of the analyses the tier admits; async_jobs where it has jobs. */
function recommendedRoutes(tier: AccountLimits['tier']): Record<string, string> {
  const routes: Record<string, string> = {}
  for (const row of analyses) {
    if (!admits(row.tier, tier)) continue
    const name = row.tool.replace(/^(health|analysis|forensics)_/, '')
    routes[row.family === 'health' && name === 'score' ? 'health_score' : name] = row.path
  }
  const [first] = analyses
  if (first !== undefined && admits(first.asyncTier, tier)) {
    routes.async_jobs = '/api/v1/jobs/{job_id}'
    routes.async_submission = asyncPath(first).replace(first.path, '{analysis_path}')
  }
  return routes
}

export function tier(gateway: Gateway, call: Call): Reply {
  const limits = call.admitted ?? call.stale!
  const row = TIERS[limits.tier]
  const { month } = limits
  return jsonReply(
    200,
    {
      tier: row.name,
      display_name: row.displayName,
      limits: {
        sync_task_limit: gateway.config.syncTaskCountMax,
        max_task_limit: row.taskCountMax,
        payload_limit_mb: row.payloadMegabytesMax,
        api_calls_per_month: month.limit,
        monthly_calls_remaining: call.stale === undefined ? month.remaining : null,
      },
      capabilities: Object.fromEntries(
        Object.entries(CAPABILITIES).map(([name, needed]) => [name, needed !== null && admits(needed, row.name)]),
      ),
      recommended_routes: recommendedRoutes(row.name),
      metadata: { resolved_at: new Date(gateway.now()).toISOString(), api_version: API_VERSION },
    },
    { 'cache-control': `private, max-age=${CACHE_SECONDS}` },
  )
}
