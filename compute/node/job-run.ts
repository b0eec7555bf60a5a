/**
 * The life of one job on a node, from its lease to its end: the frame goes from the store to a thread, chunks of the result go from the thread
 * to the store, and one final script ends the job. Every write is retried while the lease is held, because all of them may safely run twice. A
 * cancelled or lost job is stopped, and nothing is written.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { detailOf, refuse } from '../../shared/contract/errors.ts'
import type { WorkProgress } from '../../shared/contract/job-states.ts'
import { SEARCH_TIME_SHARE } from '../../shared/platform/deadlines.ts'
import type { JobError, ResultPointer } from '../../shared/platform/jobs/job.ts'
import {
  type FinishedJob,
  inlineResultBytesMax,
  type JobStore,
  type Lease,
} from '../../shared/platform/jobs/job-store.ts'
import { ObjectsUnavailable } from '../../shared/platform/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/platform/redis/failure.ts'
import { inStep, type TraceSpan } from '../../shared/platform/tracing/tracing.ts'
import type { JobEnd, Slot, ThreadResult } from './job-runner.ts'
import { type JobLimits, memoryError, timeLimitMs, timeoutError, watchTime } from './limits.ts'

/**
 * How a run ended. completed, failed: this node ended the job. cancelled: its owner did. given_back: queued again, or failed permanently after the last
 * loss. lost: cancelled without a notification, or taken by another node. not_renewed: the store could not be reached for too long. waits: the object store is unavailable;
 * the lease is kept, and run() starts again later. declined: the same, but on a thread.
 */
type RunOutcome = 'completed' | 'failed' | 'cancelled' | 'given_back' | 'lost' | 'not_renewed' | 'waits' | 'declined'

/** The lease is lost: nothing may be written. */
export type LossReason = 'cancelled' | 'lost' | 'not_renewed'
/** This node ends the job. */
type KillReason = 'timeout' | 'drain'

export interface RunReport {
  readonly outcome: RunOutcome
  /** Error code of a failed job. */
  readonly code: string | undefined
  /** The job is queued again as a suspect. */
  readonly isSuspect: boolean
  readonly workerMs: number
  readonly resultBytes: number
}

export interface RunParts {
  readonly store: Pick<JobStore, 'readFrame' | 'writeResult' | 'dropResult' | 'rest' | 'finish' | 'requeue'>
  readonly limits: JobLimits
  /** Called when the thread is free; storing continues. */
  readonly onThreadFree: (slot: Slot) => void
  readonly onFault: (fault: string, lease: Lease) => void
  readonly onProgress: (progress: WorkProgress) => void
  /** Span of this delivery, if it is traced. */
  readonly span?: TraceSpan | undefined
}

const RETRY_MS_MIN = 20
const RETRY_MS_MAX = 1_000

const milliseconds = (ms: number): number => Math.round(ms * 1000) / 1000

class Unwanted extends Error {}

export class JobRun {
  readonly lease: Lease
  /** Slot of a started run, unless it was started only to return the job. */
  #slot: Slot | undefined
  readonly #parts: RunParts
  #loss: LossReason | undefined
  #killed: KillReason | undefined
  #isOnThread = false
  #isResting = false
  #storedCount = 0
  #storedBytes = 0
  #writes: Promise<void>[] = []
  #writeFault: unknown

  constructor(lease: Lease, parts: RunParts) {
    this.lease = lease
    this.#parts = parts
  }

  get isUnwanted(): boolean {
    return this.#loss !== undefined
  }

  /** Lets the job stop at its next checkpoint; its thread is ended soon after. */
  lose(reason: LossReason): void {
    this.#loss ??= reason
    if (this.#isOnThread) this.#slot!.thread.stop()
  }

  /** Ends the thread at once; a result that is already being stored is not stopped. */
  kill(reason: KillReason): void {
    this.#killed ??= reason
    if (this.#isOnThread) this.#slot!.thread.kill()
  }

  /** Resolves when the store knows the outcome, or nobody waits for it. Never throws. */
  async run(slot: Slot): Promise<RunReport> {
    this.#slot = slot
    this.#storedCount = this.#storedBytes = 0
    this.#writes = []
    this.#writeFault = undefined
    return this.#end(() => this.#compute(slot))
  }

  /** A search ends with the best that it has. */
  hurry(): void {
    if (this.#isOnThread) this.#slot!.thread.hurry()
  }

  /** Reports a job that is returned without having run. */
  async returnUnrun(): Promise<RunReport> {
    this.#killed ??= 'drain'
    return this.#end(async () => ({ kind: 'stopped', workerMs: 0 }))
  }

  async #end(work: () => Promise<JobEnd>): Promise<RunReport> {
    let end: JobEnd | undefined
    try {
      end = await work()
      if (this.#slot !== undefined) this.#parts.onThreadFree(this.#slot)
      return await this.#inStep('store result', this.#settle(end))
    } catch (error) {
      const workerMs = end?.workerMs ?? 0
      if (error instanceof ObjectsUnavailable && this.#loss === undefined) return this.#withoutObjects(workerMs)
      if (!(error instanceof Unwanted || error instanceof ObjectsUnavailable)) this.#fault(error)
      return this.#report(this.#loss ?? 'lost', workerMs)
    } finally {
      await Promise.all(this.#writes)
      await this.#parts.store.dropResult(this.lease.job, this.lease.fence)
    }
  }

  async #withoutObjects(workerMs: number): Promise<RunReport> {
    try {
      if (this.#killed === 'drain') return await this.#giveBack('drain', workerMs)
      // its time limit elapsed while it waited for the store, and starts again with the run
      this.#killed = undefined
      await this.#rest(true)
      return this.#report('waits', workerMs)
    } catch {
      return this.#report(this.#loss ?? 'lost', workerMs)
    }
  }

  async #rest(isResting: boolean): Promise<void> {
    const { job, fence } = this.lease
    await this.#persist(() => this.#parts.store.rest(job, fence, isResting))
    this.#isResting = isResting
  }

  async #compute(slot: Slot): Promise<JobEnd> {
    const { job } = this.lease
    const { thread } = slot
    const limitMs = timeLimitMs(this.#parts.limits, job)
    const watches = [
      watchTime(limitMs, thread, () => this.kill('timeout')),
      watchTime(SEARCH_TIME_SHARE * limitMs, thread, () => this.hurry()),
    ]
    try {
      if (this.#isResting) await this.#rest(false)
      const chunks = await this.#inStep('read frame', this.#readFrame())
      return chunks === undefined
        ? { kind: 'stopped', workerMs: 0 }
        : await this.#inStep('compute', this.#onThread(slot, chunks))
    } catch (error) {
      if (error instanceof Unwanted || error instanceof ObjectsUnavailable) throw error
      const reason = (error as Error).stack ?? String(error)
      const refusal = refuse('internal')
      this.#parts.onFault(`its frame could not be read: ${reason}`, this.lease)
      return { kind: 'failed', error: { code: refusal.code, detail: detailOf(refusal) }, workerMs: 0 }
    } finally {
      for (const endWatch of watches) endWatch()
    }
  }

  #inStep<Value>(name: string, work: Promise<Value>): Promise<Value> {
    return inStep(this.#parts.span?.child(name), work)
  }

  /** undefined: the run was stopped meanwhile. */
  async #readFrame(): Promise<readonly Uint8Array[] | undefined> {
    const chunks = await this.#persist(() =>
      this.#killed === undefined ? this.#parts.store.readFrame(this.lease.job) : Promise.resolve(undefined),
    )
    return this.#loss === undefined && this.#killed === undefined ? chunks : undefined
  }

  async #onThread(slot: Slot, chunks: readonly Uint8Array[]): Promise<JobEnd> {
    this.#isOnThread = true
    try {
      return await slot.thread.run(
        { chunks, frameBytes: this.lease.job.frameBytes },
        { onChunk: (index, bytes) => this.#writes.push(this.#write(index, bytes)), onProgress: this.#parts.onProgress },
      )
    } finally {
      this.#isOnThread = false
    }
  }

  async #write(index: number, bytes: Uint8Array): Promise<void> {
    const { job, fence } = this.lease
    try {
      await this.#persist(() => this.#parts.store.writeResult(job, fence, index, bytes))
    } catch (error) {
      this.#writeFault ??= error
      // the thread waits for this chunk
      if (this.#isOnThread && error instanceof ObjectsUnavailable) this.#slot!.thread.stop()
      else if (this.#isOnThread && !(error instanceof Unwanted)) this.#slot!.thread.kill()
      return
    }
    this.#storedBytes += bytes.length
    this.#storedCount++
    // the thread may already run another job
    if (this.#isOnThread) this.#slot!.thread.stored(this.#storedCount)
  }

  async #settle(end: JobEnd): Promise<RunReport> {
    const { limits } = this.#parts
    const { job } = this.lease
    switch (end.kind) {
      case 'done':
        return this.#complete(end)
      case 'failed':
        return this.#fail(end.error, end.workerMs)
      case 'memory':
        return this.#fail(memoryError(limits.jobMemoryMegabytesMax), end.workerMs)
      case 'declined':
        if (this.#loss !== undefined) throw new Unwanted()
        return this.#killed === undefined ? this.#report('declined', 0) : this.#giveBack('drain', 0)
      case 'lost':
        this.#parts.onFault(end.reason, this.lease)
        return this.#giveBack('worker_lost', end.workerMs)
      case 'stopped':
        if (this.#slot?.isOverMemory) return this.#fail(memoryError(limits.jobMemoryMegabytesMax), end.workerMs)
        if (this.#writeFault !== undefined) throw this.#writeFault
        if (this.#loss !== undefined) throw new Unwanted()
        if (this.#killed === 'timeout') return this.#fail(timeoutError(timeLimitMs(limits, job)), end.workerMs)
        return this.#giveBack('drain', end.workerMs)
    }
  }

  async #complete({ chunkCount, byteCount, lastChunk, workerMs }: ThreadResult): Promise<RunReport> {
    const isInline = chunkCount === 1 && lastChunk.length <= inlineResultBytesMax(this.lease.job)
    if (!isInline) this.#writes.push(this.#write(chunkCount - 1, lastChunk))
    await Promise.all(this.#writes)
    if (this.#writeFault !== undefined) throw this.#writeFault
    const storedBytes = isInline ? lastChunk.length : this.#storedBytes
    const result: ResultPointer = { fence: this.lease.fence, chunkCount, bytes: byteCount, storedBytes }
    return this.#finish({ result, ...(isInline && { chunk: lastChunk }), workerMs: milliseconds(workerMs) })
  }

  #fail(error: JobError, workerMs: number): Promise<RunReport> {
    return this.#finish({ error, workerMs: milliseconds(workerMs) })
  }

  async #finish(outcome: FinishedJob): Promise<RunReport> {
    const { job, fence } = this.lease
    const answer = await this.#persist(() => this.#parts.store.finish(job, fence, outcome))
    if (answer === 'stale') return this.#report(this.#loss ?? 'lost', outcome.workerMs)
    const { result, error, workerMs } = outcome
    return {
      ...this.#report(error ? 'failed' : 'completed', workerMs),
      code: error?.code,
      resultBytes: result?.bytes ?? 0,
    }
  }

  async #giveBack(why: 'worker_lost' | 'drain', workerMs: number): Promise<RunReport> {
    const { job, fence } = this.lease
    const answer = await this.#persist(() => this.#parts.store.requeue(job, fence, why))
    if (answer === 'stale') return this.#report(this.#loss ?? 'lost', workerMs)
    const isSuspect = answer === 'queued' && (why === 'worker_lost' || this.lease.isSuspect)
    return { ...this.#report('given_back', workerMs), isSuspect }
  }

  #report(outcome: RunOutcome, workerMs: number): RunReport {
    return { outcome, code: undefined, isSuspect: false, workerMs, resultBytes: 0 }
  }

  /** Retries while the lease is held. */
  async #persist<Value>(action: () => Promise<Value>): Promise<Value> {
    for (let delayMs = RETRY_MS_MIN; ; delayMs = Math.min(2 * delayMs, RETRY_MS_MAX)) {
      if (this.#loss !== undefined) throw new Unwanted()
      try {
        return await action()
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || error instanceof ObjectsUnavailable) throw error
      }
      await pause(delayMs)
    }
  }

  #fault(error: unknown): void {
    this.#parts.onFault(`it could not be settled: ${(error as Error).stack}`, this.lease)
  }
}
