/** Takes jobs for a node: one script for their leases, and behind it one command for their small frames. */
import { randomUUID } from 'node:crypto'
import { type JobClass, type JobLane, queueOf } from '../../../contract/job-classes.ts'
import { jobKey, jobShardKey } from '../../redis/keys.ts'
import { run, script } from '../../redis/script.ts'
import type { Job } from '../job.ts'
import { INLINE_BYTES_MAX, type Lease, type Taken } from '../job-store.ts'
import { type Fields, jobOf } from './job-record.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

const TAKE = script('job-take-1')
/** ARGV[1] of the script: where it looks for jobs. */
export const QUEUES = 'queues'
export const QUICK = 'quick'
export const SUSPECTS = 'suspects'
type From = typeof QUEUES | typeof QUICK | typeof SUSPECTS

interface Settings {
  readonly leaseMs: number
  /** Versions of frames that may be taken. */
  readonly frameVersions: readonly number[]
  /** Where small frames are left that were read with their lease, for readFrame. */
  readonly frames: WeakMap<Job, Uint8Array>
}

export class JobTaker {
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
