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
