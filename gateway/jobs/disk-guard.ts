/**
 * Whether the disk of Redis has room for jobs. It is checked every two seconds. Below the minimum, submissions are refused and everything else
 * continues: the rest of the disk is for running jobs and for metering.
 */
import { Gauge, type Registry } from 'prom-client'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { type Disk, diskOf, diskProblem } from '../../shared/platform/redis/disk.ts'
import { mastersOf } from '../../shared/platform/redis/masters.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    readonly diskGuard: DiskGuard
  }
}

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

  /** What is free on the fullest disk that is known, and what must be; null: none is known. */
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

/** Gauges of the disk of Redis, as the guard knows it. Every gateway shows the same disk: take the minimum of what is free. */
export function diskGauges(registry: Registry, guard: Pick<DiskGuard, 'room' | 'problem'>): void {
  const gauge = (name: string, help: string, value: () => number | undefined) =>
    new Gauge({
      name: METRIC_PREFIX + name,
      help,
      registers: [registry],
      collect() {
        const now = value()
        if (now === undefined) this.remove()
        else this.set(now)
      },
    })
  gauge(
    'redis_disk_free_bytes',
    'Bytes free on the disk of Redis; absent where it runs on another machine.',
    () => guard.room?.freeBytes,
  )
  gauge(
    'redis_disk_needed_bytes',
    'Bytes that must be free for jobs to be accepted: REDIS_DISK_FREE_MIN plus the space to rewrite the append-only file.',
    () => guard.room?.neededBytes,
  )
  gauge('redis_disk_ok', '0: no jobs are accepted, because the disk of Redis is nearly full or a write failed.', () =>
    guard.problem === undefined ? 1 : 0,
  )
}
