/**
 * Regular work on accounts, by one gateway at a time. Accounts of earlier versions get the records that this version needs; erased data leaves the
 * files of Redis; and each subscription whose check is due (billing/check-schedule.ts) is read from the payment service, so that a tier
 * does not outlive its payment when an event is lost.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isStoreAway, StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { activate } from '../billing/activate.ts'
import { dueChecks, tryLater, unwatch, watchIfAlive } from '../billing/check-schedule.ts'
import { loggable } from '../billing/payment-service.ts'
import { readBilling } from '../billing/subscription-store.ts'
import type { Gateway } from '../call/gateway.ts'
import { catchUpPage } from '../store/accounts.ts'
import { forgetErased } from '../store/delete-account.ts'
import { removeOldest } from '../store/key-records.ts'
import { claimEmail, readUser } from '../store/users.ts'

const HOLD = script('lease-hold-1')
const TURN_EVERY_MS = 15_000
/** Longer than one check with all its retries. */
const LEASE_MS = 60_000
/** Checks of one turn, and the pause between two: at most 200 a minute, 12,000 an hour. */
const CHECKS_PER_TURN = 50
const PAUSE_MS = 250

/** Between two removals of records that are too many, so that nobody feels them. */
const REMOVAL_PAUSE_MS = 50

type Parts = Pick<Gateway, 'redis' | 'payments' | 'log'>

export class Upkeep {
  readonly #parts: Parts
  readonly #process = randomUUID()
  readonly #timer: NodeJS.Timeout
  #isOver = false
  #isCaughtUp = false
  #turn: Promise<void> | null = null

  /** Takes its first turn at once. */
  constructor(parts: Parts) {
    this.#parts = parts
    this.#timer = setInterval(() => void this.turn(), TURN_EVERY_MS)
    this.#timer.unref()
    void this.turn()
  }

  /** One turn, or the one at work. Never rejects. */
  turn(): Promise<void> {
    this.#turn ??= this.#work()
      .catch(error => this.#parts.log.warn({ reason: (error as Error).message }, 'account maintenance was interrupted'))
      .finally(() => {
        this.#turn = null
      })
    return this.#turn
  }

  close(): void {
    this.#isOver = true
    clearInterval(this.#timer)
  }

  async #work(): Promise<void> {
    if (!(await this.#hold())) return
    await this.#walk()
    await forgetErased(this.#parts.redis, this.#parts.log)
    if (this.#parts.payments === null) return
    for (const accountId of await dueChecks(this.#parts.redis, CHECKS_PER_TURN)) {
      if (!(await this.#hold()) || !(await this.#check(accountId))) return
      await pause(PAUSE_MS)
    }
  }

  async #hold(): Promise<boolean> {
    if (this.#isOver) return false
    return (await run(this.#parts.redis, HOLD, [keys.upkeepLease()], [this.#process, LEASE_MS])) === 1
  }

  /** Goes on with the walk over accounts of earlier versions; what else is to be done waits no longer than a turn for it. */
  async #walk(): Promise<void> {
    const untilMs = performance.now() + TURN_EVERY_MS
    while (!this.#isCaughtUp && performance.now() < untilMs && (await this.#hold()))
      this.#isCaughtUp = await catchUpPage(this.#parts.redis, accountId => this.#visit(accountId))
  }

  async #visit(accountId: string): Promise<void> {
    try {
      await this.#catchUp(accountId)
    } catch (error) {
      if (isStoreAway(error) || error instanceof StoreUnavailable) throw error
      // one record that cannot be read must not keep all others waiting
      this.#parts.log.error(
        { accountId, reason: (error as Error).message },
        'an account of an earlier version was left unchanged',
      )
    }
  }

  async #catchUp(accountId: string): Promise<void> {
    const { redis } = this.#parts
    const user = await readUser(redis, accountId)
    if (user !== null) await claimEmail(redis, user.email, accountId)
    await watchIfAlive(redis, accountId, await readBilling(redis, accountId))
    while ((await removeOldest(redis, accountId)) && (await this.#hold())) await pause(REMOVAL_PAUSE_MS)
  }

  /** False: the payment service does not answer, and others are not worth a try now. */
  async #check(accountId: string): Promise<boolean> {
    const { redis, log } = this.#parts
    const payments = this.#parts.payments!
    try {
      const { customerId } = await readBilling(redis, accountId)
      if (customerId === null) await unwatch(redis, accountId)
      else await activate({ payments, redis, log }, accountId, customerId)
      return true
    } catch (error) {
      log.warn({ accountId, ...loggable(error) }, 'a subscription could not be checked')
      await tryLater(redis, accountId)
      return false
    }
  }
}
