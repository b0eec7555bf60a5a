/**
 * Room on the disk of objects. Results of finished jobs and frames of failed ones may take four fifths of their own size plus the free space,
 * less the required minimum. Above that the oldest are removed, of the account that holds most for the weight of its class, so that no account
 * fills the disk and blocks the jobs of all others. What accounts hold is counted by listing, and only when the disk is nearly full.
 */
import { CLASS_WEIGHTS, type JobClass } from '../../../contract/job-classes.ts'
import type { DiskRoom, ListedObject, ObjectStore } from '../../objects/object-store.ts'
import { diskOf } from '../../redis/disk.ts'
import { jobKey } from '../../redis/keys.ts'
import { mastersOf } from '../../redis/masters.ts'
import { type JobClient, retryOnce, runScript } from '../../redis/retry-once.ts'
import { script } from '../../redis/script.ts'
import type { Freed, Holder } from '../job-store.ts'
import { areObjectsHeld, OWNER } from './object-names.ts'

// Whose results are removed first when room is needed: those of the account that holds most for the weight of its class. Pure.

/** What an account holds, by the weight of its class: the one with the most gives first. */
const weightedBytes = ({ bytes, jobClass }: Holder): number => bytes / CLASS_WEIGHTS[jobClass]

/** Who gives how much of so many bytes: the largest down to the second largest, at least stepBytes; undefined = nobody has any. */
export function nextEviction<Each extends Holder>(
  holders: readonly Each[],
  bytes: number,
  stepBytes: number,
): { readonly holder: Each; readonly bytes: number } | undefined {
  const [largest, second] = [...holders].sort((a, b) => weightedBytes(b) - weightedBytes(a))
  if (largest === undefined) return undefined
  const above =
    second === undefined ? largest.bytes : largest.bytes - weightedBytes(second) * CLASS_WEIGHTS[largest.jobClass]
  return { holder: largest, bytes: Math.min(bytes, Math.max(above, stepBytes)) }
}

const FREE = script('job-free-object-1')

const SHARE_MAX = 0.8
const SHARE_TARGET = 0.75
/** Objects are counted when less than this is free: so many times what must be, and a share of the disk. */
const TIGHT_FACTOR = 4
const TIGHT_SHARE = 0.1
/** From one count to the next one, over all nodes. */
const LEASE_MS = 60_000
const NAMES_AT_ONCE = 500
/** How many results of one account are candidates; the oldest go first. */
const CANDIDATES_MAX = 20_000
const TURNS = 16

/** Whether it is worth while to count what objects take. */
export const isTight = ({ freeBytes, totalBytes }: DiskRoom, neededBytes: number): boolean =>
  freeBytes < TIGHT_FACTOR * neededBytes + TIGHT_SHARE * totalBytes

/** Bytes of results to remove where results take so many; 0 = none. */
export function excessObjectBytes(heldBytes: number, { freeBytes }: DiskRoom, neededBytes: number): number {
  const roomBytes = Math.max(0, heldBytes + freeBytes - neededBytes)
  return heldBytes <= SHARE_MAX * roomBytes ? 0 : Math.ceil(heldBytes - SHARE_TARGET * roomBytes)
}

interface Parts {
  readonly client: JobClient
  readonly store: ObjectStore
  installation(): Promise<string>
  removeDropped(shard: number): Promise<number>
}

interface ObjectHolder extends Holder {
  /** Begins the names of its objects. */
  readonly start: string
  readonly shard: number
}

const NONE: Freed = { resultCount: 0, bytes: 0 }

export async function evictObjects(parts: Parts, nodeId: string, freeBytesMin: number): Promise<Freed> {
  const { client, store } = parts
  const room = await store.room()
  if (room === null) return NONE
  const neededBytes = freeBytesMin + (await rewriteBytes(client))
  // while a backup is made nothing that is dropped gives room
  if (!isTight(room, neededBytes) || (await areObjectsHeld(client))) return NONE
  if ((await retryOnce(() => client.set(jobKey(0, 'relieving'), nodeId, 'PX', LEASE_MS, 'NX'))) === null) return NONE

  const holders = await removableBytes(parts)
  let left = excessObjectBytes(
    holders.reduce((sum, { bytes }) => sum + bytes, 0),
    room,
    neededBytes,
  )
  const wanted = new Map<ObjectHolder, number>()
  const stepBytes = Math.max(1, left / TURNS)
  let remaining = holders.map(holder => ({ ...holder, of: holder }))
  while (left > 0) {
    const giver = nextEviction(remaining, left, stepBytes)
    if (giver === undefined) break
    const bytes = Math.min(giver.bytes, giver.holder.bytes)
    wanted.set(giver.holder.of, (wanted.get(giver.holder.of) ?? 0) + bytes)
    left -= bytes
    remaining = remaining.flatMap(one => {
      const kept = one === giver.holder ? one.bytes - bytes : one.bytes
      return kept > 0 ? [{ ...one, bytes: kept }] : []
    })
  }
  let freed = NONE
  for (const [holder, bytes] of wanted) {
    const { resultCount, bytes: gone } = await freeOldest(parts, holder, bytes)
    freed = { resultCount: freed.resultCount + resultCount, bytes: freed.bytes + gone }
    await parts.removeDropped(holder.shard)
  }
  return freed
}

/** What redis-servers on this machine need to write their files anew; elsewhere they have disks of their own. */
async function rewriteBytes(client: JobClient): Promise<number> {
  const disks = await retryOnce(async () => Promise.all((await mastersOf(client)).map(diskOf)))
  return disks.reduce((sum, { free }) => sum + (free?.rewriteBytes ?? 0), 0)
}

/** Objects below a name that can be removed before their time: results, and frames that were kept of failed jobs. */
async function* removable(
  { client, store }: Parts,
  start: string,
): AsyncGenerator<ListedObject & { readonly key: string }> {
  async function* looked(some: readonly ListedObject[]) {
    const keys = some.map(({ name }) => {
      const [, shard, jobId] = OWNER.exec(name)!
      return jobKey(Number(shard), 'job', jobId!)
    })
    const records = await retryOnce(() =>
      Promise.all(keys.map(key => client.hmget(key, 'resultObject', 'frameObject', 'hasFrame'))),
    )
    for (const [i, object] of some.entries()) {
      const [result, frame, hasFrame] = records[i]!
      const isRemovable = result === object.name || (frame === object.name && hasFrame !== null)
      if (isRemovable) yield { ...object, key: keys[i]! }
    }
  }
  let some: ListedObject[] = []
  for await (const object of store.list(start)) {
    if (!OWNER.test(object.name)) continue
    some.push(object)
    if (some.length < NAMES_AT_ONCE) continue
    yield* looked(some)
    some = []
  }
  yield* looked(some)
}

async function removableBytes(parts: Parts): Promise<ObjectHolder[]> {
  const holders = new Map<string, ObjectHolder>()
  for await (const { name, bytes, key } of removable(parts, `${await parts.installation()}/`)) {
    const [installation, shard, folder] = name.split('/')
    const start = `${installation}/${shard}/${folder}/`
    const known = holders.get(start)
    if (known !== undefined) {
      holders.set(start, { ...known, bytes: known.bytes + bytes })
      continue
    }
    const [accountId, jobClass] = await retryOnce(() => parts.client.hmget(key, 'accountId', 'jobClass'))
    // removed meanwhile
    if (accountId === null || jobClass === null) continue
    holders.set(start, { start, shard: Number(shard), accountId: accountId!, jobClass: jobClass as JobClass, bytes })
  }
  return [...holders.values()]
}

async function freeOldest(parts: Parts, { start, shard }: ObjectHolder, bytesMax: number): Promise<Freed> {
  const oldestFirst = (objects: readonly ListedObject[]): ListedObject[] =>
    objects.toSorted((one, other) => one.keptAtMs - other.keptAtMs)
  let candidates: ListedObject[] = []
  for await (const object of removable(parts, start)) {
    candidates.push(object)
    if (candidates.length >= 2 * CANDIDATES_MAX) candidates = oldestFirst(candidates).slice(0, CANDIDATES_MAX)
  }
  let [resultCount, bytes] = [0, 0]
  for (const { name, bytes: itsBytes } of oldestFirst(candidates)) {
    if (bytes >= bytesMax) break
    const jobId = OWNER.exec(name)![2]!
    if ((await runScript<number>(parts.client, FREE, shard, [jobId, name, 'disk'])) === 0) continue
    resultCount++
    bytes += itsBytes
  }
  return { resultCount, bytes }
}
