/**
 * Memory that the gateway and a thread share about a running call: the id of its JSON-RPC request, the token for progress notifications, and
 * whether it was cancelled. A thread reads it between the passes of its work.
 */
const CALLS = 256
const ID_BYTES_MAX = 264
/** Int32: cancelled, length of the id, length of the token, passes that are done. */
const HEAD_BYTES = 16
const CALL_BYTES = HEAD_BYTES + 2 * ID_BYTES_MAX
const CANCELLED = 0
const ID_LENGTH = 1
const TOKEN_LENGTH = 2
const PASSES = 3

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
    Atomics.store(head, TOKEN_LENGTH, 0)
    Atomics.store(head, PASSES, 0)
    Atomics.store(head, CANCELLED, 0)
  }

  cancel(place: number): void {
    Atomics.store(this.#head(place), CANCELLED, 1)
  }

  isCancelled(place: number): boolean {
    return Atomics.load(this.#head(place), CANCELLED) === 1
  }

  /** Called by a thread between two passes; throws when the call was cancelled. */
  checkpoint(place: number): void {
    Atomics.add(this.#head(place), PASSES, 1)
    if (this.isCancelled(place)) throw new CallCancelled('nobody wants the answer any more')
  }

  /** JSON texts; one that is too long is left out. token: null = the client wants to hear nothing. */
  nameCall(place: number, id: string, token: string | null): void {
    this.#write(place, ID_LENGTH, HEAD_BYTES, id)
    if (token !== null) this.#write(place, TOKEN_LENGTH, HEAD_BYTES + ID_BYTES_MAX, token)
  }

  #write(place: number, length: number, at: number, text: string): void {
    const bytes = Buffer.from(text)
    if (bytes.length > ID_BYTES_MAX) return
    new Uint8Array(this.#memory, place * CALL_BYTES + at, bytes.length).set(bytes)
    Atomics.store(this.#head(place), length, bytes.length)
  }

  #read(place: number, length: number, at: number): string | null {
    const bytes = Atomics.load(this.#head(place), length)
    if (bytes === 0) return null
    // text is not read from shared memory
    return Buffer.from(new Uint8Array(this.#memory, place * CALL_BYTES + at, bytes)).toString()
  }

  /** null: the thread has not read it yet. */
  idOf(place: number): string | null {
    return this.#read(place, ID_LENGTH, HEAD_BYTES)
  }

  /** null: not read yet, or there is none. */
  tokenOf(place: number): string | null {
    return this.#read(place, TOKEN_LENGTH, HEAD_BYTES + ID_BYTES_MAX)
  }

  /** Passes of the work that are done. */
  passesOf(place: number): number {
    return Atomics.load(this.#head(place), PASSES)
  }
}
