/**
 * The life of one job on a node, from its lease to its end: frame from the store to a thread, chunks of the result from the thread to
 * the store, then the one move that ends it. Every write is tried again while the lease is held, since all of them are safe
 * to run twice; a job that is not wanted any more is stopped and nothing is written.
 */
import { detailOf, refuse } from '../../shared/errors.ts'
import type { JobError, ResultPointer } from '../../shared/jobs/job.ts'
import { type FinishedJob, inlineResultBytesMax, type JobStore, type Lease } from '../../shared/jobs/job-store.ts'
import { ObjectsUnavailable } from '../../shared/objects/object-store.ts'
import { StoreUnavailable } from '../../shared/store-unavailable.ts'
import { inStep, type TraceSpan } from '../../shared/tracing/tracing.ts'
import type { Slot, ThreadEnd } from './job-runner.ts'
import { type JobLimits, memoryError, timeLimitMs, timeoutError } from './limits.ts'
import type { ThreadResult } from './thread-messages.ts'

/**
 * How a run ended. completed, failed: this node ended the job. given_back: queued again, or failed for good after the last loss. lost:
 * cancelled, or another node has it. not_renewed: the store could not be reached for too long. waits: the store of objects is away; the lease
 * is held, and run() begins anew.
 */
export type RunOutcome = 'completed' | 'failed' | 'given_back' | 'lost' | 'not_renewed' | 'waits'

/** The lease is not ours any more: nothing may be written. */
type LossReason = 'lost' | 'not_renewed'
/** The job is ended by this node. */
type KillReason = 'timeout' | 'drain'

export interface RunReport {
  readonly outcome: RunOutcome
  /** Code of the error of a failed job. */
  readonly code: string | undefined
  /** The job waits again as a suspect. */
  readonly isSuspect: boolean
  readonly workerMs: number
  readonly resultBytes: number
}

export interface RunParts {
  readonly store: Pick<JobStore, 'readFrame' | 'writeResult' | 'dropResult' | 'rest' | 'finish' | 'requeue'>
  readonly limits: JobLimits
  /** Told once the thread is free; storing goes on. */
  readonly onThreadFree: (slot: Slot) => void
  readonly onFault: (fault: string, lease: Lease) => void
  /** Of this delivery, when it is traced. */
  readonly span?: TraceSpan | undefined
}

const RETRY_MS_MIN = 20
const RETRY_MS_MAX = 1_000

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** A chunk as a buffer of its own, which can be moved: what came from a socket may share its memory with other replies. */
const own = (chunk: Uint8Array): Uint8Array<ArrayBuffer> =>
  chunk.byteLength === chunk.buffer.byteLength && chunk.buffer instanceof ArrayBuffer
    ? (chunk as Uint8Array<ArrayBuffer>)
    : new Uint8Array(chunk)

const milliseconds = (ms: number): number => Math.round(ms * 1000) / 1000

class Unwanted extends Error {}

export class JobRun {
  readonly lease: Lease
  /** Of a run that has begun, unless it began only to give the job back. */
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

  /** The job may end at its next checkpoint; its thread is killed soon after. */
  lose(reason: LossReason): void {
    this.#loss ??= reason
    if (this.#isOnThread) this.#slot!.thread.stop()
  }

  /** Its thread is killed at once; a result that is being stored is not stopped. */
  kill(reason: KillReason): void {
    this.#killed ??= reason
    if (this.#isOnThread) this.#slot!.thread.kill()
  }

  /** Ends when the store knows the end, or nobody is waiting for it. Never throws. */
  async run(slot: Slot): Promise<RunReport> {
    this.#slot = slot
    this.#storedCount = this.#storedBytes = 0
    this.#writes = []
    this.#writeFault = undefined
    return this.#end(() => this.#compute(slot))
  }

  /** The same for a job that is given back before it was run. */
  async returnUnrun(): Promise<RunReport> {
    this.#killed ??= 'drain'
    return this.#end(async () => ({ kind: 'stopped', workerMs: 0 }))
  }

  async #end(work: () => Promise<ThreadEnd>): Promise<RunReport> {
    let end: ThreadEnd | undefined
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
      // its time went by in waiting for the store, and begins anew with the run
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

  async #compute(slot: Slot): Promise<ThreadEnd> {
    const { job } = this.lease
    const timer = setTimeout(() => this.kill('timeout'), timeLimitMs(this.#parts.limits, job))
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
      clearTimeout(timer)
    }
  }

  #inStep<Value>(name: string, work: Promise<Value>): Promise<Value> {
    return inStep(this.#parts.span?.child(name), work)
  }

  /** undefined: stopped meanwhile. */
  async #readFrame(): Promise<Uint8Array<ArrayBuffer>[] | undefined> {
    const chunks = await this.#persist(() =>
      this.#killed === undefined ? this.#parts.store.readFrame(this.lease.job) : Promise.resolve(undefined),
    )
    return this.#loss === undefined && this.#killed === undefined ? chunks?.map(own) : undefined
  }

  async #onThread(slot: Slot, chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<ThreadEnd> {
    this.#isOnThread = true
    try {
      return await slot.thread.run({ chunks, frameBytes: this.lease.job.frameBytes }, (index, bytes) => {
        this.#writes.push(this.#write(index, bytes))
      })
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
      // it waits for this chunk
      if (this.#isOnThread && error instanceof ObjectsUnavailable) this.#slot!.thread.stop()
      else if (this.#isOnThread && !(error instanceof Unwanted)) this.#slot!.thread.kill()
      return
    }
    this.#storedBytes += bytes.length
    this.#storedCount++
    // the thread may be at another job by now
    if (this.#isOnThread) this.#slot!.thread.stored(this.#storedCount)
  }

  async #settle(end: ThreadEnd): Promise<RunReport> {
    const { limits } = this.#parts
    const { job } = this.lease
    switch (end.kind) {
      case 'done':
        return this.#complete(end)
      case 'failed':
        return this.#fail(end.error, end.workerMs)
      case 'memory':
        return this.#fail(memoryError(limits.jobMemoryMegabytesMax), end.workerMs)
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
    if (answer === 'stale') return this.#report('lost', outcome.workerMs)
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
    if (answer === 'stale') return this.#report('lost', workerMs)
    const isSuspect = answer === 'queued' && (why === 'worker_lost' || this.lease.isSuspect)
    return { ...this.#report('given_back', workerMs), isSuspect }
  }

  #report(outcome: RunOutcome, workerMs: number): RunReport {
    return { outcome, code: undefined, isSuspect: false, workerMs, resultBytes: 0 }
  }

  /** Tries while the lease is held. */
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
