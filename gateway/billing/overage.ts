/**
 * Stored units beyond the quota (settle-7.lua counts them by the UTC day of the charge), read for the export. A past day never changes, nor
 * does its price. The units of a deleted account stay under a pseudonym until they are exported.
 */
import { createHash } from 'node:crypto'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { listAccounts } from '../store/accounts.ts'
import { type Provider, storeCall } from './subscription-store.ts'

export interface OverageDay {
  /** Id of the account, or its pseudonym. */
  readonly account: string
  readonly provider: Provider
  readonly subscriptionId: string | null
  /** "2026-11-21". */
  readonly date: string
  readonly units: number
  /** Price of a unit on that day. */
  readonly unitUsd: number
  readonly idempotencyKey: string
}

interface OverageRange {
  /** null = both. */
  readonly provider: Provider | null
  /** First day, and the first one not to be read: "2026-11-21". */
  readonly fromDate: string
  readonly untilDate: string
}

const PRICE = script('overage-price-1')
const DATE = /^\d{4}-\d{2}-\d{2}$/
/** How long a deleted account is kept after its export: a lost answer can be requested again. */
const KEPT_SECONDS = 35 * 86_400
const BATCH = 500

const hashOf = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

/** It does not show whose it is; rows of an account keep their idempotency keys when it is deleted. */
const pseudonymOf = (accountId: string): string => `deleted-${hashOf('deleted account', accountId).slice(0, 32)}`

const keyOf = (pseudonym: string, provider: Provider, date: string): string =>
  `overage-${hashOf(pseudonym, provider, date).slice(0, 40)}`

/** Redis decides which day it is: it counts the units. */
export async function todayOf(client: RedisClient): Promise<string> {
  const [seconds] = (await storeCall(() => client.time())) as [number | string, unknown]
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10)
}

/** By account, then by day. unitUsd: price of the days that were counted before prices were noted with them. */
export async function readOverage(client: RedisClient, range: OverageRange, unitUsd: number): Promise<OverageDay[]> {
  const days: OverageDay[] = []
  let batch: string[] = []
  const read = async (accountId: string) => {
    const name = keys.overage(accountId)
    const fields = await storeCall(() => client.hgetall(name))
    return daysOf(await priced(client, name, fields, range, unitUsd), accountId, pseudonymOf(accountId), range)
  }
  const flush = async () => {
    days.push(...(await Promise.all(batch.map(read))).flat())
    batch = []
  }
  for await (const { accountId } of listAccounts(client)) {
    if (batch.push(accountId) >= BATCH) await flush()
  }
  await flush()
  for (const pseudonym of await storeCall(() => client.smembers(keys.overageDeletedIndex))) {
    days.push(...(await readDeleted(client, pseudonym, range, unitUsd)))
  }
  return days
}

/** With the price of each day that is to be exported. A day without one gets the price of now, for good: what was reported once is reported again. */
async function priced(
  client: RedisClient,
  name: string,
  fields: Readonly<Record<string, string>>,
  range: OverageRange,
  unitUsd: number,
): Promise<Readonly<Record<string, string>>> {
  const unpriced = datesOf(fields, range).filter(date => fields[priceField(date)] === undefined)
  if (unpriced.length === 0) return fields
  // of two concurrent exports the first one decides
  await storeCall(() => run(client, PRICE, [name], [unitUsd, ...unpriced]))
  return storeCall(() => client.hgetall(name))
}

const priceField = (date: string): string => `${date}:usd`

const datesOf = (fields: Readonly<Record<string, string>>, { fromDate, untilDate }: OverageRange): string[] =>
  Object.keys(fields).filter(field => DATE.test(field) && field >= fromDate && field < untilDate)

async function readDeleted(
  client: RedisClient,
  pseudonym: string,
  range: OverageRange,
  unitUsd: number,
): Promise<OverageDay[]> {
  const name = keys.overageOfDeleted(pseudonym)
  const fields = await priced(client, name, await storeCall(() => client.hgetall(name)), range, unitUsd)
  const exported = daysOf(fields, pseudonym, pseudonym, range)
  const dates = Object.keys(fields).filter(field => DATE.test(field))
  if (dates.length === 0) await storeCall(() => client.srem(keys.overageDeletedIndex, pseudonym))
  else if (exported.length === dates.length) await storeCall(() => client.expire(name, KEPT_SECONDS, 'NX'))
  return exported
}

function daysOf(
  fields: Readonly<Record<string, string>>,
  account: string,
  pseudonym: string,
  range: OverageRange,
): OverageDay[] {
  const { provider: wanted } = range
  const dates = datesOf(fields, range).sort()
  return dates.flatMap(date => {
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
        unitUsd: Number(fields[priceField(date)]),
        idempotencyKey: keyOf(pseudonym, provider, date),
      },
    ]
  })
}

/** Moves what is not exported yet out of the account. Run again, it does no harm. */
export async function keepOverage(client: RedisClient, accountId: string): Promise<void> {
  const fields = await storeCall(() => client.hgetall(keys.overage(accountId)))
  if (Object.keys(fields).length > 0) {
    const pseudonym = pseudonymOf(accountId)
    await storeCall(() => client.sadd(keys.overageDeletedIndex, pseudonym))
    await storeCall(() => client.hset(keys.overageOfDeleted(pseudonym), fields))
  }
  await storeCall(() => client.del(keys.overage(accountId)))
}
