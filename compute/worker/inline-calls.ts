/**
 * Calls of small bodies that the gateway's own thread runs to completion, which saves one caller a sixth of the time: the way to another thread and back.
 * The work on a schedule is bounded by the size of its body, so a body of INLINE_BODY_BYTES takes a fraction of a millisecond. Whatever could take longer
 * goes to the threads: large bodies, schedules with calendars, several schedules, files, compressed bodies and answers, forms for people, tools and jobs.
 *
 * The lane decides whose turn it is, as for all other calls (lane.ts). The calls that got their turn in one turn of the event loop are gathered: threads get
 * as many as they can take, but one call at least is run here. So a caller alone is served without a hop, and many callers keep all threads busy. They hold
 * places of the lane like any other call, so no more of them are run than it has places before the event loop has done other things. (With places of its
 * own for them the lane noticed an overload too late: p99 of accepted calls of 500 tasks at twice the capacity 252 ms instead of 30.)
 */
import type { AnalysisId } from '../../shared/analysis/analyses.ts'
import type { EndpointId } from '../../shared/catalogue/catalogue.ts'
import type { InlineWatch } from './inline-watch.ts'
import type { Slabs } from './slabs.ts'
import type { ThreadReply, WorkAnswer, WorkHeader } from './work.ts'

type Chunks = readonly Uint8Array<ArrayBuffer>[]
type AnswerCall = typeof import('./answer-call.ts').answerPlainCall

interface InlineSettings {
  /** 0: no call is run here. */
  readonly bodyBytesMax: number
  readonly slabs: Slabs
  readonly watch: InlineWatch
  /** How many more calls threads can take now. */
  readonly freeSlots: () => number
}

export interface WarmUpCall {
  readonly header: WorkHeader
  readonly body: Uint8Array<ArrayBuffer>
}

interface Entry {
  readonly header: WorkHeader
  readonly slabs: Chunks
  /** undefined: the call is to go to a thread. */
  readonly settle: (reply: ThreadReply | undefined) => void
  readonly fail: (error: unknown) => void
}

/**
 * When calls take longer than this in the mean, threads get all of them for a while, so that one account with the slowest bodies that are known to be run here
 * cannot hold the event loop. It is a mean, as the system may interrupt any call for some milliseconds.
 */
const MEAN_MS_MAX = 0.5
const MEAN_WEIGHT = 0.1
const PAUSE_FACTOR = 100

/**
 * Analyses whose time is bounded by the size of a plain body (BodyReader.isPlain): they look at each task and link a bounded number of times. Of other bodies
 * nothing but the reading is done here: those with calendars, days off, a history or long lists of ids can take ten times as long. Comparisons of two
 * schedules may compare each id with each, and what is counted by day takes longer the more days a schedule spans.
 */
const BOUNDED: ReadonlySet<EndpointId> = new Set<AnalysisId>([
  'analysis.cpm',
  'analysis.validate',
  'health.score',
  'health.logic-audit',
  'health.progress-audit',
  'health.dcma-14-point',
  'health.dcma-decm',
  'health.schedule-risk-index',
])
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
  #entries: Entry[] = []
  #answerCall: AnswerCall | undefined
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

  takes(header: WorkHeader, slabs: Chunks): boolean {
    return (
      this.#answerCall !== undefined &&
      slabs.length === 1 &&
      slabs[0]!.byteLength <= this.#settings.bodyBytesMax &&
      header.mode === 'answer' &&
      header.encoding === null &&
      header.file === undefined &&
      BOUNDED.has(header.rowId) &&
      ACCEPTED_ENCODINGS.includes(header.acceptEncoding) &&
      ACCEPTS.includes(header.accept)
    )
  }

  /** undefined: the call is to go to a thread. Else the slabs are taken over. Rejects with the error of the engine. */
  run(header: WorkHeader, slabs: Chunks): Promise<ThreadReply | undefined> {
    return new Promise((settle, fail) => {
      if (this.#entries.push({ header, slabs, settle, fail }) === 1) setImmediate(() => this.#serve())
    })
  }

  #serve(): void {
    const entries = this.#entries
    this.#entries = []
    const hereCount = performance.now() < this.#pausedUntilMs ? 0 : 1
    const handedCount = Math.min(Math.max(0, this.#settings.freeSlots()), entries.length - hereCount)
    for (const [place, entry] of entries.entries()) {
      if (place < handedCount || performance.now() < this.#pausedUntilMs) entry.settle(undefined)
      else this.#answer(entry)
    }
  }

  #answer({ header, slabs, settle, fail }: Entry): void {
    const { watch } = this.#settings
    const beganMs = performance.now()
    watch.begin()
    try {
      const reply = this.#answerCall!(header, slabs[0]!, beganMs)
      if (reply !== undefined) this.#settings.slabs.giveBack(slabs[0]!)
      settle(reply?.kind === 'answer' ? this.#keep(reply) : reply)
    } catch (error) {
      fail(error)
    }
    watch.end()
    const endedMs = performance.now()
    this.#meanMs += MEAN_WEIGHT * (endedMs - beganMs - this.#meanMs)
    if (this.#meanMs <= MEAN_MS_MAX) return
    this.#pausedUntilMs = endedMs + PAUSE_FACTOR * this.#meanMs
    this.#meanMs = 0
  }

  /** What the engine lends is written over by the next call: the answer lies in memory of its own until it is written. */
  #keep(answer: WorkAnswer): WorkAnswer {
    const { slabs } = this.#settings
    let bytes = 0
    for (const chunk of answer.chunks) bytes += chunk.byteLength
    const kept = slabs.take(bytes)
    let at = 0
    for (const chunk of answer.chunks) {
      kept.set(chunk, at)
      at += chunk.byteLength
    }
    return { ...answer, chunks: [kept], giveBack: () => slabs.giveBack(kept) }
  }
}
