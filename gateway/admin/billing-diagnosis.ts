/**
 * Whether tiers and payments agree: compares the subscriptions recorded here with those of the payment service. It only reads. Gateways
 * correct differences at the next check (gateway/service/upkeep.ts).
 */
import type { Stripe } from 'stripe'
import type { ConfigOutcome } from '../../shared/platform/config/config.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { ACCOUNT_MEMBER, hasKnownPrice, isServed } from '../billing/activate.ts'
import { isMissing, type PaymentService, paymentErrorContext, paymentService } from '../billing/payment-service.ts'
import { type BillingRecord, PAYMENT_SERVICE, readBilling } from '../billing/subscription-store.ts'
import { listAccounts } from '../store/accounts.ts'
import { type Finding, ok, problem as problemOf, SHOWN_MAX } from './finding.ts'

const CHECK = 'billing'
/** Subscriptions in one page of the payment service. */
const PAGE_SIZE = 100
/** More subscriptions than that are not compared. */
const SUBSCRIPTIONS_MAX = 20_000
/** Checks are due hourly; what waits for so long is not made. */
const LATE_MS = 2 * 3_600_000

const problem = (detail: string): Finding => problemOf(CHECK, detail)

function named(accountIds: readonly string[], what: string): Finding[] {
  if (accountIds.length === 0) return []
  const shown = accountIds.slice(0, SHOWN_MAX).join(', ')
  return [problem(`${accountIds.length} ${what}: ${shown}${accountIds.length > SHOWN_MAX ? ', ...' : ''}`)]
}

const isServedHere = ({ provider, state }: BillingRecord): boolean =>
  provider === PAYMENT_SERVICE && (state === 'active' || state === 'past_due')

interface Paid {
  /** Account -> whether a price is paid that this service sells. */
  readonly accounts: ReadonlyMap<string, boolean>
  readonly isComplete: boolean
}

async function paidAtService({ stripe, priceIds }: PaymentService): Promise<Paid> {
  const accounts = new Map<string, boolean>()
  let count = 0
  for await (const subscription of stripe.subscriptions.list({ status: 'all', limit: PAGE_SIZE })) {
    const accountId = subscription.metadata[ACCOUNT_MEMBER]
    if (accountId !== undefined && isServed(subscription))
      accounts.set(accountId, accounts.get(accountId) === true || hasKnownPrice(priceIds, subscription))
    if (++count === SUBSCRIPTIONS_MAX) return { accounts, isComplete: false }
  }
  return { accounts, isComplete: true }
}

async function prices({ stripe, priceId, priceIds }: PaymentService): Promise<Finding[]> {
  const unknown: string[] = []
  for (const id of priceIds) {
    const price: Stripe.Price | null = await stripe.prices.retrieve(id).catch(error => {
      if (isMissing(error)) return null
      throw error
    })
    if (price === null || (id === priceId && !price.active)) unknown.push(id)
  }
  return unknown.length === 0
    ? []
    : [
        problem(
          `STRIPE_PRICE_STARTER contains prices that Stripe does not have or no longer sells: ${unknown.join(', ')}`,
        ),
      ]
}

/** What the accounts here say. */
interface LocalTiers {
  readonly live: ReadonlySet<string>
  /** With a tier that is paid by card. */
  readonly served: ReadonlySet<string>
  /** Those of them whose paid time is over. */
  readonly overdue: readonly string[]
}

async function localTiers(client: RedisClient, nowMs: number): Promise<LocalTiers> {
  const live = new Set<string>()
  const served = new Set<string>()
  const overdue: string[] = []
  for await (const { accountId } of listAccounts(client)) {
    live.add(accountId)
    const billing = await readBilling(client, accountId)
    if (!isServedHere(billing)) continue
    served.add(accountId)
    if (billing.periodEndMs !== null && billing.periodEndMs + LATE_MS < nowMs) overdue.push(accountId)
  }
  return { live, served, overdue }
}

function compared({ live, served }: LocalTiers, { accounts, isComplete }: Paid): Finding[] {
  const paying = [...accounts].filter(([id]) => live.has(id))
  const unpaid = isComplete ? [...served].filter(id => !accounts.has(id)) : []
  const unserved = paying.flatMap(([id, isSold]) => (isSold && !served.has(id) ? [id] : []))
  const unsold = paying.flatMap(([id, isSold]) => (isSold ? [] : [id]))
  return [
    ...named(unpaid, 'accounts have a tier but no paid subscription at Stripe'),
    ...named(unserved, 'accounts pay at Stripe but do not have the tier'),
    ...named(unsold, 'accounts pay for a price that is not in STRIPE_PRICE_STARTER'),
  ]
}

export async function diagnoseBilling(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const payments = await paymentService(outcome.config)
  const nowMs = Date.now()
  const here = await localTiers(client, nowMs)
  const { served, overdue } = here
  if (payments === null) {
    return served.size === 0
      ? [ok(CHECK, 'payments are not configured, and no account pays by card')]
      : named(
          [...served],
          'accounts pay by card, but payments are not configured, so it is not checked whether they still pay',
        )
  }
  const late = await client.zrangebyscore(keys.billingChecks(), '-inf', nowMs - LATE_MS)
  const findings = [
    ...named(late, 'subscription checks are more than two hours late; the log of a gateway has the reason'),
    ...named(overdue, 'accounts are served beyond their paid period, and no renewal is known'),
  ]
  let agreement = `the tiers of ${served.size} accounts that pay by card agree with Stripe`
  try {
    findings.push(...(await prices(payments)))
    const paid = await paidAtService(payments)
    findings.push(...compared(here, paid))
    if (!paid.isComplete) agreement += `, as far as its ${SUBSCRIPTIONS_MAX} newest subscriptions show`
  } catch (error) {
    const facts = paymentErrorContext(error)
    if (facts === undefined) throw error
    findings.push(
      problem(
        `Stripe does not answer questions about payments: ${[facts.type, facts.code].filter(Boolean).join(', ')}`,
      ),
    )
  }
  return findings.length > 0 ? findings : [ok(CHECK, agreement)]
}
