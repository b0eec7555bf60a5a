/**
 * DELETE /api/v1/auth/account: the subscription is cancelled, then everything of the account except its audit trail is removed. Nothing is
 * removed until the subscription is known to have ended. An interrupted deletion continues when the user calls again, and by itself:
 * see DeletionSweeper.
 */
import { refuse } from '../../shared/contract/errors.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { SubscriptionElsewhere } from '../billing/end-of-account.ts'
import { loggable } from '../billing/payment-service.ts'
import { withStore } from '../call/answers.ts'
import type { SubjectCall } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { readAccount } from '../store/accounts.ts'
import { beginDeletion, finishDeletion, openDeletions } from '../store/delete-account.ts'

/** In the audit. */
const OWNER = 'owner'
const RETRY_SECONDS = 5
const SWEEP_MS = 30_000

type Parts = Pick<Gateway, 'redis' | 'jobs' | 'accountEnd'>

/** Once the account is shut: everything that is left to do, from the top. */
async function finish({ redis, jobs, accountEnd }: Parts, accountId: string): Promise<void> {
  // one that was bought in the moment before the account was shut
  await accountEnd.cancelSubscription(accountId)
  await accountEnd.forget(accountId)
  await finishDeletion(redis, jobs, accountId, OWNER)
}

const unfinished = (what: string): Answer => ({
  refusal: refuse('deletion_unfinished', { what, retryAfterSeconds: RETRY_SECONDS }),
})

/** By subject, not by account: admission refuses the account, but an interrupted deletion must be callable again. */
export const deleteAccount = withStore(async (gateway: Gateway, call: SubjectCall): Promise<Answer> => {
  const accountId = await gateway.redis.get(keys.subject(call.claims.subject))
  const account = accountId === null ? null : await readAccount(gateway.redis, accountId)
  if (accountId === null || account === null) return { refusal: refuse('signup_required') }
  // who was shut out by an operator could sign up anew; who does not pay may leave
  if (account.status === 'suspended' && !account.isSuspendedUnpaid)
    return { refusal: refuse('account_suspended', { hint: account.reason }) }
  const warn = (error: unknown, sentence: string): void =>
    gateway.log.warn({ ...call.exchange.logIds, accountId, ...loggable(error) }, sentence)
  try {
    if (account.status !== 'deleting') await gateway.accountEnd.cancelSubscription(accountId)
    await beginDeletion(gateway.redis, accountId, OWNER)
  } catch (error) {
    if (error instanceof SubscriptionElsewhere) return { refusal: refuse('subscription_elsewhere') }
    warn(error, 'deletion not begun')
    return unfinished('It is not known whether its subscription is over, so nothing of the account was removed.')
  }
  try {
    await finish(gateway, accountId)
  } catch (error) {
    warn(error, 'deletion not finished')
    return unfinished('The account is closed and will be removed soon.')
  }
  return { status: 204 }
})

/** Goes on with deletions that broke off, of whatever gateway, now and every SWEEP_MS. */
export class DeletionSweeper {
  readonly #parts: Parts & Pick<Gateway, 'log'>
  readonly #timer: NodeJS.Timeout

  constructor(parts: Parts & Pick<Gateway, 'log'>) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.sweep(), SWEEP_MS)
    this.#timer.unref()
    void this.sweep()
  }

  /** Never rejects. */
  async sweep(): Promise<void> {
    const { redis, log } = this.#parts
    const accountIds = await openDeletions(redis).catch(() => [])
    for (const accountId of accountIds) {
      await finish(this.#parts, accountId).catch(error =>
        log.warn({ accountId, ...loggable(error) }, 'deletion not finished'),
      )
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
