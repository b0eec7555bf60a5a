/**
 * POST /api/v1/billing/stripe/webhook: events of the payment service. An event only says which account is concerned; its new state is read from
 * the payment service (activate.ts). An event that cannot be handled now is answered with 503, and is sent again.
 */
import { EVENT_AHEAD_SECONDS_MAX, isAhead } from '../../shared/contract/billing/plans.ts'
import { PaymentEvent } from '../../shared/contract/endpoint/data/billing-data.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { checkerOf } from '../../shared/contract/schema/schema-checker.ts'
import { jsonReply } from '../call/answers.ts'
import type { Call } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { ACCOUNT_MEMBER, activate } from './activate.ts'
import { doubt } from './check-schedule.ts'
import { paymentsUnconfigured, refusalOfPayments } from './payment-service.ts'

const SIGNATURE_HEADER = 'stripe-signature'
/** As Stripe advises. */
const SIGNATURE_AGE_SECONDS_MAX = 300
/** An id of ours; anything else in an event is another installation's. */
const ACCOUNT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function paymentEvent(gateway: Gateway, call: Call): Promise<Answer> {
  const { payments, redis, log, config, now } = gateway
  const secret = config.stripeWebhookSecret
  if (payments === null || secret === undefined) return { refusal: paymentsUnconfigured('STRIPE_WEBHOOK_SECRET') }
  const bytes = Buffer.from(call.jsonBytes)
  const signature = call.exchange.header(SIGNATURE_HEADER)
  try {
    payments.stripe.webhooks.signature!.verifyHeader(bytes, signature ?? '', secret, SIGNATURE_AGE_SECONDS_MAX)
  } catch {
    return { refusal: refuse('signature_invalid') }
  }
  // the package refuses what is too old alone: what is signed for a time to come could be sent again until then
  if (signedAtMs(signature!).some(atMs => isAhead(atMs, now()))) return { refusal: refuse('signature_invalid') }
  const event = readEvent(bytes)
  if (event === null)
    return { refusal: refuse('event_invalid', { reason: 'it is not an event of the payment service' }) }
  if (event.created !== undefined && isAhead(event.created * 1000, now()))
    return {
      refusal: refuse('event_invalid', {
        reason: `created is more than ${EVENT_AHEAD_SECONDS_MAX} seconds in the future`,
      }),
    }
  const about = aboutWhom(event)
  if (about === null) return jsonReply(200, { status: 'ignored' })
  try {
    await activate({ payments, redis, log }, about.accountId, about.customerId)
    return jsonReply(200, { status: 'applied' })
  } catch (error) {
    const refusal = refusalOfPayments(error, log)
    // it is sent again, but not for ever
    await doubt(redis, about.accountId)
    return { refusal }
  }
}

/** Times that the signature names, each read as the package does, which believes the last one. */
const signedAtMs = (signature: string): number[] =>
  signature
    .split(',')
    .filter(item => item.startsWith('t='))
    .map(item => Number.parseInt(item.slice(2), 10) * 1000)

interface Event {
  readonly type: string
  readonly created?: number
  readonly data: { readonly object: object }
}

/** null: it is signed, and no event. */
function readEvent(bytes: Buffer): Event | null {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return checkerOf(PaymentEvent).Check(value) ? (value as Event) : null
  } catch {
    return null
  }
}

interface About {
  readonly accountId: string
  readonly customerId: string
}

/** Members of the objects that events of checkouts and subscriptions carry; nobody has checked what they are. */
interface Subject {
  readonly client_reference_id?: unknown
  readonly metadata?: Readonly<Record<string, unknown>> | null
  readonly customer?: string | { readonly id: unknown } | null
}

/** null: it is about no subscription of ours. */
function aboutWhom(event: Event): About | null {
  if (!/^(checkout\.session|customer\.subscription)\./.test(event.type)) return null
  const { client_reference_id, metadata, customer } = event.data.object as Subject
  const accountId = metadata?.[ACCOUNT_MEMBER] ?? client_reference_id
  const customerId = typeof customer === 'string' ? customer : customer?.id
  if (typeof accountId !== 'string' || !ACCOUNT_ID.test(accountId) || typeof customerId !== 'string') return null
  return { accountId, customerId }
}
