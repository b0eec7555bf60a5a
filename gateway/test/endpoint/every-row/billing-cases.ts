/** Statuses of payment, and of the figures that sellers read. */
import { keys } from '../../../../shared/platform/redis/keys.ts'
import { CHECKOUT, type OwnCases, POST, type RowFixtures } from './row-fixtures.ts'
import { send } from './shape.ts'

export function billingCases(fixtures: RowFixtures): OwnCases {
  const { setting, user, customer, withQuery, plain } = fixtures
  const { service, stripe } = setting
  return {
    'billing.checkout': {
      409: async () => {
        const { call, accountId } = await user()
        await service.redis.hset(keys.account(accountId), 'tier', 'starter')
        return call(CHECKOUT, POST)
      },
    },
    'billing.reconcile': {
      200: async () => (await customer()).reconcile(),
      404: plain,
      409: async () => {
        const { call, sessionId, reconcile } = await customer()
        // other pages end the session before
        await call(CHECKOUT, { body: { success_url: 'https://app.example.com/other' } })
        if (stripe.sessions.get(sessionId)!.status !== 'expired') throw new Error('the session lives')
        return reconcile()
      },
    },
    'billing.portal': {
      200: async () => {
        const { call, sessionId } = await customer()
        stripe.pay(sessionId)
        return call('/api/v1/billing/portal', POST)
      },
      409: async () => (await user()).call('/api/v1/billing/portal', POST),
    },
    'billing.stripe': {
      400: (row, shape) => send(setting, row, shape, { headers: { 'stripe-signature': 't=1,v1=00' } }),
      503: ['without the store', plain],
    },
    'billing.marketplace': {
      401: (row, shape) => send(setting, row, shape, { headers: { 'x-cloud-marketplace-token': 'another' } }),
      422: (row, shape) => send(setting, row, shape, { body: {} }),
      503: ['without the store', plain],
    },
    'billing.overage': {
      401: (row, shape) => send(setting, row, shape, { headers: { 'x-settlement-token': 'another' } }),
      422: withQuery('?format=xml'),
      503: ['without the store', plain],
    },
  }
}
