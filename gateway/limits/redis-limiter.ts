/**
 * The limiter on Redis: one script before the work for all calls that arrive together (admission.ts), one after it
 * (settlements.ts). admission-n.lua makes the decisions; this file converts its verdicts to values. Failure: when no reply comes, the
 * outcome is store_unavailable. Since the script may have run, its reservation is released as soon as Redis answers again.
 */
import { randomBytes } from 'node:crypto'
import { refuse } from '../../shared/contract/errors.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { UNLIMITED } from '../../shared/platform/redis/prelude.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { BoundedMap } from '../call/bounded-map.ts'
import { addressName } from '../call/caller.ts'
import {
  type AccountLimits,
  type Admission,
  type AdmissionCall,
  type Admitted,
  type Identity,
  type Limiter,
  type MonthState,
  monthSpan,
  refusalOf,
  type Settlement,
  storeUnavailable,
  type WindowState,
} from '../call/limiter.ts'
import { AdmissionBatcher, AdmissionQueue } from './admission.ts'
import type { Verdict } from './admission-script.ts'
import { type LimiterLog, Settlements } from './settlements.ts'
import { ADDRESS_CALLS_PER_WINDOW, ProcessWindows, UNLIMITED_CALLS, windowState } from './window.ts'

const ADDRESS_WINDOW = script('address-window-1')

/** Addresses and keys remembered in this process; each costs some 200 bytes. */
const ADDRESS_COUNT_MAX = 50_000
const RECENT_COUNT_MAX = 10_000

const SETTLED = Promise.resolve()

/** Bytes with which the ids of a process begin, so that no two processes have the same. */
const OPERATION_BYTES = 12

/** Settlement of a call whose admission got no reply: releases the reservation if there is one. */
const UNANSWERED = {
  month: { month: '', limit: null },
  settlement: { isCharged: false, endpoint: 'unanswered', taskCount: 0, durationMs: 0, costUsd: 0, computeMs: 0 },
}

export class RedisLimiter implements Limiter {
  readonly #client: RedisClient
  readonly #log: LimiterLog
  readonly #admissions: AdmissionBatcher
  readonly #admissionQueue = new AdmissionQueue<Verdict>()
  readonly #settlements: Settlements
  readonly #addressWindows = new ProcessWindows(ADDRESS_COUNT_MAX, Date.now)
  readonly #processWindows = new ProcessWindows(ADDRESS_COUNT_MAX, Date.now)
  readonly #recent = new BoundedMap<string, { limits: AccountLimits; atMs: number }>(RECENT_COUNT_MAX)
  readonly #operationPrefix = randomBytes(OPERATION_BYTES).toString('base64url')
  #operationCount = 0

  /** overageUsdPerCall: price of a call beyond the quota, recorded with the day of the call. */
  constructor(client: RedisClient, log: LimiterLog, overageUsdPerCall: number) {
    this.#client = client
    this.#log = log
    this.#admissions = new AdmissionBatcher(client)
    this.#settlements = new Settlements(client, log, overageUsdPerCall, accountId =>
      this.#admissionQueue.wake(accountId),
    )
  }

  admit(call: AdmissionCall): Promise<Admission> {
    return new Promise(resolve => {
      const operationId = `${this.#operationPrefix}.${(this.#operationCount++).toString(36)}`
      const settle = (verdict: Verdict): void =>
        resolve(
          verdict.outcome === 'pending'
            ? this.#admitLater(call, operationId, verdict)
            : this.#admission(call, operationId, verdict),
        )
      const fail = (error: unknown): void => resolve(this.#unanswered(call, operationId, error))
      this.#admissions.add({ call, operationId, wasCounted: false, settle, fail })
    })
  }

  async #admitLater(call: AdmissionCall, operationId: string, pending: Verdict): Promise<Admission> {
    try {
      const verdict = await this.#admissionQueue.wait(call.identity.accountId, () => this.#retry(call, operationId))
      return this.#admission(call, operationId, verdict ?? pending)
    } catch (error) {
      return this.#unanswered(call, operationId, error)
    }
  }

  #retry(call: AdmissionCall, operationId: string): Promise<Verdict | null> {
    return new Promise((resolve, fail) => {
      const settle = (verdict: Verdict): void => resolve(verdict.outcome === 'pending' ? null : verdict)
      this.#admissions.add({ call, operationId, wasCounted: true, settle, fail })
    })
  }

  #admission(call: AdmissionCall, operationId: string, verdict: Verdict): Admission {
    const { identity, meter, unitCount = 1 } = call
    const { outcome, nowMs: atMs } = verdict
    if (outcome === 'credentials') {
      this.#recent.delete(recentName(identity))
      return { ok: false, refusal: refuse('credentials_invalid'), limits: null }
    }
    const limits = limitsOf(verdict)
    if (outcome !== 'admitted') {
      if (outcome === 'suspended') this.#recent.delete(recentName(identity))
      return { ok: false, refusal: refusalOf(outcome, call, limits, verdict.reason, atMs), limits }
    }
    this.#recent.set(recentName(identity), { limits, atMs: Date.now() })
    const { tier, window, month } = limits
    const reserved = meter === 'analysis' ? operationId : null
    return { ok: true, tier, window, month, identity, operationId: reserved, unitCount, atMs, isSettled: false }
  }

  #unanswered({ identity, meter, unitCount = 1 }: AdmissionCall, operationId: string, error: unknown): Admission {
    this.#log.warn({ reason: (error as Error).message }, 'no reply to an admission')
    if (meter === 'analysis')
      void this.#settlements.settle({ ...identity, operationId, unitCount, atMs: Date.now(), ...UNANSWERED })
    return { ok: false, refusal: storeUnavailable(), limits: null }
  }

  settle(admitted: Admitted, settlement: Settlement): Promise<void> {
    const { identity, operationId, unitCount = 1, atMs, month } = admitted
    if (admitted.isSettled === true) return SETTLED
    const ofThreads = operationId === null || settlement.isFree === true
    if (operationId === null && settlement.computeMs === 0) return SETTLED
    admitted.isSettled = true
    const { accountId, keyId } = identity
    const counted: Settlement = ofThreads ? { ...settlement, isCharged: false, isFree: true } : settlement
    return this.#settlements.settle({ accountId, keyId, operationId, unitCount, atMs, month, settlement: counted })
  }

  async address(address: string): Promise<WindowState> {
    const name = addressName(address)
    const here = this.#addressWindows.count(name, ADDRESS_CALLS_PER_WINDOW)
    if (here.exceeded) return here
    try {
      const reply = await run(this.#client, ADDRESS_WINDOW, [keys.addressWindow(name)], [])
      const [count, leftMs] = reply as [number, number]
      return this.#addressWindows.raiseTo(name, ADDRESS_CALLS_PER_WINDOW, count, leftMs)
    } catch {
      return here
    }
  }

  addressHere(address: string): WindowState {
    return this.#addressWindows.count(addressName(address), ADDRESS_CALLS_PER_WINDOW)
  }

  process(address: string, limit: number): WindowState {
    return this.#processWindows.count(addressName(address), limit)
  }

  recent(identity: Identity, ageMsMax: number): AccountLimits | null {
    const found = this.#recent.get(recentName(identity))
    return found && Date.now() - found.atMs <= ageMsMax ? found.limits : null
  }

  close(waitMsMax: number): Promise<number> {
    return this.#settlements.close(waitMsMax)
  }
}

const recentName = ({ accountId, keyId }: Identity): string => `${accountId} ${keyId}`

function limitsOf(verdict: Verdict): AccountLimits {
  const { tier, windowLimit, windowCount, windowLeftMs, nowMs } = verdict
  const limit = windowLimit === UNLIMITED ? UNLIMITED_CALLS : windowLimit
  return {
    tier,
    window: windowState(limit, windowCount, windowLeftMs, nowMs),
    month: monthState(verdict.month, verdict.monthLimit, verdict.monthUsed),
  }
}

function monthState(month: string, monthLimit: number, used: number): MonthState {
  const limit = monthLimit === UNLIMITED ? null : monthLimit
  return {
    month,
    limit,
    used,
    remaining: limit === null ? null : Math.max(0, limit - used),
    resetSeconds: month === 'life' ? null : monthSpan(month).endMs / 1000,
  }
}
