/** The end of a job: stores its result or its error, and removes what attempts without success left behind. */
import { shardOf } from '../../../contract/job-classes.ts'
import { isLasting, StoreUnavailable } from '../../redis/failure.ts'
import { jobKey } from '../../redis/keys.ts'
import { type JobClient, retryOnce, runScript } from '../../redis/retry-once.ts'
import { type Argument, script } from '../../redis/script.ts'
import type { Job } from '../job.ts'
import type { FinishedJob } from '../job-store.ts'
import { type JobObjects, needed } from './objects.ts'
import { bytesOf, type ResultDrafts } from './results.ts'

interface Parts {
  readonly client: JobClient
  readonly line: FinishLine
  /** Where entries of ends are left, for metered. */
  readonly entries: WeakMap<object, string>
  readonly objects: JobObjects | undefined
  readonly drafts: ResultDrafts
}

/** stale: the lease of this fence is over, and nothing was changed. */
export async function finishJob(
  parts: Parts,
  job: Job,
  fence: number,
  { result, chunk, error, workerMs }: FinishedJob,
): Promise<'finished' | 'stale'> {
  const { client, line, entries, objects, drafts } = parts
  if (chunk && result?.chunkCount !== 1) throw new Error('only a result of one chunk goes with its finish')
  const state = result ? 'completed' : 'failed'
  const draft = result && drafts.of(job, fence)
  const object = draft && (await needed(objects).keep(draft, job))
  const fields = result
    ? [
        ...['resultFence', result.fence, 'resultChunkCount', result.chunkCount],
        ...['resultBytes', result.bytes, 'resultStoredBytes', result.storedBytes],
        ...(object === undefined ? [] : ['resultObject', object]),
      ]
    : ['errorCode', error!.code, 'errorDetail', error!.detail]
  const args = [
    job.jobId,
    fence,
    state,
    object === undefined ? (result?.chunkCount ?? 0) : 0,
    chunk ? bytesOf(chunk) : '',
    ...fields,
    'workerMs',
    workerMs,
  ]
  const [reply, entry] = await line.finish(shardOf(job.accountId), args)
  if (entry) entries.set(job, entry)
  if (object !== undefined && reply === 'stale') await forgetUnnamed(client, needed(objects), job, object)
  await drafts.drop(job, fence)
  if (reply === 'result_lost') throw new Error(`chunks of the result of job ${job.jobId} are not there`)
  return reply
}

/** The object of an attempt that lost: another attempt may keep the same bytes under the same name, unless the job has ended. */
async function forgetUnnamed(
  client: JobClient,
  objects: JobObjects,
  { accountId, jobId }: Job,
  object: string,
): Promise<void> {
  const key = jobKey(shardOf(accountId), 'job', jobId)
  const [state, named] = await retryOnce(() => client.hmget(key, 'state', 'resultObject'))
  const mayComeYet = state === 'queued' || state === 'processing'
  // what cannot be removed now is swept
  if (!mayComeYet && named !== object) await objects.store.remove(object).catch(() => {})
}

// Ends of jobs on their way to Redis: those of one shard that come together, as those do that a node ran in one turn of its event loop, go in one script.
// Each is decided by itself.

const FINISH = script('job-finish-1')
/** How many jobs one run of the script ends: it stays under a millisecond. */
const ENDS_MAX = 8

type Answer = ['finished', string] | ['stale' | 'result_lost'] | ['error', string]
type FinishAnswer = Exclude<Answer, ['error', string]>

interface End {
  readonly args: readonly Argument[]
  readonly resolve: (answer: FinishAnswer) => void
  readonly reject: (error: unknown) => void
}

export class FinishLine {
  readonly #client: JobClient
  readonly #waiting = new Map<number, End[]>()

  constructor(client: JobClient) {
    this.#client = client
  }

  /** args: of one end, as the script has them. */
  finish(shard: number, args: readonly Argument[]): Promise<FinishAnswer> {
    return new Promise((resolve, reject) => {
      const end = { args, resolve, reject }
      const waiting = this.#waiting.get(shard)
      if (waiting !== undefined) waiting.push(end)
      else {
        // it comes after all promises that settle now
        if (this.#waiting.size === 0) process.nextTick(() => this.#send())
        this.#waiting.set(shard, [end])
      }
    })
  }

  #send(): void {
    for (const [shard, ends] of this.#waiting) {
      for (let at = 0; at < ends.length; at += ENDS_MAX) void this.#run(shard, ends.slice(at, at + ENDS_MAX))
    }
    this.#waiting.clear()
  }

  async #run(shard: number, ends: readonly End[]): Promise<void> {
    try {
      const args = ends.flatMap(end => [end.args.length, ...end.args])
      const answers = await runScript<Answer[]>(this.#client, FINISH, shard, args)
      for (const [i, { resolve, reject }] of ends.entries()) {
        const answer = answers[i]!
        if (answer[0] === 'error') reject(errorOf(answer[1]))
        else resolve(answer)
      }
    } catch (error) {
      for (const { reject } of ends) reject(error)
    }
  }
}

/** As if the script had ended with it. */
function errorOf(text: string): Error {
  const error = Object.assign(new Error(text), { name: 'ReplyError' })
  return isLasting(error) ? error : new StoreUnavailable(text, { cause: error })
}
