/** The job store for nodes: moves of a job between waiting, processing and its end, and its leases. */

import { JOB_CLASSES, queuesOf, shardOf } from '../../../contract/job-classes.ts'
import { DELIVERIES_MAX } from '../../../contract/job-states.ts'
import { script } from '../../redis/script.ts'
import type { Job } from '../job.ts'
import type { JobStore, Loss } from '../job-store.ts'
import { finishJob } from './finish-job.ts'
import { FinishLine } from './finish-line.ts'
import type { JobObjects } from './objects.ts'
import type { ResultDrafts } from './results.ts'
import { type JobClient, runScript } from './retry-once.ts'
import { JobTaker, QUEUES, QUICK, SUSPECTS } from './take-jobs.ts'

const RENEW = script('job-renew-1')
const REQUEUE = script('job-requeue-1')
const RECLAIM = script('job-reclaim-1')
const REST = script('job-rest-1')
/** By the first number that the take script gives for suspects when none may be taken. */
const SUSPECT_OF: readonly (Loss | null)[] = [null, 'node_lost', 'worker_lost']
/**
 * Shares of the time of a lease. Every node looks at each shard within 0.3 of it: when nobody did for so long, Redis stood still or no
 * node lived, and whoever holds a lease that ended meanwhile is given time to prolong it or to give it back.
 */
const UNATTENDED_SHARE = 0.5
const GRACE_SHARE = 1 / 3
/** Leases of one run of the script: it stays under a few milliseconds. */
const RECLAIM_COUNT_MAX = 100
const NODE_LOST_DETAIL = `The compute node or its worker was lost ${DELIVERIES_MAX} times while it worked on the job.`

export function nodeMoves(
  client: JobClient,
  { leaseMs, frameVersions }: { readonly leaseMs: number; readonly frameVersions: readonly number[] },
  /** Where small frames are left that were read with their lease, for readFrame. */
  frames: WeakMap<Job, Uint8Array>,
  /** Where entries of ends are left, for metered. */
  entries: WeakMap<object, string>,
  objects: JobObjects | undefined,
  drafts: ResultDrafts,
): Pick<
  JobStore,
  'takeSome' | 'takeQuick' | 'takeSuspect' | 'nextSuspect' | 'renew' | 'rest' | 'finish' | 'requeue' | 'reclaim'
> {
  const line = new FinishLine(client)
  const taker = new JobTaker(client, { leaseMs, frameVersions, frames })
  return {
    takeSome: (shard, jobClass, lane, nodeId, countMax) =>
      taker.take(shard, QUEUES, nodeId, countMax, taker.queuesInTurn(jobClass, lane)),
    takeQuick(shard, jobClass, nodeId, countMax, { frameBytesMax, costMax, rowIds }) {
      const rows = ` ${[...rowIds].join(' ')} `
      const queues = taker.queuesInTurn(jobClass, 'small')
      return taker.take(shard, QUICK, nodeId, countMax, [frameBytesMax, costMax, rows, ...queues])
    },
    async nextSuspect(shard, jobClasses) {
      const { waitingCount } = await taker.take(shard, SUSPECTS, '', 0, queuesOf(jobClasses, frameVersions))
      return SUSPECT_OF[waitingCount] ?? null
    },
    async takeSuspect(shard, nodeId, jobClasses = JOB_CLASSES) {
      return (await taker.take(shard, SUSPECTS, nodeId, 1, queuesOf(jobClasses, frameVersions))).leases[0] ?? null
    },
    async renew(shard, leases) {
      if (leases.length === 0) return []
      const args = leases.flatMap(({ jobId, fence }) => [jobId, fence])
      return runScript<string[]>(client, RENEW, shard, [leaseMs, ...args])
    },
    finish: (job, fence, end) => finishJob({ client, line, entries, objects, drafts }, job, fence, end),
    async rest({ accountId, jobId }, fence, isResting) {
      await runScript(client, REST, shardOf(accountId), [jobId, fence, isResting ? 1 : 0])
    },
    requeue(job: Job, fence, why) {
      return runScript(client, REQUEUE, shardOf(job.accountId), [job.jobId, fence, why, NODE_LOST_DETAIL])
    },
    async reclaim(shard) {
      return runScript<number>(client, RECLAIM, shard, [
        NODE_LOST_DETAIL,
        RECLAIM_COUNT_MAX,
        Math.round(leaseMs * UNATTENDED_SHARE),
        Math.round(leaseMs * GRACE_SHARE),
      ])
    },
  }
}
