/**
 * Stripe as billing uses it: the package and the price it sells, or null when it is not configured. Errors of the package become values
 * (refusalOfPayments). None of its messages reaches a caller or the log, since they may contain parts of secrets.
 */
import type { Stripe } from 'stripe'
import { pricesOf } from '../../shared/contract/billing/plans.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import type { Log } from '../../shared/platform/process/log.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    /** null when payments are not configured. */
    readonly payments: PaymentService | null
  }
}

export interface PaymentService {
  readonly stripe: Stripe
  /** Price at which the tier Starter is sold. */
  readonly priceId: string
  /** That one, and those at which it was sold before. */
  readonly priceIds: ReadonlySet<string>
}

/** Time of one try; a call is tried three times. */
const TIMEOUT_MS = 10_000
const RETRIES_MAX = 2
const RETRY_SECONDS = 5

/** The package is only loaded where it is used. */
export async function paymentService(config: Config): Promise<PaymentService | null> {
  const { stripeSecretKey, stripePriceStarter, stripeApiUrl } = config
  if (stripeSecretKey === undefined || stripePriceStarter === undefined) return null
  const { Stripe } = await import('stripe')
  const url = new URL(stripeApiUrl)
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  const stripe = new Stripe(stripeSecretKey, {
    host: url.hostname,
    port: url.port === '' ? (protocol === 'http' ? 80 : 443) : Number(url.port),
    protocol,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES_MAX,
    telemetry: false,
  })
  const priceIds = pricesOf(stripePriceStarter)
  return { stripe, priceId: priceIds[0], priceIds: new Set(priceIds) }
}

export const paymentsUnconfigured = (setting: string): Refusal =>
  refuse('billing_unconfigured', { what: 'payments', setting })

interface PaymentFault {
  readonly type: string
  readonly code?: string
  readonly statusCode?: number
  readonly requestId?: string
  /** Name of the member of the request that is at fault. */
  readonly param?: string
}

/** What the package throws, whatever copy of it. */
const isPaymentFault = (error: unknown): error is Error & PaymentFault =>
  error instanceof Error &&
  typeof (error as Partial<PaymentFault>).type === 'string' &&
  /^Stripe/.test((error as Error & PaymentFault).type)

export const isMissing = (error: unknown): boolean =>
  isPaymentFault(error) && (error.code === 'resource_missing' || error.statusCode === 404)

/** What a request named and the payment service does not know: the member of that name. */
export const isMissingIn = (error: unknown, member: string): boolean =>
  isMissing(error) && ((error as PaymentFault).param ?? '').includes(member)

/** What the package and Stripe write as a word: anything else may quote what was sent. */
const word = (text: unknown): string | undefined =>
  typeof text === 'string' && /^\w{1,80}$/.test(text) ? text : undefined

interface PaymentErrorContext {
  readonly type: string | undefined
  readonly code: string | undefined
  readonly statusCode: number | undefined
  readonly paymentRequestId: string | undefined
}

/** What may be shown of an error of the package; undefined: it is none. */
export function paymentErrorContext(error: unknown): PaymentErrorContext | undefined {
  if (!isPaymentFault(error)) return undefined
  const { type, code, statusCode, requestId } = error
  return { type: word(type), code: word(code), statusCode, paymentRequestId: word(requestId) }
}

/** What the log may say of an error of a call to the payment service. */
export const loggable = (error: unknown): object => paymentErrorContext(error) ?? { reason: (error as Error).message }

/** An error of the package as the refusal of a call; others are thrown on. */
export function refusalOfPayments(error: unknown, log: Log): Refusal {
  const facts = paymentErrorContext(error)
  if (facts === undefined) throw error
  if (isMissingIn(error, 'price')) {
    log.error(facts, 'the payment service does not know STRIPE_PRICE_STARTER')
    return refuse('payments_misconfigured', { what: 'the price of this subscription', setting: 'STRIPE_PRICE_STARTER' })
  }
  log.error(facts, 'the payment service refused the call or did not answer')
  return refuse('payments_unavailable', { retryAfterSeconds: RETRY_SECONDS })
}
