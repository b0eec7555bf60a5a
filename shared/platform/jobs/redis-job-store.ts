/**
 * The job store on Redis. Each concern is a file in ./redis. The scripts decide the moves of a job (shared/platform/redis/commands/job-*.lua), and
 * shared/platform/redis/keys.ts has the names of their keys. All data of an account is in one shard, so one server and a cluster run the same code.
 */
import { FRAME_VERSIONS } from '../../contract/schedule/frame-versions.ts'
import type { WatchedObjects } from '../objects/watched-objects.ts'
import { hasEnded } from '../redis/connect.ts'
import { jobShardKey } from '../redis/keys.ts'
import type { JobClient } from '../redis/retry-once.ts'
import type { Job } from './job.ts'
import { type JobStore, LEASE_MS } from './job-store.ts'
import { deliveries, deliveryRecords, endpoints } from './redis/deliveries.ts'
import { durability } from './redis/durability.ts'
import { gauges, heldBytes } from './redis/gauges.ts'
import { endsOfJobs, jobsOfAccount, retention } from './redis/jobs-of-account.ts'
import { listening } from './redis/listen.ts'
import { nodeMoves } from './redis/nodes.ts'
import { jobObjects } from './redis/objects.ts'
import { frames, ResultDrafts, results } from './redis/results.ts'
import { schedules } from './redis/schedules.ts'
import { submissions } from './redis/submit.ts'
import { ShardWatch } from './shard-watch.ts'

export type { JobClient } from '../redis/retry-once.ts'

export interface JobStoreOptions {
  /** Hours that a finished job is kept; its submission says it, whoever finishes it. Default 24. */
  readonly retentionHours?: number
  /** Replicas that must have a submission before it is answered. Default none. */
  readonly replicaCountMin?: number
  /** Where frames and results lie that are over INLINE_BYTES_MAX; stays the caller's to close. Default: Redis. */
  readonly objects?: WatchedObjects | undefined
  /** A server without a disk is good enough. Default no. */
  readonly isVolatileAllowed?: boolean
  /** Tests shorten it. Default LEASE_MS. */
  readonly leaseMs?: number
  /** Versions of frames that may be taken. Default all that this release knows. */
  readonly frameVersions?: readonly number[]
  /** Time of a deliverer for one POST, after which another one makes it. Default 45 s: the POST may take 30. */
  readonly deliveryLeaseMs?: number
  /** Hours that an endpoint fails before it is paused. Default 24. */
  readonly pauseHours?: number
}

const HOUR_MS = 3_600_000

/** client: stays the caller's to close. listen() makes connections of its own from it. */
export function redisJobStore(client: JobClient, options: JobStoreOptions = {}): JobStore {
  const {
    retentionHours = 24,
    replicaCountMin = 0,
    isVolatileAllowed = false,
    leaseMs = LEASE_MS,
    frameVersions = FRAME_VERSIONS,
    deliveryLeaseMs = 45_000,
    objects: objectStore,
    pauseHours = 24,
  } = options
  const retentionMs = Math.round(retentionHours * HOUR_MS)
  const given = new WeakMap<Job, Uint8Array>()
  const entries = new WeakMap<object, string>()
  const drafts = new ResultDrafts()
  const objects = objectStore && jobObjects(client, objectStore)
  const disk = durability(client, { replicaCountMin, isVolatileAllowed })
  const shards = new ShardWatch({
    reach: shard => client.exists(jobShardKey(shard)),
    isOver: () => hasEnded(client),
  })
  return {
    shards,
    ...frames(client, given, objects),
    ...submissions(client, disk, retentionMs),
    ...schedules(client, disk, objects),
    ...jobsOfAccount(client),
    ...results(client, objects, drafts),
    ...nodeMoves(client, { leaseMs, frameVersions }, given, entries, objects, drafts),
    ...endsOfJobs(client, entries),
    ...retention(client, frameVersions),
    ...listening(client),
    ...deliveries(client, { leaseMs: deliveryLeaseMs, pauseMs: Math.round(pauseHours * HOUR_MS) }),
    ...deliveryRecords(client),
    ...endpoints(client),
    ...gauges(client, shards, frameVersions),
    ...heldBytes(client, shards),
    removeDropped: async shard => (await objects?.removeDropped(shard)) ?? 0,
    sweepObjects: async sweeperId => (await objects?.sweep(sweeperId, Date.now())) ?? 0,
    evictObjects: async (nodeId, freeBytesMin) =>
      (await objects?.evict(nodeId, freeBytesMin)) ?? { resultCount: 0, bytes: 0 },
    eraseObjects: async accountId => objects?.erase(accountId),
    objectsState: () => (objectStore === undefined ? 'absent' : objectStore.isAway ? 'away' : 'up'),
  }
}
