/**
 * Memory that a node shares with one of its threads: a small job lies in it on its way to the thread, and a small result on its way back,
 * so neither is cloned or allocated for a message. Larger ones are posted. There is one job at a time.
 *
 * State:
 *   ASLEEP  the thread is in its event loop, and only a message wakes it
 *   EMPTY   the thread waits here, or is about to
 *   JOB     a job for the thread
 *   MESSAGE a message for the thread: it goes to its event loop
 *   RESULT  a result for the node
 */
import { INLINE_BYTES_MAX } from '../../shared/platform/jobs/job-store.ts'
import type { ThreadResult } from './job-runner.ts'

const ASLEEP = 0
const EMPTY = 1
const JOB = 2
const MESSAGE = 3
const RESULT = 4

/** Words: the state, and the bytes of what lies here. Numbers: of a job the bytes of its frame inflated; of a result the bytes of its envelope and its time. */
const STATE = 0
const BYTES = 1
const WORD_COUNT = 2
const FRAME_BYTES = 0
const RESULT_BYTES = 0
const WORKER_MS = 1
const NUMBER_COUNT = 2
const NUMBERS_AT = WORD_COUNT * Int32Array.BYTES_PER_ELEMENT
const BYTES_AT = NUMBERS_AT + NUMBER_COUNT * Float64Array.BYTES_PER_ELEMENT

/** How long a thread waits for its next job before it goes to its event loop, where an idle thread belongs. */
const WAIT_MS = 20

export const mailboxMemory = (): SharedArrayBuffer => new SharedArrayBuffer(BYTES_AT + INLINE_BYTES_MAX)

export interface MailedJob {
  /** The only chunk of the frame as it was stored; valid until the next job. */
  readonly chunk: Uint8Array<ArrayBuffer>
  readonly frameBytes: number
}

class Mailbox {
  protected readonly words: Int32Array
  protected readonly numbers: Float64Array
  protected readonly bytes: Uint8Array

  constructor(memory: SharedArrayBuffer) {
    this.words = new Int32Array(memory, 0, WORD_COUNT)
    this.numbers = new Float64Array(memory, NUMBERS_AT, NUMBER_COUNT)
    this.bytes = new Uint8Array(memory, BYTES_AT)
  }

  protected put(chunk: Uint8Array): void {
    this.bytes.set(chunk)
    this.words[BYTES] = chunk.length
  }

  protected get chunk(): Uint8Array {
    return this.bytes.subarray(0, this.words[BYTES])
  }
}

export class NodeMailbox extends Mailbox {
  /** For a thread that starts. */
  reset(): void {
    Atomics.store(this.words, STATE, ASLEEP)
  }

  takes(chunk: Uint8Array): boolean {
    return chunk.length <= this.bytes.length
  }

  /** True: the thread is to be woken by a message. */
  putJob(chunk: Uint8Array, frameBytes: number): boolean {
    this.put(chunk)
    this.numbers[FRAME_BYTES] = frameBytes
    return this.#call(JOB)
  }

  /** The thread is to look at a message. */
  callAway(): void {
    this.#call(MESSAGE)
  }

  #call(state: number): boolean {
    const before = Atomics.exchange(this.words, STATE, state)
    if (before === EMPTY) Atomics.notify(this.words, STATE)
    return before === ASLEEP
  }

  takeResult(): ThreadResult {
    const result: ThreadResult = {
      chunkCount: 1,
      lastChunk: new Uint8Array(this.chunk),
      byteCount: this.numbers[RESULT_BYTES]!,
      workerMs: this.numbers[WORKER_MS]!,
    }
    Atomics.store(this.words, STATE, EMPTY)
    return result
  }
}

export class ThreadMailbox extends Mailbox {
  readonly #kept = new Uint8Array(INLINE_BYTES_MAX)

  /** Sleeps until a job comes; undefined: the thread is to go to its event loop. */
  nextJob(): MailedJob | undefined {
    for (;;) {
      switch (Atomics.load(this.words, STATE)) {
        case JOB: {
          // in memory of its own: decoders of text refuse shared memory
          const { chunk } = this
          this.#kept.set(chunk)
          return { chunk: this.#kept.subarray(0, chunk.length), frameBytes: this.numbers[FRAME_BYTES]! }
        }
        case MESSAGE:
          Atomics.store(this.words, STATE, ASLEEP)
          return undefined
        case ASLEEP:
          return undefined
        case EMPTY:
          if (Atomics.wait(this.words, STATE, EMPTY, WAIT_MS) === 'timed-out')
            Atomics.compareExchange(this.words, STATE, EMPTY, ASLEEP)
          break
        case RESULT:
          Atomics.wait(this.words, STATE, RESULT, WAIT_MS)
          break
      }
    }
  }

  /** The node may put the next job here: to be said before the end of the last one is. */
  empty(): void {
    Atomics.store(this.words, STATE, EMPTY)
  }

  /** Puts a result of one chunk into the mailbox. False: it does not fit. */
  putResult({ lastChunk, byteCount, workerMs }: ThreadResult): boolean {
    if (lastChunk.length > this.bytes.length) return false
    this.put(lastChunk)
    this.numbers[RESULT_BYTES] = byteCount
    this.numbers[WORKER_MS] = workerMs
    Atomics.store(this.words, STATE, RESULT)
    return true
  }
}
