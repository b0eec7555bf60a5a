/** Schemas of checkout, portal, events of those who sell subscriptions, and the overage export. */
import Type from 'typebox'
import { MOMENT_LENGTH_MAX } from '../../moment.ts'
import { OneOf } from '../../schedule/containers.ts'
import { TIER_NAMES } from '../../tiers.ts'

const URL_LENGTH_MAX = 2_048

const page = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'uri',
      maxLength: URL_LENGTH_MAX,
      description: `${description} Its origin is one that the operator lists.`,
    }),
  )

export const CheckoutRequest = Type.Object({
  success_url: page('Page that a paid checkout leads to; session_id is added to its query.'),
  cancel_url: page('Page that leads back from an unpaid checkout.'),
})

const SessionId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Id of the checkout session.',
  examples: ['cs_live_a1B2c3'],
})

export const CheckoutSession = Type.Object({
  checkout_url: Type.String({ description: 'Page on which the user pays for Starter.' }),
  session_id: SessionId,
})

export const ReconcileRequest = Type.Object({ session_id: SessionId })

export const Reconciled = Type.Object({
  status: OneOf(['activated', 'already_active', 'pending'], {
    description:
      'activated: paid, and the key is in this reply. already_active: it was activated before. pending: not paid yet.',
  }),
  tier: OneOf(TIER_NAMES, { description: 'Current tier of the account.' }),
  key_id: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the key created by the payment.' })),
  api_key: Type.Optional(Type.String({ description: 'The key. It is shown only once.' })),
})

export const PortalRequest = Type.Object({ return_url: page('Page that leads back from the portal.') })

export const PortalSession = Type.Object({
  portal_url: Type.String({ description: 'Page on which the user can change, pay or cancel the subscription.' }),
})

export const PaymentEvent = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    created: Type.Optional(Type.Number({ description: 'Unix seconds. A time in the future is refused.' })),
    data: Type.Object({ object: Type.Object({}) }),
  },
  { description: 'An event of the payment service, signed in Stripe-Signature.' },
)

export const PaymentEventReply = Type.Object({
  status: OneOf(['applied', 'ignored'], { description: 'ignored: the event changes no subscription of this service.' }),
})

/** Actions of marketplace events, named as the marketplace does. */
export const MARKETPLACE_ACTIONS = ['Subscribe', 'Unsubscribe', 'Suspend', 'Reinstate', 'ChangePlan', 'Renew'] as const
export type MarketplaceAction = (typeof MARKETPLACE_ACTIONS)[number]

const Word = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })

export const MarketplaceEvent = Type.Object(
  {
    id: Word('Id of the operation; an event that comes again has the same.'),
    action: Word(`${MARKETPLACE_ACTIONS.join(', ')}; others are ignored.`),
    subscriptionId: Word('Subscription that it is about.'),
    timeStamp: Word('When it happened, ISO 8601; an older event than the newest one is ignored.'),
    planId: Type.Optional(
      Word(
        'Plan of the offer, after the event; Subscribe and ChangePlan are refused when the service does not know it.',
      ),
    ),
    subscription: Type.Optional(
      Type.Object({}, { description: 'Details of the subscription. Its name becomes the label of the key.' }),
    ),
  },
  { description: 'An event of the commercial marketplace, as sent by its SaaS webhook.' },
)

export const MarketplaceReply = Type.Object({
  status: OneOf(['applied', 'duplicate', 'ignored'], { description: 'How the event was handled.' }),
  action: Type.String({ description: 'Action of the event.' }),
})

/** By what the query may say, what a row says. */
export const EXPORT_PROVIDERS = {
  all: null,
  payment_processor: 'payment_processor',
  stripe: 'payment_processor',
  marketplace: 'marketplace',
  azure_marketplace: 'marketplace',
} as const

const Moment = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: MOMENT_LENGTH_MAX,
      description: `${description} Start of a UTC day, such as 2026-11-21T00:00:00Z; other times are refused.`,
    }),
  )

export const OverageQuery = Type.Object({
  provider: Type.Optional(
    OneOf(Object.keys(EXPORT_PROVIDERS) as (keyof typeof EXPORT_PROVIDERS)[], {
      default: 'all',
      description: 'Biller. stripe and azure_marketplace are other names of the two.',
    }),
  ),
  format: Type.Optional(OneOf(['json', 'csv'], { default: 'json', description: 'Form of the export.' })),
  start: Moment('First moment, inclusive.'),
  end: Moment('Last moment, exclusive; the day that runs is never exported.'),
})

export const OverageRow = Type.Object({
  account_id: Type.String({ description: 'Id of the account, or the pseudonym of a deleted account.' }),
  provider: OneOf(['payment_processor', 'marketplace'], { description: 'Biller of the subscription.' }),
  subscription_id: Type.Unsafe({ type: ['string', 'null'], description: 'Subscription on that day; null = none.' }),
  date: Type.String({ format: 'date', description: 'UTC day of the charges; always a past day.' }),
  units: Type.Integer({ minimum: 1, description: 'Number of calls beyond the monthly quota.' }),
  unit_amount_usd: Type.Number({ description: 'Price of a call on that day.' }),
  amount_usd: Type.Number(),
  idempotency_key: Type.String({
    description: 'Key of the row, the same in every export, so that it is billed only once.',
  }),
})

export const OverageExport = Type.Object({
  start: Type.Unsafe({ type: ['string', 'null'], description: 'Start of the export; null = from the beginning.' }),
  end: Type.String({ description: 'End of the export, exclusive.' }),
  rows: Type.Array(OverageRow, { description: 'Rows, ordered by account, then by day.' }),
})
