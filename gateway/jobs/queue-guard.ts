/**
 * Whether a job may be put into the store now: the store must keep what a 202 promises (appendfsync always, DECISIONS 41), and must have
 * room left for frames and results (DECISIONS 48: past REDIS_MEMORY_BUDGET callers are told to wait, and nothing is ever evicted). Asked of
 * the masters twice a second and after each reconnect; a call is judged by what is known.
 */
import { Cluster, type Redis } from 'ioredis'
import { type Refusal, refuse } from '../../shared/errors.ts'
import type { JobStore } from '../../shared/jobs/job-store.ts'
import type { JobClient } from '../../shared/jobs/redis-job-store.ts'
import { storeUnavailable } from '../limits/refusals.ts'

export interface QueueGuardOptions {
  /** Bytes that each master may use; undefined = BUDGET_SHARE of its maxmemory, or of its machine. */
  readonly memoryBudgetBytes: number | undefined
  /** A server that loses jobs in a crash is good enough. */
  readonly isVolatileAllowed: boolean
}

const POLL_MS = 500
const BUDGET_SHARE = 0.6
const RETRY_SECONDS = 5
/** Stored bytes of a result: zstd takes a task of a critical path to about 60 bytes, of a result with more evidence to twice that. */
const RESULT_BYTES_PER_TASK = 120
const RESULT_BYTES_LEAST = 4_096

interface Master {
  readonly usedBytes: number
  readonly budgetBytes: number
  /** Why it would lose jobs in a crash; undefined = it would not. */
  readonly volatileReason: string | undefined
}

interface Known {
  readonly masters: readonly Master[]
  /** Of jobs that are not finished. */
  readonly reservedBytes: number
}

const numberIn = (info: string, name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)

async function volatileReason(server: Redis): Promise<string | undefined> {
  let reply: unknown
  try {
    reply = await server.config('GET', 'append*')
  } catch (error) {
    if ((error as Error).name === 'ReplyError') return 'its settings cannot be read'
    throw error
  }
  const pairs = Array.isArray(reply) ? (reply as string[]) : Object.entries(reply as object).flat()
  const setting = (name: string): string => String(pairs[pairs.indexOf(name) + 1])
  if (setting('appendonly') !== 'yes') return `its appendonly is ${setting('appendonly')}`
  if (setting('appendfsync') !== 'always') return `its appendfsync is ${setting('appendfsync')}`
  return undefined
}

export class QueueGuard {
  readonly #client: JobClient
  readonly #store: Pick<JobStore, 'reservedBytes'>
  readonly #options: QueueGuardOptions
  #known: Known | undefined
  /** Bytes of submissions that the last answer of the store may not contain. */
  #expectedBytes = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(client: JobClient, store: Pick<JobStore, 'reservedBytes'>, options: QueueGuardOptions) {
    this.#client = client
    this.#store = store
    this.#options = options
    // behind a new connection there may be another server
    client.on('close', () => {
      this.#known = undefined
    })
    client.on('ready', () => void this.poll())
  }

  /** Asks now, and from then on by itself. Never rejects: a store that is away is not known. */
  async poll(): Promise<void> {
    clearTimeout(this.#timer)
    const counted = this.#expectedBytes
    try {
      const servers = this.#client instanceof Cluster ? this.#client.nodes('master') : [this.#client]
      const [masters, reservedBytes] = await Promise.all([
        Promise.all(servers.map(server => this.#ask(server))),
        this.#store.reservedBytes(),
      ])
      this.#known = { masters, reservedBytes }
      this.#expectedBytes -= counted
    } catch {
      this.#known = undefined
    }
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.poll(), POLL_MS)
    this.#timer.unref()
  }

  async #ask(server: Redis): Promise<Master> {
    const [info, reason] = await Promise.all([server.info('memory'), volatileReason(server)])
    const share = BUDGET_SHARE * (numberIn(info, 'maxmemory') || numberIn(info, 'total_system_memory'))
    return {
      usedBytes: numberIn(info, 'used_memory'),
      budgetBytes: this.#options.memoryBudgetBytes ?? share,
      volatileReason: reason,
    }
  }

  /** Why the store would lose jobs in a crash, and that is not allowed; undefined = it would not, or is away. */
  get volatileReason(): string | undefined {
    if (this.#options.isVolatileAllowed) return undefined
    return this.#known?.masters.find(master => master.volatileReason !== undefined)?.volatileReason
  }

  /** Why a job of this size may not come in now, or undefined. */
  refusal(bytes: number): Refusal | undefined {
    if (this.#known === undefined) return storeUnavailable()
    const reason = this.volatileReason
    if (reason !== undefined) return refuse('queue_volatile', { reason, retryAfterSeconds: RETRY_SECONDS })
    const { masters, reservedBytes } = this.#known
    const sum = (of: (master: Master) => number): number => masters.reduce((total, master) => total + of(master), 0)
    const wantedBytes = sum(master => master.usedBytes) + reservedBytes + this.#expectedBytes + bytes
    const hasRoom =
      wantedBytes <= sum(master => master.budgetBytes) &&
      masters.every(({ usedBytes, budgetBytes }) => usedBytes <= budgetBytes)
    if (hasRoom) return undefined
    return refuse('capacity_exceeded', { what: 'memory of the store of jobs', retryAfterSeconds: RETRY_SECONDS })
  }

  /** A job of this size comes in; counted here until the store counts it. */
  expect(bytes: number): void {
    this.#expectedBytes += bytes
  }

  /** What the result of so many tasks will take in the store. */
  resultBytesOf(taskCount: number): number {
    return RESULT_BYTES_LEAST + RESULT_BYTES_PER_TASK * taskCount
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
