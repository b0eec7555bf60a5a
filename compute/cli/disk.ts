/** Files of a command on disk: what it reads, standard input among it, and what it writes. */
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Options } from './options.ts'
import { RunError, UsageError } from './outcome.ts'

/** The file "-": standard input. It can be read only once, but a command may read its files several times. */
export const STANDARD_INPUT = '-'

/** A device or a pipe may have no end. */
const BYTES_MAX = 2 ** 29
const CHUNK_BYTES = 2 ** 16

let piped: Buffer | undefined

export function standardInput(): Buffer {
  piped ??= allOf(0)
  return piped
}

/** Bytes of a file, unpacked where it is gzip. */
export function fileBytes(path: string): Buffer {
  try {
    const bytes = path === STANDARD_INPUT ? standardInput() : bytesAt(path)
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: BYTES_MAX }) : bytes
  } catch (error) {
    throw new RunError([`${path}: ${reasonOf(error, READING)}`])
  }
}

function bytesAt(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const status = fstatSync(file)
    if (!status.isFile()) return allOf(file)
    if (status.size > BYTES_MAX) throw TOO_LARGE
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

const TOO_LARGE = Object.assign(new Error(), { code: 'EFBIG' })

function allOf(file: number): Buffer {
  const chunks: Buffer[] = []
  for (let size = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    const read = readSync(file, chunk)
    if (read === 0) return Buffer.concat(chunks)
    size += read
    if (size > BYTES_MAX) throw TOO_LARGE
    chunks.push(chunk.subarray(0, read))
  }
}

type Reasons = Readonly<Record<string, string>>

const READING: Reasons = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
  EFBIG: 'it has more than 512 MB',
  ERR_BUFFER_TOO_LARGE: 'unpacked it has more than 512 MB',
}

const WRITING: Reasons = {
  ENOENT: 'there is no such folder',
  EISDIR: 'it is a folder',
  EACCES: 'you may not write there',
  ENOSPC: 'the disk is full',
}

function reasonOf(error: unknown, reasons: Reasons): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return reasons[code] ?? message
}

/** file: its name, or what it is in words. */
export const unwritable = (file: string, error: unknown): string =>
  `${file} cannot be written: ${reasonOf(error, WRITING)}`

export function writeTo(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content)
  } catch (error) {
    throw new RunError([unwritable(file, error)])
  }
}

const READ = ['changes', 'mapping', 'events', 'catalogue'] as const
const WRITTEN = ['output', 'html', 'docx', 'xlsx', 'csv', 'svg'] as const

/** No file is written over one that the command reads, by whatever path and link, nor over another that it writes. */
export function checkFilesApart(paths: readonly string[], options: Options): void {
  const taken = new Map<string, string>()
  for (const path of [...paths, ...READ.map(name => options[name])]) {
    const file = path === undefined ? undefined : identityOf(path)
    if (file !== undefined) taken.set(file, 'which sis reads')
  }
  for (const name of WRITTEN) {
    const path = options[name]
    const file = path === undefined ? undefined : (identityOf(path) ?? path)
    if (file === undefined) continue
    const other = taken.get(file)
    if (other !== undefined) throw new UsageError(`--${name} would write over ${path}, ${other}: name another file.`)
    if (!isDevice(path!)) taken.set(file, `which --${name} writes`)
  }
}

/** undefined: there is none yet, or it is a pipe or a device. */
function identityOf(path: string): string | undefined {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false })
  return status?.isFile() === true ? `${status.dev} ${status.ino}` : undefined
}

const isDevice = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === false
