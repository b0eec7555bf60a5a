/** Payments, the marketplace and the settlement of overage. */
import {
  CheckoutRequest,
  CheckoutSession,
  MarketplaceEvent,
  MarketplaceReply,
  OverageExport,
  OverageQuery,
  PaymentEvent,
  PaymentEventReply,
  PortalRequest,
  PortalSession,
  Reconciled,
  ReconcileRequest,
} from '../data/billing-data.ts'
import { json, service } from './service-row.ts'

const ofUser = { identity: 'bearer' } as const
const ofToken = { identity: 'token', meter: 'process' } as const
const OF_PAYMENTS = ['billing_unconfigured', 'payments_unavailable', 'payments_misconfigured'] as const

export const billingRows = [
  service('billing.checkout', 'POST', '/api/v1/billing/checkout', 'Start a subscription', {
    ...ofUser,
    body: CheckoutRequest,
    isBodyOptional: true,
    isIdempotent: true,
    description: 'An account has one session to pay at a time: calls that ask for the same get the same one.',
    replies: { 200: json('The hosted page on which Starter is paid.', CheckoutSession) },
    refusals: ['subscribed_already', 'idempotency_reused', ...OF_PAYMENTS],
  }),
  service('billing.reconcile', 'POST', '/api/v1/billing/checkout/reconcile', 'Apply a paid session', {
    ...ofUser,
    admitsSuspended: true,
    body: ReconcileRequest,
    description:
      'Does what the event of the payment does, at once; the first such call shows the key that was paid for. Also for an account that is suspended since it is unpaid.',
    replies: { 200: json('What became of the session.', Reconciled) },
    refusals: ['checkout_not_found', 'checkout_over', ...OF_PAYMENTS],
  }),
  service('billing.portal', 'POST', '/api/v1/billing/portal', 'Customer portal', {
    ...ofUser,
    admitsSuspended: true,
    body: PortalRequest,
    isBodyOptional: true,
    description: 'Also for an account that is suspended, so that it can be paid for.',
    replies: { 200: json('The hosted page on which the subscription is changed, paid or cancelled.', PortalSession) },
    refusals: ['checkout_needed', ...OF_PAYMENTS],
  }),
  service('billing.stripe', 'POST', '/api/v1/billing/stripe/webhook', 'Payment events', {
    ...ofToken,
    body: PaymentEvent,
    isBodyRaw: true,
    description: 'Signed in Stripe-Signature. Events may come several times and in any order.',
    replies: { 200: json('The event was understood.', PaymentEventReply) },
    refusals: ['signature_invalid', 'event_invalid', 'store_unavailable', ...OF_PAYMENTS],
  }),
  service('billing.marketplace', 'POST', '/api/v1/billing/azure-marketplace/webhook', 'Marketplace events', {
    ...ofToken,
    body: MarketplaceEvent,
    isBodyRaw: true,
    description: 'The token is in x-cloud-marketplace-token. Events may come several times and overtake each other.',
    replies: { 200: json('What became of the event.', MarketplaceReply) },
    refusals: [
      'credentials_invalid',
      'json_syntax',
      'body_empty',
      'validation',
      'billing_unconfigured',
      'store_unavailable',
    ],
  }),
  service('billing.overage', 'GET', '/api/v1/billing/settlement/overage-export', 'Overage settlement', {
    ...ofToken,
    query: OverageQuery,
    description: 'The token is in x-settlement-token. Calls past the quota of the month, by account and UTC day.',
    replies: { 200: { ...json('The rows, as JSON or CSV.', OverageExport), otherMediaTypes: ['text/csv'] } },
    refusals: ['credentials_invalid', 'validation', 'billing_unconfigured', 'store_unavailable'],
  }),
]
