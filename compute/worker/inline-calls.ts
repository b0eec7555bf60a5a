/**
 * Calls of small bodies that the gateway's own thread runs to completion: to hand one over to another thread and fetch its answer costs this thread as much time
 * as a call of 100 tasks, and one caller waits a sixth longer. The work on a schedule is bounded by the size of its body, so a body of INLINE_BODY_BYTES takes a
 * fraction of a millisecond. Whatever could take longer goes to the threads: large bodies, schedules with calendars, several schedules, files, compressed bodies
 * and answers, forms for people, tools and jobs.
 *
 * The lane decides whose turn it is, as for all other calls (lane.ts). The calls that got their turn in one turn of the event loop are gathered and run one
 * after the other for at most TURN_MS_MAX; threads get the rest of them. They hold places of the lane like any other call, so no more of them are run than it has
 * places before the event loop has done other things. (With places of its own for them the lane noticed an overload too late: p99 of accepted calls of 500 tasks
 * at twice the capacity 252 ms instead of 30.)
 */
import { isBounded } from '../../shared/contract/analysis/bounded-analyses.ts'
import { type ByteChunks, bytesOf, copyInto } from '../../shared/contract/bytes/bytes.ts'
import type { InlineWatch } from '../../shared/platform/process/inline-watch.ts'
import { processorMs } from '../../shared/platform/process/processor-time.ts'
import type { Waiter } from './lane.ts'
import {
  type Caller,
  type LaneName,
  type Lanes,
  laneFull,
  late,
  refusal,
  removed,
  ThreadFailure,
  type Turn,
} from './lanes.ts'
import type { Slabs } from './small-call-memory.ts'
import type { ThreadReply, WorkAnswer, WorkHeader } from './work.ts'

type AnswerCall = typeof import('./answer-call.ts').answerPlainCall

interface InlineSettings {
  /** 0: no call is run here. */
  readonly bodyBytesMax: number
  readonly slabs: Slabs
  readonly watch: InlineWatch
}

export interface WarmUpCall {
  readonly header: WorkHeader
  readonly body: Uint8Array<ArrayBuffer>
}

/** A call whose turn it is (inline-calls.ts); one of its methods is called. */
interface InlineEntry {
  readonly accountId: string
  readonly header: WorkHeader
  readonly slabs: ByteChunks
  /** The slabs are taken over. */
  answered(reply: ThreadReply): void
  /** error: of the engine. */
  failed(error: unknown): void
  /** It is to go to a thread. */
  handOver(): void
}

/** A body that turns out not to be plain is read a second time by a thread, so threads get the next ones of its account at once. */
const UNREAD_CALLS = 15
const ACCOUNTS_MAX = 1_000

/** In one turn of the event loop no call begins here after this time of the processor. */
const TURN_MS_MAX = 2

/**
 * When calls take longer than this in the mean, threads get all of them for a while, so that one account with the slowest bodies that are known to be run here
 * cannot hold the event loop. It is a mean, and none of them counts for more than CALL_MS_MAX, as a full garbage collection may fall on any call. The
 * pause lets calls have a tenth of the time if they are as long again.
 */
const MEAN_MS_MAX = 0.5
const CALL_MS_MAX = 2
const MEAN_WEIGHT = 0.1
const PAUSE_FACTOR = 100

/** What most clients send: the answer is JSON or msgpack, and is not compressed. */
const ACCEPTS: readonly string[] = ['', '*/*', 'application/json', 'application/json, */*', 'application/msgpack']
const ACCEPTED_ENCODINGS: readonly string[] = ['', 'identity']

/** Not loaded with the gateway's own files, since a gateway need not have it. */
async function engine(): Promise<AnswerCall> {
  const { answerPlainCall, prepareThread } = await import('./answer-call.ts')
  prepareThread()
  return answerPlainCall
}

export class InlineCalls {
  readonly #settings: InlineSettings
  /** Accounts whose last body was not plain: how many of their next ones threads get without a look here. */
  readonly #unread = new Map<string, number>()
  #entries: InlineEntry[] = []
  #answerCall: AnswerCall | undefined
  /** By processorMs, which a busy machine does not lengthen: when the turn began, and when it was asked for last (once a turn, and for what seems long). */
  #turnBeganAt = 0
  #askedAt = 0
  #boundedMeanMs = 0
  #meanMs = 0
  #pausedUntilMs = 0

  constructor(settings: InlineSettings) {
    this.#settings = settings
  }

  /** Loads the engine into this thread, through `load` in tests, and compiles it with the given calls. Until it is there, threads get all calls. */
  async load(warmUp: readonly WarmUpCall[], load: () => Promise<AnswerCall> = engine): Promise<void> {
    if (this.#settings.bodyBytesMax === 0) return
    const answerCall = await load()
    for (const { header, body } of warmUp) answerCall(header, body.slice(), performance.now())
    this.#answerCall = answerCall
  }

  /** To be called once per call, since it counts those that are left unread. */
  takes(accountId: string, header: WorkHeader, slabs: ByteChunks): boolean {
    return (
      this.#answerCall !== undefined &&
      slabs.length === 1 &&
      slabs[0]!.byteLength <= this.#settings.bodyBytesMax &&
      header.mode === 'answer' &&
      header.encoding === null &&
      header.file === undefined &&
      isBounded(header.rowId) &&
      ACCEPTED_ENCODINGS.includes(header.acceptEncoding) &&
      ACCEPTS.includes(header.accept) &&
      !this.#isUnread(accountId)
    )
  }

  #isUnread(accountId: string): boolean {
    const left = this.#unread.get(accountId)
    if (left === undefined) return false
    if (left === 1) this.#unread.delete(accountId)
    else this.#unread.set(accountId, left - 1)
    return true
  }

  /** Who sends a body with calendars mostly sends another one. */
  #leaveUnread(accountId: string): void {
    if (this.#unread.size >= ACCOUNTS_MAX) this.#unread.clear()
    this.#unread.set(accountId, UNREAD_CALLS)
  }

  add(entry: InlineEntry): void {
    if (this.#entries.push(entry) === 1) setImmediate(() => this.#serve())
  }

  #serve(): void {
    const entries = this.#entries
    this.#entries = []
    this.#turnBeganAt = this.#askedAt = processorMs()
    let untilMs = performance.now() + TURN_MS_MAX
    for (const entry of entries) {
      const nowMs = performance.now()
      if (nowMs >= untilMs) untilMs = nowMs + TURN_MS_MAX - (processorMs() - this.#turnBeganAt)
      if (nowMs >= untilMs || nowMs < this.#pausedUntilMs) entry.handOver()
      else this.#answer(entry, nowMs)
    }
  }

  #answer(entry: InlineEntry, beganMs: number): void {
    const { watch, slabs } = this.#settings
    const body = entry.slabs[0]!
    let reply: ThreadReply | undefined
    let error: unknown
    watch.begin()
    try {
      reply = this.#answerCall!(entry.header, body, beganMs)
    } catch (thrown) {
      error = thrown
    }
    watch.end()
    this.#note(performance.now() - beganMs)
    if (error !== undefined) entry.failed(error)
    else if (reply === undefined) {
      this.#leaveUnread(entry.accountId)
      entry.handOver()
    } else {
      slabs.giveBack(body)
      entry.answered(reply.kind === 'answer' ? this.#keep(reply) : reply)
    }
  }

  #note(clockMs: number): void {
    const tookMs = clockMs <= MEAN_MS_MAX ? clockMs : Math.min(clockMs, this.#processorMsMax())
    this.#boundedMeanMs += MEAN_WEIGHT * (Math.min(tookMs, CALL_MS_MAX) - this.#boundedMeanMs)
    this.#meanMs += MEAN_WEIGHT * (tookMs - this.#meanMs)
    if (this.#boundedMeanMs <= MEAN_MS_MAX) return
    this.#pausedUntilMs = performance.now() + PAUSE_FACTOR * this.#meanMs
    this.#boundedMeanMs = 0
    this.#meanMs = 0
  }

  /** Most time of the processor of the call that has ended, and of those short ones before it since this was asked for. */
  #processorMsMax(): number {
    const before = this.#askedAt
    this.#askedAt = processorMs()
    return this.#askedAt - before
  }

  /** What the engine lends is written over by the next call: the answer lies in memory of its own until it is written. */
  #keep(answer: WorkAnswer): WorkAnswer {
    const { slabs } = this.#settings
    const kept = slabs.take(bytesOf(answer.chunks))
    copyInto(kept, answer.chunks)
    return { ...answer, chunks: [kept], giveBack: () => slabs.giveBack(kept) }
  }
}

// The turn of a call that the gateway's own thread runs (inline-calls.ts). It is one object from its place in the lane to its end: promises and closures for
// each step cost as much as the steps.

const LANE = 'small'

/** What all of them use. */
interface InlineTurnParts {
  readonly lanes: Lanes
  readonly calls: InlineCalls
  /** Runs the call on a thread instead. */
  readonly handOver: (lane: LaneName, header: WorkHeader, slabs: ByteChunks, caller: Caller) => Promise<ThreadReply>
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
      handOver(LANE, this.header, this.slabs, this.#caller).then(
        reply => this.answered(reply),
        error => this.failed(error),
      )
      return
    }
    // it had its place as a call that takes no thread
    this.#leave(0)
    const lane = lanes.laneOf(LANE, this.#caller)
    const work = async (worked: (ms: number) => void): Promise<ThreadReply> => {
      const reply = await handOver(lane, this.header, this.slabs, this.#caller)
      worked(reply.workerMs)
      return reply
    }
    void lanes.turn(lane, this.#caller, work).then(this.#end)
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
