/**
 * Jobs of this node that need the object store while it is unavailable. They keep their lease but no thread, so jobs with frame and
 * result in Redis can continue, and they start again when the store is back. At most WAITING_MAX jobs wait here; then no more are taken.
 */
import type { JobLane } from '../../shared/contract/job-classes.ts'
import type { JobStore } from '../../shared/platform/jobs/job-store.ts'
import type { HeldJob } from './job-runner.ts'
import type { Threads } from './threads.ts'

export interface WaitingRun extends HeldJob {
  readonly lane: JobLane
  /** A suspect, which must not run on a thread of the node: it is returned when the store is back. */
  readonly isSuspect: boolean
  /** Cancelled, or its lease is lost. */
  readonly isUnwanted: boolean
}

interface WaitingParts {
  readonly store: Pick<JobStore, 'objectsState'>
  readonly threads: Pick<Threads, 'reserve'>
  /** A place in this list became free. */
  readonly onLess: () => void
  readonly onFault: (error: unknown) => void
}

const LOOK_MS = 100
const WAITING_MAX = 1_000
/**
 * A run that has to wait again, because its own object cannot be read or written, pauses for a time that grows from the minimum to the
 * maximum.
 */
const AGAIN_MS_MIN = 500
const AGAIN_MS_MAX = 30_000
/** When no object store is configured here; another node may have one. */
const ABSENT_MS = 5_000

export class WaitingRuns {
  readonly #parts: WaitingParts
  #waiting: { readonly run: WaitingRun; readonly sinceMs: number; readonly fromMs: number }[] = []
  /** How often each run has waited. */
  readonly #times = new WeakMap<WaitingRun, number>()
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(parts: WaitingParts) {
    this.#parts = parts
  }

  get count(): number {
    return this.#waiting.length
  }

  get isFull(): boolean {
    return this.#waiting.length >= WAITING_MAX
  }

  add(run: WaitingRun): void {
    if (this.#isStopped) {
      this.#track(run.returnUnrun())
      return
    }
    const sinceMs = performance.now()
    const times = this.#times.get(run) ?? 0
    this.#times.set(run, times + 1)
    const againMs = times === 0 ? 0 : Math.min(AGAIN_MS_MIN * 2 ** (times - 1), AGAIN_MS_MAX)
    this.#waiting.push({ run, sinceMs, fromMs: sinceMs + againMs })
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS)
  }

  /** A thread became free. Jobs waiting here were taken earlier than any job still queued. */
  pump(): void {
    if (this.#waiting.length > 0) this.#look()
  }

  #look(): void {
    const before = this.#waiting.length
    const state = this.#parts.store.objectsState()
    const nowMs = performance.now()
    this.#waiting = this.#waiting.filter(({ run, sinceMs, fromMs }) => {
      const isLeft =
        state === 'absent' ? nowMs - sinceMs > ABSENT_MS : state === 'up' && nowMs >= fromMs && run.isSuspect
      if (run.isUnwanted || isLeft) this.#track(run.returnUnrun())
      else if (state !== 'up' || nowMs < fromMs || !this.#start(run)) return true
      return false
    })
    if (this.#waiting.length === 0) this.#rest()
    if (this.#waiting.length < before) this.#parts.onLess()
  }

  /** false: no thread is free. */
  #start(run: WaitingRun): boolean {
    const slot = this.#parts.threads.reserve(run.lane)
    if (slot !== undefined) this.#track(run.run(slot))
    return slot !== undefined
  }

  #track(work: Promise<void>): void {
    this.#running.add(work)
    void work.catch(this.#parts.onFault).finally(() => this.#running.delete(work))
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Returns the waiting jobs; resolves when this is done. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#rest()
    for (const { run } of this.#waiting) this.#track(run.returnUnrun())
    this.#waiting = []
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }
}
