/** What billing does when an account is deleted, on Stripe and Redis. */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { endAll } from './activate.ts'
import { unwatch } from './check-schedule.ts'
import { OVER_SECONDS, SUBSCRIPTION_OVER } from './marketplace.ts'
import { keepOverage } from './overage.ts'
import type { PaymentService } from './payment-service.ts'
import { readBilling, storeCall } from './subscription-store.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    readonly accountEnd: AccountEnd
  }
}

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

/**
 * What billing does when an account is deleted (service/delete-account.ts calls it in this order). Both steps can be repeated at any time,
 * also for an account that never paid, because an interrupted deletion runs again.
 */
export interface AccountEnd {
  /** Resolves when no subscription of the account is alive any more; rejects when that is not known. */
  cancelSubscription(accountId: string): Promise<void>
  /**
   * Removes every Redis key that billing keeps of the account, also those outside {a:<account>}; overage that is not settled stays under
   * a pseudonym. Called when no call of the account is admitted any more, before the account itself is removed.
   */
  forget(accountId: string): Promise<void>
}
