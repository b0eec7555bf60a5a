/** The job store for nodes: moves of a job between waiting, processing and its end, and its leases. */
import { randomUUID } from 'node:crypto'
import { JOB_CLASSES, type JobClass, type JobLane, queueOf, queuesOf, shardOf } from '../../../contract/job-classes.ts'
import { DELIVERIES_MAX } from '../../../contract/job-states.ts'
import { jobKey, jobShardKey } from '../../redis/keys.ts'
import { type JobClient, retryOnce, runScript } from '../../redis/retry-once.ts'
import { run, script } from '../../redis/script.ts'
import type { Job } from '../job.ts'
import { INLINE_BYTES_MAX, type JobStore, type Lease, type Loss, type Taken } from '../job-store.ts'
import { FinishLine, finishJob } from './finish-job.ts'
import { type Fields, jobOf } from './job-record.ts'
import type { JobObjects } from './objects.ts'
import type { ResultDrafts } from './results.ts'

// Takes jobs for a node: one script for their leases, and behind it one command for their small frames.

const TAKE = script('job-take-1')
/** ARGV[1] of the script: where it looks for jobs. */
const QUEUES = 'queues'
const QUICK = 'quick'
const SUSPECTS = 'suspects'
type From = typeof QUEUES | typeof QUICK | typeof SUSPECTS

interface Settings {
  readonly leaseMs: number
  /** Versions of frames that may be taken. */
  readonly frameVersions: readonly number[]
  /** Where small frames are left that were read with their lease, for readFrame. */
  readonly frames: WeakMap<Job, Uint8Array>
}

class JobTaker {
  readonly #client: JobClient
  readonly #settings: Settings
  #turn = 0

  constructor(client: JobClient, settings: Settings) {
    this.#client = client
    this.#settings = settings
  }

  /** Each time another version first: none waits until there is nothing of the others. */
  queuesInTurn(jobClass: JobClass, lane: JobLane): readonly string[] {
    const { frameVersions } = this.#settings
    const first = this.#turn++ % frameVersions.length
    const versions = [...frameVersions.slice(first), ...frameVersions.slice(0, first)]
    return versions.map(version => queueOf(jobClass, lane, version))
  }

  /** further: what the script takes behind the arguments that all of its kinds have. */
  async take(
    shard: number,
    from: From,
    nodeId: string,
    countMax: number,
    further: readonly (string | number)[],
  ): Promise<Taken> {
    const operationId = randomUUID()
    const [waitingCount, ...taken] = await retryOnce(isAgain => {
      const args = [from, nodeId, operationId, this.#settings.leaseMs, isAgain ? 1 : 0, countMax, ...further]
      return run(this.#client, TAKE, [jobShardKey(shard)], args) as Promise<[number, ...string[]]>
    })
    const leases = taken.map((record): Lease => {
      const fields = JSON.parse(record) as Fields
      return { job: jobOf(fields), fence: Number(fields.lease), isSuspect: fields.isSuspect === '1' }
    })
    await this.#readSmallFrames(shard, leases)
    return { leases, waitingCount }
  }

  /** A frame that cannot be read now is read when its job runs. */
  async #readSmallFrames(shard: number, leases: readonly Lease[]): Promise<void> {
    const small = leases.filter(
      ({ job }) => job.frameObject === undefined && job.frameChunks === 1 && job.frameBytes <= INLINE_BYTES_MAX,
    )
    if (small.length === 0) return
    const keys = small.map(({ job }) => jobKey(shard, 'frame', job.jobId, 0))
    const found = await this.#client.mgetBuffer(keys).catch(() => [])
    for (const [i, { job }] of small.entries()) {
      const frame = found[i]
      if (frame) this.#settings.frames.set(job, frame)
    }
  }
}

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
      const args = leases.flatMap(({ jobId, fence, progress }) => [
        jobId,
        fence,
        progress === undefined ? '' : JSON.stringify(progress),
      ])
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
