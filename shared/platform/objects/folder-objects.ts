/**
 * Objects as files below a folder: `objects/<name>`, and `drafts/` while they are written. A file gets its name when all of it is on disk,
 * and the name is on disk before keep() resolves. Several processes may share the folder, on several machines when its file system does.
 */
import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, opendir, rename, rmdir, stat, statfs, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../process/make-folder.ts'
import {
  checkName,
  type DiskRoom,
  isName,
  type ListedObject,
  type ObjectDraft,
  ObjectLost,
  type ObjectStore,
  ObjectsUnavailable,
} from './object-store.ts'

const PIECE_BYTES = 256 * 1024
/** Subfolders of the store: kept objects by name, and drafts that are being written. */
export const KEPT = 'objects'
const DRAFTS = 'drafts'
/** Another process may remove an empty folder just before a file is moved into it. */
const FOLDER_TRIES = 5

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

class FileDraft implements ObjectDraft {
  readonly #objects: FolderObjects
  readonly #path: string
  readonly #hash = createHash('sha256')
  #file: Promise<FileHandle> | undefined
  /** The writes so far, in their order. */
  #written: Promise<unknown> = Promise.resolve()
  #name: string | undefined

  constructor(objects: FolderObjects, path: string) {
    this.#objects = objects
    this.#path = path
  }

  write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes)
    const before = this.#written
    const write = this.#objects.asUnavailable(async () => {
      this.#file ??= open(this.#path, 'wx', 0o600)
      const file = await this.#file
      await before
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
    })
    this.#written = write
    // whoever awaits a later write, or keep, hears of it
    write.catch(() => {})
    return write
  }

  async keep(start: string): Promise<string> {
    await this.#written
    this.#name ??= checkName(start + this.#hash.digest('hex'))
    const name = this.#name
    await this.#objects.asUnavailable(async () => {
      const file = await this.#file!
      await file.sync()
      await this.#objects.take(this.#path, name)
    })
    return name
  }

  async drop(): Promise<void> {
    if (this.#file === undefined) return
    await this.#written.catch(() => {})
    const file = await this.#file.catch(() => undefined)
    this.#file = undefined
    await file?.close().catch(() => {})
    // a kept one is not there any more
    await unlink(this.#path).catch(() => {})
  }
}

export class FolderObjects implements ObjectStore {
  readonly place: string
  readonly #root: string
  readonly #drafts: string

  /** Creates the folder, or throws the error of the system. */
  constructor(folder: string) {
    this.place = `the folder ${folder}`
    this.#root = join(folder, KEPT)
    this.#drafts = join(folder, DRAFTS)
    for (const path of [this.#root, this.#drafts]) makeFolder(path, 0o700)
  }

  /** Runs work; an error of the system becomes ObjectsUnavailable. */
  async asUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) === '' || error instanceof ObjectsUnavailable) throw error
      throw new ObjectsUnavailable(`${this.place}: ${(error as Error).message}`, { cause: error })
    }
  }

  draft(): ObjectDraft {
    return new FileDraft(this, join(this.#drafts, randomUUID()))
  }

  /** Moves a file that is on disk to where its name says. */
  async take(path: string, name: string): Promise<void> {
    const to = join(this.#root, name)
    for (let tries = 1; ; tries++) {
      try {
        await rename(path, to)
        break
      } catch (error) {
        if (codeOf(error) !== 'ENOENT' || tries === FOLDER_TRIES) throw error
        // kept by the call before, whose reply was lost
        if (!(await exists(path)) && (await exists(to))) break
        await this.#makeFolder(dirname(name)).catch(fault => {
          if (codeOf(fault) !== 'ENOENT') throw fault
        })
      }
    }
    await syncFolder(dirname(to)).catch(error => {
      // who removed the object meanwhile removed its folder, too
      if (codeOf(error) !== 'ENOENT') throw error
    })
  }

  /** Makes folders below the root, but never the root: when that is gone, the disk is. */
  async #makeFolder(below: string): Promise<void> {
    const path = join(this.#root, below)
    try {
      await mkdir(path, { mode: 0o700 })
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return
      if (codeOf(error) !== 'ENOENT' || below === '.') throw error
      await this.#makeFolder(dirname(below))
      await mkdir(path, { mode: 0o700 }).catch(fault => {
        if (codeOf(fault) !== 'EEXIST') throw fault
      })
    }
    await syncFolder(dirname(path))
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    const path = join(this.#root, checkName(name))
    const file = await this.asUnavailable(() => open(path, 'r').catch(error => this.#lostOrAway(error, name)))
    try {
      for (;;) {
        const { buffer, bytesRead } = await this.asUnavailable(() =>
          file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES),
        )
        if (bytesRead === 0) return
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await file.close().catch(() => {})
    }
  }

  async look(name: string): Promise<void> {
    await this.asUnavailable(() =>
      stat(join(this.#root, checkName(name))).catch(error => this.#lostOrAway(error, name)),
    )
  }

  /** A file that is not there is lost only while the folder is. */
  async #lostOrAway(error: unknown, name: string): Promise<never> {
    if (codeOf(error) !== 'ENOENT') throw error
    await this.reach()
    throw new ObjectLost(`${name} is not in ${this.place}`)
  }

  async remove(name: string): Promise<void> {
    const path = join(this.#root, checkName(name))
    await this.asUnavailable(async () => {
      try {
        await unlink(path)
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
        await this.reach()
      }
      // folders of accounts go with their last file
      for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) {
        try {
          await rmdir(join(this.#root, folder))
        } catch {
          return
        }
      }
    })
  }

  async *list(start: string): AsyncGenerator<ListedObject> {
    await this.reach()
    yield* this.#listBelow(start.replace(/\/$/, ''))
  }

  async *#listBelow(folder: string): AsyncGenerator<ListedObject> {
    const path = join(this.#root, folder)
    const entries = await this.asUnavailable(() =>
      opendir(path).catch(error => {
        if (codeOf(error) !== 'ENOENT') throw error
        return undefined
      }),
    )
    if (entries === undefined) return
    for await (const entry of entries) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) yield* this.#listBelow(name)
      else if (isName(name)) {
        const file = await stat(join(path, entry.name)).catch(() => undefined)
        // removed meanwhile
        if (file !== undefined) yield { name, keptAtMs: file.mtimeMs, bytes: file.size }
      }
    }
  }

  async sweepDrafts(olderThanMs: number): Promise<void> {
    await this.asUnavailable(async () => {
      for await (const entry of await opendir(this.#drafts)) {
        const path = join(this.#drafts, entry.name)
        if (((await modifiedMs(path)) ?? Number.POSITIVE_INFINITY) < Date.now() - olderThanMs)
          await unlink(path).catch(() => {})
      }
    })
  }

  room(): Promise<DiskRoom> {
    return this.asUnavailable(async () => {
      const { bavail, blocks, bsize } = await statfs(this.#root)
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    })
  }

  async reach(): Promise<void> {
    await this.asUnavailable(async () => {
      await stat(this.#root)
      await stat(this.#drafts)
    })
  }

  close(): void {}
}

const modifiedMs = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

const exists = async (path: string): Promise<boolean> => (await modifiedMs(path)) !== undefined
