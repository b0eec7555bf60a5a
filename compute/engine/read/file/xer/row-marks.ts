/** Where lines of an XER begin and end: a mark in the first field says what each is. */

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const PERCENT = 0x25
export const [FIELDS, ROW] = [0x46, 0x52]
const [TABLE, END] = [0x54, 0x45]

/** A line that begins with %T, %F, %R or %E and nothing else in the first field. */
export function isMark(bytes: Uint8Array, at: number, end: number): boolean {
  if (bytes[at] !== PERCENT || at + 1 >= end) return false
  const kind = bytes[at + 1]
  if (kind !== ROW && kind !== FIELDS && kind !== TABLE && kind !== END) return false
  const after = at + 2 < end ? bytes[at + 2] : TAB
  return after === TAB || after === LINE_FEED || after === RETURN
}

/** Offset after the line feed that ends the line of `at`. */
export function lineEnd(bytes: Uint8Array, at: number, end: number): number {
  const found = bytes.indexOf(LINE_FEED, at)
  return found < 0 || found >= end ? end : found + 1
}
