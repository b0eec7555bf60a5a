/** A service that is paid through the stand-in of Stripe, with users who have signed up. */
import type { Test } from 'tap'
import { type Issuer, signedUp, startIssuer, type TestUser } from './issuer.ts'
import { type Answer, startService, type TestService } from './service.ts'
import type { StandInEvent } from './stripe-objects.ts'
import { type StripeStandIn, startStripe } from './stripe-stand-in.ts'

export const CHECKOUT = '/api/v1/billing/checkout'
export const RECONCILE = '/api/v1/billing/checkout/reconcile'
export const PORTAL = '/api/v1/billing/portal'
export const STRIPE_WEBHOOK = '/api/v1/billing/stripe/webhook'

export interface BillingService {
  readonly service: TestService
  readonly stripe: StripeStandIn
  readonly issuer: Issuer
  user(name?: string): Promise<TestUser>
  /** Sends an event of the stand-in as Stripe would. */
  deliver(event: StandInEvent): Promise<Answer>
  /** Checkout and payment; the events wait in stripe.events. */
  paid(user: TestUser): Promise<{ readonly sessionId: string; readonly subscriptionId: string }>
  tier(user: TestUser): Promise<string>
}

export async function startBilling(t: Test, settings: Record<string, string> = {}): Promise<BillingService> {
  const issuer = await startIssuer(t)
  const stripe = await startStripe(t)
  const service = await startService(t, { ...issuer.settings, ...stripe.settings, ...settings })
  let count = 0
  return {
    service,
    stripe,
    issuer,
    user: (name = `user${++count}`) => signedUp(service, issuer, name),
    deliver: event => service.call(STRIPE_WEBHOOK, { method: 'POST', ...stripe.delivery(event) }),
    async paid(user) {
      const { status, json } = await user.call(CHECKOUT, { method: 'POST' })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
      return { sessionId: json.session_id, subscriptionId: stripe.pay(json.session_id).id }
    },
    tier: async user => (await user.call('/api/v1/auth/profile')).json.tier,
  }
}
