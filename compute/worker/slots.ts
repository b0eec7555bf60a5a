/**
 * Shared memory between the gateway and the threads of small bodies. It is divided into slots; a slot holds a call, then its answer. The gateway
 * fills a slot and makes it ready. A free thread takes the ready slot that has waited longest. No message is posted for a call; a thread sleeps,
 * and is woken through Atomics, only when there is nothing to do.
 *
 * State of a slot:
 *   FREE      the gateway may fill it
 *   READY     a thread may take it; the gateway may take it back
 *   TAKEN + n thread n works on it; header and body are not changed, so another thread could run it again
 *   DONE      it holds the answer
 *   LENT      the gateway has fetched the answer and writes it from here
 * A reply that does not fit, or is not an answer, is posted instead; the slot stays TAKEN until the gateway has that reply.
 */

import { bytesOf, copyInto } from '../../shared/contract/bytes/bytes.ts'
import { MEDIA_TYPES } from '../../shared/contract/negotiate.ts'
import { begin, clear, STAMP_BYTES, STAMP_NUMBERS, workedMs } from '../../shared/platform/process/work-stamp.ts'
import type { NumberedHeader } from './small-call-memory.ts'
import type { WorkAnswer } from './work.ts'

const FREE = 0
const READY = 1
export const DONE = 2
const LENT = 3
export const TAKEN = 16

/** Room for the header of a call and its request id; uWebSockets accepts at most 16 KB of headers. */
export const HEADER_BYTES_MAX = 2 ** 16
/** An answer of more bytes is posted. */
const REPLY_BYTES_MAX = 2 ** 20

/** Words of the pool: a number that grows with each slot made ready; how many threads sleep; 1 = the gateway has a notification of answers that it has not fetched yet. */
const VERSION = 0
const SLEEPERS = 1
const NOTIFIED = 2
const CONTROL_WORDS = 16

/** Words of a slot. */
const STATE = 0
const TURN = 1
const HEADER_BYTES = 2
const BODY_BYTES = 3
const REPLY_BYTES = 4
const MEDIA_TYPE = 5
const ENCODING = 6
const TASK_COUNT = 7
const KEPT_BYTES = 8
const HEADER_NUMBER = 9
const ID_LENGTH = 10
const SLOT_WORDS = 16

const ENCODINGS: readonly (string | null)[] = [null, 'gzip', 'br', 'zstd']
const mediaTypes: readonly string[] = MEDIA_TYPES

export interface SlotMemory {
  readonly buffer: SharedArrayBuffer
  readonly count: number
  readonly bodyBytesMax: number
}

type LentAnswer = Omit<WorkAnswer, 'chunks' | 'giveBack'> & {
  readonly chunks: [Uint8Array]
  giveBack: (() => void) | undefined
}

const wordsOf = (count: number): number => CONTROL_WORDS + count * SLOT_WORDS
const headBytesOf = (count: number): number =>
  wordsOf(count) * Int32Array.BYTES_PER_ELEMENT + count * (Float64Array.BYTES_PER_ELEMENT + STAMP_BYTES)
const slotBytesOf = (bodyBytesMax: number): number => bodyBytesMax + HEADER_BYTES_MAX + REPLY_BYTES_MAX

/** Pages that are never written take no memory. */
export const slotMemory = (count: number, bodyBytesMax: number): SlotMemory => ({
  buffer: new SharedArrayBuffer(headBytesOf(count) + count * slotBytesOf(bodyBytesMax)),
  count,
  bodyBytesMax,
})

const SLEEP_MS_MAX = 1_000

export class Slots {
  readonly count: number
  readonly bodyBytesMax: number
  readonly #words: Int32Array
  readonly #workerMs: Float64Array
  /** When a thread took the call. */
  readonly #stamps: Float64Array[] = []
  readonly #bodies: Uint8Array[] = []
  readonly #headers: Buffer[] = []
  readonly #replies: Uint8Array[] = []

  constructor({ buffer, count, bodyBytesMax }: SlotMemory) {
    this.count = count
    this.bodyBytesMax = bodyBytesMax
    this.#words = new Int32Array(buffer, 0, wordsOf(count))
    this.#workerMs = new Float64Array(buffer, this.#words.byteLength, count)
    const stampsAt = this.#words.byteLength + this.#workerMs.byteLength
    for (let slot = 0; slot < count; slot++) {
      this.#stamps.push(new Float64Array(buffer, stampsAt + slot * STAMP_BYTES, STAMP_NUMBERS))
      const at = headBytesOf(count) + slot * slotBytesOf(bodyBytesMax)
      this.#bodies.push(new Uint8Array(buffer, at, bodyBytesMax))
      this.#headers.push(Buffer.from(buffer, at + bodyBytesMax, HEADER_BYTES_MAX))
      this.#replies.push(new Uint8Array(buffer, at + bodyBytesMax + HEADER_BYTES_MAX, REPLY_BYTES_MAX))
    }
  }

  #at(slot: number, word: number): number {
    return CONTROL_WORDS + slot * SLOT_WORDS + word
  }

  // the gateway

  stateOf(slot: number): number {
    return Atomics.load(this.#words, this.#at(slot, STATE))
  }

  /** requestId: in ASCII. kept: frames of kept schedules, stored behind the body; usually empty. */
  fill(
    slot: number,
    turn: number,
    header: NumberedHeader,
    requestId: string,
    slabs: readonly Uint8Array[],
    kept: Uint8Array,
  ): void {
    this.#headers[slot]!.set(header.bytes)
    this.#headers[slot]!.write(requestId, header.bytes.byteLength, 'latin1')
    let bytes = 0
    for (const slab of slabs) {
      this.#bodies[slot]!.set(slab, bytes)
      bytes += slab.byteLength
    }
    this.#bodies[slot]!.set(kept, bytes)
    this.#words[this.#at(slot, KEPT_BYTES)] = kept.byteLength
    this.#words[this.#at(slot, HEADER_BYTES)] = header.bytes.byteLength
    this.#words[this.#at(slot, HEADER_NUMBER)] = header.number
    this.#words[this.#at(slot, ID_LENGTH)] = requestId.length
    this.#words[this.#at(slot, BODY_BYTES)] = bytes
    this.#words[this.#at(slot, TURN)] = turn
    clear(this.#stamps[slot]!)
    this.makeReady(slot)
  }

  makeReady(slot: number): void {
    Atomics.store(this.#words, this.#at(slot, STATE), READY)
    Atomics.add(this.#words, VERSION, 1)
    if (Atomics.load(this.#words, SLEEPERS) > 0) Atomics.notify(this.#words, VERSION, 1)
  }

  /** False: a thread has already taken it. */
  takeBack(slot: number): boolean {
    return Atomics.compareExchange(this.#words, this.#at(slot, STATE), READY, FREE) === READY
  }

  free(slot: number): void {
    Atomics.store(this.#words, this.#at(slot, STATE), FREE)
  }

  /** What the thread that took it has worked on it. */
  workedMsOf(slot: number): number {
    return workedMs(this.#stamps[slot]!)
  }

  /** To be called before the answers are fetched: an answer that arrives meanwhile causes another notification. */
  rearmNotification(): void {
    Atomics.store(this.#words, NOTIFIED, 0)
  }

  /** The answer in a slot that is DONE, which is then LENT: its bytes hold until the slot is freed. */
  lend(slot: number): LentAnswer {
    Atomics.store(this.#words, this.#at(slot, STATE), LENT)
    const bytes = this.#replies[slot]!.subarray(0, this.#words[this.#at(slot, REPLY_BYTES)]!)
    return {
      kind: 'answer',
      contentType: mediaTypes[this.#words[this.#at(slot, MEDIA_TYPE)]!]!,
      contentEncoding: ENCODINGS[this.#words[this.#at(slot, ENCODING)]!]!,
      chunks: [bytes],
      giveBack: undefined,
      taskCount: this.#words[this.#at(slot, TASK_COUNT)]!,
      workerMs: this.#workerMs[slot]!,
    }
  }

  // a thread

  /** The ready slot that has waited longest, now TAKEN by the thread. Sleeps until there is one. whenIdle: called after each second of sleep. */
  take(thread: number, whenIdle: (seconds: number) => void): number {
    for (let idleSeconds = 1; ; ) {
      const version = Atomics.load(this.#words, VERSION)
      const slot = this.#firstReady()
      if (slot === -1) {
        Atomics.add(this.#words, SLEEPERS, 1)
        // bounded, so that a thread which is being ended while it falls asleep still wakes and ends
        const woken = Atomics.wait(this.#words, VERSION, version, SLEEP_MS_MAX)
        Atomics.sub(this.#words, SLEEPERS, 1)
        if (woken === 'timed-out') whenIdle(idleSeconds++)
      } else if (Atomics.compareExchange(this.#words, this.#at(slot, STATE), READY, TAKEN + thread) === READY) {
        begin(this.#stamps[slot]!)
        return slot
      }
    }
  }

  #firstReady(): number {
    let first = -1
    let firstTurn = 0
    for (let slot = 0; slot < this.count; slot++) {
      if (Atomics.load(this.#words, this.#at(slot, STATE)) !== READY) continue
      const turn = this.#words[this.#at(slot, TURN)]!
      // turns wrap around
      if (first !== -1 && ((turn - firstTurn) | 0) >= 0) continue
      first = slot
      firstTurn = turn
    }
    return first
  }

  headerNumberOf(slot: number): number {
    return this.#words[this.#at(slot, HEADER_NUMBER)]!
  }

  headerOf(slot: number): Uint8Array {
    return this.#headers[slot]!.subarray(0, this.#words[this.#at(slot, HEADER_BYTES)])
  }

  requestIdOf(slot: number): string {
    const from = this.#words[this.#at(slot, HEADER_BYTES)]!
    return this.#headers[slot]!.toString('latin1', from, from + this.#words[this.#at(slot, ID_LENGTH)]!)
  }

  bodyOf(slot: number): Uint8Array {
    return this.#bodies[slot]!.subarray(0, this.#words[this.#at(slot, BODY_BYTES)])
  }

  keptOf(slot: number): Uint8Array {
    const from = this.#words[this.#at(slot, BODY_BYTES)]!
    return this.#bodies[slot]!.subarray(from, from + this.#words[this.#at(slot, KEPT_BYTES)]!)
  }

  /** False: the answer does not fit, or says more than a slot has places for (units, headers, what it is metered as), so it has to be posted. */
  answer(slot: number, reply: WorkAnswer): boolean {
    const { contentType, contentEncoding, chunks, taskCount, workerMs, unitCount, headers, called } = reply
    if (unitCount !== undefined || headers !== undefined || called !== undefined) return false
    const [type, encoding] = [mediaTypes.indexOf(contentType), ENCODINGS.indexOf(contentEncoding)]
    const bytes = bytesOf(chunks)
    if (type === -1 || encoding === -1 || bytes > REPLY_BYTES_MAX) return false
    copyInto(this.#replies[slot]!, chunks)
    this.#words[this.#at(slot, REPLY_BYTES)] = bytes
    this.#words[this.#at(slot, MEDIA_TYPE)] = type
    this.#words[this.#at(slot, ENCODING)] = encoding
    this.#words[this.#at(slot, TASK_COUNT)] = taskCount
    this.#workerMs[slot] = workerMs
    Atomics.store(this.#words, this.#at(slot, STATE), DONE)
    return true
  }

  /** True: this answer needs a notification. False: an earlier one is still to be handled, and its fetch finds this answer too. */
  mustNotify(): boolean {
    return Atomics.exchange(this.#words, NOTIFIED, 1) === 0
  }
}
