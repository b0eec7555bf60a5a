/** How the body of a call comes: whether there is one, and its bytes, read only as fast as they are wanted. */

import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { Exchange } from './exchange.ts'
import { type Upload, UploadTurns } from './upload-turns.ts'

// Reads a request body into slabs, sized by what arrives; the worker joins them where there are several. Reading starts with the handler, because uWebSockets
// drops bytes that have no listener. When EARLY_BYTES_MAX bytes have come before the call is admitted, the socket is paused. (uWebSockets still delivers what
// its current turn reads: at most ten receive buffers of 512 KB.)

/** Taken before admission; a body within it costs no pause. */
const EARLY_BYTES_MAX = 64 * 1024
/** A slab of a body that is larger, or whose length is not declared. */
const SLAB_BYTES = 1024 * 1024
/**
 * A declared length proves nothing until the bytes are there. When so large a part of it has come, the body gets one slab of that length, into which this
 * part is copied. So the worker joins nothing: new pages for 51 MB and the copy took 6 % of the processor time of a job of 100,000 tasks.
 */
const BELIEVED_PART = 1 / 8
/**
 * How much is believed of a very large declared length: the event loop does nothing else while it copies. The kernel gives the rest of the
 * slab as it is written.
 */
const BELIEVED_BYTES = 8 * 1024 * 1024
/** A body of which so much has come takes turns with others of its kind. */
const LARGE_BYTES = 256 * 1024
/** After resume() uWebSockets drops a connection on which nothing more of the body comes for eight to twelve seconds. */
const KEEP_MS = 4_000
/**
 * A chunked body of which nothing more came for so long is refused: uWebSockets waits in silence at a chunk size with an extension, until its idle time of eight to
 * twelve seconds is over and it closes the connection without a word.
 */
const CHUNK_MS = 7_000

export type BodyOutcome =
  | { readonly ok: true; readonly slabs: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly ok: false; readonly reason: 'too_large' | 'gone' | 'too_slow' | 'no_room' | 'unreadable' }

interface BodyLimits {
  readonly payloadBytesMax: number
  /** Reserves room for so many more bytes; false = there is none. */
  readonly reserve: (moreBytes: number) => boolean
  readonly deadlineMs: number
}

/** Of this process's event loop. */
const turns = new UploadTurns()

export class BodyReader implements Upload {
  readonly #exchange: Exchange
  readonly #declaredBytes: number | undefined
  readonly #takeSlab: (bytes: number) => Uint8Array<ArrayBuffer>
  #slabs: Uint8Array<ArrayBuffer>[] = []
  /** Bytes taken of the last slab, and of the whole body. */
  #slabBytes = 0
  #bytes = 0
  #complete = false
  #isEnded = false
  #whenEnded: (() => void) | undefined
  /** Refreshed by arriving bytes. */
  #silence: NodeJS.Timeout | undefined
  /** Its socket is paused until the call is admitted, until it is this body's turn. */
  #isEarly = false
  #isStopped = false
  #dropped = false
  #limits: BodyLimits | undefined
  #settle: ((outcome: BodyOutcome) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #chunkTimer: NodeJS.Timeout | undefined

  /** takeSlab: gives memory of so many bytes. */
  constructor(
    exchange: Exchange,
    declaredBytes: number | undefined,
    takeSlab: (bytes: number) => Uint8Array<ArrayBuffer>,
  ) {
    this.#exchange = exchange
    this.#takeSlab = takeSlab
    this.#declaredBytes = declaredBytes
    exchange.onData((chunk, isLast) => {
      this.#silence?.refresh()
      if (this.#settle !== undefined) this.#chunkTimer?.refresh()
      this.#take(chunk, isLast)
      if (isLast) this.#end()
    })
    exchange.whenGone(() => {
      turns.ended(this)
      this.#finish({ ok: false, reason: 'gone' })
      this.#end()
    })
  }

  /** The rest of the body, within the limits that admission found; at once when it is complete. Called at most once. */
  read(limits: BodyLimits): BodyOutcome | Promise<BodyOutcome> {
    if (this.#exchange.gone) return { ok: false, reason: 'gone' }
    if (this.#bytes > limits.payloadBytesMax) {
      this.drop()
      return { ok: false, reason: 'too_large' }
    }
    if (!limits.reserve(Math.max(this.#bytes, this.#declaredBytes ?? 0))) {
      this.drop()
      return { ok: false, reason: 'no_room' }
    }
    if (this.#complete) {
      if (this.#isPaused) this.#keepUntilAnswered()
      return { ok: true, slabs: this.#taken() }
    }
    this.#resume()
    this.#limits = limits
    this.#timer = setTimeout(() => this.#finish({ ok: false, reason: 'too_slow' }), limits.deadlineMs)
    if (this.#declaredBytes === undefined)
      this.#chunkTimer = setTimeout(() => this.#finish({ ok: false, reason: 'unreadable' }), CHUNK_MS)
    return new Promise(settle => {
      this.#settle = settle
    })
  }

  /** The call is refused: further bytes are read and dropped. */
  drop(): void {
    this.#dropped = true
    this.#slabs = []
    this.#resume()
  }

  stop(): void {
    const wasPaused = this.#isPaused
    this.#isStopped = true
    if (!wasPaused) this.#exchange.pause()
  }

  goOn(): void {
    const wasPaused = this.#isPaused
    this.#isStopped = false
    if (wasPaused && !this.#isPaused) this.#exchange.resume()
  }

  get #isPaused(): boolean {
    return this.#isEarly || this.#isStopped
  }

  /** Whatever it was paused for. */
  #resume(): void {
    turns.ended(this)
    const wasPaused = this.#isPaused
    this.#isEarly = this.#isStopped = false
    if (wasPaused) this.#exchange.resume()
  }

  /** Nothing more comes that would end the limit of uWebSockets; a further pause begins it anew. The socket is read, as that shows when the client leaves. */
  #keepUntilAnswered(): void {
    this.#resume()
    const timer = setInterval(() => {
      this.#exchange.pause()
      this.#exchange.resume()
    }, KEEP_MS)
    this.#exchange.whenEnded(() => clearInterval(timer))
  }

  /**
   * Resolves when the last byte has come (kept or not), the client has left, so much time has passed, or nothing came for
   * `silentMsMax`: a client who writes nothing waits for the answer.
   */
  ended(msMax: number, silentMsMax: number): Promise<void> {
    if (this.#isEnded) return Promise.resolve()
    return new Promise(resolve => {
      const end = (): void => {
        clearTimeout(late)
        clearTimeout(this.#silence)
        resolve()
      }
      const late = setTimeout(end, msMax)
      this.#silence = setTimeout(end, silentMsMax)
      this.#whenEnded = end
    })
  }

  #end(): void {
    this.#isEnded = true
    this.#whenEnded?.()
  }

  #take(chunk: ArrayBuffer | Uint8Array, isLast: boolean): void {
    if (this.#dropped || this.#complete) return
    const bytes = this.#bytes + chunk.byteLength
    const limits = this.#limits
    if (limits !== undefined) {
      if (bytes > limits.payloadBytesMax) {
        this.#finish({ ok: false, reason: 'too_large' })
        return
      }
      if (bytes > (this.#declaredBytes ?? this.#bytes) && !limits.reserve(chunk.byteLength)) {
        this.#finish({ ok: false, reason: 'no_room' })
        return
      }
    }
    this.#store(chunk instanceof Uint8Array ? chunk : new Uint8Array(chunk))
    if (isLast) {
      this.#complete = true
      turns.ended(this)
      // bytes that were read already arrive in spite of a pause
      if (limits !== undefined && this.#isPaused) this.#keepUntilAnswered()
      this.#finish({ ok: true, slabs: this.#taken() })
      return
    }
    if (limits === undefined && bytes >= EARLY_BYTES_MAX) {
      const wasPaused = this.#isPaused
      this.#isEarly = true
      if (!wasPaused) this.#exchange.pause()
    }
    if (bytes >= LARGE_BYTES) turns.came(this, chunk.byteLength)
  }

  #store(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.byteLength; ) {
      let slab = this.#slabs.at(-1)
      if (slab === undefined || this.#slabBytes === slab.byteLength) {
        slab = this.#nextSlab(chunk.byteLength - from)
      }
      const part = chunk.subarray(from, from + slab.byteLength - this.#slabBytes)
      slab.set(part, this.#slabBytes)
      this.#slabBytes += part.byteLength
      this.#bytes += part.byteLength
      from += part.byteLength
    }
  }

  /** moreBytes: that have come. */
  #nextSlab(moreBytes: number): Uint8Array<ArrayBuffer> {
    const declaredBytes = this.#declaredBytes ?? Number.POSITIVE_INFINITY
    const left = declaredBytes - this.#bytes
    const bytesMax = this.#limits?.payloadBytesMax ?? 0
    const believedBytes = Math.min(BELIEVED_PART * declaredBytes, BELIEVED_BYTES)
    const isBelieved = left > 0 && declaredBytes <= bytesMax && this.#bytes >= believedBytes
    const size = left > 0 ? Math.min(left, SLAB_BYTES) : moreBytes
    const slab = this.#takeSlab(isBelieved ? declaredBytes : Math.max(1, size))
    this.#slabBytes = 0
    if (isBelieved) {
      for (const each of this.#slabs) {
        slab.set(each, this.#slabBytes)
        this.#slabBytes += each.byteLength
      }
      this.#slabs = []
    }
    this.#slabs.push(slab)
    return slab
  }

  /** The slabs, the last one cut to what it holds. */
  #taken(): Uint8Array<ArrayBuffer>[] {
    const last = this.#slabs.length - 1
    if (last === 0 && this.#slabBytes === this.#slabs[0]!.byteLength) return this.#slabs
    return this.#slabs.map((slab, i) => (i === last ? slab.subarray(0, this.#slabBytes) : slab))
  }

  #finish(outcome: BodyOutcome): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#chunkTimer)
    if (!outcome.ok) this.drop()
    const settle = this.#settle
    this.#settle = undefined
    settle?.(outcome)
  }
}

// Refuses framing that the HTTP parser accepts but that a proxy might read differently, and closes the connection.

/** Headers that must not be repeated, because a second one makes the meaning ambiguous. */
const ONCE = ['content-length', 'transfer-encoding', 'host', 'content-type', 'authorization', 'x-api-key'] as const

const invalid = (reason: string): Refusal => refuse('framing_invalid', { reason })

export const unreadableChunks = (): Refusal =>
  invalid(
    `nothing more of the chunked body could be read for ${CHUNK_MS / 1000} s; the sizes of chunks have no extensions here`,
  )

const LENGTH = /^\d{1,15}$/

export interface Framing {
  readonly hasBody: boolean
  /** Content-Length. undefined: the body is chunked. */
  readonly declaredBytes: number | undefined
  /**
   * uWebSockets accepts chunk sizes that other servers refuse (empty, after a space, ended by LF alone). A proxy may therefore
   * disagree about the end of the body, so the connection is closed after it.
   */
  readonly isChunked: boolean
}

export function readFraming(exchange: Exchange): Framing | Refusal {
  for (const name of ONCE) if (exchange.isRepeated(name)) return invalid(`the header ${name} is repeated`)
  const length = exchange.header('content-length')
  const coding = exchange.header('transfer-encoding')
  if (coding !== undefined) {
    if (length !== undefined) return invalid('Content-Length and Transfer-Encoding are both present')
    if (coding.trim().toLowerCase() !== 'chunked') return invalid('the only supported Transfer-Encoding is chunked')
    if (exchange.header('trailer') !== undefined) return invalid('a chunked body has no trailers here')
    return { hasBody: true, declaredBytes: undefined, isChunked: true }
  }
  if (length === undefined) return { hasBody: false, declaredBytes: undefined, isChunked: false }
  if (!LENGTH.test(length)) return invalid('Content-Length is not a number')
  return { hasBody: Number(length) > 0, declaredBytes: Number(length), isChunked: false }
}
