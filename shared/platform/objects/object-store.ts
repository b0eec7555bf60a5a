/**
 * The contract of the object store, which holds frames and results that are too large for Redis. An object is written once, as a whole, and
 * never changed; its name ends with the SHA-256 of its bytes. It exists from the moment it is kept, and is on disk by then. The store is a
 * folder (folder-objects.ts) or an S3 server (s3-objects.ts).
 */
import { StoreUnavailable } from '../store-unavailable.ts'

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

/** Of the file system that a store writes to. */
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
