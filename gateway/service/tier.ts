/** GET /api/v1/account/tier: the caller's tier, what it allows, and what is left. Takes no quota. */

import { analyses } from '../../shared/contract/analysis/analyses.ts'
import { asyncPath } from '../../shared/contract/endpoint/analysis-row.ts'
import { serviceRows } from '../../shared/contract/endpoint/service.ts'
import { API_VERSION } from '../../shared/contract/envelope.ts'
import { admits, CAPABILITIES, TIERS } from '../../shared/contract/tiers.ts'
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import type { AccountLimits } from '../limits/limiter.ts'
import type { AccountCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'

const CACHE_SECONDS = 30

/** Rows beside the analyses that a client with jobs needs, by the name of the route. */
const JOB_ROUTES: Readonly<Record<string, string>> = {
  async_jobs: 'jobs.read',
  async_job_list: 'jobs.list',
  async_job_result: 'jobs.result',
  async_job_cancel: 'jobs.cancel',
  webhook_secret: 'account.webhook-secret',
  webhook_deliveries: 'webhooks.list',
}

/** Path template by route name, of the analyses the tier admits, and of jobs where it has them. */
function recommendedRoutes(tier: AccountLimits['tier']): Record<string, string> {
  const routes: Record<string, string> = {}
  for (const row of analyses) {
    if (!admits(row.tier, tier)) continue
    const name = row.tool.replace(/^(health|analysis|forensics)_/, '')
    routes[row.family === 'health' && name === 'score' ? 'health_score' : name] = row.path
  }
  const [first] = analyses
  if (first !== undefined && admits(first.asyncTier, tier)) {
    for (const [name, id] of Object.entries(JOB_ROUTES)) routes[name] = serviceRows.find(row => row.id === id)!.path
    routes.async_submission = asyncPath(first).replace(first.path, '{analysis_path}')
  }
  return routes
}

export function tier(gateway: Gateway, { limits, areLimitsStale }: AccountCall): Reply {
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
        kept_schedules_limit: row.keptScheduleCountMax,
        kept_schedules_limit_mb: row.keptScheduleMegabytesMax,
        compute_burst_ms: row.threadBurstMs,
        compute_ms_per_second: Math.round(gateway.pool.threadTime.msPerSecond(row.name)),
        api_calls_per_month: month.limit,
        monthly_calls_remaining: areLimitsStale ? null : month.remaining,
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
