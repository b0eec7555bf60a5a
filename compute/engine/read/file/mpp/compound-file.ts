/**
 * The compound file of Microsoft (MS-CFB) that an .mpp is: sectors, tables that chain them, and a directory of storages and streams. Every size and
 * number in it may lie: a chain has no more sectors than the file, each entry of the directory is met once, and all streams that are opened are together
 * no longer than the file, so that what is read is bounded by the bytes that were sent.
 */
import { BadFile } from './bad-file.ts'
import { i32, u16, u32 } from './little-endian.ts'

const HEADER_BYTES = 512
const HEADER = {
  byteOrder: 28,
  sectorShift: 30,
  miniShift: 32,
  directory: 48,
  miniLimit: 56,
  miniTable: 60,
  moreTables: 68,
  tables: 76,
} as const
const SECTOR_SHIFTS = [9, 12]
const MINI_SHIFT = 6
const MINI_LIMIT = 4096
const TABLES_IN_HEADER = 109

const ENTRY_BYTES = 128
const ENTRY = { nameSize: 64, type: 66, left: 68, right: 72, child: 76, start: 116, size: 120 } as const
const NAME_BYTES_MAX = 64
const [STORAGE, STREAM, ROOT] = [1, 2, 5]
/** A storage of Microsoft Project has some thirty. */
const CHILDREN_MAX = 4096

export interface Entry {
  readonly name: string
  readonly isStream: boolean
  /** First child of a storage, first sector of a stream. */
  readonly first: number
  readonly size: number
}

export type Entries = ReadonlyMap<string, Entry>

export class CompoundFile {
  readonly sectorSize: number
  readonly #body: Uint8Array
  readonly #shift: number
  /** How many whole or cut sectors lie behind the header. */
  readonly #sectorCount: number
  /** Sectors of the table of sectors. */
  readonly #tables: number[] = []
  readonly #directory: Uint8Array
  readonly #seen: Uint8Array
  readonly #miniTable: Uint8Array
  readonly #miniStream: Uint8Array
  readonly root: Entries
  /** Bytes that may still be copied out. */
  #left: number

  constructor(body: Uint8Array) {
    if (body.length < HEADER_BYTES) throw new BadFile('The file ends within its header.')
    this.#body = body
    this.#shift = u16(body, HEADER.sectorShift)
    if (!SECTOR_SHIFTS.includes(this.#shift) || u16(body, HEADER.miniShift) !== MINI_SHIFT)
      throw new BadFile('The file says a size of its sectors that no compound file has.')
    this.sectorSize = 1 << this.#shift
    this.#sectorCount = Math.max(0, Math.ceil(body.length / this.sectorSize) - 1)
    // the table, the directory and the small streams in one, then each small stream again
    this.#left = 4 * body.length
    this.#findTables()
    this.#directory = this.#chain(i32(body, HEADER.directory), Number.POSITIVE_INFINITY, 'The directory')
    const count = Math.floor(this.#directory.length / ENTRY_BYTES)
    this.#seen = new Uint8Array(count)
    if (count === 0 || this.#directory[ENTRY.type] !== ROOT) throw new BadFile('The file has no directory.')
    this.#miniTable = this.#chain(i32(body, HEADER.miniTable), Number.POSITIVE_INFINITY, 'The table of small sectors')
    const start = i32(this.#directory, ENTRY.start)
    this.#miniStream = this.#chain(start, u32(this.#directory, ENTRY.size), 'The stream of small sectors')
    this.root = this.#children(i32(this.#directory, ENTRY.child))
  }

  /** What a storage holds. */
  open({ first }: Entry): Entries {
    return this.#children(first)
  }

  read({ name, first, size }: Entry): Uint8Array {
    return size < MINI_LIMIT ? this.#miniChain(first, size, name) : this.#chain(first, size, name)
  }

  #findTables(): void {
    const body = this.#body
    const add = (sector: number): void => {
      if (sector >= 0 && sector < this.#sectorCount && this.#tables.length < this.#sectorCount)
        this.#tables.push(sector)
    }
    for (let n = 0; n < TABLES_IN_HEADER; n++) add(i32(body, HEADER.tables + 4 * n))
    let next = i32(body, HEADER.moreTables)
    for (let steps = 0; next >= 0; steps++) {
      if (next >= this.#sectorCount) break
      if (steps > this.#sectorCount) throw new BadFile('The list of tables of sectors runs in a ring.')
      const at = this.#placeOf(next)
      const last = at + this.sectorSize - 4
      if (last + 4 > body.length) break
      for (let entry = at; entry < last; entry += 4) add(i32(body, entry))
      next = i32(body, last)
    }
  }

  #placeOf(sector: number): number {
    return (sector + 1) << this.#shift
  }

  /** The sector behind a sector; negative = the chain ends. */
  #after(sector: number): number {
    const perTable = this.sectorSize >> 2
    const table = this.#tables[Math.floor(sector / perTable)]
    if (table === undefined) return -1
    const at = this.#placeOf(table) + 4 * (sector % perTable)
    return at + 4 <= this.#body.length ? i32(this.#body, at) : -1
  }

  /** `size`: Infinity = as long as the chain is. Sectors that follow each other in the file are not copied. */
  #chain(first: number, size: number, name: string): Uint8Array {
    if (size === 0 || first < 0) return this.#body.subarray(0, 0)
    const wanted = Math.min(Math.ceil(size / this.sectorSize), this.#sectorCount + 1)
    let isOneRun = true
    let count = 0
    let last = first
    for (let sector = first; sector >= 0 && count < wanted; sector = this.#after(sector)) {
      if (sector >= this.#sectorCount)
        throw new BadFile(`${quoted(name)} leads to a sector behind the end of the file.`)
      if (count > 0 && sector !== last + 1) isOneRun = false
      last = sector
      if (++count > this.#sectorCount) throw new BadFile(`${quoted(name)} runs in a ring.`)
    }
    const from = this.#placeOf(first)
    // the last sector of a file may be cut
    const whole = Number.isFinite(size) ? size : count * this.sectorSize
    this.#spend(whole)
    if (isOneRun) return this.#cut(this.#body, from, whole, count, name)
    const bytes = new Uint8Array(count * this.sectorSize)
    let sector = first
    for (let n = 0; n < count; n++, sector = this.#after(sector)) {
      const at = this.#placeOf(sector)
      bytes.set(this.#body.subarray(at, at + this.sectorSize), n * this.sectorSize)
    }
    return this.#cut(bytes, 0, whole, count, name)
  }

  #cut(bytes: Uint8Array, from: number, size: number, sectors: number, name: string): Uint8Array {
    if (size > sectors * this.sectorSize || from + size > bytes.length + this.sectorSize)
      throw new BadFile(`${quoted(name)} is said to have ${size} bytes and has fewer.`)
    return bytes.subarray(from, from + size)
  }

  #miniChain(first: number, size: number, name: string): Uint8Array {
    if (size === 0) return this.#body.subarray(0, 0)
    this.#spend(size)
    const bytes = new Uint8Array(size)
    const [mini, table] = [this.#miniStream, this.#miniTable]
    let sector = first
    for (let done = 0; done < size; done += 1 << MINI_SHIFT) {
      const at = sector * (1 << MINI_SHIFT)
      if (sector < 0 || at >= mini.length)
        throw new BadFile(`${quoted(name)} is said to have ${size} bytes and has fewer.`)
      bytes.set(mini.subarray(at, Math.min(at + (1 << MINI_SHIFT), at + size - done)), done)
      sector = 4 * sector + 4 <= table.length ? i32(table, 4 * sector) : -1
    }
    return bytes
  }

  #spend(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new BadFile('The streams of the file are together longer than the file.')
  }

  /** The tree of siblings that an entry leads to. */
  #children(first: number): Entries {
    const found = new Map<string, Entry>()
    const open = [first]
    const directory = this.#directory
    for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
      if (entry < 0) continue
      if (entry >= this.#seen.length || this.#seen[entry] === 1)
        throw new BadFile('The directory of the file leads out of itself or back to where it was.')
      this.#seen[entry] = 1
      const at = entry * ENTRY_BYTES
      open.push(i32(directory, at + ENTRY.left), i32(directory, at + ENTRY.right))
      const type = directory[at + ENTRY.type]
      if (type !== STORAGE && type !== STREAM) continue
      if (found.size >= CHILDREN_MAX) throw new BadFile(`A storage of the file has more than ${CHILDREN_MAX} entries.`)
      const nameBytes = Math.min(NAME_BYTES_MAX, u16(directory, at + ENTRY.nameSize)) - 2
      const name = Buffer.from(directory.buffer, directory.byteOffset + at, Math.max(0, nameBytes)).toString('utf16le')
      const isStream = type === STREAM
      const start = i32(directory, at + (isStream ? ENTRY.start : ENTRY.child))
      found.set(name, { name, isStream, first: start, size: isStream ? u32(directory, at + ENTRY.size) : 0 })
    }
    return found
  }
}

const quoted = (name: string): string => (/^The /.test(name) ? name : `The stream ${JSON.stringify(name)}`)
