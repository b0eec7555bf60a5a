/**
 * Frames and results in a store of objects. An object belongs to one job, its name is
 * `<installation>/<shard>/<account>/<xx>/<job>-<frame or result>-<sha256>`: a job that ends takes its own objects along, no other job can
 * miss them, and an account is erased by the start of its names.
 *
 * An object is kept before anything names it, and forgotten after nothing does: scripts put the names that a job no longer needs into
 * the set `dropped` of the shard, and a name leaves it when the object is gone. What a dead process left unnamed is swept.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readChunks, writeChunk } from '../../objects/chunk-stream.ts'
import { CHECKS, type ObjectDraft, type ObjectStore, ObjectsUnavailable } from '../../objects/object-store.ts'
import { jobKey } from '../../redis/keys.ts'
import { StoreUnavailable } from '../../store-unavailable.ts'
import { shardOf } from '../classes.ts'
import type { Job } from '../job.ts'
import { FRAME_CHUNK_BYTES, type Freed } from '../job-store.ts'
import { areObjectsHeld } from './object-hold.ts'
import { relieveObjects } from './object-relief.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

/** A stored chunk may be a little longer than what it holds. */
const CHUNK_BYTES_MAX = 2 * FRAME_CHUNK_BYTES
/** Between the keeping of an object and the entry that names it lie seconds. */
export const UNNAMED_MS = 3_600_000
const DROPPED_AT_ONCE = 32
const NAMES_AT_ONCE = 500
/** One node at a time sweeps; a node that dies in it is followed after so long. */
const SWEEP_LEASE_MS = 600_000

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
  /** Removes results before their time where the disk has no room beside them; `freeBytesMin` must be free. Does nothing while another process does. */
  relieve(relieverId: string, freeBytesMin: number): Promise<Freed>
  /** Removes what nothing has named for UNNAMED_MS; returns how many objects. Does nothing while another process does. */
  sweep(sweeperId: string, nowMs: number): Promise<number>
}

/** For what lies in objects; a process without their store cannot have it, and another one can. */
export function needed(objects: JobObjects | undefined): JobObjects {
  if (objects === undefined) throw new ObjectsUnavailable('OBJECT_STORE is not set here, and jobs have objects')
  return objects
}

/** Shard and job in a name. */
export const OWNER = /^\w+\/(\d+)\/[\w-]+\/[0-9a-f]{2}\/([\w-]+)-(?:frame|result)-[0-9a-f]{64}$/

/** A folder's name for any id: ours are UUIDs. */
const folderOf = (id: string): string =>
  /^[\w-]{1,64}$/.test(id) ? id : `x${createHash('sha256').update(id).digest('hex').slice(0, 32)}`

function checkJobId(jobId: string): string {
  if (!/^[\w-]{1,64}$/.test(jobId)) throw new Error(`${jobId} cannot be part of the name of an object`)
  return jobId
}

/** Many jobs of an account do not lie in one folder. */
const spreadOf = (jobId: string): string => createHash('sha256').update(jobId).digest('hex').slice(0, 2)

export function jobObjects(client: JobClient, store: ObjectStore): JobObjects {
  let known: Promise<string> | undefined

  /** Made once for each Redis: a sweep never touches what another one names in the same place. */
  async function readInstallation(): Promise<string> {
    const key = jobKey(0, 'installation')
    const mine = randomBytes(6).toString('hex')
    await retryOnce(() => client.set(key, mine, 'NX'))
    const name = await retryOnce(() => client.get(key))
    if (name === null) throw new StoreUnavailable('the name of the installation was not kept')
    return name
  }

  function installation(): Promise<string> {
    known ??= readInstallation().catch(error => {
      known = undefined
      throw error
    })
    return known
  }

  const accountStart = async (accountId: string): Promise<string> =>
    `${await installation()}/${shardOf(accountId)}/${folderOf(accountId)}/`

  const startOf = async (accountId: string, jobId: string, what: 'frame' | 'result'): Promise<string> =>
    `${await accountStart(accountId)}${spreadOf(jobId)}/${checkJobId(jobId)}-${what}-`

  async function removeDropped(shard: number): Promise<number> {
    const key = jobKey(shard, 'dropped')
    for (let count = 0; ; ) {
      const names = await retryOnce(() => client.srandmember(key, DROPPED_AT_ONCE))
      // asked after the names were read, see object-hold.ts
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
  async function forgetDropped(shard: number, start: string): Promise<void> {
    const key = jobKey(shard, 'dropped')
    let cursor = '0'
    do {
      const [next, names] = await retryOnce(() =>
        client.sscan(key, cursor, 'MATCH', `${start}*`, 'COUNT', NAMES_AT_ONCE),
      )
      if (names.length > 0) await retryOnce(() => client.srem(key, ...names))
      cursor = next
    } while (cursor !== '0')
  }

  /** Which of these objects no job names. */
  async function unnamed(names: readonly string[]): Promise<string[]> {
    const owners = names.map(name => OWNER.exec(name))
    const isNamed = await Promise.all(
      owners.map(async (owner, i) => {
        if (owner === null) return false
        const key = jobKey(Number(owner[1]), 'job', owner[2]!)
        return (await retryOnce(() => client.hmget(key, 'frameObject', 'resultObject'))).includes(names[i]!)
      }),
    )
    return names.filter((_, i) => !isNamed[i])
  }

  return {
    store,
    removeDropped,
    relieve: (relieverId, freeBytesMin) =>
      relieveObjects({ client, store, installation, removeDropped }, relieverId, freeBytesMin),
    draft: () => store.draft(),
    async writeFrame(accountId, jobId, chunks) {
      const draft = store.draft()
      try {
        for (const chunk of chunks) await writeChunk(draft, chunk)
        return await draft.keep(await startOf(accountId, jobId, 'frame'))
      } finally {
        await draft.drop()
      }
    },
    async keep(draft, { accountId, jobId }) {
      return draft.keep(await startOf(accountId, jobId, 'result'))
    },
    read: name => readChunks(store, name, CHUNK_BYTES_MAX),
    async erase(accountId) {
      // what somebody wants erased waits for no backup; what others dropped does
      const start = await accountStart(accountId)
      for await (const { name } of store.list(start)) await store.remove(name)
      await forgetDropped(shardOf(accountId), start)
    },
    async sweep(sweeperId, nowMs) {
      const lease = jobKey(0, 'sweeping')
      if ((await retryOnce(() => client.set(lease, sweeperId, 'PX', SWEEP_LEASE_MS, 'NX'))) === null) return 0
      await store.sweepDrafts(UNNAMED_MS)
      let count = 0
      const removeUnnamed = async (names: readonly string[]): Promise<void> => {
        const left = await unnamed(names)
        if (await areObjectsHeld(client)) return
        for (const name of left) {
          await store.remove(name)
          count++
        }
      }
      // asked anew: Redis may be another one by now
      known = undefined
      let some: string[] = []
      for await (const { name, keptAtMs } of store.list(`${await installation()}/`)) {
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
    },
  }
}
