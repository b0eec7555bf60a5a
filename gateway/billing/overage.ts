/**
 * Units past the quota as they are stored (settle-7.lua counts them by the UTC day of the charge), read for the export. A day that is over
 * never changes. Of a deleted account they stay under a pseudonym until they were exported.
 */
import { createHash } from 'node:crypto'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { listAccounts } from '../store/accounts.ts'
import { ask, type Provider } from './subscription-store.ts'

export interface OverageDay {
  /** Id of the account, or its pseudonym. */
  readonly account: string
  readonly provider: Provider
  readonly subscriptionId: string | null
  /** "2026-11-21". */
  readonly date: string
  readonly units: number
  readonly idempotencyKey: string
}

interface OverageRange {
  /** null = both. */
  readonly provider: Provider | null
  /** First day, and the first one not to be read: "2026-11-21". */
  readonly fromDate: string
  readonly untilDate: string
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
/** Of a deleted account, after its export: an answer that got lost is asked for again. */
const KEPT_SECONDS = 35 * 86_400
const BATCH = 500

const hashOf = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

/** Whose it is cannot be told from it; rows of an account keep their idempotency keys when it is deleted. */
const pseudonymOf = (accountId: string): string => `deleted-${hashOf('deleted account', accountId).slice(0, 32)}`

const keyOf = (pseudonym: string, provider: Provider, date: string): string =>
  `overage-${hashOf(pseudonym, provider, date).slice(0, 40)}`

/** Redis decides which day it is: it counts the units. */
export async function todayOf(client: RedisClient): Promise<string> {
  const [seconds] = (await ask(() => client.time())) as [number | string, unknown]
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
}

/** By account, then by day. */
export async function readOverage(client: RedisClient, range: OverageRange): Promise<OverageDay[]> {
  const days: OverageDay[] = []
  let batch: string[] = []
  const flush = async () => {
    const all = await Promise.all(batch.map(accountId => ask(() => client.hgetall(keys.overage(accountId)))))
    days.push(...all.flatMap((fields, i) => daysOf(fields, batch[i]!, pseudonymOf(batch[i]!), range)))
    batch = []
  }
  for await (const { accountId } of listAccounts(client)) {
    if (batch.push(accountId) >= BATCH) await flush()
  }
  await flush()
  for (const pseudonym of await ask(() => client.smembers(keys.overageDeletedIndex))) {
    days.push(...(await readDeleted(client, pseudonym, range)))
  }
  return days
}

async function readDeleted(client: RedisClient, pseudonym: string, range: OverageRange): Promise<OverageDay[]> {
  const name = keys.overageOfDeleted(pseudonym)
  const fields = await ask(() => client.hgetall(name))
  const exported = daysOf(fields, pseudonym, pseudonym, range)
  const dates = Object.keys(fields).filter(field => DATE.test(field))
  if (dates.length === 0) await ask(() => client.srem(keys.overageDeletedIndex, pseudonym))
  else if (exported.length === dates.length) await ask(() => client.expire(name, KEPT_SECONDS, 'NX'))
  return exported
}

function daysOf(
  fields: Readonly<Record<string, string>>,
  account: string,
  pseudonym: string,
  { provider: wanted, fromDate, untilDate }: OverageRange,
): OverageDay[] {
  const dates = Object.keys(fields).filter(field => DATE.test(field) && field >= fromDate && field < untilDate)
  return dates.sort().flatMap(date => {
    // an account without a subscription was set up by an operator, who has it billed like those that pay by card
    const [provider = 'payment_processor', subscriptionId = ''] = (fields[`${date}:by`]?.split(' ') ?? []) as [
      Provider?,
      string?,
    ]
    if (wanted !== null && wanted !== provider) return []
    return [
      {
        account,
        provider,
        subscriptionId: subscriptionId === '' ? null : subscriptionId,
        date,
        units: Number(fields[date]),
        idempotencyKey: keyOf(pseudonym, provider, date),
      },
    ]
  })
}

/** Moves what is not exported yet out of the account. Run again, it does no harm. */
export async function keepOverage(client: RedisClient, accountId: string): Promise<void> {
  const fields = await ask(() => client.hgetall(keys.overage(accountId)))
  if (Object.keys(fields).length > 0) {
    const pseudonym = pseudonymOf(accountId)
    await ask(() => client.sadd(keys.overageDeletedIndex, pseudonym))
    await ask(() => client.hset(keys.overageOfDeleted(pseudonym), fields))
  }
  await ask(() => client.del(keys.overage(accountId)))
}
