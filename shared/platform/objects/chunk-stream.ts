/**
 * The chunks of a frame or result (shared/platform/jobs/chunks.ts) as one object: each follows its length in four bytes, little-endian. They are read
 * in order, and at the end compared with the hash in the name.
 */
import { createHash } from 'node:crypto'
import { hashIn, type ObjectDraft, ObjectLost, type ObjectStore } from './object-store.ts'

const LENGTH_BYTES = 4

/** Length and chunk in one write: each write is a turn through the threads of libuv. */
export function writeChunk(draft: ObjectDraft, chunk: Uint8Array): Promise<void> {
  const bytes = new Uint8Array(LENGTH_BYTES + chunk.length)
  new DataView(bytes.buffer).setUint32(0, chunk.length, true)
  bytes.set(chunk, LENGTH_BYTES)
  return draft.write(bytes)
}

/** Each chunk has memory of its own. chunkBytesMax: a longer one is damage. */
export async function* readChunks(
  store: Pick<ObjectStore, 'read'>,
  name: string,
  chunkBytesMax: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256')
  const length = new Uint8Array(LENGTH_BYTES)
  let lengthFilled = 0
  let chunk: Uint8Array<ArrayBuffer> | undefined
  let chunkFilled = 0
  for await (const piece of store.read(name)) {
    hash.update(piece)
    for (let at = 0; at < piece.length; ) {
      if (chunk === undefined) {
        length[lengthFilled++] = piece[at++]!
        if (lengthFilled < LENGTH_BYTES) continue
        const byteCount = new DataView(length.buffer).getUint32(0, true)
        if (byteCount > chunkBytesMax) throw new ObjectLost(`${name} is damaged: a chunk of ${byteCount} bytes`)
        chunk = new Uint8Array(byteCount)
        chunkFilled = lengthFilled = 0
      }
      const taken = piece.subarray(at, at + chunk.length - chunkFilled)
      chunk.set(taken, chunkFilled)
      chunkFilled += taken.length
      at += taken.length
      if (chunkFilled < chunk.length) continue
      yield chunk
      chunk = undefined
    }
  }
  if (chunk !== undefined || lengthFilled > 0) throw new ObjectLost(`${name} is damaged: it ends within a chunk`)
  if (hash.digest('hex') !== hashIn(name))
    throw new ObjectLost(`${name} is damaged: its bytes are not those of its name`)
}
