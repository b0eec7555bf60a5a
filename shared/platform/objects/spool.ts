/**
 * Bytes for a server that needs their hash before the first byte: kept in memory up to a bound, and beyond it in a file without a name, which
 * disappears with this process. They can be read any number of times.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_BYTES_MAX = 4 * 1024 * 1024
const PIECE_BYTES = 256 * 1024

export class Spool {
  #inMemory: Uint8Array[] = []
  #file: FileHandle | undefined
  #byteCount = 0
  #written: Promise<unknown> = Promise.resolve()

  get byteCount(): number {
    return this.#byteCount
  }

  write(bytes: Uint8Array): Promise<void> {
    const before = this.#written
    const write = (async () => {
      await before
      this.#byteCount += bytes.length
      if (this.#file === undefined && this.#byteCount <= MEMORY_BYTES_MAX) {
        this.#inMemory.push(bytes.slice())
        return
      }
      this.#file ??= await this.#openFile()
      await writeAll(this.#file, bytes)
    })()
    this.#written = write
    write.catch(() => {})
    return write
  }

  async #openFile(): Promise<FileHandle> {
    const path = join(tmpdir(), `sis-object-${randomUUID()}`)
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    for (const bytes of this.#inMemory) await writeAll(file, bytes)
    this.#inMemory = []
    return file
  }

  /** When all was written. */
  async ended(): Promise<void> {
    await this.#written
  }

  async *read(): AsyncGenerator<Uint8Array> {
    if (this.#file === undefined) {
      yield* this.#inMemory
      return
    }
    for (let at = 0; at < this.#byteCount; ) {
      const { buffer, bytesRead } = await this.#file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES, at)
      if (bytesRead === 0) throw new Error('a spooled object is shorter than it was')
      at += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  }

  async drop(): Promise<void> {
    await this.#written.catch(() => {})
    this.#inMemory = []
    await this.#file?.close().catch(() => {})
    this.#file = undefined
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}
