/**
 * A body in chunks written with back-pressure: what the socket does not take waits here, not in uWebSockets' buffer. A
 * client that stops reading is dropped, since uWebSockets never does so by itself.
 */
import type { HttpResponse } from './uws.ts'

/** A response that makes no headway for this long is cut. */
const WRITE_STALL_MS = 30_000

export function writeChunks(
  res: HttpResponse,
  chunks: readonly Uint8Array[],
  isGone: () => boolean,
  ended: () => void,
): void {
  const totalBytes = chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
  if (totalBytes === 0) {
    res.end()
    ended()
    return
  }
  let index = 0
  /** Offset in the whole body at which chunks[index] begins. */
  let chunkOffset = 0
  let stalled: NodeJS.Timeout | undefined

  /** Writes from `offset` of the whole body on; false when the socket wants a pause. */
  const writeFrom = (offset: number): boolean => {
    while (index < chunks.length) {
      const chunk = chunks[index]!
      if (offset >= chunkOffset + chunk.byteLength) {
        chunkOffset += chunk.byteLength
        index++
        continue
      }
      const [taken, done] = res.tryEnd(chunk.subarray(offset - chunkOffset), totalBytes)
      if (done) {
        clearTimeout(stalled)
        ended()
        return true
      }
      if (!taken) return false
      chunkOffset += chunk.byteLength
      offset = chunkOffset
      index++
    }
    return true
  }

  const watch = (): void => {
    clearTimeout(stalled)
    stalled = setTimeout(() => {
      if (!isGone()) res.close()
    }, WRITE_STALL_MS)
    stalled.unref()
  }

  if (writeFrom(0)) return
  watch()
  res.onWritable(offset => {
    watch()
    return writeFrom(offset)
  })
}
