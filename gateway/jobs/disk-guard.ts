/**
 * Whether the disk of Redis has room for jobs. It is checked every two seconds. Below the minimum, submissions are refused and everything else
 * continues: the rest of the disk is for running jobs and for metering.
 */
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { type Disk, diskOf, diskProblem } from '../../shared/platform/redis/disk.ts'
import { mastersOf } from '../../shared/platform/redis/masters.ts'

interface DiskLog {
  info(facts: object, sentence: string): void
  warn(facts: object, sentence: string): void
}

const POLL_MS = 2_000
const RETRY_SECONDS = 60

export class DiskGuard {
  readonly #client: RedisClient
  readonly #freeBytesMin: number
  readonly #log: DiskLog
  #disks: readonly Disk[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(client: RedisClient, freeBytesMin: number, log: DiskLog) {
    this.#client = client
    this.#freeBytesMin = freeBytesMin
    this.#log = log
  }

  /** Reads the disks now, and from then on by itself. Never rejects: of an unreachable server the last known state counts. */
  async poll(): Promise<void> {
    clearTimeout(this.#timer)
    const before = this.problem
    try {
      const answers = await Promise.allSettled((await mastersOf(this.#client)).map(diskOf))
      const disks = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
      if (disks.length > 0) this.#disks = disks
    } catch {
      // it is away
    }
    const now = this.problem
    if (before === undefined && now !== undefined)
      this.#log.warn({ reason: now }, 'no jobs are accepted: disk of Redis')
    if (before !== undefined && now === undefined) this.#log.info({}, 'jobs are accepted again: disk of Redis')
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.poll(), POLL_MS)
    this.#timer.unref()
  }

  /** Why no job is accepted; undefined = the disk has room, or nobody knows. */
  get problem(): string | undefined {
    for (const disk of this.#disks) {
      const problem = diskProblem(disk, this.#freeBytesMin)
      if (problem !== undefined) return problem
    }
    return undefined
  }

  /** Of the fullest disk that is known: what is free, and what must be; null: none is known. */
  get room(): { readonly freeBytes: number; readonly neededBytes: number } | null {
    const rooms = this.#disks.flatMap(({ free }) =>
      free === null ? [] : [{ freeBytes: free.bytes, neededBytes: this.#freeBytesMin + free.rewriteBytes }],
    )
    const spare = (room: (typeof rooms)[number]): number => room.freeBytes - room.neededBytes
    return rooms.sort((a, b) => spare(a) - spare(b))[0] ?? null
  }

  refusal(): Refusal | undefined {
    if (this.problem === undefined) return undefined
    return refuse('capacity_exceeded', { what: 'disk of the job store', retryAfterSeconds: RETRY_SECONDS })
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
