/**
 * What the gateway and a thread tell each other of a call while the thread works on it, in memory that they share: which request of JSON-RPC it is, and that
 * nobody wants its answer any more. A thread looks between the passes of its work.
 */
const CALLS = 256
const ID_BYTES_MAX = 264
/** Int32: cancelled, length of the id. */
const HEAD_BYTES = 8
const CALL_BYTES = HEAD_BYTES + ID_BYTES_MAX
const CANCELLED = 0
const ID_LENGTH = 1

/** A thread found that its call was cancelled. */
export class CallCancelled extends Error {
  override readonly name = 'CallCancelled'
}

export const boardMemory = (): SharedArrayBuffer => new SharedArrayBuffer(CALLS * CALL_BYTES)

export class CallBoard {
  static readonly calls = CALLS
  readonly #memory: SharedArrayBuffer

  constructor(memory: SharedArrayBuffer) {
    this.#memory = memory
  }

  #head(place: number): Int32Array {
    return new Int32Array(this.#memory, place * CALL_BYTES, HEAD_BYTES / 4)
  }

  clear(place: number): void {
    const head = this.#head(place)
    Atomics.store(head, ID_LENGTH, 0)
    Atomics.store(head, CANCELLED, 0)
  }

  cancel(place: number): void {
    Atomics.store(this.#head(place), CANCELLED, 1)
  }

  isCancelled(place: number): boolean {
    return Atomics.load(this.#head(place), CANCELLED) === 1
  }

  /** Of a thread, between two passes. */
  checkpoint(place: number): void {
    if (this.isCancelled(place)) throw new CallCancelled('nobody wants the answer any more')
  }

  /** id: JSON text; one that is too long is not told of. */
  nameCall(place: number, id: string): void {
    const bytes = Buffer.from(id)
    if (bytes.length > ID_BYTES_MAX) return
    new Uint8Array(this.#memory, place * CALL_BYTES + HEAD_BYTES, bytes.length).set(bytes)
    Atomics.store(this.#head(place), ID_LENGTH, bytes.length)
  }

  /** null: the thread has not read it yet. */
  idOf(place: number): string | null {
    const length = Atomics.load(this.#head(place), ID_LENGTH)
    if (length === 0) return null
    // text is not read from shared memory
    return Buffer.from(new Uint8Array(this.#memory, place * CALL_BYTES + HEAD_BYTES, length)).toString()
  }
}
