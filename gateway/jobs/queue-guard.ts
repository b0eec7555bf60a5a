/**
 * Whether a job may be put into the store now: the store must keep what a 202 promises (appendfsync always, DECISIONS 41), and must have
 * room left for frames and results (DECISIONS 48: past REDIS_MEMORY_BUDGET callers are told to wait, and nothing is ever evicted). Asked of
 * the masters twice a second and after each reconnect; a call is judged by what is known.
 */
import type { Redis } from 'ioredis'
import { type Refusal, refuse } from '../../shared/errors.ts'
import type { JobStore } from '../../shared/jobs/job-store.ts'
import type { JobClient } from '../../shared/jobs/redis-job-store.ts'
import { mastersOf } from '../../shared/redis/masters.ts'
import { storeUnavailable } from '../limits/refusals.ts'

interface QueueGuardOptions {
  /** Bytes that each master may use; undefined = BUDGET_SHARE of its maxmemory, or of its machine. */
  readonly memoryBudgetBytes: number | undefined
  /** A server that loses jobs in a crash is good enough. */
  readonly isVolatileAllowed: boolean
}

const POLL_MS = 500
const RETRY_MS = 50
/** What is known counts for so long while the store is slow to answer. */
const STALE_MS = 5_000
const BUDGET_SHARE = 0.6
const RETRY_SECONDS = 5

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

/** Why a server would lose jobs in a crash; undefined = it would not. */
export async function volatileReason(server: Redis): Promise<string | undefined> {
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
  #knownAtMs = 0
  /** Bytes of submissions that the last answer of the store may not contain. */
  #expectedBytes = 0
  #polling: Promise<void> | undefined
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
  poll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#polling ??= this.#learn().then(isLearnt => {
      this.#polling = undefined
      if (this.#isClosed) return
      this.#timer = setTimeout(() => void this.poll(), isLearnt ? POLL_MS : RETRY_MS)
      this.#timer.unref()
    })
    return this.#polling
  }

  async #learn(): Promise<boolean> {
    const counted = this.#expectedBytes
    const servers = await mastersOf(this.#client)
    const [answers, [reserved]] = await Promise.all([
      Promise.allSettled(servers.map(server => this.#ask(server))),
      Promise.allSettled([this.#store.reservedBytes()]),
    ])
    // with one master of a cluster dead, the shards of the others go on
    const masters = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (masters.length === 0) {
      if (performance.now() - this.#knownAtMs > STALE_MS) this.#known = undefined
      return false
    }
    const isCounted = reserved.status === 'fulfilled'
    this.#known = { masters, reservedBytes: isCounted ? reserved.value : (this.#known?.reservedBytes ?? 0) }
    this.#knownAtMs = performance.now()
    if (isCounted) this.#expectedBytes -= counted
    return true
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

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }
}
