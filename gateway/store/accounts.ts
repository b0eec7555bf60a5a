/**
 * Stored accounts: create, read, list, change. admission-n.lua decides what a change means for a call; it reads the same fields at every call.
 * Errors of Redis are thrown.
 */
import { randomUUID } from 'node:crypto'
import type { TierName } from '../../shared/contract/tiers.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { SUSPENDED_BY_BILLING } from '../../shared/platform/redis/prelude.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { attempt } from './attempt.ts'

/** A negotiated number of calls; null = what the tier gives. */
export type CallLimit = number | 'unlimited' | null

export interface AccountLimitsSetting {
  readonly callsPerMonth?: CallLimit
  readonly callsPerWindow?: CallLimit
  /** Calls past the month's quota go on and are billed, as long as the tier is a paid one. */
  readonly overage?: boolean
}

export const ACCOUNT_STATES = ['active', 'suspended', 'deleting'] as const
type AccountState = (typeof ACCOUNT_STATES)[number]

export interface Account {
  readonly accountId: string
  readonly tier: TierName
  readonly status: AccountState
  /** Why it is suspended, for its owner; empty otherwise. */
  readonly reason: string
  /** Since its subscription is unpaid, and until that is paid. */
  readonly isSuspendedUnpaid: boolean
  readonly label: string
  readonly callsPerMonth: CallLimit
  readonly callsPerWindow: CallLimit
  readonly overage: boolean
  readonly createdAtMs: number
}

export interface NewAccount extends AccountLimitsSetting {
  /** For a caller that may come again with the same account. Default: a new id. */
  readonly accountId?: string
  readonly tier: TierName
  readonly label?: string
  /** Life of a playground account: everything of it is gone then. Default: for good. */
  readonly lifeSeconds?: number
  /** Who does it, for the audit. */
  readonly actor: string
}

const CREATE = script('account-create-2')
const CHANGE = script('account-change-2')
/** Accounts read in one round trip of a listing. */
const BATCH = 500

/** Returns the id of the new account. */
export async function createAccount(client: RedisClient, account: NewAccount): Promise<string> {
  const {
    accountId = randomUUID(),
    tier,
    label = '',
    callsPerMonth,
    callsPerWindow,
    overage,
    lifeSeconds,
    actor,
  } = account
  const index = lifeSeconds === undefined ? keys.accountIndex() : keys.playgroundIndex()
  // the index first: an account is never out of its sight, and a listing skips what came to nothing
  const nowMs = Date.now()
  if (lifeSeconds !== undefined) await client.zremrangebyscore(index, '-inf', nowMs - lifeSeconds * 1000)
  await attempt(() => client.zadd(index, 'NX', nowMs, accountId))
  const args = [tier, label, callsPerMonth ?? '', callsPerWindow ?? '', overage ? 1 : 0, lifeSeconds ?? '', actor]
  await attempt(() => run(client, CREATE, [keys.account(accountId), keys.audit(accountId)], args))
  return accountId
}

export async function readAccount(client: RedisClient, accountId: string): Promise<Account | null> {
  return accountOf(accountId, await client.hgetall(keys.account(accountId)))
}

/** All accounts but those of the playground, oldest first. */
export const listAccounts = (client: RedisClient): AsyncGenerator<Account> => listed(client, keys.accountIndex())

/** Those of the playground, oldest first. */
export const listPlaygroundAccounts = (client: RedisClient): AsyncGenerator<Account> =>
  listed(client, keys.playgroundIndex())

/**
 * The next page starts at the time of the last account, not at its index: a deletion in between shifts the indices, and one account would be
 * left out.
 */
async function* listed(client: RedisClient, index: string): AsyncGenerator<Account> {
  let fromMs = '-inf'
  /** Accounts of that time that are read already. */
  let read = new Set<string>()
  for (;;) {
    const flat = await client.zrangebyscore(index, fromMs, '+inf', 'WITHSCORES', 'LIMIT', 0, BATCH + read.size)
    const found = Array.from({ length: flat.length / 2 }, (_, i) => ({
      accountId: flat[2 * i]!,
      atMs: flat[2 * i + 1]!,
    }))
    const fresh = found.filter(({ accountId }) => !read.has(accountId))
    const records = await Promise.all(fresh.map(({ accountId }) => readAccount(client, accountId)))
    yield* records.filter(record => record !== null)
    const last = fresh.at(-1)
    if (last === undefined) return
    const sameTime = fresh.filter(({ atMs }) => atMs === last.atMs).map(({ accountId }) => accountId)
    read = new Set([...(last.atMs === fromMs ? read : []), ...sameTime])
    fromMs = last.atMs
  }
}

/** False when there is no such account. `reason` is shown to its owner. It ends by resumeAccount alone, also where it takes the place of an unpaid one. */
export const suspendAccount = (
  client: RedisClient,
  accountId: string,
  reason: string,
  actor: string,
): Promise<boolean> =>
  changeAccount(client, accountId, 'account.suspend', actor, { status: 'suspended', reason, suspendedBy: null })

export const resumeAccount = (client: RedisClient, accountId: string, actor: string): Promise<boolean> =>
  changeAccount(client, accountId, 'account.resume', actor, { status: 'active', reason: null, suspendedBy: null })

export const setTier = (client: RedisClient, accountId: string, tier: TierName, actor: string): Promise<boolean> =>
  changeAccount(client, accountId, 'account.set-tier', actor, { tier })

/** Absent settings stay as they are, null returns to what the tier gives. */
export function setLimits(
  client: RedisClient,
  accountId: string,
  limits: AccountLimitsSetting,
  actor: string,
): Promise<boolean> {
  const { overage, ...calls } = limits
  const fields = { ...calls, ...(overage !== undefined && { overage: overage ? 1 : null }) }
  return changeAccount(client, accountId, 'account.set-limits', actor, fields)
}

/** Sets and removes (null) fields, and says so in the audit. False when there is no such account, or it is being deleted. */
export async function changeAccount(
  client: RedisClient,
  accountId: string,
  action: string,
  actor: string,
  fields: Readonly<Record<string, string | number | null>>,
): Promise<boolean> {
  const pairs = Object.entries(fields)
  const detail = pairs.map(([field, value]) => `${field}=${value ?? 'default'}`).join(' ')
  const args = [action, actor, detail, ...pairs.flatMap(([field, value]) => [field, value ?? ''])]
  return (await run(client, CHANGE, [keys.account(accountId), keys.audit(accountId)], args)) === 1
}

function accountOf(accountId: string, fields: Record<string, string>): Account | null {
  if (fields.tier === undefined) return null
  return {
    accountId,
    tier: fields.tier as TierName,
    status: fields.status as Account['status'],
    reason: fields.reason ?? '',
    isSuspendedUnpaid: fields.status === 'suspended' && fields.suspendedBy === SUSPENDED_BY_BILLING,
    label: fields.label ?? '',
    callsPerMonth: callLimitOf(fields.callsPerMonth),
    callsPerWindow: callLimitOf(fields.callsPerWindow),
    overage: fields.overage === '1',
    createdAtMs: Number(fields.createdAtMs),
  }
}

const callLimitOf = (text: string | undefined): CallLimit =>
  text === undefined ? null : text === 'unlimited' ? text : Number(text)

// Goes through all accounts once per installation, a page at a time, and adds the records that this version keeps and earlier ones did not.
// Newer accounts have them from the start. The position is kept in Redis, so any gateway can continue.

const PAGE_SIZE = 100
const DONE = 'done'

/** visit: safe to run twice for an account. Returns whether the walk is over. */
export async function catchUpPage(client: RedisClient, visit: (accountId: string) => Promise<void>): Promise<boolean> {
  const place = (await client.get(keys.catchUp())) ?? '-inf'
  if (place === DONE) return true
  const flat = await client.zrangebyscore(keys.accountIndex(), place, '+inf', 'WITHSCORES', 'LIMIT', 0, PAGE_SIZE)
  const accountIds = flat.filter((_, i) => i % 2 === 0)
  for (const accountId of accountIds) await visit(accountId)
  const lastMs = flat.at(-1)
  // a page of accounts of one moment is left behind, else the walk would never pass it
  const next = lastMs === place ? `(${lastMs}` : lastMs
  const isOver = accountIds.length < PAGE_SIZE
  await client.set(keys.catchUp(), isOver ? DONE : next!)
  return isOver
}
