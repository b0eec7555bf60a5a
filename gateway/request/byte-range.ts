/**
 * Parts of a body by the Range header (RFC 9110, 14): one range of bytes. Several ranges, other units and unreadable values are ignored, as
 * the RFC allows.
 */

export interface ByteRange {
  readonly from: number
  /** The byte behind the last one. */
  readonly to: number
}

/** Whole header; fifteen digits are exact as numbers. */
const ONE_RANGE = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i
const HEADER_CHARACTERS_MAX = 64

/** undefined: the whole body. unsatisfiable: the range has none of its bytes. */
export function rangeOf(header: string | undefined, byteLength: number): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || header.length > HEADER_CHARACTERS_MAX) return undefined
  const [, first = '', last = ''] = ONE_RANGE.exec(header) ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return within(byteLength - Math.min(byteLength, Number(last)), byteLength, byteLength)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return within(Number(first), last === '' ? byteLength : Math.min(byteLength, Number(last) + 1), byteLength)
}

const within = (from: number, to: number, byteLength: number): ByteRange | 'unsatisfiable' =>
  from < byteLength ? { from, to } : 'unsatisfiable'

export const contentRange = ({ from, to }: ByteRange, byteLength: number): string =>
  `bytes ${from}-${to - 1}/${byteLength}`
export const contentRangeOfNone = (byteLength: number): string => `bytes */${byteLength}`

/** The bytes of a range out of chunks that come in order; ends with its last byte. */
export async function* cutRange(
  chunks: AsyncIterable<Uint8Array>,
  { from, to }: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of chunks) {
    const piece = chunk.subarray(Math.max(0, from - at), to - at)
    at += chunk.length
    if (piece.length > 0) yield piece
    if (at >= to) return
  }
}

/** Whether a header of entity tags (If-None-Match) names this one; weak tags count (RFC 9110, 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  const names = header?.split(',').map(name => name.trim()) ?? []
  return names.some(name => name === '*' || name === tag || name === `W/${tag}`)
}
