/**
 * POST /api/v1/billing/portal: the hosted page on which a subscription is changed, paid or cancelled. An account suspended for non-payment may
 * use it, too.
 */
import { refuse } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import type { CallTo, IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { subscriptionsOf } from './activate.ts'
import { expectVisit } from './check-schedule.ts'
import { isMissingIn, paymentsUnconfigured, refusalOfPayments } from './payment-service.ts'
import { returnUrl } from './return-url.ts'
import { readBilling } from './subscription-store.ts'

export async function portal(gateway: Gateway, call: CallTo<'billing.portal', IdentifiedCall>): Promise<Answer> {
  const { payments, redis, config, log } = gateway
  if (payments === null) return { refusal: paymentsUnconfigured('STRIPE_SECRET_KEY, STRIPE_PRICE_STARTER') }
  const { return_url } = call.json
  const page = returnUrl(config, call, 'return_url', return_url)
  if (typeof page !== 'string') return { refusal: page }
  const { customerId } = await readBilling(redis, call.identity.accountId)
  try {
    const hasPaid = customerId !== null && ((await subscriptionsOf(payments, customerId)) ?? []).length > 0
    if (!hasPaid) return { refusal: refuse('checkout_needed') }
    await expectVisit(redis, call.identity.accountId)
    const { url } = await payments.stripe.billingPortal.sessions.create({ customer: customerId, return_url: page })
    return jsonReply(200, { portal_url: url }, { 'cache-control': 'no-store' })
  } catch (error) {
    // the customer was deleted at the payment service, which then has no page for it
    if (isMissingIn(error, 'customer')) return { refusal: refuse('checkout_needed') }
    return { refusal: refusalOfPayments(error, log) }
  }
}
