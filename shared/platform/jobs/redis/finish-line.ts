/**
 * Ends of jobs on their way to Redis: those of one shard that come together, as those do that a node ran in one turn of its event loop, go in one script.
 * Each is decided by itself.
 */
import { isLasting } from '../../redis/failure.ts'
import { type Argument, script } from '../../redis/script.ts'
import { StoreUnavailable } from '../../store-unavailable.ts'
import { type JobClient, runScript } from './retry-once.ts'

const FINISH = script('job-finish-1')
/** Of one run of the script: it stays under a millisecond. */
const ENDS_MAX = 8

type Answer = ['finished', string] | ['stale' | 'result_lost'] | ['error', string]
export type FinishAnswer = Exclude<Answer, ['error', string]>

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
