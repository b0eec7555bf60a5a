/** GET /api/v1/auth/profile: the user of a bearer token, with the account. */
import { refuse } from '../../shared/contract/errors.ts'
import { type BillingRecord, readBilling } from '../billing/subscription-store.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import { moment, momentOrNull } from '../jobs/job-record.ts'
import type { IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { readAccount } from '../store/accounts.ts'
import { countLiveKeys } from '../store/key-records.ts'
import { readUser } from '../store/users.ts'
import { withStore } from './with-store.ts'

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
