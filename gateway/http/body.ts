/**
 * Reads a request body into one buffer. Reading begins with the handler, because uWebSockets drops what nobody listens
 * to, but no more than EARLY_BYTES_MAX is taken before the call is admitted: then the socket is paused.
 */
import type { Exchange } from './exchange.ts'

/** Taken before admission; a body within it costs no pause. */
const EARLY_BYTES_MAX = 64 * 1024
const FIRST_BUFFER_BYTES = 64 * 1024

export type BodyOutcome =
  | { readonly ok: true; readonly body: Uint8Array<ArrayBuffer> }
  | { readonly ok: false; readonly reason: 'too_large' | 'gone' | 'too_slow' | 'no_room' }

export interface BodyLimits {
  readonly payloadBytesMax: number
  /** Asks for room for so many more bytes; false = there is none. */
  readonly reserve: (moreBytes: number) => boolean
  readonly deadlineMs: number
}

export class BodyReader {
  readonly #exchange: Exchange
  readonly #declaredBytes: number | undefined
  #buffer: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  #bytes = 0
  #complete = false
  #isEnded = false
  #whenEnded: (() => void) | undefined
  #paused = false
  #dropped = false
  #limits: BodyLimits | undefined
  #settle: ((outcome: BodyOutcome) => void) | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(exchange: Exchange, declaredBytes: number | undefined) {
    this.#exchange = exchange
    this.#declaredBytes = declaredBytes
    exchange.onData((chunk, isLast) => {
      this.#take(chunk, isLast)
      if (isLast) this.#end()
    })
    exchange.whenGone(() => {
      this.#finish({ ok: false, reason: 'gone' })
      this.#end()
    })
  }

  /** The rest of the body, within the limits that admission found. Called at most once. */
  read(limits: BodyLimits): Promise<BodyOutcome> {
    if (this.#exchange.gone) return Promise.resolve({ ok: false, reason: 'gone' })
    if (this.#bytes > limits.payloadBytesMax) {
      this.drop()
      return Promise.resolve({ ok: false, reason: 'too_large' })
    }
    if (!limits.reserve(Math.max(this.#bytes, this.#declaredBytes ?? 0))) {
      this.drop()
      return Promise.resolve({ ok: false, reason: 'no_room' })
    }
    // also when it is complete: what was read already comes in spite of the pause
    this.#resume()
    if (this.#complete) return Promise.resolve({ ok: true, body: this.#buffer.subarray(0, this.#bytes) })
    this.#limits = limits
    this.#timer = setTimeout(() => this.#finish({ ok: false, reason: 'too_slow' }), limits.deadlineMs)
    return new Promise(settle => {
      this.#settle = settle
    })
  }

  /** The call is refused: what still comes is drained and forgotten. */
  drop(): void {
    this.#dropped = true
    this.#buffer = new Uint8Array(0)
    this.#resume()
  }

  #resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#exchange.resume()
  }

  /** Resolves when the last byte has come (kept or not), the client has left, or so much time has passed. */
  ended(msMax: number): Promise<void> {
    if (this.#isEnded) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, msMax)
      this.#whenEnded = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #end(): void {
    this.#isEnded = true
    this.#whenEnded?.()
  }

  #take(chunk: ArrayBuffer, isLast: boolean): void {
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
    this.#grow(bytes)
    this.#buffer.set(new Uint8Array(chunk), this.#bytes)
    this.#bytes = bytes
    if (isLast) {
      this.#complete = true
      this.#finish({ ok: true, body: this.#buffer.subarray(0, bytes) })
    } else if (limits === undefined && bytes >= EARLY_BYTES_MAX && !this.#paused) {
      this.#paused = true
      this.#exchange.pause()
    }
  }

  #grow(bytes: number): void {
    if (bytes <= this.#buffer.byteLength) return
    // a declared length counts only once the call is admitted: before, anybody may declare anything
    const wanted =
      this.#limits === undefined ? Math.min(this.#declaredBytes ?? 0, FIRST_BUFFER_BYTES) : (this.#declaredBytes ?? 0)
    const size = Math.max(bytes, wanted, this.#declaredBytes === undefined ? 2 * this.#buffer.byteLength : 0)
    const grown = Buffer.allocUnsafeSlow(size) as Uint8Array<ArrayBuffer>
    grown.set(this.#buffer.subarray(0, this.#bytes))
    this.#buffer = grown
  }

  #finish(outcome: BodyOutcome): void {
    clearTimeout(this.#timer)
    if (!outcome.ok) this.drop()
    const settle = this.#settle
    this.#settle = undefined
    settle?.(outcome)
  }
}
