/**
 * Decides which jobs a node takes, and when: what an idle thread can run, large jobs on all threads but one, classes and shards in fair
 * order (fair-queue.ts). A few quick jobs are prefetched, several per request, because a round trip takes as long as such a job and a
 * thread would be idle meanwhile. Prefetched jobs wait here for milliseconds; if all threads hang, the node returns them. The taker is
 * woken by notifications from the store and by polling, because a notification may be lost. While every thread is busy for long, it takes what the
 * node's own thread runs, wherever that waits. suspects.ts handles suspects.
 */
import {
  costOf,
  JOB_CLASSES,
  JOB_LANES,
  JOB_SHARD_COUNT,
  type JobClass,
  type JobLane,
} from '../../shared/contract/job-classes.ts'
import type { JobStore, Lease, Taken } from '../../shared/platform/jobs/job-store.ts'
import type { ShardWatch } from '../../shared/platform/jobs/shard-watch.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import { FairQueue, type QueuePick } from './fair-queue.ts'
import type { InlineJobs } from './inline-jobs.ts'
import type { HeldJob, Slot } from './job-runner.ts'
import { moved, TAKER_MOVES, TakeRequest, type TakerMode } from './taker-modes.ts'
import type { Threads } from './threads.ts'

interface TakerParts {
  readonly store: Pick<JobStore, 'takeSome' | 'takeQuick'>
  readonly shards: Pick<ShardWatch, 'isAway' | 'failed' | 'suspect'>
  readonly nodeId: string
  readonly threads: Threads
  readonly inline: Pick<InlineJobs, 'reserve' | 'aheadCount' | 'isWorthWaiting' | 'load' | 'quick'>
  /** takenMs: performance.now() before the request was sent. */
  readonly hold: (lease: Lease, takenMs: number) => HeldJob
  /** false: nothing may be taken now; pump() is called when it may. */
  readonly mayTake: () => boolean
  readonly onFault: (error: unknown) => void
}

/** An answer later than this may never come, so the taker checks whether the shard hangs. */
const LATE_MS = 100
/** Prefetched per thread: at most this many jobs, with at most this total cost (a few milliseconds of work). */
const AHEAD_COUNT_MAX = 4
const AHEAD_COST_MAX = 1_500
/** Maximum jobs per request: as many as an account may have in a stream (ENTRIES_PER_ACCOUNT_MAX), else fewer would not mean that no more wait. */
const TAKE_COUNT_MAX = 4
/** While every thread has been busy for longer than this, nothing is prefetched. */
const QUICK_MS = 100
/**
 * Prefetched jobs that could not start within this time are returned. It is long enough that a machine that pauses for a second returns
 * nothing.
 */
const AHEAD_MS_MAX = 2_000

/** While every thread is busy for long, a queue without a job for the own thread is looked at so often: its jobs are looked at where they lie. */
const LOOK_MS = 400

const queueOf = ({ jobClass, shard }: Pick<QueuePick, 'jobClass' | 'shard'>): string => `${jobClass} ${shard}`
/** 0 = the highest class. */
const rankOf = (jobClass: JobClass): number => JOB_CLASSES.indexOf(jobClass)

export class Taker {
  readonly #parts: TakerParts
  readonly #queues: Readonly<Record<JobLane, FairQueue>> = { small: new FairQueue(), large: new FairQueue() }
  readonly #running = new Set<Promise<void>>()
  /** Prefetched small jobs that wait for a thread: higher classes first, each in order. */
  #ahead: { readonly job: HeldJob; readonly sinceMs: number }[] = []
  /** Unsettled requests for small jobs. */
  readonly #requests = new Set<TakeRequest>()
  /** Whether the jobs of the latest answer were all such as the node's own thread runs: what it cannot run is not taken ahead for it. */
  #isInlineNow = false
  /** Queues that are being looked at for jobs of the node's own thread, or that had fewer than wanted; until the timer forgets them. */
  readonly #lookedAt = new Set<string>()
  #lookTimer: NodeJS.Timeout | undefined
  #aheadTimer: NodeJS.Timeout | undefined
  #mode: TakerMode = 'taking'

  constructor(parts: TakerParts) {
    this.#parts = parts
  }

  /** A job may be waiting in this queue. */
  mark(jobClass: JobClass, lane: JobLane, shard: number): void {
    this.#mark(jobClass, lane, shard)
    this.pump()
  }

  #mark(jobClass: JobClass, lane: JobLane, shard: number): void {
    if (!this.#parts.shards.isAway(shard)) this.#queues[lane].mark(jobClass, shard)
  }

  /** Jobs may be waiting in any queue of this shard. */
  markShard(shard: number): void {
    for (const jobClass of JOB_CLASSES) for (const lane of JOB_LANES) this.#mark(jobClass, lane, shard)
    this.pump()
  }

  /** Jobs of this class may be waiting in any shard. */
  markAll(jobClass: JobClass): void {
    for (const lane of JOB_LANES) {
      for (let shard = 0; shard < JOB_SHARD_COUNT; shard++) this.#mark(jobClass, lane, shard)
    }
    this.pump()
  }

  /** Whether no job is running or held here. */
  get isIdle(): boolean {
    return this.#running.size === 0 && this.#ahead.length === 0
  }

  /** Starts prefetched jobs, then takes jobs for idle threads. */
  pump(): void {
    this.#startAhead()
    if (this.#mode === 'draining' || !this.#parts.mayTake()) return
    this.#fillLarge()
    this.#fillSmall()
  }

  /** One that must wait for a thread holds up none that the node's own thread may run. */
  #startAhead(): void {
    if (this.#ahead.length === 0) return
    this.#ahead = this.#ahead.filter(ahead => {
      const slot = this.#slotFor(ahead.job)
      if (slot !== undefined) this.#track(ahead.job.run(slot))
      return slot === undefined
    })
  }

  /** A job that a thread could run may wait for the node's own one. */
  #slotFor(job: HeldJob): Slot | undefined {
    const { threads, inline } = this.#parts
    if (!job.isInline) return threads.reserve('small')
    return inline.reserve() ?? (inline.isWorthWaiting ? undefined : threads.reserve('small'))
  }

  /** A job that was begun, and has to wait for a thread: given back it would wait behind all others, and count as delivered twice. */
  putAhead(job: HeldJob): void {
    this.#putAhead(job, performance.now(), rankOf(job.jobClass))
    this.#watchAhead()
    this.pump()
  }

  /** Before those of this rank and lower classes. */
  #putAhead(job: HeldJob, sinceMs: number, rank: number): void {
    const at = this.#ahead.findIndex(ahead => rankOf(ahead.job.jobClass) >= rank)
    this.#ahead.splice(at === -1 ? this.#ahead.length : at, 0, { job, sinceMs })
  }

  #fillLarge(): void {
    while (!this.#queues.large.isEmpty) {
      const slot = this.#parts.threads.reserve('large')
      if (slot === undefined) return
      this.#track(this.#takeLarge(slot))
    }
  }

  #fillSmall(): void {
    const { small } = this.#queues
    while (!small.isEmpty) {
      if (this.#isUrgent()) {
        this.#track(this.#takeSmall(new TakeRequest('small', 1, 'urgent')))
        continue
      }
      const wanted = this.#wantedCount()
      if (wanted > 0) {
        this.#track(this.#takeSmall(new TakeRequest('small', wanted)))
        continue
      }
      const quick = this.#wantedQuickCount()
      const pick = quick > 0 ? small.pick(quick, this.#isLookedAt) : undefined
      if (pick === undefined) return
      this.#lookedAt.add(queueOf(pick))
      this.#track(this.#takeSmall(new TakeRequest('small', quick, 'quick'), pick))
    }
  }

  /** Whether all prefetched jobs are of lower classes than the next one, which then overtakes them. */
  #isUrgent(): boolean {
    const [first] = this.#ahead
    const { next } = this.#queues.small
    if (first === undefined || next === undefined || rankOf(next) >= rankOf(first.job.jobClass)) return false
    return !this.#holding.some(({ kind }) => kind === 'urgent')
  }

  /** Requests for small jobs that have threads reserved. */
  get #holding(): TakeRequest[] {
    return [...this.#requests].filter(request => request.holdsThreads)
  }

  get #requestedCount(): number {
    return this.#holding.reduce((sum, request) => sum + request.jobCount, 0)
  }

  /** Number of small jobs to request now: enough for the idle threads, or a refill once half of the prefetched jobs are used. */
  #wantedCount(): number {
    const { threads, inline } = this.#parts
    const { nextCost: cost = Number.POSITIVE_INFINITY } = this.#queues.small
    const ofEach = threads.longestBusyMs < QUICK_MS ? Math.min(AHEAD_COUNT_MAX, AHEAD_COST_MAX / cost) : 0
    // while all threads are busy for long it would bring jobs that wait for them
    const isInline = this.#isInlineNow && !this.#areBusyForLong
    const aheadMax = Math.floor(threads.count * ofEach) + (isInline ? inline.aheadCount : 0)
    const lacking = threads.freeCount - this.#ahead.length - this.#requestedCount
    const missing = lacking + aheadMax
    return missing > 0 && (lacking > 0 || missing >= aheadMax / 2) ? Math.min(missing, TAKE_COUNT_MAX) : 0
  }

  /** So that a job which waits for one of them may wait for seconds. */
  get #areBusyForLong(): boolean {
    const { threads } = this.#parts
    return threads.freeCount === 0 && threads.longestBusyMs >= QUICK_MS
  }

  /** Number of jobs to request now of those that the node's own thread runs, past others that wait for threads. */
  #wantedQuickCount(): number {
    const { inline } = this.#parts
    if (!this.#areBusyForLong) return 0
    // no job for it may have come yet, and none would while the threads are busy
    if (inline.aheadCount === 0) void inline.load()
    // those that it declined wait for a thread, and no more of them are taken than are worth having here
    const missing = inline.aheadCount - this.#ahead.length - this.#requestedCount
    return missing > 0 && missing >= inline.aheadCount / 2 ? Math.min(missing, TAKE_COUNT_MAX) : 0
  }

  readonly #isLookedAt = (jobClass: JobClass, shard: number): boolean =>
    this.#lookedAt.has(queueOf({ jobClass, shard }))

  #lookLater(): void {
    this.#lookTimer ??= setTimeout(() => {
      this.#lookTimer = undefined
      this.#lookedAt.clear()
      this.pump()
    }, LOOK_MS).unref()
  }

  #track(work: Promise<void>): void {
    this.#running.add(work)
    void work.catch(this.#parts.onFault).finally(() => {
      this.#running.delete(work)
      this.pump()
    })
  }

  async #takeLarge(slot: Slot): Promise<void> {
    const { threads } = this.#parts
    const request = new TakeRequest('large', 1)
    const [taken] = await this.#request(request, () => threads.release(slot))
    const kept = request.holdsThreads ? slot : undefined
    request.on('placed')
    if (taken === undefined) {
      if (kept !== undefined) threads.release(kept)
      return
    }
    // its thread may have been given to another job meanwhile
    const runsIn = kept ?? threads.reserve('large')
    if (runsIn === undefined) await taken.returnUnrun()
    else await taken.run(runsIn)
  }

  async #takeSmall(request: TakeRequest, pick?: QueuePick): Promise<void> {
    this.#requests.add(request)
    const taken = await this.#request(request, () => {}, pick)
    request.on('placed')
    this.#requests.delete(request)
    this.#place(taken)
  }

  #place(taken: readonly HeldJob[]): void {
    const sinceMs = performance.now()
    if (taken.length > 0) this.#isInlineNow = taken.every(({ isInline }) => isInline)
    for (const job of taken) this.#putAhead(job, sinceMs, rankOf(job.jobClass) + 1)
    this.#watchAhead()
    this.pump()
  }

  /** Empty when the store is unavailable. onAbandoned: called when the reserved threads may be used for other requests. */
  async #request(
    request: TakeRequest,
    onAbandoned: () => void,
    pick = this.#queues[request.lane].pick(request.jobCount)!,
  ): Promise<HeldJob[]> {
    const { hold } = this.#parts
    const isQuick = request.kind === 'quick'
    const queue = this.#queues[request.lane]
    const requestedMs = performance.now()
    const timer = this.#lookWhenLate(request, pick.shard, onAbandoned)
    try {
      const { leases, waitingCount } = await this.#take(request, pick)
      queue.served(
        pick,
        leases.map(({ job }) => costOf(job)),
        waitingCount,
      )
      if (isQuick && leases.length === request.jobCount) this.#lookedAt.delete(queueOf(pick))
      if (isQuick ? leases.length + waitingCount === 0 : leases.length < request.jobCount) queue.empty(pick)
      return leases.map(lease => hold(lease, requestedMs))
    } catch (error) {
      queue.refund(pick)
      if (!(error instanceof StoreUnavailable)) this.#parts.onFault(error)
      this.#parts.shards.failed(pick.shard)
      return []
    } finally {
      clearTimeout(timer)
      if (isQuick) this.#lookLater()
      request.on('answered')
    }
  }

  #take({ lane, jobCount, kind }: TakeRequest, { shard, jobClass }: QueuePick): Promise<Taken> {
    const { store, nodeId, inline } = this.#parts
    return kind === 'quick'
      ? store.takeQuick(shard, jobClass, nodeId, jobCount, inline.quick)
      : store.takeSome(shard, jobClass, lane, nodeId, jobCount)
  }

  #lookWhenLate(request: TakeRequest, shard: number, onAbandoned: () => void): NodeJS.Timeout {
    const look = async (): Promise<void> => {
      request.on('late')
      request.on((await this.#parts.shards.suspect(shard)) ? 'shardAway' : 'shardWorks')
      if (request.mode === 'waiting') timer.refresh()
      if (request.mode !== 'abandoned') return
      onAbandoned()
      this.pump()
    }
    const timer = setTimeout(() => void look(), LATE_MS)
    return timer
  }

  /** Nothing is requested from this shard until markShard; the other shards continue. */
  leaveOut(shard: number): void {
    for (const lane of JOB_LANES) this.#queues[lane].leaveOut(shard)
  }

  #watchAhead(): void {
    if (this.#aheadTimer !== undefined || this.#ahead.length === 0) return
    this.#aheadTimer = setTimeout(() => {
      this.#aheadTimer = undefined
      this.pump()
      const isLate = this.#ahead.some(({ sinceMs }) => performance.now() - sinceMs > AHEAD_MS_MAX)
      if (isLate && this.#parts.threads.longestBusyMs > AHEAD_MS_MAX) this.returnAhead()
      this.#watchAhead()
    }, AHEAD_MS_MAX / 4).unref()
  }

  /** Returns the prefetched jobs to the store. */
  returnAhead(): void {
    const ahead = this.#ahead
    this.#ahead = []
    for (const { job } of ahead) this.#track(job.returnUnrun())
  }

  /** Takes no more jobs; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    this.#mode = moved(TAKER_MOVES, this.#mode, 'stop')
    while (!this.isIdle) {
      // no thread is working, so there is no thread to wait for
      if (this.#running.size === 0) this.returnAhead()
      await Promise.all(this.#running)
    }
  }
}
