/** Whether bytes have the signature of a format (shared/contract/schedule/file-formats.ts). Only their beginning is looked at, and the directory of a compound file. */

import type { Signature } from '../../../../shared/contract/schedule/file-formats.ts'
import { hasFile, isZip } from '../zip.ts'

/** So much of a body is looked at: an XML declaration, comments and the root element. */
const LOOKED_AT_BYTES = 16 * 1024

interface XmlRoot {
  /** Without a prefix. */
  readonly name: string
  /** What stands between < and >. */
  readonly tag: string
}

/** The beginning of a body in the forms that signatures ask for; each is made once, when it is asked for. */
export class FileHead {
  readonly #body: Uint8Array
  readonly #first: Buffer
  #text: string | undefined
  #root: XmlRoot | null | undefined
  #entries: ReadonlySet<string> | undefined

  constructor(body: Uint8Array) {
    this.#body = body
    this.#first = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, LOOKED_AT_BYTES))
  }

  get firstByte(): number | undefined {
    return this.#first[0]
  }

  /** As far as it is ASCII, in whatever encoding, without blanks before it. */
  get text(): string {
    return (this.#text ??= textOf(this.#first).trimStart())
  }

  get isXml(): boolean {
    return this.text.startsWith('<')
  }

  /** undefined: no root element stands at its beginning. */
  get root(): XmlRoot | undefined {
    if (this.#root === undefined) this.#root = (this.isXml ? rootOf(this.text) : undefined) ?? null
    return this.#root ?? undefined
  }

  has(signature: Signature): boolean {
    if ('bytes' in signature) return this.#first.toString('latin1', 0, signature.bytes.length) === signature.bytes
    if ('entries' in signature) {
      if (signature.orText?.test(this.text) === true) return true
      this.#entries ??= compoundEntries(this.#body)
      return signature.entries.some(name => this.#entries!.has(name))
    }
    if ('archived' in signature) return isZip(this.#body) && hasFile(this.#body, signature.archived)
    if ('text' in signature) return signature.text.test(this.text)
    const { roots, namespace } = signature
    const { root } = this
    if (root === undefined || !roots.includes(root.name)) return false
    return namespace === undefined || root.tag.includes(namespace) || !root.tag.includes('xmlns')
  }
}

function textOf(first: Buffer): string {
  if (first[0] === 0xff && first[1] === 0xfe) return first.toString('utf16le', 2)
  if (first[0] === 0xfe && first[1] === 0xff) return swapped(first.subarray(2))
  if (first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf) return first.toString('latin1', 3)
  if (first[0] !== 0 && first[1] === 0) return first.toString('utf16le')
  if (first[0] === 0 && first[1] !== 0) return swapped(first)
  return first.toString('latin1')
}

const swapped = (bytes: Buffer): string =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')

/** Each step goes on behind the last one, so the whole is linear. */
function rootOf(text: string): XmlRoot | undefined {
  let at = 0
  for (;;) {
    at = text.indexOf('<', at)
    if (at < 0) return undefined
    const end = text.startsWith('<!--', at)
      ? text.indexOf('-->', at + 4)
      : text.startsWith('<?', at)
        ? text.indexOf('?>', at)
        : text.startsWith('<!', at)
          ? endOfDoctype(text, at)
          : -2
    if (end === -1) return undefined
    if (end === -2) break
    at = end + 1
  }
  const close = text.indexOf('>', at)
  const tag = text.slice(at + 1, close < 0 ? text.length : close)
  const name = /^[^\s/>]+/.exec(tag)?.[0]
  return name === undefined ? undefined : { name: name.slice(name.indexOf(':') + 1), tag }
}

/** A document type may hold declarations in brackets. */
function endOfDoctype(text: string, at: number): number {
  const close = text.indexOf('>', at)
  const open = text.indexOf('[', at)
  if (open < 0 || (close >= 0 && close < open)) return close
  const inner = text.indexOf(']', open)
  return inner < 0 ? -1 : text.indexOf('>', inner)
}

// a compound file (MS-CFB): places in its header, and in an entry of its directory
export const COMPOUND_MAGIC = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const HEADER_BYTES = 512
const SECTOR_SHIFT_AT = 30
const DIRECTORY_AT = 48
const MORE_TABLES_AT = 68
const TABLE_SECTORS_AT = 76
const TABLE_SECTORS = 109
const NONE = 0xffff_ffff
const ENTRY_BYTES = 128
const NAME_SIZE_AT = 64
const NAME_BYTES_MAX = 64
/** What a file of Microsoft Project has in its root are some twenty entries; a directory that goes on is not looked at. */
const DIRECTORY_SECTORS_MAX = 64

/** Names of the directory of a compound file, as far as its sectors lie in the body; none where it is no such file. */
function compoundEntries(body: Uint8Array): ReadonlySet<string> {
  const names = new Set<string>()
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, COMPOUND_MAGIC.length) !== COMPOUND_MAGIC) return names
  const shift = bytes.readUInt16LE(SECTOR_SHIFT_AT)
  if (shift !== 9 && shift !== 12) return names
  const size = 1 << shift
  /** Offset of a sector; the header takes the place of the first one. -1 = it does not lie in the body. */
  const at = (sector: number): number => ((sector + 2) * size <= bytes.length ? (sector + 1) * size : -1)
  let sector = bytes.readUInt32LE(DIRECTORY_AT)
  for (let n = 0; n < DIRECTORY_SECTORS_MAX && at(sector) >= 0; n++) {
    for (let entry = at(sector); entry < at(sector) + size; entry += ENTRY_BYTES) {
      // with the zero behind it
      const nameBytes = Math.min(NAME_BYTES_MAX, bytes.readUInt16LE(entry + NAME_SIZE_AT)) - 2
      if (nameBytes > 0) names.add(bytes.toString('utf16le', entry, entry + nameBytes))
    }
    const tableAt = at(tableSector(bytes, at, size, Math.floor((4 * sector) / size)))
    if (tableAt < 0) break
    sector = bytes.readUInt32LE(tableAt + ((4 * sector) % size))
  }
  return names
}

/** Sector n of the table of sectors: the header names the first ones, a chain of lists those of larger files. NONE = it has none. */
function tableSector(bytes: Buffer, at: (sector: number) => number, size: number, n: number): number {
  if (n < TABLE_SECTORS) return bytes.readUInt32LE(TABLE_SECTORS_AT + 4 * n)
  const perList = size / 4 - 1
  let list = at(bytes.readUInt32LE(MORE_TABLES_AT))
  let left = n - TABLE_SECTORS
  for (; left >= perList && list >= 0; left -= perList) list = at(bytes.readUInt32LE(list + 4 * perList))
  return list < 0 ? NONE : bytes.readUInt32LE(list + 4 * left)
}
