/** The files that are open, kept by the browser of this machine until they are forgotten or others are opened: a reload finds them again. They go nowhere. */
const NAME = 'sis'
const STORE = 'files'

export interface KeptFile {
  readonly name: string
  readonly file: Blob
}

export interface Kept {
  readonly files: readonly KeptFile[]
  /** Title of the one that is the baseline of the others. */
  readonly baseline: string | undefined
}

const done = <Of>(request: IDBRequest<Of>): Promise<Of> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function inStore<Of>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Of>): Promise<Of> {
  const opening = indexedDB.open(NAME, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await done(opening)
  try {
    return await done(act(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

/** Where a browser keeps nothing, as in a private window, the page goes on without. */
const orNothing = <Of>(promise: Promise<Of>): Promise<Of | undefined> => promise.catch(() => undefined)

export const keepFiles = (kept: Kept): Promise<unknown> =>
  orNothing(inStore('readwrite', store => store.put(kept, STORE)))
export const forgetFiles = (): Promise<unknown> => orNothing(inStore('readwrite', store => store.clear()))

export async function keptFiles(): Promise<Kept | undefined> {
  const kept = (await orNothing(inStore('readonly', store => store.get(STORE)))) as Kept | undefined
  return kept !== undefined && kept.files.length > 0 ? kept : undefined
}

/** A file of its own: Firefox reads one of its store no more once the store has another list. */
export const inMemory = async ({ name, file }: KeptFile): Promise<KeptFile> => ({
  name,
  file: new Blob([await file.arrayBuffer()], { type: file.type }),
})
