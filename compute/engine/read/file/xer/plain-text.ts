/** Texts of an XER as they were meant: quotes are doubled in the file, a pair of 0x7F is a line break, other control characters are blanks. */

const QUOTE = 0x22
const DELETE = 0x7f
const LINE_FEED = 0x0a
const SPACE = 0x20

/** Whether bytes[start, end) stand for themselves, as nearly all texts do. */
export function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const c = bytes[at]
    if (c === QUOTE || c === DELETE || c < SPACE) return false
  }
  return true
}

export class PlainText {
  bytes: Uint8Array = new Uint8Array(256)

  /** Puts it in the first bytes and returns how many. */
  set(from: Uint8Array, start: number, end: number): number {
    if (this.bytes.length < end - start) this.bytes = new Uint8Array(end - start)
    const into = this.bytes
    let length = 0
    for (let at = start; at < end; at++) {
      const c = from[at]
      const isPair = at + 1 < end && from[at + 1] === c && (c === QUOTE || c === DELETE)
      if (isPair) at++
      into[length++] = c === DELETE || c === LINE_FEED ? LINE_FEED : Math.max(c, SPACE)
    }
    return length
  }
}
