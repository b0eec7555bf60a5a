/** Payments, the marketplace, and calls past the quota. */
import { marketplacePlans } from '../billing/marketplace-plans.ts'
import { pricesOf } from '../billing/prices.ts'
import type { SettingRow } from './setting-row.ts'

export const billingSettings = {
  stripeSecretKey: {
    env: 'STRIPE_SECRET_KEY',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'Key of the Stripe account that payments go to; without it checkout, reconcile and portal answer 503.',
  },
  stripePriceStarter: {
    env: 'STRIPE_PRICE_STARTER',
    kind: 'text',
    default: undefined,
    check: pricesOf,
    meaning:
      'Id of the monthly price of the tier Starter in Stripe; behind it, by commas, prices at which it was sold before. A session for any other price gives no tier.',
  },
  stripeWebhookSecret: {
    env: 'STRIPE_WEBHOOK_SECRET',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'Signing secret of the events that Stripe sends to /api/v1/billing/stripe/webhook.',
  },
  stripeApiUrl: {
    env: 'STRIPE_API_URL',
    kind: 'text',
    default: 'https://api.stripe.com',
    check: text => new URL(text),
    meaning: 'Where Stripe answers.',
  },
  billingReturnUrl: {
    env: 'BILLING_RETURN_URL',
    kind: 'text',
    default: undefined,
    check: text => new URL(text),
    meaning:
      'Page that checkout and portal lead back to, where a call names none of ALLOWED_ORIGINS. Absent: the front page of PUBLIC_URL.',
  },
  marketplaceWebhookToken: {
    env: 'MARKETPLACE_WEBHOOK_TOKEN',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'What events of the marketplace must carry in x-cloud-marketplace-token; without it they get 503.',
  },
  marketplacePlans: {
    env: 'MARKETPLACE_PLANS',
    kind: 'text',
    default: undefined,
    check: marketplacePlans,
    meaning:
      'Tier of each plan of the marketplace offer, as plan=tier by commas; plans named like a tier need no entry.',
  },
  settlementToken: {
    env: 'SETTLEMENT_TOKEN',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'What the overage export wants in x-settlement-token; without it it answers 503.',
  },
  overageUsdPerCall: {
    env: 'OVERAGE_USD_PER_CALL',
    kind: 'number',
    default: 0.02,
    minimum: 0,
    maximum: 1_000,
    meaning: 'Price of a call past the quota of the month, of accounts that may go on.',
  },
} as const satisfies Record<string, SettingRow>
