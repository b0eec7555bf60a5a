/** POST /api/v1/billing/checkout/reconcile: the user returns from the hosted page. It activates the tier as an event does, and shows the key once. */
import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { refuse } from '../../shared/contract/errors.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { jsonReply } from '../call/answers.ts'
import type { CallTo, IdentifiedCall } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { readAccount } from '../store/accounts.ts'
import { createKey } from '../store/keys.ts'
import { activate } from './activate.ts'
import { isMissing, type PaymentService, paymentsUnconfigured, refusalOfPayments } from './payment-service.ts'
import { noteBilling, readBilling, storeCall } from './subscription-store.ts'

// The key of a paid subscription. It is created at the first request of its owner, since only then can it be shown. store/keys.ts creates it;
// the named calls there keep two concurrent requests from getting two keys.

const LABEL = 'Starter'
const ACTOR = 'payments'

/** null: it was shown before, or the account has, or has made, as many keys as it may. */
async function starterKey(
  client: RedisClient,
  accountId: string,
  subscriptionId: string,
): Promise<{ readonly keyId: string; readonly text: string } | null> {
  const fingerprint = createHash('sha256').update(`starter key\n${subscriptionId}`).digest('base64url')
  const idempotency = { keyHash: fingerprint, fingerprint }
  const made = await storeCall(() => createKey(client, accountId, { label: LABEL, actor: ACTOR, idempotency }))
  if (made.state === 'account_unknown') return null
  // the name of a call is kept for a day, this without limit
  if (made.state === 'created' || made.state === 'replayed') {
    await noteBilling(client, accountId, 'keyOfSubscription', subscriptionId)
  }
  return made.state === 'created' ? { keyId: made.key.keyId, text: made.text } : null
}

const NO_STORE = { 'cache-control': 'no-store' }
/** What an id of a session may look like: it becomes part of a path. */
const SESSION_ID = /^cs_[A-Za-z0-9_]{1,190}$/

type Status = 'activated' | 'already_active' | 'pending'

export async function reconcile(gateway: Gateway, call: CallTo<'billing.reconcile', IdentifiedCall>): Promise<Answer> {
  const { payments } = gateway
  if (payments === null) return { refusal: paymentsUnconfigured('STRIPE_SECRET_KEY, STRIPE_PRICE_STARTER') }
  const { session_id } = call.json
  try {
    return await settled(gateway, payments, call.identity.accountId, session_id)
  } catch (error) {
    return { refusal: refusalOfPayments(error, gateway.log) }
  }
}

async function settled(
  gateway: Gateway,
  payments: PaymentService,
  accountId: string,
  sessionId: string,
): Promise<Answer> {
  const { redis, log } = gateway
  const before = await storeCall(() => readAccount(redis, accountId))
  // an account suspended for non-payment may pay; one suspended by an operator may not
  if (before !== null && before.status !== 'active' && !before.isSuspendedUnpaid)
    return { refusal: refuse('account_suspended', { hint: before.reason }) }
  const session = SESSION_ID.test(sessionId) ? await readSession(payments, sessionId) : null
  // a session of another account is answered like an unknown one
  if (session === null || session.client_reference_id !== accountId) return { refusal: refuse('checkout_not_found') }
  const answer = async (status: Status, more: object = {}): Promise<Answer> => {
    const account = await storeCall(() => readAccount(redis, accountId))
    if (account === null) return { refusal: refuse('credentials_invalid') }
    return jsonReply(200, { status, tier: account.tier, ...more }, NO_STORE)
  }
  if (session.status === 'expired') return { refusal: refuse('checkout_over', { reason: 'has expired unpaid' }) }
  if (session.status !== 'complete' || session.payment_status === 'unpaid') return answer('pending')
  const customerId = idOf(session.customer)
  if (customerId === null) return { refusal: refuse('checkout_not_found') }
  const activation = await activate({ payments, redis, log }, accountId, customerId)
  switch (activation.state) {
    case 'none':
    case 'customer_unknown':
      return answer('pending')
    case 'unsold':
      return { refusal: refuse('checkout_over', { reason: 'was for a price that this service does not sell' }) }
    case 'gone':
      return { refusal: refuse('credentials_invalid') }
    case 'unpaid':
    case 'ended':
      return {
        refusal: refuse('checkout_over', {
          reason:
            activation.state === 'ended'
              ? 'created a subscription that has ended'
              : 'created a subscription that is unpaid',
        }),
      }
    case 'served': {
      const { subscriptionId } = activation
      const { keyOfSubscription } = await readBilling(redis, accountId)
      const key = keyOfSubscription === subscriptionId ? null : await starterKey(redis, accountId, subscriptionId)
      return key === null ? answer('already_active') : answer('activated', { key_id: key.keyId, api_key: key.text })
    }
  }
}

async function readSession({ stripe }: PaymentService, sessionId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe.checkout.sessions.retrieve(sessionId)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  reference === null ? null : typeof reference === 'string' ? reference : reference.id
