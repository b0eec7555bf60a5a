/** Objects that jobs no longer need: their names are in the set `dropped` of the shard until the objects are removed. */
import type { ObjectStore } from '../../objects/object-store.ts'
import { jobKey } from '../../redis/keys.ts'
import { areObjectsHeld } from './object-hold.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

const DROPPED_AT_ONCE = 32
const NAMES_AT_ONCE = 500

/** Returns how many objects. */
export async function removeDroppedObjects(client: JobClient, store: ObjectStore, shard: number): Promise<number> {
  const key = jobKey(shard, 'dropped')
  for (let count = 0; ; ) {
    const names = await retryOnce(() => client.srandmember(key, DROPPED_AT_ONCE))
    // requested after the names were read, see object-hold.ts
    if (names.length === 0 || (await areObjectsHeld(client))) return count
    const removals = await Promise.allSettled(names.map(name => store.remove(name)))
    const gone = names.filter((_, i) => removals[i]!.status === 'fulfilled')
    if (gone.length > 0) await retryOnce(() => client.srem(key, ...gone))
    count += gone.length
    const failed = removals.find(removal => removal.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }
}

/** Takes the names that begin so, whose objects are gone, off what is to be removed. */
export async function forgetDroppedObjects(client: JobClient, shard: number, start: string): Promise<void> {
  const key = jobKey(shard, 'dropped')
  let cursor = '0'
  do {
    const [next, names] = await retryOnce(() => client.sscan(key, cursor, 'MATCH', `${start}*`, 'COUNT', NAMES_AT_ONCE))
    if (names.length > 0) await retryOnce(() => client.srem(key, ...names))
    cursor = next
  } while (cursor !== '0')
}
