/** Payments, the marketplace, and calls beyond the quota. */
import { marketplacePlans, pricesOf } from '../../contract/billing/plans.ts'
import type { SettingRow } from './setting-row.ts'

export const billingSettings = {
  stripeSecretKey: {
    env: 'STRIPE_SECRET_KEY',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning:
      'Secret key of the Stripe account that receives payments. Without it checkout, reconcile and portal answer 503.',
  },
  stripePriceStarter: {
    env: 'STRIPE_PRICE_STARTER',
    kind: 'text',
    default: undefined,
    check: pricesOf,
    meaning:
      'Id of the monthly Stripe price of the Starter tier, optionally followed by comma-separated earlier prices. A checkout session for any other price gives no tier.',
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
    meaning: 'Address of the Stripe API.',
  },
  billingReturnUrl: {
    env: 'BILLING_RETURN_URL',
    kind: 'text',
    default: undefined,
    check: text => new URL(text),
    meaning:
      'Page to which checkout and portal return when a call names no page of ALLOWED_ORIGINS. Absent: the front page at PUBLIC_URL.',
  },
  marketplaceWebhookToken: {
    env: 'MARKETPLACE_WEBHOOK_TOKEN',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'Value that marketplace events must have in x-cloud-marketplace-token. Without this setting they get 503.',
  },
  marketplacePlans: {
    env: 'MARKETPLACE_PLANS',
    kind: 'text',
    default: undefined,
    check: marketplacePlans,
    meaning:
      'Tier of each plan of the marketplace offer, as comma-separated plan=tier pairs. Plans named like a tier need no entry.',
  },
  settlementToken: {
    env: 'SETTLEMENT_TOKEN',
    kind: 'text',
    default: undefined,
    secret: true,
    meaning: 'Value that the overage export requires in x-settlement-token. Without this setting it answers 503.',
  },
  overageUsdPerCall: {
    env: 'OVERAGE_USD_PER_CALL',
    kind: 'number',
    default: 0.02,
    minimum: 0,
    maximum: 1_000,
    meaning: 'Price of a call beyond the monthly quota, for accounts that may exceed it.',
  },
} as const satisfies Record<string, SettingRow>
