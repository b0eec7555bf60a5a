/**
 * Whether tiers and payments agree: what the accounts here say of their subscriptions beside what the payment service says. Only reads, and
 * changes nothing: gateways do so at the next check (gateway/service/upkeep.ts).
 */
import type { Stripe } from 'stripe'
import type { ConfigOutcome } from '../../shared/config.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { ACCOUNT_MEMBER, isServed, isSold } from '../billing/activate.ts'
import { type PaymentService, paymentService } from '../billing/payment-service.ts'
import { type BillingRecord, readBilling } from '../billing/subscription-store.ts'
import { listAccounts } from '../store/accounts.ts'
import { type Finding, problem as problemOf, SHOWN_MAX } from './finding.ts'

const CHECK = 'billing'
/** Of one page of the payment service. */
const PAGE_SIZE = 100
/** More subscriptions than that are not compared. */
const SUBSCRIPTIONS_MAX = 20_000
/** Checks are due hourly, and a gateway takes fifty of them four times a minute. */
const LATE_MS = 2 * 3_600_000

const problem = (detail: string): Finding => problemOf(CHECK, detail)

function named(accountIds: readonly string[], what: string): Finding[] {
  if (accountIds.length === 0) return []
  const shown = accountIds.slice(0, SHOWN_MAX).join(', ')
  return [problem(`${accountIds.length} ${what}: ${shown}${accountIds.length > SHOWN_MAX ? ', ...' : ''}`)]
}

const isServedHere = ({ provider, state }: BillingRecord): boolean =>
  provider === 'payment_processor' && (state === 'active' || state === 'past_due')

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
      accounts.set(accountId, accounts.get(accountId) === true || isSold(priceIds, subscription))
    if (++count === SUBSCRIPTIONS_MAX) return { accounts, isComplete: false }
  }
  return { accounts, isComplete: true }
}

async function prices({ stripe, priceIds }: PaymentService): Promise<Finding[]> {
  const unknown: string[] = []
  for (const id of priceIds) {
    const price: Stripe.Price | null = await stripe.prices.retrieve(id).catch(error => {
      if ((error as { code?: string }).code === 'resource_missing') return null
      throw error
    })
    if (price === null || (id === [...priceIds][0] && !price.active)) unknown.push(id)
  }
  return unknown.length === 0
    ? []
    : [
        problem(
          `STRIPE_PRICE_STARTER names prices that Stripe does not have or does not sell any more: ${unknown.join(', ')}`,
        ),
      ]
}

export async function diagnoseBilling(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  const payments = await paymentService(outcome.config)
  const served: string[] = []
  const overdue: string[] = []
  const live = new Set<string>()
  const now = Date.now()
  for await (const { accountId } of listAccounts(client)) {
    live.add(accountId)
    const billing = await readBilling(client, accountId)
    if (!isServedHere(billing)) continue
    served.push(accountId)
    if (billing.periodEndMs !== null && billing.periodEndMs + LATE_MS < now) overdue.push(accountId)
  }
  if (payments === null) {
    return served.length === 0
      ? [{ check: CHECK, state: 'ok', detail: 'payments are not configured, and no tier is paid by card' }]
      : named(
          served,
          'accounts have a tier that is paid by card, and without STRIPE_SECRET_KEY nobody asks whether it is',
        )
  }
  const late = await client.zrangebyscore(keys.billingChecks(), '-inf', now - LATE_MS)
  const findings = [
    ...named(late, 'checks of subscriptions are more than two hours late; the log of a gateway says why'),
    ...named(overdue, 'accounts are served past the end of what is paid, and no renewal is known'),
  ]
  try {
    findings.push(...(await prices(payments)))
    const { accounts, isComplete } = await paidAtService(payments)
    const unpaid = isComplete ? served.filter(id => !accounts.has(id)) : []
    findings.push(...named(unpaid, 'accounts have a tier for which Stripe has no paid subscription'))
    const known = [...accounts].filter(([id]) => live.has(id) && !served.includes(id))
    findings.push(
      ...named(
        known.flatMap(([id, sold]) => (sold ? [id] : [])),
        'accounts pay at Stripe and have no tier for it',
      ),
    )
    findings.push(
      ...named(
        [...accounts].flatMap(([id, sold]) => (live.has(id) && !sold ? [id] : [])),
        'accounts pay for a price that STRIPE_PRICE_STARTER does not name',
      ),
    )
  } catch (error) {
    // its sentence may hold parts of secrets
    const { type, code } = error as { readonly type?: string; readonly code?: string }
    if (type === undefined) throw error
    findings.push(problem(`Stripe cannot be asked what is paid: ${[type, code].filter(Boolean).join(', ')}`))
  }
  return findings.length > 0
    ? findings
    : [{ check: CHECK, state: 'ok', detail: `${served.length} tiers that are paid by card agree with Stripe` }]
}
