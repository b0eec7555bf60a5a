/** The files of a ZIP archive, by the directory at its end. What it says is not trusted: nothing is unpacked beyond a bound. */
import zlib from 'node:zlib'

const END = { signature: 0x06054b50, bytes: 22 }
const ENTRY = { signature: 0x02014b50, bytes: 46 }
const LOCAL = { signature: 0x04034b50, bytes: 30 }
/** A comment may stand behind the end of the directory. */
const COMMENT_MAX = 0xffff
const STORED = 0
const DEFLATED = 8
const ENTRIES_MAX = 1_000
/** Unpacked at most: so many times the archive, where that is more than a small one may have; a package of tasks has twenty. */
const RATIO_MAX = 64
const SMALL_BYTES = 2 ** 24
const PLAIN_BYTES_MAX = 2 ** 28

/** Why bytes are no archive that can be read, in words. */
export class ZipFault extends Error {}

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)

/** By name, folders left out. Throws a ZipFault. */
export function unzip(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, Uint8Array>()
  let left = Math.min(PLAIN_BYTES_MAX, Math.max(SMALL_BYTES, RATIO_MAX * bytes.length))
  for (const { at, name } of entriesOf(bytes)) {
    if (name.endsWith('/')) continue
    if (files.has(name)) throw new ZipFault(`it has two files ${JSON.stringify(name)}`)
    const plain = unpacked(bytes, view, at, name, left)
    left -= plain.length
    files.set(name, plain)
  }
  return files
}

/** Whether the directory of an archive names a file. Of what is no whole archive: no. */
export function hasFile(bytes: Uint8Array, wanted: string): boolean {
  try {
    return [...entriesOf(bytes)].some(({ name }) => name === wanted)
  } catch (error) {
    if (error instanceof ZipFault) return false
    throw error
  }
}

interface Entry {
  readonly at: number
  readonly name: string
}

function* entriesOf(bytes: Uint8Array): Generator<Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count > ENTRIES_MAX) throw new ZipFault(`it has ${count} files; ${ENTRIES_MAX} are read`)
  const decoder = new TextDecoder()
  let at = view.getUint32(end + 16, true)
  for (let n = 0; n < count; n++) {
    if (at + ENTRY.bytes > bytes.length || view.getUint32(at, true) !== ENTRY.signature)
      throw new ZipFault(`entry ${n + 1} of its directory is broken`)
    const nameBytes = view.getUint16(at + 28, true)
    yield { at, name: decoder.decode(bytes.subarray(at + ENTRY.bytes, at + ENTRY.bytes + nameBytes)) }
    at += ENTRY.bytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END.bytes - COMMENT_MAX)
  for (let at = view.byteLength - END.bytes; at >= first; at--)
    if (view.getUint32(at, true) === END.signature) return at
  throw new ZipFault('it is cut off: its directory is missing')
}

function unpacked(bytes: Uint8Array, view: DataView, entry: number, name: string, bytesMax: number): Uint8Array {
  const shown = JSON.stringify(name)
  const method = view.getUint16(entry + 10, true)
  const packedBytes = view.getUint32(entry + 20, true)
  const local = view.getUint32(entry + 42, true)
  if ((view.getUint16(entry + 8, true) & 1) === 1) throw new ZipFault(`${shown} is encrypted`)
  if (local + LOCAL.bytes > bytes.length || view.getUint32(local, true) !== LOCAL.signature)
    throw new ZipFault(`${shown} is not where the directory says`)
  const start = local + LOCAL.bytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  const packed = bytes.subarray(start, start + packedBytes)
  if (packed.length !== packedBytes) throw new ZipFault(`${shown} is cut off`)
  const isTooLong = new ZipFault('unpacked it is larger than what is read of an archive of its size')
  if (method === STORED) {
    if (packed.length > bytesMax) throw isTooLong
    return packed
  }
  if (method !== DEFLATED) throw new ZipFault(`${shown} is packed by a method that is not read (${method})`)
  if (view.getUint32(entry + 24, true) > bytesMax) throw isTooLong
  try {
    return zlib.inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw isTooLong
    throw new ZipFault(`${shown} is broken`)
  }
}
