/**
 * Large bodies on their way in take turns at the event loop. uWebSockets hands over up to 5 MB of a socket at once, and of every socket that has some in the
 * same turn of the loop: the copies of a few uploads held up a small call for 30 ms of processor time, three times that where the processors are busy. So when
 * TURN_BYTES have come in one turn, all sockets of large bodies stop, and each further turn of the loop lets one of them go on, the one that waits longest.
 * An upload alone never stops.
 */

/** A large body on its way in. */
export interface Upload {
  /** Nothing is read of its socket until goOn(). What is read already still comes. */
  stop(): void
  goOn(): void
}

const TURN_BYTES = 512 * 1024

export class UploadTurns {
  /** Those that are read, and those that wait for their turn, longest first. */
  readonly #read = new Set<Upload>()
  readonly #waiting = new Set<Upload>()
  /** Came in this turn of the loop. */
  #bytes = 0
  #isNextDue = false

  came(upload: Upload, bytes: number): void {
    this.#bytes += bytes
    this.#expectNext()
    if (!this.#waiting.has(upload)) this.#read.add(upload)
    if (this.#bytes < TURN_BYTES || this.#read.size + this.#waiting.size === 1) return
    // the one that has just had its turn comes last
    if (this.#read.delete(upload)) this.#read.add(upload)
    for (const each of this.#read) {
      this.#waiting.add(each)
      each.stop()
    }
    this.#read.clear()
  }

  /** Nothing more of it counts. It is not told to go on. */
  ended(upload: Upload): void {
    this.#read.delete(upload)
    this.#waiting.delete(upload)
  }

  #expectNext(): void {
    if (this.#isNextDue) return
    this.#isNextDue = true
    setImmediate(() => this.#next())
  }

  #next(): void {
    this.#isNextDue = false
    this.#bytes = 0
    const [longest] = this.#waiting
    if (longest === undefined) return
    this.#waiting.delete(longest)
    this.#read.add(longest)
    longest.goOn()
    if (this.#waiting.size > 0) this.#expectNext()
  }
}
