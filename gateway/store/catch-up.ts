/**
 * Goes through all accounts once per installation, a page at a time, and adds the records that this version keeps and earlier ones did not.
 * Newer accounts have them from the start. The position is kept in Redis, so any gateway can continue.
 */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'

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
