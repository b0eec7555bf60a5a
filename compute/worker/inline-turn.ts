/**
 * The turn of a call that the gateway's own thread runs (inline-calls.ts). It is one object from its place in the lane to its end: promises and closures for
 * each step cost as much as the steps.
 */
import type { ByteChunks } from '../../shared/contract/byte-chunks.ts'
import type { InlineCalls, InlineEntry } from './inline-calls.ts'
import type { Waiter } from './lane.ts'
import { type Caller, type Lanes, laneFull, late, refusal, removed, ThreadFailure, type Turn } from './lanes.ts'
import type { ThreadReply, WorkHeader } from './work.ts'

const LANE = 'small'

/** What all of them use. */
interface InlineTurnParts {
  readonly lanes: Lanes
  readonly calls: InlineCalls
  /** Runs the call on a thread instead. */
  readonly handOver: (header: WorkHeader, slabs: ByteChunks, caller: Caller) => Promise<ThreadReply>
}

export class InlineTurn implements Waiter, InlineEntry {
  readonly header: WorkHeader
  readonly slabs: ByteChunks
  readonly #parts: InlineTurnParts
  readonly #caller: Caller
  readonly #end: (turn: Turn<ThreadReply>) => void
  #startedMs = 0

  private constructor(
    parts: InlineTurnParts,
    caller: Caller,
    header: WorkHeader,
    slabs: ByteChunks,
    end: (turn: Turn<ThreadReply>) => void,
  ) {
    this.#parts = parts
    this.#caller = caller
    this.header = header
    this.slabs = slabs
    this.#end = end
  }

  /** Takes the slabs over. Never rejects. */
  static run(
    parts: InlineTurnParts,
    caller: Caller,
    header: WorkHeader,
    slabs: ByteChunks,
  ): Promise<Turn<ThreadReply>> {
    return new Promise(resolve => {
      if (caller.deadline.isOver) resolve(late(caller, 0))
      else if (!parts.lanes.join(LANE, caller, new InlineTurn(parts, caller, header, slabs, resolve)))
        resolve({ end: refusal(laneFull(LANE)) })
    })
  }

  get accountId(): string {
    return this.#caller.accountId
  }

  whenGone(listener: () => void): void {
    this.#caller.whenGone(listener)
    this.#caller.deadline.whenOver = listener
  }

  start(): void {
    this.#caller.onThread?.(LANE)
    this.#startedMs = performance.now()
    this.#parts.calls.add(this)
  }

  removed(): void {
    this.#end(removed(this.#caller))
  }

  answered(reply: ThreadReply): void {
    this.#leave(reply.workerMs)
    this.#end({ result: reply, workMs: reply.workerMs })
  }

  handOver(): void {
    const { lanes, handOver } = this.#parts
    if (lanes.mayTakeThread(this.#caller)) {
      handOver(this.header, this.slabs, this.#caller).then(
        reply => this.answered(reply),
        error => this.failed(error),
      )
      return
    }
    // it had its place as a call that takes no thread
    this.#leave(0)
    const work = async (worked: (ms: number) => void): Promise<ThreadReply> => {
      const reply = await handOver(this.header, this.slabs, this.#caller)
      worked(reply.workerMs)
      return reply
    }
    void lanes.turn(LANE, this.#caller, work).then(this.#end)
  }

  failed(error: unknown): void {
    const workedMs = this.#leave(error instanceof ThreadFailure ? error.workedMs : undefined)
    this.#end(this.#parts.lanes.failed(this.#caller, error, workedMs))
  }

  #leave(workMs?: number): number {
    const tookMs = performance.now() - this.#startedMs
    this.#parts.lanes.leave(LANE, this.#caller, tookMs, workMs ?? tookMs)
    return workMs ?? tookMs
  }
}
