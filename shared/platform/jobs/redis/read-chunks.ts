/** Reads the chunks of a frame or result in order; the next one is fetched while the last is in use. */
import { StoreUnavailable } from '../../store-unavailable.ts'
import { type JobClient, retryOnce } from './retry-once.ts'

/** The same memory as a Buffer, which is what ioredis takes for bytes. */
export const bytesOf = (chunk: Uint8Array): Buffer => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)

/** Throws StoreUnavailable when a chunk is gone: the job ended, or was removed, while it was read. */
export async function* readChunks(
  client: JobClient,
  count: number,
  keyOf: (index: number) => string,
): AsyncGenerator<Uint8Array> {
  const read = (index: number) => {
    const reply = retryOnce(() => client.getBuffer(keyOf(index)))
    // it may be left unread: a reader stops when it likes
    reply.catch(() => {})
    return reply
  }
  let next = count > 0 ? read(0) : null
  for (let index = 0; index < count; index++) {
    const chunk = await next
    if (!chunk) throw new StoreUnavailable(`${keyOf(index)} is gone`)
    next = index + 1 < count ? read(index + 1) : null
    yield chunk
  }
}
