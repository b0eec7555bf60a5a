/** Whether large frames and results can be kept: writes, reads and removes an object in OBJECT_STORE. */
import type { Config, ConfigOutcome } from '../../shared/config/config.ts'
import { JOB_SHARD_COUNT } from '../../shared/jobs/classes.ts'
import { objectHold } from '../../shared/jobs/redis/object-hold.ts'
import { checkObjects } from '../../shared/objects/object-store.ts'
import { openObjects } from '../../shared/objects/open-objects.ts'
import type { RedisClient } from '../../shared/redis/connect.ts'
import { jobKey } from '../../shared/redis/keys.ts'
import { type Finding, ok, problem } from './finding.ts'

const CHECK = 'objects'
/** Nodes remove what jobs no longer need every few seconds, but while a backup holds it. */
const DROPPED_MAX = 10_000

async function droppedCount(client: RedisClient): Promise<number> {
  const shards = Array.from({ length: JOB_SHARD_COUNT }, (_, shard) => shard)
  const counts = await Promise.all(shards.map(shard => client.scard(jobKey(shard, 'dropped'))))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The place of the store, once an object was there and is gone again. */
async function tried(config: Config): Promise<string | undefined> {
  const store = openObjects(config)
  if (store === undefined) return undefined
  try {
    await checkObjects(store)
    return store.place
  } finally {
    store.close()
  }
}

export async function objects(client: RedisClient, outcome: ConfigOutcome): Promise<Finding[]> {
  if (!outcome.ok) return []
  let place: string | undefined
  try {
    place = await tried(outcome.config)
  } catch (error) {
    return [problem(CHECK, `the object store cannot be used: ${(error as Error).message}`)]
  }
  if (place === undefined) {
    const hasObjects = (await client.exists(jobKey(0, 'installation'))) === 1
    return [
      hasObjects
        ? problem(
            CHECK,
            'the service has stored objects, but OBJECT_STORE is not set here: jobs with objects cannot be read',
          )
        : ok(CHECK, 'none: frames and results are stored in Redis'),
    ]
  }
  const dropped = await droppedCount(client)
  const hold = await objectHold(client)
  if (dropped > DROPPED_MAX && hold === null)
    return [
      problem(CHECK, `${dropped} objects that no job needs have not been removed; is OBJECT_STORE set for the nodes?`),
    ]
  const held = hold === null ? '' : `, held by ${hold.holder} for ${Math.ceil(hold.leftMs / 1_000)} s more`
  return [
    ok(CHECK, `an object was written, read and removed in ${place}; ${dropped} others are waiting for removal${held}`),
  ]
}
