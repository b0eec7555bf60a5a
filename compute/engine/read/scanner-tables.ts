/** The tables of the scanner, written from the rows of fields, links and reasons when an instance is made. */
import { RELATION_TYPES, TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { FIRST_OF_COLUMN, fieldIndex } from './columns-builder.ts'
import { FLOAT_REASONS } from './float-rationale.ts'
import { LINK_MEMBERS } from './object-link.ts'

/** What assembly/scanner/index.ts exports to be told of its tables. */
export interface TableExports {
  setFields(count: number, id: number): void
  setLinkMembers(count: number, type: number, lag: number, elapsed: number): void
  setReasons(at: number, count: number): void
}

/** The memory of an instance. Entry f: where the column of field f begins, and the column beside it; bytes. */
interface TableMemory {
  readonly u8: Uint8Array
  readonly u32: Uint32Array
  readonly f64: Float64Array
  readonly columnAt: readonly number[]
  readonly besideAt: readonly number[]
}

/** A place or a limit of layout.ts by its name. */
type Place = (name: string) => number

const encoder = new TextEncoder()

/** The reasons of a float, from `at` on. */
export function writeReasons(u8: Uint8Array, exports: TableExports, at: number, nameBytesMax: number): void {
  FLOAT_REASONS.forEach((name, i) => {
    const bytes = encoder.encode(name)
    u8.set(bytes, at + i * nameBytesMax)
    u8[at + (i + 1) * nameBytesMax - 1] = bytes.length
  })
  exports.setReasons(at, FLOAT_REASONS.length)
}

/** The members of a link that is an object, and the words of its types. */
export function writeLinkMembers(u8: Uint8Array, exports: TableExports, place: Place): void {
  const [sizes, names, types] = ['LINK_MEMBER_SIZES', 'LINK_MEMBERS', 'LINK_TYPES'].map(place)
  const all = Object.values(LINK_MEMBERS).flat()
  if (all.length > place('LINK_MEMBERS_MAX'))
    throw new RangeError('more members of a link than the scanner has room for')
  all.forEach((name, m) => {
    const bytes = encoder.encode(name)
    u8.set(bytes, names + m * place('NAME_BYTES_MAX'))
    u8[sizes + m] = bytes.length
  })
  RELATION_TYPES.forEach((type, t) => {
    u8.set(encoder.encode(`"${type}"`), types + 4 * t)
  })
  const { id, type, lagDays } = LINK_MEMBERS
  const lagFrom = id.length + type.length
  exports.setLinkMembers(all.length, id.length, lagFrom, lagFrom + lagDays.length)
}

/**
 * The fields of a task: kinds, names, words of enums, bounds, and where their columns begin. Assignments, which few lists have, are left to TypeScript: as
 * an enum without words a value of theirs ends the block, null goes by.
 */
export function writeFields(
  { u8, u32, f64, columnAt, besideAt }: TableMemory,
  exports: TableExports,
  place: Place,
): void {
  const [kinds, groups, names, nameSizes] = ['KINDS', 'GROUPS', 'NAMES', 'NAME_SIZES'].map(place)
  const [firstWords, wordCounts, words, wordSizes] = ['FIRST_WORDS', 'WORD_COUNTS', 'WORDS', 'WORD_SIZES'].map(place)
  const [minima, maxima, columns, beside] = ['MINIMA', 'MAXIMA', 'COLUMNS', 'BESIDE'].map(place)
  const nameBytesMax = place('NAME_BYTES_MAX')
  let wordCount = 0
  const write = (text: string, at: number): number => {
    const bytes = encoder.encode(text)
    // compared sixteen bytes at a time, and with their size in a byte
    if (bytes.length > nameBytesMax - 16) throw new RangeError(`too long for the scanner: ${text}`)
    u8.set(bytes, at)
    return bytes.length
  }
  TASK_FIELDS.forEach(({ name, kind, values = [], minimum, maximum }, f) => {
    u8[kinds + f] = place(kind === 'assignments' || kind === 'codes' ? 'ENUM' : kind.toUpperCase())
    u8[groups + f] = FIRST_OF_COLUMN[f]
    u8[nameSizes + f] = write(`"${name}":`, names + f * nameBytesMax)
    u8[firstWords + f] = wordCount
    u8[wordCounts + f] = values.length
    for (const value of values) {
      if (wordCount === place('WORDS_MAX')) throw new RangeError('more words than the scanner has room for')
      u8[wordSizes + wordCount] = write(value, words + wordCount * nameBytesMax)
      wordCount++
    }
    f64[minima / 8 + f] = minimum ?? -Infinity
    f64[maxima / 8 + f] = maximum ?? Infinity
    u32[columns / 4 + f] = columnAt[f]
    u32[beside / 4 + f] = besideAt[f]
  })
  exports.setFields(TASK_FIELDS.length, fieldIndex('id'))
}
