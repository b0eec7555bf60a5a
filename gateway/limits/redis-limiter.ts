/**
 * The limiter on Redis: one script per call before the work, one after it. admission-5.lua makes the decisions; this file
 * converts its replies to values. Failure: when no reply comes, the outcome is store_unavailable. Since the script may have
 * run, its reservation is released as soon as Redis answers again.
 */
import { randomUUID } from 'node:crypto'
import { refuse } from '../../shared/errors.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { UNLIMITED } from '../../shared/redis/prelude.ts'
import { run, script } from '../../shared/redis/script.ts'
import type { TierName } from '../../shared/tiers.ts'
import { addressName } from './address.ts'
import { AdmissionQueue } from './admission-queue.ts'
import { BoundedMap } from './bounded-map.ts'
import {
  type AccountLimits,
  type Admission,
  type AdmissionCall,
  type Admitted,
  BEARER_KEY_ID,
  type Identity,
  type Limiter,
  type MonthState,
  type Settlement,
} from './limiter.ts'
import { monthSpan } from './month.ts'
import { type Outcome, refusalOf, storeUnavailable } from './refusals.ts'
import { type LimiterLog, Settlements } from './settlements.ts'
import { ADDRESS_CALLS_PER_WINDOW, ProcessWindows, UNLIMITED_CALLS, type WindowState, windowState } from './window.ts'

const ADMISSION = script('admission-5')
const ADDRESS_WINDOW = script('address-window-1')

/** Addresses and keys remembered in this process; each costs some 200 bytes. */
const ADDRESS_COUNT_MAX = 50_000
const RECENT_COUNT_MAX = 10_000

/** Reply of admission-5.lua. The fields after the second are absent when the credentials are not valid. */
type Reply = [
  outcome: Outcome | 'credentials' | 'admitted',
  nowMs: number,
  tier: TierName,
  windowLimit: number,
  windowCount: number,
  windowLeftMs: number,
  month: string,
  monthLimit: number,
  monthUsed: number,
  reason: string,
]

/** Settlement of a call whose admission got no reply: releases the reservation if there is one. */
const UNANSWERED = {
  month: { month: '', limit: null },
  settlement: { isCharged: false, endpoint: 'unanswered', taskCount: 0, durationMs: 0, costUsd: 0 },
}

/** isCounted: this is a retry; the call has already been counted against its window. */
function runAdmission(
  client: RedisClient,
  call: AdmissionCall,
  operationId: string,
  isCounted: boolean,
): Promise<Reply> {
  const { accountId, keyId } = call.identity
  const names = [
    keys.account(accountId),
    keyId === BEARER_KEY_ID ? keys.user(accountId) : keys.keyState(accountId, keyId),
    keys.window(accountId, call.meter),
    keys.month(accountId),
    keys.reservations(accountId),
  ]
  const args = [
    call.meter,
    call.neededTier,
    call.localRefusal ? 1 : 0,
    call.declaredBytes ?? -1,
    call.capacityRefusal ? 1 : 0,
    operationId,
    isCounted ? 1 : 0,
  ]
  return run(client, ADMISSION, names, args) as Promise<Reply>
}

/** overageUsdPerCall: price of a call beyond the quota, recorded with the day of the call. */
export function redisLimiter(client: RedisClient, log: LimiterLog, overageUsdPerCall: number): Limiter {
  const now = Date.now
  const settlements = new Settlements(client, log, overageUsdPerCall)
  const addressWindows = new ProcessWindows(ADDRESS_COUNT_MAX, now)
  const processWindows = new ProcessWindows(ADDRESS_COUNT_MAX, now)
  const settled = new WeakSet<Admitted>()
  const admissionQueue = new AdmissionQueue<Reply>()
  const recent = new BoundedMap<string, { limits: AccountLimits; atMs: number }>(RECENT_COUNT_MAX)

  const retryAdmission = async (call: AdmissionCall, operationId: string): Promise<Reply | null> => {
    const reply = await runAdmission(client, call, operationId, true)
    return reply[0] === 'pending' ? null : reply
  }

  return {
    async admit(call: AdmissionCall): Promise<Admission> {
      const { identity, meter } = call
      const operationId = randomUUID()
      let reply: Reply
      try {
        reply = await runAdmission(client, call, operationId, false)
        if (reply[0] === 'pending')
          reply = (await admissionQueue.wait(identity.accountId, () => retryAdmission(call, operationId))) ?? reply
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'no reply to an admission')
        if (meter === 'analysis') void settlements.settle({ ...identity, operationId, atMs: now(), ...UNANSWERED })
        return { ok: false, refusal: storeUnavailable(), limits: null }
      }
      const [outcome, atMs] = reply
      if (outcome === 'credentials') {
        recent.delete(recentName(identity))
        return { ok: false, refusal: refuse('credentials_invalid'), limits: null }
      }
      const limits = limitsOf(reply)
      if (outcome !== 'admitted') {
        if (outcome === 'suspended') recent.delete(recentName(identity))
        return { ok: false, refusal: refusalOf(outcome, call, limits, reply[9], atMs), limits }
      }
      recent.set(recentName(identity), { limits, atMs: now() })
      return { ok: true, ...limits, identity, operationId: meter === 'analysis' ? operationId : null, atMs }
    },

    async settle(admitted: Admitted, settlement: Settlement): Promise<void> {
      const { identity, operationId, atMs, month } = admitted
      if (operationId === null || settled.has(admitted)) return
      settled.add(admitted)
      await settlements.settle({ ...identity, operationId, atMs, month, settlement })
      admissionQueue.wake(identity.accountId)
    },

    async address(address: string, touchRedis: boolean): Promise<WindowState> {
      const name = addressName(address)
      const here = addressWindows.count(name, ADDRESS_CALLS_PER_WINDOW)
      if (here.exceeded || !touchRedis) return here
      try {
        const [count, leftMs] = (await run(client, ADDRESS_WINDOW, [keys.addressWindow(name)], [])) as [number, number]
        return addressWindows.raiseTo(name, ADDRESS_CALLS_PER_WINDOW, count, leftMs)
      } catch {
        return here
      }
    },

    process: (address: string, limit: number): WindowState => processWindows.count(addressName(address), limit),

    recent(identity: Identity, ageMsMax: number): AccountLimits | null {
      const found = recent.get(recentName(identity))
      return found && now() - found.atMs <= ageMsMax ? found.limits : null
    },

    close: (waitMsMax: number): Promise<number> => settlements.close(waitMsMax),
  }
}

const recentName = ({ accountId, keyId }: Identity): string => `${accountId} ${keyId}`

function limitsOf([
  ,
  nowMs,
  tier,
  windowLimit,
  windowCount,
  windowLeftMs,
  month,
  monthLimit,
  monthUsed,
]: Reply): AccountLimits {
  const limit = windowLimit === UNLIMITED ? UNLIMITED_CALLS : windowLimit
  return {
    tier,
    window: windowState(limit, windowCount, windowLeftMs, nowMs),
    month: monthState(month, monthLimit, monthUsed),
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
