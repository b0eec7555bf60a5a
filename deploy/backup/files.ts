/** Files of a backup: written whole and on disk, with the SHA-256 of their bytes. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

const PIECE_BYTES = 1 << 20

export interface FileDigest {
  readonly bytes: number
  readonly sha256: string
}

/** path: below the folder that it belongs to. */
export interface BackedUpFile extends FileDigest {
  readonly path: string
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

/** The pieces of the first `bytesMax` bytes. */
async function* pieces(file: FileHandle, bytesMax: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(PIECE_BYTES)
  for (let at = 0; at < bytesMax; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE_BYTES, bytesMax - at), at)
    if (bytesRead === 0) return
    yield piece.subarray(0, bytesRead)
    at += bytesRead
  }
}

/** The first `bytes` bytes of an open file into a new one. */
export async function copyOpenFile(from: FileHandle, bytes: number, to: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  const copy = await open(to, 'wx', 0o600)
  let copied = 0
  try {
    for await (const piece of pieces(from, bytes)) {
      hash.update(piece)
      await writeAll(copy, piece)
      copied += piece.length
    }
    await copy.sync()
  } finally {
    await copy.close()
  }
  return { bytes: copied, sha256: hash.digest('hex') }
}

export async function copyFileWhole(from: string, to: string): Promise<FileDigest> {
  const file = await open(from, 'r')
  try {
    return await copyOpenFile(file, Number.POSITIVE_INFINITY, to)
  } finally {
    await file.close()
  }
}

export async function writeFileWhole(to: string, text: string): Promise<FileDigest> {
  const file = await open(to, 'wx', 0o600)
  const bytes = Buffer.from(text)
  try {
    await writeAll(file, bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export async function digestOf(path: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  const file = await open(path, 'r')
  let bytes = 0
  try {
    for await (const piece of pieces(file, Number.POSITIVE_INFINITY)) {
      hash.update(piece)
      bytes += piece.length
    }
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** A file, or the names in a folder. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
