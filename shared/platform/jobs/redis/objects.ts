/**
 * Frames and results in a store of objects. An object belongs to one job, its name is
 * `<installation>/<shard>/<account>/<xx>/<job>-<frame or result>-<sha256>`: a job that ends takes its own objects along, no other job can
 * miss them, and an account is erased by the start of its names.
 *
 * An object is kept before anything names it, and forgotten after nothing does: scripts put the names that a job no longer needs into
 * the set `dropped` of the shard, and a name leaves it when the object is gone. What a dead process left unnamed is swept.
 */

import { shardOf } from '../../../contract/job-classes.ts'
import { readChunks, writeChunk } from '../../objects/chunk-stream.ts'
import { type ObjectDraft, type ObjectStore, ObjectsUnavailable } from '../../objects/object-store.ts'
import type { Job } from '../job.ts'
import { FRAME_CHUNK_BYTES, type Freed } from '../job-store.ts'
import { forgetDroppedObjects, removeDroppedObjects } from './dropped-objects.ts'
import { evictObjects } from './object-eviction.ts'
import { ObjectNames } from './object-names.ts'
import { sweepObjects } from './object-sweep.ts'
import type { JobClient } from './retry-once.ts'

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
