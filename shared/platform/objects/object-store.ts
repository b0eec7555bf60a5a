/**
 * The contract of the object store, which holds frames and results that are too large for Redis. An object is written once, as a whole, and
 * never changed; its name ends with the SHA-256 of its bytes. It exists from the moment it is kept, and is on disk by then. The store is a
 * folder (folder-objects.ts) or an S3 server (s3-objects.ts).
 */
import { createHash } from 'node:crypto'
import { StoreUnavailable } from '../redis/failure.ts'

/** The store cannot be reached, or takes nothing more. */
export class ObjectsUnavailable extends StoreUnavailable {
  override readonly name = 'ObjectsUnavailable'
}

/** The store answers and does not have the object, or not as it was kept. */
export class ObjectLost extends Error {
  override readonly name = 'ObjectLost'
}

/** An object that is being written. Calls one after the other. */
export interface ObjectDraft {
  /** The bytes may be used again when it resolves. */
  write(bytes: Uint8Array): Promise<void>
  /** Ends the object and returns its name, `<start><sha256>`. May be called again when it failed. */
  keep(start: string): Promise<string>
  /** Forgets a draft, kept or not. Never rejects. */
  drop(): Promise<void>
}

export interface ListedObject {
  readonly name: string
  readonly keptAtMs: number
  readonly bytes: number
}

/** Room of the file system that a store writes to. */
export interface DiskRoom {
  readonly freeBytes: number
  readonly totalBytes: number
}

export interface ObjectStore {
  /** For people: what it is and where, without credentials. */
  readonly place: string
  draft(): ObjectDraft
  /** The bytes in pieces, the next one read when the last was used. Not compared with the name: see readChunks. */
  read(name: string): AsyncIterable<Uint8Array>
  /** Rejects as read would at its beginning. */
  look(name: string): Promise<void>
  /** An object that is not there is removed already. */
  remove(name: string): Promise<void>
  /** All whose names begin so, in no order; what others laid there is passed over. start: empty, or ends with a slash. */
  list(start: string): AsyncIterable<ListedObject>
  /** Removes drafts that nobody has written to for so long; a store that keeps none does nothing. */
  sweepDrafts(olderThanMs: number): Promise<void>
  /** null: a store that has no disk to be seen from here. */
  room(): Promise<DiskRoom | null>
  /** Cheap: rejects with ObjectsUnavailable when nothing answers. */
  reach(): Promise<void>
  close(): void
}

/** What a name may be made of: folders of letters, digits, - and _, then the hash. */
const NAME = /^(?:[\w-]+\/)*(?:[\w-]+-)?[0-9a-f]{64}$/

/** False: it is another program's, like the `.nfs...` of a file that was removed while it was open. */
export const isName = (name: string): boolean => NAME.test(name)

/** Throws on what no keep() returned: a name from elsewhere never leaves the store. */
export function checkName(name: string): string {
  if (!isName(name)) throw new Error(`${name} is not a name of an object`)
  return name
}

export const hashIn = (name: string): string => name.slice(-64)

const CHECK_BYTES = 64 * 1024
/** Begins the names of objects of checkObjects. */
export const CHECKS = 'check/'

/** Writes, reads and removes one object; rejects when any of it fails. */
export async function checkObjects(store: ObjectStore): Promise<void> {
  await store.reach()
  const bytes = crypto.getRandomValues(new Uint8Array(CHECK_BYTES))
  const draft = store.draft()
  try {
    await draft.write(bytes)
    const name = await draft.keep(CHECKS)
    const pieces: Uint8Array[] = []
    for await (const piece of store.read(name)) pieces.push(piece)
    if (Buffer.compare(Buffer.concat(pieces), bytes) !== 0) throw new ObjectLost(`${name} is not what was written`)
    await store.remove(name)
  } finally {
    await draft.drop()
  }
}

// The chunks of a frame or result (shared/platform/jobs/chunks.ts) as one object: each follows its length in four bytes, little-endian. They are read
// in order, and at the end compared with the hash in the name.

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
