/**
 * A page of an index (sorted set: job id by sequence), newest first. The cursor is the sequence of the last id that was read, so the next page
 * continues there, whatever was added or removed meanwhile.
 */
import { type JobClient, retryOnce } from './retry-once.ts'

/** Ids looked at in one round trip. */
const BATCH = 100
/** Ids looked at for one page: a rare state among many jobs gives short pages. */
const LOOKED_AT_MAX = 2_000

export interface IndexPage<Item> {
  readonly items: Item[]
  readonly cursor: string | null
}

/** The sequence that a cursor names; empty = from the newest, also for an unreadable one. */
export const sequenceOf = (cursor: string | null): string =>
  cursor !== null && /^\d{1,15}$/.test(cursor) ? cursor : ''

/** read: null leaves an id out. An unreadable cursor starts at the newest. */
export async function readIndexPage<Item>(
  client: JobClient,
  index: string,
  cursor: string | null,
  limit: number,
  read: (jobId: string) => Promise<Item | null>,
): Promise<IndexPage<Item>> {
  const items: Item[] = []
  let last = sequenceOf(cursor)
  for (let lookedAt = 0; lookedAt < LOOKED_AT_MAX; lookedAt += BATCH) {
    const from = last === '' ? '+inf' : `(${last}`
    const pairs = await retryOnce(() => client.zrevrangebyscore(index, from, '-inf', 'WITHSCORES', 'LIMIT', 0, BATCH))
    const jobIds = pairs.filter((_, i) => i % 2 === 0)
    const found = await Promise.all(jobIds.map(read))
    for (const [i, item] of found.entries()) {
      if (item !== null && items.length === limit) return { items, cursor: last }
      if (item !== null) items.push(item)
      last = pairs[2 * i + 1]!
    }
    if (jobIds.length < BATCH) return { items, cursor: null }
  }
  return { items, cursor: last }
}
