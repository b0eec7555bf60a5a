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
    description: 'activated: paid, and the key is shown here; already_active: it was before; pending: not paid yet.',
  }),
  tier: OneOf(TIER_NAMES, { description: 'Tier of the account now.' }),
  key_id: Type.Optional(Type.String({ format: 'uuid', description: 'Id of the key that the payment brought.' })),
  api_key: Type.Optional(Type.String({ description: 'The key itself. Shown here and never again.' })),
})

export const PortalRequest = Type.Object({ return_url: page('Page that leads back from the portal.') })

export const PortalSession = Type.Object({
  portal_url: Type.String({ description: 'Page on which the user changes, pays or cancels the subscription.' }),
})

export const PaymentEvent = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    created: Type.Optional(Type.Number({ description: 'Unix seconds; one that lies ahead is refused.' })),
    data: Type.Object({ object: Type.Object({}) }),
  },
  { description: 'An event of the payment service, signed in Stripe-Signature.' },
)

export const PaymentEventReply = Type.Object({
  status: OneOf(['applied', 'ignored'], { description: 'ignored: an event that changes no subscription of ours.' }),
})

/** What an event of the marketplace asks for, in its own words. */
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
      Type.Object({}, { description: 'More of the subscription; the name becomes the label.' }),
    ),
  },
  { description: 'An event of the commercial marketplace, as its SaaS webhook sends it.' },
)

export const MarketplaceReply = Type.Object({
  status: OneOf(['applied', 'duplicate', 'ignored'], { description: 'What became of the event.' }),
  action: Type.String({ description: 'Its action.' }),
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
      description: `${description} The first moment of a UTC day, like 2026-11-21T00:00:00Z; any other is refused.`,
    }),
  )

export const OverageQuery = Type.Object({
  provider: Type.Optional(
    OneOf(Object.keys(EXPORT_PROVIDERS) as (keyof typeof EXPORT_PROVIDERS)[], {
      default: 'all',
      description: 'Who bills it; stripe and azure_marketplace are other names of the two.',
    }),
  ),
  format: Type.Optional(OneOf(['json', 'csv'], { default: 'json', description: 'Form of the export.' })),
  start: Moment('First moment, inclusive.'),
  end: Moment('Last moment, exclusive; the day that runs is never exported.'),
})

export const OverageRow = Type.Object({
  account_id: Type.String({ description: 'The account, or the pseudonym of one that is deleted.' }),
  provider: OneOf(['payment_processor', 'marketplace'], { description: 'Who bills it.' }),
  subscription_id: Type.Unsafe({ type: ['string', 'null'], description: 'Subscription of that day; null = none.' }),
  date: Type.String({ format: 'date', description: 'UTC day on which the units were charged; it is over.' }),
  units: Type.Integer({ minimum: 1, description: 'Calls past the quota of the month.' }),
  unit_amount_usd: Type.Number({ description: 'Price of a call on that day; it stays what it was.' }),
  amount_usd: Type.Number(),
  idempotency_key: Type.String({ description: 'The same whenever the row is exported: bill it once.' }),
})

export const OverageExport = Type.Object({
  start: Type.Unsafe({ type: ['string', 'null'], description: 'First moment; null = from the beginning.' }),
  end: Type.String({ description: 'First moment that is not exported.' }),
  rows: Type.Array(OverageRow, { description: 'By account, then by day.' }),
})
