/** Bytes: how many a megabyte has, and those that lie in several pieces. */

export const MEGABYTE = 2 ** 20

export type ByteChunks = readonly Uint8Array<ArrayBuffer>[]

export function bytesOf(chunks: readonly Uint8Array[]): number {
  let bytes = 0
  for (const chunk of chunks) bytes += chunk.byteLength
  return bytes
}

/** Writes them to `target`, one behind the other. */
export function copyInto(target: Uint8Array, chunks: readonly Uint8Array[]): void {
  let at = 0
  for (const chunk of chunks) {
    target.set(chunk, at)
    at += chunk.byteLength
  }
}
