/**
 * Memory for the body and the long arrays of large calls in a thread that answers one after the other. New memory costs a page fault per 4 KB, and V8
 * marks the whole heap after every 64 MB of it; freed memory mostly stays with the allocator of the process. So the pieces of one call serve the next,
 * until the thread gives them back because none has come for a while.
 */

/** A piece of more than 32 MB comes from the system and goes back to it at once (glibc); what is never written takes no memory. */
const PIECE_BYTES = 48 * 2 ** 20
const PIECES_MAX = 2

/** Of a larger body a call would hold too much; it and the arrays of its call have memory of their own. */
export const BODY_BYTES_MAX = 64 * 2 ** 20

class Piece {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Where the array begins that was taken last, and where the next one will. */
  from = 0
  end = 0
  /** Behind it nothing but zeros. */
  #writtenEnd = 0

  constructor(size: number) {
    this.bytes = new Uint8Array(size)
  }

  /** false: there is no room. */
  take(bytes: number, isZeroed: boolean): boolean {
    const { from, end } = { from: this.end, end: this.end + bytes }
    if (end > this.bytes.length) return false
    if (isZeroed && from < this.#writtenEnd) this.bytes.fill(0, from, Math.min(end, this.#writtenEnd))
    this.from = from
    this.end = (end + 7) & ~7
    this.#writtenEnd = Math.max(this.#writtenEnd, end)
    return true
  }
}

let pieces: Piece[] = []

/** The arrays of the last call are gone. */
export function beginLongArrays(): void {
  for (const piece of pieces) piece.end = 0
}

/** A piece whose bytes from `from` on are for an array; undefined: there is no room for it. */
export function takeLong(bytes: number, isZeroed: boolean): Piece | undefined {
  for (let n = 0; n < pieces.length; n++) if (pieces[n].take(bytes, isZeroed)) return pieces[n]
  if (pieces.length === PIECES_MAX || bytes > PIECE_BYTES) return undefined
  const made = new Piece(PIECE_BYTES)
  made.take(bytes, true)
  pieces.push(made)
  return made
}

/** Room for a body of at most BODY_BYTES_MAX at the beginning of a call; what lies there is to be written over. */
export function takeForBody(byteCount: number): Uint8Array<ArrayBuffer> {
  const [first] = pieces
  if (first === undefined || first.bytes.length < byteCount) {
    // a longer one takes its place
    first?.bytes.buffer.transfer(0)
    pieces[0] = new Piece(Math.max(PIECE_BYTES, byteCount))
  }
  pieces[0].take(byteCount, false)
  return pieces[0].bytes.subarray(0, byteCount)
}

/** The body has been read: its memory is for the arrays of the analysis. False: it is not from here. */
export function endBody({ buffer }: Uint8Array): boolean {
  if (pieces[0]?.bytes.buffer !== buffer) return false
  pieces[0].end = 0
  return true
}

export function giveBackLong(): void {
  for (const { bytes } of pieces) bytes.buffer.transfer(0)
  pieces = []
}

/** What is kept; what was never written of it takes no memory. */
export const keptLongBytes = (): number => pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)
