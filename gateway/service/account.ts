/** The account of the caller: its tier with what is left, its user, and how a user signs up. */
import { analyses } from '../../shared/contract/analysis/analyses.ts'
import { asyncPath } from '../../shared/contract/endpoint/analysis-row.ts'
import { serviceRows } from '../../shared/contract/endpoint/service.ts'
import { API_VERSION } from '../../shared/contract/envelope.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { admits, CAPABILITIES, TIERS } from '../../shared/contract/tiers.ts'
import { type BillingRecord, readBilling } from '../billing/subscription-store.ts'
import { jsonReply, moment, momentOrNull, withStore } from '../call/answers.ts'
import type { AccountCall, CallTo, IdentifiedCall, SubjectCall } from '../call/call.ts'
import type { Answer, Reply } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { type AccountLimits, storeUnavailable } from '../call/limiter.ts'
import { readAccount } from '../store/accounts.ts'
import { countLiveKeys } from '../store/key-records.ts'
import { forgetDeletedSubject, readUser, signUp } from '../store/users.ts'

// GET /api/v1/account/tier: the caller's tier, what it allows, and what is left. Takes no quota.

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

// GET /api/v1/auth/profile: the user of a bearer token, with the account.

const orNull = (text: string): string | null => (text === '' ? null : text)

function subscriptionOf({ provider, state, periodEndMs, isCancelling }: BillingRecord) {
  if (provider === null || state === null) return null
  return {
    provider,
    status: state,
    current_period_end: momentOrNull(periodEndMs),
    cancel_at_period_end: isCancelling,
  }
}

export const profile = withStore(async (gateway: Gateway, call: IdentifiedCall): Promise<Answer> => {
  const { accountId } = call.identity
  const { redis } = gateway
  const [user, account, keyCount, billing] = await Promise.all([
    readUser(redis, accountId),
    readAccount(redis, accountId),
    countLiveKeys(redis, accountId),
    readBilling(redis, accountId),
  ])
  // deleted since it was admitted
  if (user === null || account === null) return { refusal: refuse('signup_required') }
  if (account.status !== 'active' && !account.isSuspendedUnpaid)
    return { refusal: refuse('account_suspended', { hint: account.reason }) }
  return jsonReply(
    200,
    {
      user_id: accountId,
      email: user.email,
      display_name: orNull(user.displayName),
      company: orNull(user.company),
      tier: account.tier,
      status: account.status,
      subscription: subscriptionOf(billing),
      key_count: keyCount,
      created_at: moment(user.createdAtMs),
    },
    { 'cache-control': 'no-store' },
  )
})

/** POST /api/v1/auth/signup: creates the account of a user from the token. If the user has one, the reply says so. No key is made. */
export const signup = withStore(async (gateway: Gateway, call: CallTo<'auth.signup', SubjectCall>) => {
  const { subject, verifiedEmail } = call.claims
  if (verifiedEmail === null) return { refusal: refuse('email_unverified') }
  const { display_name: displayName = '', company = '' } = call.json
  const signedUp = await signUp(gateway.redis, { subject, email: verifiedEmail, displayName, company })
  // unsettled: somebody makes the account at this moment, and a call later it is taken
  if (signedUp.state !== 'signed_up')
    return { refusal: signedUp.state === 'email_taken' ? refuse('email_taken') : storeUnavailable() }
  const { accountId, isNew } = signedUp
  if (isNew) await forgetDeletedSubject(gateway.redis, subject)
  // this process may remember that there was nobody
  gateway.subjects.forget(subject)
  const [user, account] = await Promise.all([readUser(gateway.redis, accountId), readAccount(gateway.redis, accountId)])
  // it is being deleted at this moment; in the next one it is made anew
  if (user === null || account === null) return { refusal: storeUnavailable() }
  return jsonReply(
    isNew ? 201 : 200,
    {
      user_id: accountId,
      email: user.email,
      display_name: user.displayName === '' ? null : user.displayName,
      tier: account.tier,
      created_at: moment(user.createdAtMs),
      created: isNew,
    },
    { 'cache-control': 'no-store' },
  )
})
