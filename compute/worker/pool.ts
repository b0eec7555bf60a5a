/**
 * The only entry from the gateway to the engine: run(header, body) on a worker thread. There are two lanes, so that small bodies
 * never wait behind large ones. A failure of a thread (out of memory, deadline, crash) is returned as a refusal.
 */
import type { Piscina } from 'piscina'
import { type ByteChunks, bytesOf, MEGABYTE } from '../../shared/contract/bytes/bytes.ts'
import { isSearch } from '../../shared/contract/catalogue/catalogue.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { type Deadline, Deadlines, SEARCH_TIME_SHARE } from '../../shared/platform/deadlines.ts'
import { InlineWatch, watchMemory } from '../../shared/platform/process/inline-watch.ts'
import { clear, STAMP_BYTES, workedMs } from '../../shared/platform/process/work-stamp.ts'
import { boardMemory, CallBoard } from './call-board.ts'
import { InlineCalls, InlineTurn, type WarmUpCall } from './inline-calls.ts'
import { type Caller, type LaneName, Lanes, type PoolOutcome, refusal, ThreadFailure, type Turn } from './lanes.ts'
import { SlotPool } from './slot-pool.ts'
import { Slabs } from './small-call-memory.ts'
import { ThreadTime } from './thread-time.ts'
import { type PoolSettings, startThreads, threadsAtStart } from './threads.ts'
import {
  type KeptFrame,
  packHeader,
  sentBytesOf,
  type ThreadReply,
  type WorkHeader,
  type WorkMessage,
  type WorkOrder,
  type WorkReply,
  type WorkWants,
} from './work.ts'

export type { CalledTool } from '../agent/message/reply.ts'
export { CallBoard } from './call-board.ts'
export type { WarmUpCall } from './inline-calls.ts'
export type { LaneName, PoolOutcome } from './lanes.ts'
export type { Overdrawn, Payer, ThreadTime } from './thread-time.ts'
export type { PoolSettings } from './threads.ts'
export type { OrderOutcome, ToolOrder } from './tool-order.ts'
export type {
  BodyEncoding,
  BodyMediaType,
  FileBody,
  KeptFrame,
  MessageContext,
  WorkAnswer,
  WorkFingerprint,
  WorkFrame,
  WorkHeader,
  WorkLoaded,
  WorkMessageReply,
  WorkMode,
  WorkOrder,
  WorkReply,
  WorkSource,
} from './work.ts'

/** Functions of the caller that a run calls on its way. */
export interface PoolCalls {
  /** Who is charged the thread time, if it is not the account itself. */
  readonly budgetId?: string | undefined
  /** Gets the inflated size of an encoded body before it is read; may refuse it. */
  readonly charge?: (inflatedBytes: number) => Refusal | undefined
  /** Called when the call leaves the queue for a thread of this lane; a second time if it names kept schedules. */
  readonly onThread?: ((lane: LaneName) => void) | undefined
  /** Fetches the kept schedules that the body names. Never rejects. Default: an account without kept schedules. */
  readonly fetchKept?: (scheduleIds: readonly string[]) => Promise<readonly KeptFrame[] | Refusal>
  /** Carries out what a tool requests from the gateway; what it found as JSON, and chunks of a result. undefined: the client has left. Never rejects. */
  readonly carryOut?: ((ordered: WorkOrder) => Promise<ByteChunks | undefined>) | undefined
}

const NO_KEPT: readonly KeptFrame[] = []
const noneKept = async (scheduleIds: readonly string[]): Promise<readonly KeptFrame[]> =>
  scheduleIds.map(scheduleId => ({ scheduleId, chunks: null, frameBytes: 0 }))

const chargesNothing = (): undefined => undefined
const carriesNothingOut = async (): Promise<undefined> => undefined
const NO_CALLS: PoolCalls = {}

/** Stands for an account in calls that the service makes itself. */
const INTERNAL_ACCOUNT = ''
const CATALOGUE = new URL('../engine/catalogue.ts', import.meta.url).href

/** A submission gets one more second per this many bytes. */
const SUBMISSION_BYTES_PER_SECOND = MEGABYTE
/** One for the busiest account, one for the others. */
const LARGE_THREADS_MIN = 2
/** Small calls handed over per thread, so that the next one is ready when the thread becomes free. */
const SMALL_SLOTS_PER_THREAD = 2
/** Also with a single thread: calls in the caller's own thread hold slots too, and the more of them one turn of the event loop takes, the less each costs. */
const SMALL_SLOTS_MIN = 4
/** Greatest body of a slot in shared memory, also if LARGE_BODY_BYTES is larger. */
const SLOT_BYTES_MAX = 4 * MEGABYTE

export class ComputePool {
  readonly #settings: PoolSettings
  readonly #pools: Readonly<Record<LaneName, Piscina>>
  /** The threads of the small pool. A body that does not fit into a slot goes to the large pool (#work). */
  readonly #small: SlotPool
  readonly #lanes: Lanes
  /** What accounts have used of the threads lately. */
  readonly threadTime: ThreadTime
  readonly #inline: InlineCalls
  readonly #inlineParts
  readonly #deadlines = new Deadlines()
  readonly #slabs = new Slabs()
  readonly #boardMemory = boardMemory()
  readonly #inlineMemory = watchMemory()
  /** What threads get to know about calls that they work on. */
  readonly board = new CallBoard(this.#boardMemory)

  constructor(settings: PoolSettings) {
    this.#settings = settings
    const largeThreads = Math.max(
      Math.min(LARGE_THREADS_MIN, settings.workerThreads),
      Math.floor(settings.workerThreads / 2),
    )
    const shared = { boardMemory: this.#boardMemory, inlineMemory: this.#inlineMemory }
    this.#pools = {
      small: startThreads('small', settings.workerThreads, settings, shared),
      large: startThreads('large', largeThreads, settings, shared),
    }
    const smallSlots = Math.max(SMALL_SLOTS_MIN, settings.workerThreads * SMALL_SLOTS_PER_THREAD)
    this.#small = new SlotPool(this.#pools.small, {
      slabs: this.#slabs,
      threadsMax: settings.workerThreads,
      runsMax: smallSlots,
      bodyBytesMax: Math.min(settings.smallBodyBytesMax, SLOT_BYTES_MAX),
      threadsMin: threadsAtStart(settings, settings.workerThreads),
    })
    this.#inline = new InlineCalls({
      bodyBytesMax: settings.inlineBodyBytesMax,
      slabs: this.#slabs,
      watch: new InlineWatch(this.#inlineMemory),
    })
    this.threadTime = new ThreadTime(settings.workerThreads, () => performance.now())
    this.#lanes = new Lanes({
      threadTime: this.threadTime,
      threads: { small: settings.workerThreads, large: largeThreads },
      slots: { small: smallSlots, large: largeThreads },
      queueMax: settings.laneQueueMax,
      waitMs: settings.laneWaitMs,
      refusalOf: (error, requestId) => this.#refusalOf(error, requestId),
    })
    this.#inlineParts = {
      lanes: this.#lanes,
      calls: this.#inline,
      handOver: (lane: LaneName, header: WorkHeader, slabs: ByteChunks, { deadline }: Caller) =>
        this.#work(lane, header, slabs, NO_KEPT, deadline),
    }
  }

  /** Waiting and running calls per lane. */
  get load(): Readonly<Record<LaneName, { running: number; waiting: number }>> {
    return this.#lanes.load
  }

  get isUp(): boolean {
    if (this.#settings.workerStart === 'on-demand') return true
    return this.#pools.small.threads.length > 0 && this.#pools.large.threads.length > 0
  }

  /** Counts a call before its body is read; the refusal when its lane is full. To be called once per call, directly or through expect(). */
  arrive(laneName: LaneName, accountId: string): Refusal | undefined {
    return this.#lanes.arrive(laneName, accountId)
  }

  /** Reserves a place for a body that is about to be read. Returns a function to call when the body has arrived or will not come, or a refusal. */
  expect(laneName: LaneName, accountId: string): (() => void) | Refusal {
    return this.#lanes.expect(laneName, accountId)
  }

  /** Memory for a body, which run() takes over. Its contents are left from earlier bodies. */
  takeSlab(bytes: number): Uint8Array<ArrayBuffer> {
    return this.#slabs.take(bytes)
  }

  /** accountId: accounts are served in turn. slabs: taken over; the caller may not use them any more. */
  async run(
    laneName: LaneName,
    accountId: string,
    header: WorkHeader,
    slabs: ByteChunks,
    whenGone: (listener: () => void) => void,
    calls: PoolCalls = NO_CALLS,
  ): Promise<PoolOutcome> {
    const { requestId, endpoint, tier } = header
    const { onThread, budgetId = accountId } = calls
    const deadlineSeconds = this.#deadlineSecondsOf(header, slabs)
    // the deadline includes the waits
    const deadline = this.#deadlines.start(deadlineSeconds * 1000)
    const payer = accountId === INTERNAL_ACCOUNT ? undefined : { budgetId, tier }
    const bodyBytes = bytesOf(slabs)
    const caller: Caller = {
      accountId,
      payer,
      endpoint,
      bodyBytes,
      requestId,
      whenGone,
      onThread,
      deadline,
      deadlineSeconds,
    }
    try {
      const first = await this.#firstTurn(laneName, caller, header, slabs, calls.charge)
      if ('end' in first) return first.end
      const { result: reply, workMs } = first
      if (reply.kind === 'wants' || reply.kind === 'order')
        return await this.#goOn(laneName, caller, header, reply, workMs, calls)
      return finalReply(reply, workMs)
    } finally {
      this.#deadlines.end(caller.deadline)
    }
  }

  /** Answers the body, or says which kept schedules it names, or what the gateway is to carry out for a tool. */
  #firstTurn(
    laneName: LaneName,
    caller: Caller,
    header: WorkHeader,
    slabs: ByteChunks,
    charge: NonNullable<PoolCalls['charge']> = chargesNothing,
  ): Promise<Turn<ThreadReply>> {
    if (laneName === 'small' && this.#inline.takes(caller.accountId, header, slabs))
      return InlineTurn.run(this.#inlineParts, caller, header, slabs)
    const lane = this.#lanes.laneOf(laneName, caller)
    return this.#lanes.turn(lane, caller, worked =>
      header.encoding === null
        ? this.#workTimed(lane, header, slabs, NO_KEPT, caller.deadline, worked)
        : this.#inflateAndRead(lane, header, slabs, charge, caller.deadline, worked),
    )
  }

  /** Further turns, with what is fetched meanwhile outside of the lanes: a slow store takes no place. */
  async #goOn(
    laneName: LaneName,
    caller: Caller,
    header: WorkHeader,
    wish: WorkWants | WorkOrder,
    workMs: number,
    { fetchKept = noneKept, carryOut = carriesNothingOut }: PoolCalls,
  ): Promise<PoolOutcome> {
    let reply: ThreadReply = wish
    const plain = plainOf(header, caller.bodyBytes)
    const again = async (of: LaneName, sent: WorkHeader, body: ByteChunks, kept: readonly KeptFrame[]) => {
      const lane = this.#lanes.laneOf(of, caller)
      const turn = await this.#lanes.turn(lane, caller, worked =>
        this.#workTimed(lane, sent, body, kept, caller.deadline, worked),
      )
      if ('end' in turn) return turn.end
      reply = turn.result
      workMs += turn.workMs
      return undefined
    }
    if (reply.kind === 'wants') {
      const { chunks, scheduleIds } = reply
      const kept = await fetchKept(scheduleIds)
      if ('code' in kept) return refusal(kept, workMs)
      const end = await again(this.#isSmall(chunks, kept) ? laneName : 'large', plain, chunks, kept)
      if (end !== undefined) return end
    }
    if (reply.kind === 'order') {
      const { resume } = reply
      const outcome = await carryOut(reply)
      if (outcome === undefined) return { kind: 'gone' }
      // what was done meanwhile is answered, however long it took: a fetch has a limit of its own
      this.#deadlines.end(caller.deadline)
      caller.deadline = this.#deadlines.start(caller.deadlineSeconds * 1000)
      // a slot holds one body: chunks of a result stay apart
      const lane = outcome.length === 1 && this.#isSmall(outcome, NO_KEPT) ? 'small' : 'large'
      const end = await again(lane, { ...plain, mode: 'resume', resume }, outcome, NO_KEPT)
      if (end !== undefined) return end
    }
    return finalReply(reply, workMs)
  }

  /** A few names are a small call when the schedules would have been a small body. */
  #isSmall(body: ByteChunks, kept: readonly KeptFrame[]): boolean {
    return sentBytesOf(kept) <= this.#settings.smallBodyBytesMax && this.#small.takes(body, kept)
  }

  #deadlineSecondsOf({ mode }: WorkHeader, slabs: readonly Uint8Array[]): number {
    const isSubmission = mode === 'frame' || mode === 'load' || mode === 'fingerprint'
    const moreSeconds = isSubmission ? Math.ceil(bytesOf(slabs) / SUBMISSION_BYTES_PER_SECOND) : 0
    return this.#settings.syncDeadlineSeconds + moreSeconds
  }

  async #inflateAndRead(
    laneName: LaneName,
    header: WorkHeader,
    slabs: ByteChunks,
    charge: NonNullable<PoolCalls['charge']>,
    deadline: Deadline,
    worked: (ms: number) => void,
  ): Promise<ThreadReply> {
    const plain = plainOf(header, bytesOf(slabs))
    const inflated = await this.#workTimed(laneName, { ...header, mode: 'inflate' }, slabs, NO_KEPT, deadline, worked)
    if (inflated.kind !== 'inflated') return inflated
    const body = inflated.chunks
    const refused = charge(body[0]!.byteLength)
    if (refused !== undefined) return refusal(refused)
    return this.#workTimed(laneName, plain, body, NO_KEPT, deadline, worked)
  }

  #workTimed(
    laneName: LaneName,
    header: WorkHeader,
    slabs: ByteChunks,
    kept: readonly KeptFrame[],
    deadline: Deadline,
    worked: (ms: number) => void,
  ): Promise<ThreadReply> {
    return this.#work(laneName, header, slabs, kept, deadline).then(reply => {
      worked(reply.workerMs)
      return reply
    })
  }

  #work(
    laneName: LaneName,
    sent: WorkHeader,
    slabs: ByteChunks,
    kept: readonly KeptFrame[],
    deadline: Deadline,
  ): Promise<ThreadReply> {
    const header = isSearch(sent.rowId) ? { ...sent, endsAtMs: this.#searchEndOf(deadline) } : sent
    if (laneName === 'small' && this.#small.takes(slabs, kept)) return this.#small.run(header, slabs, kept, deadline)
    const stamp = new Float64Array(new SharedArrayBuffer(STAMP_BYTES))
    clear(stamp)
    const ending = new AbortController()
    let endedAtMs: number | undefined
    const abort = (): void => {
      // a thread that is gone can no longer be asked
      endedAtMs = workedMs(stamp)
      ending.abort()
    }
    deadline.whenOver = abort
    if (deadline.isOver) abort()
    const message: WorkMessage = { header: packHeader(header), slabs, kept, stamp }
    const frames = kept.flatMap(({ chunks }) => (chunks ?? []).map(chunk => chunk.buffer))
    const transferList = [message.header.buffer, ...slabs.map(slab => slab.buffer), ...frames]
    return this.#pools.large.run(message, { transferList, signal: ending.signal }).catch((error: unknown) => {
      throw new ThreadFailure(error, endedAtMs ?? workedMs(stamp))
    })
  }

  /** A moment by the clock that all threads share. */
  #searchEndOf({ atMs }: Deadline): number {
    return performance.timeOrigin + atMs - (1 - SEARCH_TIME_SHARE) * 1000 * this.#settings.syncDeadlineSeconds
  }

  #refusalOf(error: unknown, requestId: string): Refusal {
    const code = (error as { code?: unknown }).code
    if (code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError) {
      this.#settings.onFault(error, requestId)
      return refuse('memory_exceeded')
    }
    this.#settings.onFault(error, requestId)
    return refuse('internal')
  }

  /** Every check of every analysis as JSON. Made on a thread, so that the gateway need not load the rows of the engine. */
  checkCatalogueText(): Promise<string> {
    return this.#pools.large.run(undefined, { filename: CATALOGUE, name: 'checkCatalogueText' })
  }

  /** Runs the given calls, so that threads are started and code is compiled before the first real call, in the caller's thread as well. */
  async warmUp(calls: readonly WarmUpCall[], callsOfLarge = calls): Promise<void> {
    await Promise.all([this.#warmUpLane('small', calls), this.#warmUpLane('large', callsOfLarge)])
    await this.#inline.load(calls)
  }

  /** One call at a time for each thread that is started: each gets some, no other one starts, and none waits so long that the lane counts as overloaded. */
  async #warmUpLane(lane: LaneName, calls: readonly WarmUpCall[]): Promise<void> {
    const runAll = async (): Promise<void> => {
      for (const { header, body } of calls) await this.run(lane, INTERNAL_ACCOUNT, header, [body.slice()], () => {})
    }
    const started = Math.max(1, threadsAtStart(this.#settings, this.#pools[lane].options.maxThreads))
    await Promise.all(Array.from({ length: started }, runAll))
  }

  async close(): Promise<void> {
    this.#small.close()
    await Promise.all([this.#pools.small.destroy(), this.#pools.large.destroy()])
  }
}

/** The header of a body that lies inflated here, of which so many bytes were sent. */
const plainOf = (header: WorkHeader, sentBytes: number): WorkHeader =>
  header.encoding === null ? header : { ...header, encoding: null, sentBytes }

/** The reply to the last message of a call: by then nothing can be left to inflate or to fetch. workerMs: of all its turns. */
function finalReply(reply: ThreadReply, workerMs: number): WorkReply {
  if (reply.kind === 'inflated' || reply.kind === 'wants' || reply.kind === 'order')
    throw new Error(`the last reply of a worker is ${reply.kind}`)
  return reply.workerMs === workerMs ? reply : { ...reply, workerMs }
}
