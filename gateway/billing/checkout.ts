/**
 * POST /api/v1/billing/checkout: the hosted page on which Starter is paid. An account has one customer, and one payable session at a time;
 * concurrent and repeated calls get the same session.
 */
import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { originOf, originsOf } from '../../shared/contract/origins.ts'
import { admits } from '../../shared/contract/tiers.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { jsonReply } from '../call/answers.ts'
import type { Call, CallTo, IdentifiedCall } from '../call/call.ts'
import { ownAddress } from '../call/caller.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { readIdempotency } from '../call/idempotency-key.ts'
import { idempotencyReused } from '../jobs/refusals.ts'
import { readAccount } from '../store/accounts.ts'
import { noteNamedCall, readNamedCall } from '../store/keys.ts'
import { ACCOUNT_MEMBER, activate, CHECKOUT_TIER, subscriptionsOf } from './activate.ts'
import { expectVisit } from './check-schedule.ts'
import {
  isMissing,
  isMissingIn,
  type PaymentService,
  paymentsUnconfigured,
  refusalOfPayments,
} from './payment-service.ts'
import { noteBilling, readBilling, storeCall } from './subscription-store.ts'

// The pages to which the hosted checkout and portal return: on an origin that the operator lists, or the configured one.

/** `given`: what the caller sent under this name in its body. */
function returnUrl(config: Config, call: Call, name: string, given: string | undefined): string | Refusal {
  if (given === undefined)
    return (
      ownPage(config, call) ??
      fault(name, 'is missing, and the call does not contain the address of this service', 'missing')
    )
  const allowed = new Set(originsOf(config.allowedOrigins))
  for (const page of [config.billingReturnUrl, config.publicUrl]) {
    const own = page === undefined ? undefined : originOf(page)
    if (own !== undefined) allowed.add(own)
  }
  const origin = originOf(given)
  return origin !== undefined && allowed.has(origin)
    ? given
    : fault(name, 'is not on an origin that this service allows', 'origin')
}

/** Where a call that names no page is led back to: the page of the operator, else the front page of this service as the caller reaches it. */
function ownPage(config: Config, call: Call): string | undefined {
  if (config.billingReturnUrl !== undefined) return config.billingReturnUrl
  const address = ownAddress(config, call)
  return address === undefined ? undefined : `${address}/`
}

const fault = (name: string, what: string, type: string): Refusal => ({
  ...refuse('validation'),
  faults: [{ loc: ['body', name], msg: `${name} ${what}.`, type }],
  faultCount: 1,
})

/** Filled in by the hosted page. */
const SESSION_PLACE = '{CHECKOUT_SESSION_ID}'

/** So the page knows which session was paid. */
function withSession(url: string): string {
  if (url.includes(SESSION_PLACE)) return url
  const [page = '', fragment] = url.split('#')
  const query = `${page.includes('?') ? '&' : '?'}session_id=${SESSION_PLACE}`
  return `${page}${query}${fragment === undefined ? '' : `#${fragment}`}`
}

interface Pages {
  readonly success_url: string
  readonly cancel_url: string
}

interface Session {
  readonly checkout_url: string
  readonly session_id: string
}

const NO_STORE = { 'cache-control': 'no-store' }
const SESSIONS_MAX = 10

export async function checkout(gateway: Gateway, call: CallTo<'billing.checkout', IdentifiedCall>): Promise<Answer> {
  const { payments, redis, log } = gateway
  if (payments === null) return { refusal: paymentsUnconfigured('STRIPE_SECRET_KEY, STRIPE_PRICE_STARTER') }
  const pages = pagesOf(gateway, call)
  if ('code' in pages) return { refusal: pages }
  const named = readIdempotency(call)
  if (named !== null && 'code' in named) return { refusal: named }
  const { accountId } = call.identity
  if (named !== null) {
    const earlier = await storeCall(() => readNamedCall<Session>(redis, keys.checkouts(accountId), named))
    if (earlier.state === 'reused') return { refusal: idempotencyReused() }
    if (earlier.state === 'answered')
      return jsonReply(200, earlier.answer, { ...NO_STORE, 'idempotent-replayed': 'true' })
  }
  const account = await storeCall(() => readAccount(redis, accountId))
  if (account === null) return { refusal: refuse('credentials_invalid') }
  if (admits(CHECKOUT_TIER, account.tier)) return { refusal: refuse('subscribed_already', { tier: account.tier }) }
  try {
    const { customerId } = await readBilling(redis, accountId)
    // a payment whose event is still on its way
    if (customerId !== null && (await activate({ payments, redis, log }, accountId, customerId)).state === 'served') {
      return { refusal: refuse('subscribed_already', { tier: CHECKOUT_TIER }) }
    }
    const session = await sessionOf(gateway, payments, accountId, customerId, pages)
    if (session === null) return { refusal: refuse('credentials_invalid') }
    if (named !== null) await storeCall(() => noteNamedCall(redis, keys.checkouts(accountId), named, session))
    return jsonReply(200, session, NO_STORE)
  } catch (error) {
    return { refusal: refusalOfPayments(error, log) }
  }
}

function pagesOf({ config }: Gateway, call: CallTo<'billing.checkout'>): Pages | Refusal {
  const { success_url, cancel_url } = call.json
  const success = returnUrl(config, call, 'success_url', success_url)
  if (typeof success !== 'string') return success
  const cancel = returnUrl(config, call, 'cancel_url', cancel_url ?? success_url)
  if (typeof cancel !== 'string') return cancel
  return { success_url: withSession(success), cancel_url: cancel }
}

/** null: the account is being deleted. */
async function sessionOf(
  gateway: Gateway,
  payments: PaymentService,
  accountId: string,
  customerId: string | null,
  pages: Pages,
): Promise<Session | null> {
  const { redis, log } = gateway
  const customer = customerId ?? (await newCustomer(gateway, payments, accountId, null))
  if (customer === null || !(await noteBilling(redis, accountId, 'checkoutAtMs', Date.now()))) return null
  await expectVisit(redis, accountId)
  try {
    return await openSession(payments, accountId, customer, pages)
  } catch (error) {
    if (!isMissingIn(error, 'customer')) throw error
    log.warn(
      { accountId, customerId: customer },
      'the payment service does not know the customer; a new one is created',
    )
    const next = await newCustomer(gateway, payments, accountId, customer)
    return next === null ? null : openSession(payments, accountId, next, pages)
  }
}

/** A second call with the same name gives the same customer. lost: the customer that it replaces. null: the account is being deleted. */
async function newCustomer(
  { redis }: Gateway,
  { stripe }: PaymentService,
  accountId: string,
  lost: string | null,
): Promise<string | null> {
  const { id } = await stripe.customers.create(
    { metadata: { [ACCOUNT_MEMBER]: accountId } },
    { idempotencyKey: lost === null ? `customer:${accountId}` : `customer:${accountId}:after:${lost}` },
  )
  return (await noteBilling(redis, accountId, 'customerId', id)) ? id : null
}

async function openSession(
  { stripe, priceId }: PaymentService,
  accountId: string,
  customerId: string,
  pages: Pages,
): Promise<Session> {
  const known = (await stripe.checkout.sessions.list({ customer: customerId, limit: SESSIONS_MAX })).data
  for (const { id, status, url, success_url, cancel_url } of known) {
    if (status !== 'open') continue
    if (url !== null && success_url === pages.success_url && cancel_url === pages.cancel_url) {
      return { checkout_url: url, session_id: id }
    }
    // a session that returns to other pages must not be paid in addition to the new one
    await stripe.checkout.sessions.expire(id).catch(error => {
      if (!isMissing(error) && error.statusCode !== 400) throw error
    })
  }
  const print = createHash('sha256').update(JSON.stringify({ customerId, priceId, pages })).digest('base64url')
  const made = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: customerId,
      client_reference_id: accountId,
      line_items: [{ price: priceId, quantity: 1 }],
      subscription_data: { metadata: { [ACCOUNT_MEMBER]: accountId } },
      ...pages,
    },
    // concurrent calls that saw the same newest session all get the one that is created
    { idempotencyKey: `checkout:${accountId}:${known[0]?.id ?? 'first'}:${print}` },
  )
  return { checkout_url: made.url!, session_id: made.id }
}

/**
 * POST /api/v1/billing/portal: the hosted page on which a subscription is changed, paid or cancelled. An account suspended for non-payment may
 * use it, too.
 */
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
