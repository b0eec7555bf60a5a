/**
 * Where the writers put their bytes: a growing list of chunks of at most CHUNK_BYTES, never one long string or buffer.
 * Bytes are gathered in a scratch chunk that stays in the processor's cache and is copied out at its exact size when
 * full; the copies own their memory, so they can be transferred to another thread. A result too large to lie whole anywhere is
 * handed on chunk by chunk instead.
 */

import { addOutput } from './output-bound.ts'

/** Size of a chunk of a result in Redis and on the wire. */
export const CHUNK_BYTES = 256 * 1024

/** A reply that is lent lies in one piece up to here, where it was written. */
const LENT_BYTES_MAX = 2 ** 20

/** The scratch is longer than what is written by this much, so that a last word of eight may reach beyond what was reserved. */
const OVERSHOOT_BYTES = 8

/** Bytes of the scratch of a thread that lends. */
export const SCRATCH_BYTES = LENT_BYTES_MAX + OVERSHOOT_BYTES

/** Up to here a loop over words beats the call of TypedArray.set. */
export const SHORT_BYTES = 64

const encoder = new TextEncoder()

/** Bytes that are written over and over, as words of eight, the last padded with 0: a third of the stores of a byte loop. */
export interface Words {
  readonly words: Float64Array
  readonly byteCount: number
}

/**
 * No byte of 0xf0 and above may be followed by 0x7f or 0xff, as none is in UTF-8: else eight bytes could read as a NaN, whose
 * bits a store may change.
 */
export function wordsOf(bytes: Uint8Array): Words {
  const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8)
  padded.set(bytes)
  const view = new DataView(padded.buffer)
  const words = Float64Array.from({ length: padded.length / 8 }, (_, i) => view.getFloat64(8 * i, true))
  return { words, byteCount: bytes.length }
}

interface Scratch {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly view: DataView
}

const scratchOf = (bytes: Uint8Array<ArrayBuffer>): Scratch => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
})

/** Scratch of the last finished sink of this thread; taken by the next one, so a small reply allocates only itself. */
let spare: Scratch | undefined
/** Scratch that lies where the row writer in WebAssembly writes: see table-module.ts. */
let preferred: Scratch | undefined

/** Gives SCRATCH_BYTES to the next sink and those after it; undefined: there are none any more. */
export function preferScratch(scratch: Uint8Array<ArrayBuffer> | undefined): void {
  preferred = scratch && scratchOf(scratch)
  spare = preferred
}

/** After a sink was left unfinished: the next one has the preferred scratch again. */
export function recoverScratch(): void {
  spare = preferred
}

/** A chunk that owns its memory: itself, or a copy of one that was lent. */
export const owned = (chunk: Uint8Array): Uint8Array<ArrayBuffer> =>
  chunk.byteLength === chunk.buffer.byteLength ? (chunk as Uint8Array<ArrayBuffer>) : new Uint8Array(chunk)

export class ByteSink {
  /** Scratch: entries 0 .. position - 1 are written. The writers store into it after reserve(). */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly view: DataView
  position = 0
  readonly chunks: Uint8Array<ArrayBuffer>[] = []
  /** Name of what is being written: for the refusal of an answer that comes to its bound. */
  part = ''
  /** So many bytes are gathered before they are handed on. */
  readonly bytesMax: number
  private readonly send: ((chunk: Uint8Array) => void) | undefined
  private readonly scratch: Scratch

  /** send: takes each chunk as it fills, valid only during the call; else they are gathered. isLent: see lend(). */
  constructor(send?: (chunk: Uint8Array) => void, isLent = false) {
    this.send = send
    this.scratch = spare ?? scratchOf(new Uint8Array(CHUNK_BYTES + OVERSHOOT_BYTES))
    this.bytes = this.scratch.bytes
    this.view = this.scratch.view
    this.bytesMax = isLent ? this.bytes.length - OVERSHOOT_BYTES : CHUNK_BYTES
    spare = undefined
  }

  /** Makes room for `count` bytes (at most CHUNK_BYTES) after `position`. */
  reserve(count: number): void {
    if (this.bytesMax - this.position < count) this.flush()
  }

  flush(): void {
    if (this.position === 0) return
    addOutput(this.position, this.part)
    if (this.send === undefined) this.chunks.push(this.bytes.slice(0, this.position))
    else this.send(this.bytes.subarray(0, this.position))
    this.position = 0
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.position++] = value
  }

  /** Copies source[start .. end), however long. */
  copy(source: Uint8Array, start = 0, end = source.length): void {
    let from = start
    while (from < end) {
      this.reserve(1)
      const to = Math.min(end, from + this.bytesMax - this.position)
      this.bytes.set(source.subarray(from, to), this.position)
      this.position += to - from
      from = to
    }
  }

  /** UTF-8 of a string, however long; a lone surrogate becomes U+FFFD. */
  utf8(text: string): void {
    // a character of UTF-16 takes at most three bytes
    if (text.length * 3 <= CHUNK_BYTES) {
      this.reserve(text.length * 3)
      this.position += encoder.encodeInto(text, this.bytes.subarray(this.position, this.bytesMax)).written
      return
    }
    let rest = text
    while (rest.length > 0) {
      this.reserve(4)
      const { read, written } = encoder.encodeInto(rest, this.bytes.subarray(this.position, this.bytesMax))
      this.position += written
      rest = rest.slice(read)
    }
  }

  /** from[start .. end) of at most SHORT_BYTES, by words; four bytes after `end` must be readable. */
  short(from: DataView, start: number, end: number): void {
    this.reserve(SHORT_BYTES)
    const shift = this.position - start
    // the last word may run beyond the end; what it writes there is written over
    for (let k = start; k < end; k += 4) this.view.setUint32(k + shift, from.getUint32(k))
    this.position = end + shift
  }

  /** A constant made by wordsOf(), at most a chunk. */
  words(constant: Words): void {
    this.reserve(constant.byteCount)
    const { words } = constant
    for (let i = 0; i < words.length; i++) this.view.setFloat64(this.position + 8 * i, words[i], true)
    this.position += constant.byteCount
  }

  /** ASCII of a short string, such as a number. */
  ascii(text: string): void {
    this.reserve(text.length)
    for (let i = 0; i < text.length; i++) this.bytes[this.position++] = text.charCodeAt(i)
  }

  /** All that was written. Chunks of a sink that lends are good until another sink of this thread is written into. */
  lend(): Uint8Array<ArrayBuffer>[] {
    if (this.position > 0) this.chunks.push(this.bytes.subarray(0, this.position))
    this.position = 0
    return this.finish()
  }

  /** All that was written; the sink is spent. */
  finish(): Uint8Array<ArrayBuffer>[] {
    this.flush()
    if (spare === undefined || this.scratch === preferred) spare = this.scratch
    return this.chunks
  }
}
