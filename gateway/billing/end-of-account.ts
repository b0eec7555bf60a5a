/** What billing does when an account is deleted, on Stripe and Redis. */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import type { AccountEnd } from './account-end.ts'
import { endAll } from './activate.ts'
import { unwatch } from './check-schedule.ts'
import { OVER_SECONDS, SUBSCRIPTION_OVER } from './marketplace.ts'
import { keepOverage } from './overage.ts'
import type { PaymentService } from './payment-service.ts'
import { readBilling, storeCall } from './subscription-store.ts'

/** A subscription that only its seller can end: the account cannot be deleted before. */
export class SubscriptionElsewhere extends Error {}

export function accountEnd(payments: PaymentService | null, client: RedisClient): AccountEnd {
  return {
    async cancelSubscription(accountId) {
      const { customerId, provider, state } = await readBilling(client, accountId)
      if (provider === 'marketplace' && state !== 'ended') {
        throw new SubscriptionElsewhere('the account has a subscription in a marketplace')
      }
      if (customerId === null) return
      if (payments === null)
        throw new Error('the account has a customer of the payment service, which is not configured')
      await endAll(payments, customerId)
    },
    async forget(accountId) {
      const { provider, subscriptionId } = await readBilling(client, accountId)
      if (provider === 'marketplace' && subscriptionId !== null) {
        const name = keys.marketplaceSubscription(subscriptionId)
        await storeCall(() => client.set(name, SUBSCRIPTION_OVER, 'EX', OVER_SECONDS))
      }
      await keepOverage(client, accountId)
      await unwatch(client, accountId)
      await storeCall(() => client.del(keys.marketplaceEvents(accountId), keys.checkouts(accountId)))
      // the last one: it leads to the others
      await storeCall(() => client.del(keys.billing(accountId)))
    },
  }
}
