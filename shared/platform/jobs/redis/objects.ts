/**
 * Frames and results in a store of objects. An object belongs to one job, its name is
 * `<installation>/<shard>/<account>/<xx>/<job>-<frame or result>-<sha256>`: a job that ends takes its own objects along, no other job can
 * miss them, and an account is erased by the start of its names.
 *
 * An object is kept before anything names it, and forgotten after nothing does: scripts put the names that a job no longer needs into
 * the set `dropped` of the shard, and a name leaves it when the object is gone. What a dead process left unnamed is swept.
 */

import { shardOf } from '../../../contract/job-classes.ts'
import {
  CHECKS,
  type ObjectDraft,
  type ObjectStore,
  ObjectsUnavailable,
  readChunks,
  writeChunk,
} from '../../objects/object-store.ts'
import { jobKey } from '../../redis/keys.ts'
import { type JobClient, retryOnce } from '../../redis/retry-once.ts'
import type { Job } from '../job.ts'
import { FRAME_CHUNK_BYTES, type Freed } from '../job-store.ts'
import { evictObjects } from './object-eviction.ts'
import { areObjectsHeld, ObjectNames, OWNER } from './object-names.ts'

// Objects that jobs no longer need: their names are in the set `dropped` of the shard until the objects are removed.

const DROPPED_AT_ONCE = 32
const NAMES_AT_ONCE = 500

/** Returns how many objects. */
async function removeDroppedObjects(client: JobClient, store: ObjectStore, shard: number): Promise<number> {
  const key = jobKey(shard, 'dropped')
  for (let count = 0; ; ) {
    const names = await retryOnce(() => client.srandmember(key, DROPPED_AT_ONCE))
    // requested after the names were read, see object-names.ts
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
async function forgetDroppedObjects(client: JobClient, shard: number, start: string): Promise<void> {
  const key = jobKey(shard, 'dropped')
  let cursor = '0'
  do {
    const [next, names] = await retryOnce(() => client.sscan(key, cursor, 'MATCH', `${start}*`, 'COUNT', NAMES_AT_ONCE))
    if (names.length > 0) await retryOnce(() => client.srem(key, ...names))
    cursor = next
  } while (cursor !== '0')
}

// Removes what a dead process left: objects that nothing has named for a while, and drafts. One node at a time.

/** Between the keeping of an object and the entry that names it lie seconds. */
const UNNAMED_MS = 3_600_000
/** A node that dies in its sweep is followed after so long. */
const SWEEP_LEASE_MS = 600_000

interface Parts {
  readonly client: JobClient
  readonly store: ObjectStore
  readonly names: ObjectNames
}

/** Returns how many objects. Does nothing while another process does. */
async function sweepObjects({ client, store, names }: Parts, sweeperId: string, nowMs: number): Promise<number> {
  const lease = jobKey(0, 'sweeping')
  if ((await retryOnce(() => client.set(lease, sweeperId, 'PX', SWEEP_LEASE_MS, 'NX'))) === null) return 0
  await store.sweepDrafts(UNNAMED_MS)
  let count = 0
  const removeUnnamed = async (some: readonly string[]): Promise<void> => {
    const left = await unnamed(client, some)
    if (await areObjectsHeld(client)) return
    for (const name of left) {
      await store.remove(name)
      count++
    }
  }
  names.forgetInstallation()
  let some: string[] = []
  for await (const { name, keptAtMs } of store.list(`${await names.installation()}/`)) {
    if (keptAtMs > nowMs - UNNAMED_MS) continue
    some.push(name)
    if (some.length < NAMES_AT_ONCE) continue
    await removeUnnamed(some)
    some = []
  }
  await removeUnnamed(some)
  // of a process that died in its look whether the store is there
  for await (const { name, keptAtMs } of store.list(CHECKS))
    if (keptAtMs <= nowMs - UNNAMED_MS) await store.remove(name)
  return count
}

/** Which of these objects no job and no schedule names. */
async function unnamed(client: JobClient, names: readonly string[]): Promise<string[]> {
  const owners = names.map(name => OWNER.exec(name))
  const isNamed = await Promise.all(
    owners.map(async (owner, i) => {
      if (owner === null) return false
      const [shard, id] = [Number(owner[1]), owner[2]!]
      const named = (kind: 'job' | 'schedule') =>
        retryOnce(() => client.hmget(jobKey(shard, kind, id), 'frameObject', 'resultObject'))
      return [...(await named('job')), ...(await named('schedule'))].includes(names[i]!)
    }),
  )
  return names.filter((_, i) => !isNamed[i])
}

/** A stored chunk may be a little longer than what it holds. */
const CHUNK_BYTES_MAX = 2 * FRAME_CHUNK_BYTES

export interface JobObjects {
  readonly store: ObjectStore
  /** The frame as an object of the job; returns its name when it is on disk. */
  writeFrame(accountId: string, jobId: string, chunks: readonly Uint8Array[]): Promise<string>
  /** A draft for the result of a job. */
  draft(): ObjectDraft
  /** Ends the draft; returns its name when it is on disk. */
  keep(draft: ObjectDraft, job: Job): Promise<string>
  read(name: string): AsyncGenerator<Uint8Array<ArrayBuffer>>
  /** Removes what jobs of the shard no longer need; returns how many objects. */
  removeDropped(shard: number): Promise<number>
  /** Removes all objects of an account. */
  erase(accountId: string): Promise<void>
  /** Removes results before their retention ends until `freeBytesMin` of the disk are free. Does nothing while another process does this. */
  evict(nodeId: string, freeBytesMin: number): Promise<Freed>
  /** Removes what nothing has named for an hour; returns how many objects. Does nothing while another process does. */
  sweep(sweeperId: string, nowMs: number): Promise<number>
}

/** For what lies in objects; a process without their store cannot have it, and another one can. */
export function needed(objects: JobObjects | undefined): JobObjects {
  if (objects === undefined) throw new ObjectsUnavailable('OBJECT_STORE is not set here, and jobs have objects')
  return objects
}

export function jobObjects(client: JobClient, store: ObjectStore): JobObjects {
  const names = new ObjectNames(client)
  const removeDropped = (shard: number): Promise<number> => removeDroppedObjects(client, store, shard)
  return {
    store,
    removeDropped,
    evict: (relieverId, freeBytesMin) =>
      evictObjects(
        { client, store, installation: () => names.installation(), removeDropped },
        relieverId,
        freeBytesMin,
      ),
    draft: () => store.draft(),
    async writeFrame(accountId, jobId, chunks) {
      const draft = store.draft()
      try {
        for (const chunk of chunks) await writeChunk(draft, chunk)
        return await draft.keep(await names.startOf(accountId, jobId, 'frame'))
      } finally {
        await draft.drop()
      }
    },
    async keep(draft, { accountId, jobId }) {
      return draft.keep(await names.startOf(accountId, jobId, 'result'))
    },
    read: name => readChunks(store, name, CHUNK_BYTES_MAX),
    async erase(accountId) {
      // what somebody wants erased waits for no backup; what others dropped does
      const start = await names.startOfAccount(accountId)
      for await (const { name } of store.list(start)) await store.remove(name)
      await forgetDroppedObjects(client, shardOf(accountId), start)
    },
    sweep: (sweeperId, nowMs) => sweepObjects({ client, store, names }, sweeperId, nowMs),
  }
}
