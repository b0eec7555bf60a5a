/** Classes of jobs: the queue of the jobs of a tier, and the share of the nodes that each class gets while others wait. */
import { FRAME_VERSION_UNSAID } from './schedule/frame-versions.ts'
import type { TierName } from './tiers.ts'

export const JOB_CLASSES = ['government', 'enterprise', 'standard'] as const
export type JobClass = (typeof JOB_CLASSES)[number]

/** Cost (tasks + links) served by weight while several classes wait: nobody starves. */
export const CLASS_WEIGHTS: Readonly<Record<JobClass, number>> = { government: 16, enterprise: 4, standard: 1 }

/** What a job costs: the measure of the weights above and of the lanes. */
export const costOf = (job: { readonly taskCount: number; readonly linkCount: number }): number =>
  job.taskCount + job.linkCount

/** Each class waits in two queues, so that a small job never waits behind a large one. */
export const JOB_LANES = ['small', 'large'] as const
export type JobLane = (typeof JOB_LANES)[number]

/** Jobs of more than this are large: about 1 MB of frame, some 50 ms of a thread. */
const SMALL_COST_MAX = 25_000

export const laneOf = (job: { readonly taskCount: number; readonly linkCount: number }): JobLane =>
  costOf(job) > SMALL_COST_MAX ? 'large' : 'small'

export const classOfTier = (tier: TierName): JobClass =>
  tier === 'government' || tier === 'enterprise' ? tier : 'standard'

/**
 * Name of the queue of a class and lane, in keys and scripts. Each version of frames has queues of its own, so that a node meets only
 * jobs that it knows; the queues of the first one, which say no version, are those that nodes of 0.4.0 look at.
 */
export const queueOf = (jobClass: JobClass, lane: JobLane, frameVersion: number): string =>
  frameVersion === FRAME_VERSION_UNSAID ? `${jobClass}:${lane}` : `${jobClass}:${lane}:${frameVersion}`

/** The version that the name of a queue says. */
export const frameVersionOf = (queue: string): number => Number(queue.split(':')[2] ?? FRAME_VERSION_UNSAID)

export const queuesOf = (jobClasses: readonly JobClass[], frameVersions: readonly number[]): string[] =>
  jobClasses.flatMap(jobClass =>
    JOB_LANES.flatMap(lane => frameVersions.map(version => queueOf(jobClass, lane, version))),
  )

/** Shards that all keys of jobs lie in, by account; each is one hash tag {j:<shard>}, so one slot of a cluster. */
export const JOB_SHARD_COUNT = 16

/** FNV-1a of the account's id: the same on every gateway and node. */
export function shardOf(accountId: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < accountId.length; i++) hash = Math.imul(hash ^ accountId.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % JOB_SHARD_COUNT
}
