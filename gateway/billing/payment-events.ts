/**
 * POST /api/v1/billing/stripe/webhook: events of the payment service. An event is only believed for whom it is about; what the account
 * becomes is asked for (activate.ts). What cannot be done now is answered 503, and comes again.
 */
import type { Stripe } from 'stripe'
import { refuse } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import type { Answer } from '../http/exchange.ts'
import { jsonReply } from '../http/json-reply.ts'
import { ACCOUNT_MEMBER, activate } from './activate.ts'
import { doubt } from './check-schedule.ts'
import { paymentsUnconfigured, refusalOfPayments } from './payment-service.ts'

const SIGNATURE_HEADER = 'stripe-signature'
/** An id of ours; anything else in an event is another installation's. */
const ACCOUNT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function paymentEvent(gateway: Gateway, call: Call): Promise<Answer> {
  const { payments, redis, log, config } = gateway
  const secret = config.stripeWebhookSecret
  if (payments === null || secret === undefined) return { refusal: paymentsUnconfigured('STRIPE_WEBHOOK_SECRET') }
  const bytes = Buffer.from(call.jsonBytes ?? new Uint8Array())
  const signature = call.exchange.header(SIGNATURE_HEADER)
  let event: Stripe.Event
  try {
    event = payments.stripe.webhooks.constructEvent(bytes, signature ?? '', secret)
  } catch {
    return { refusal: refuse('signature_invalid') }
  }
  const about = aboutWhom(event)
  if (about === null) return jsonReply(200, { status: 'ignored' })
  try {
    await activate({ payments, redis, log }, about.accountId, about.customerId)
    return jsonReply(200, { status: 'applied' })
  } catch (error) {
    const refusal = refusalOfPayments(error, log)
    // it comes again, but not for ever
    await doubt(redis, about.accountId)
    return { refusal }
  }
}

interface About {
  readonly accountId: string
  readonly customerId: string
}

/** Members of the objects that events of checkouts and subscriptions carry. */
interface Subject {
  readonly client_reference_id?: string | null
  readonly metadata?: Readonly<Record<string, string>> | null
  readonly customer?: string | { readonly id: string } | null
}

/** null: it is about no subscription of ours. */
function aboutWhom(event: Stripe.Event): About | null {
  if (!/^(checkout\.session|customer\.subscription)\./.test(event.type)) return null
  const { client_reference_id, metadata, customer } = event.data.object as Subject
  const accountId = metadata?.[ACCOUNT_MEMBER] ?? client_reference_id
  const customerId = typeof customer === 'string' ? customer : customer?.id
  if (accountId == null || !ACCOUNT_ID.test(accountId) || customerId === undefined) return null
  return { accountId, customerId }
}
