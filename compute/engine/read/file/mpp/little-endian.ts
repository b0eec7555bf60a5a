/** Numbers and texts as they lie in the streams of a Microsoft Project file: the low byte first. The caller knows that they lie within the bytes. */
export const u16 = (bytes: Uint8Array, at: number): number => bytes[at] | (bytes[at + 1] << 8)

export const i32 = (bytes: Uint8Array, at: number): number =>
  bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)

export const u32 = (bytes: Uint8Array, at: number): number => i32(bytes, at) >>> 0

const scratch = new DataView(new ArrayBuffer(8))

export function f64(bytes: Uint8Array, at: number): number {
  scratch.setInt32(0, i32(bytes, at), true)
  scratch.setInt32(4, i32(bytes, at + 4), true)
  return scratch.getFloat64(0, true)
}

/** A whole number of eight bytes, as far as a number holds it. */
export const i64 = (bytes: Uint8Array, at: number): number => i32(bytes, at + 4) * 2 ** 32 + u32(bytes, at)

/** UTF-16 from a place up to a zero, at most `end`. */
export function utf16(bytes: Uint8Array, from: number, end: number): string {
  const last = Math.min(end, bytes.length)
  let to = from
  while (to + 2 <= last && (bytes[to] | bytes[to + 1]) !== 0) to += 2
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from)).toString('utf16le')
}
