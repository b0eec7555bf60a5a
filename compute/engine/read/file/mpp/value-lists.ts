/** Lists of values that planners gave custom fields and outline codes: a row that was given one of them names it by its number. */
import { CODE_VALUE_LENGTH_MAX } from '../../../../../shared/contract/schedule/codes.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { Block } from './block.ts'
import { i32, utf16 } from './little-endian.ts'
import type { MppFile } from './mpp-file.ts'

const LAYOUT = { metaSize: 10, second: { least: 8, most: 12 } }
const [TEXT_OLD, TEXT] = [1, 22]
const UID_AT = 4
/** Where the number of the value above it lies, until 2010 and since 2013. */
const [ABOVE_AT, ABOVE_AT_REARRANGED] = [8, 10]
/** Values of an outline stand under each other; deeper ones, and those in a ring, end here. */
const LEVELS_MAX = 20

const TEXT_COST = { steps: 1, memory: 4 }

/** A reference in the place of a value: how it is kept, what it names, the GUID of that. */
const REFERENCE = { bytes: 26, kindAt: 1, kinds: [0x07, 0x04], uidAt: 2 } as const

interface Tables {
  readonly block: Block
  /** By the number of a value: its record, its text. */
  readonly recordOf: ReadonlyMap<number, number>
  readonly itemOf: ReadonlyMap<number, number>
}

export class ValueLists {
  readonly #file: MppFile
  readonly #meter: WorkMeter
  #tables: Tables | undefined
  /** Texts with those above them. */
  readonly #texts = new Map<number, string>()

  constructor(file: MppFile, meter: WorkMeter) {
    this.#file = file
    this.#meter = meter
  }

  /** Read when the first reference is met. */
  get #read(): Tables {
    this.#tables ??= this.#readTables()
    return this.#tables
  }

  #readTables(): Tables {
    const block = this.#file.block('TBkndOutlCode', LAYOUT)
    const { records, values } = block
    const recordOf = new Map<number, number>()
    for (let i = 0; i < records.count; i++) {
      const at = records.start(i)
      if (at >= 0 && at + this.#aboveAt + 4 <= records.end(i)) recordOf.set(i32(records.data, at + UID_AT), i)
    }
    const itemOf = new Map<number, number>()
    const key = this.#file.isOld ? TEXT_OLD : TEXT
    for (let k = 0; k < values.count; k++) if (values.key(k) === key) itemOf.set(values.uid(k), k)
    return { block, recordOf, itemOf }
  }

  get #aboveAt(): number {
    return this.#file.isRearranged ? ABOVE_AT_REARRANGED : ABOVE_AT
  }

  /** Number of the value that is named there; NaN = it is no reference. `isCode`: the field is an outline code, which until 2003 has nothing else. */
  reference(bytes: Uint8Array, at: number, size: number, isCode: boolean): number {
    if (this.#file.isOld) return isCode && size >= 4 ? i32(bytes, at) : Number.NaN
    if (size !== REFERENCE.bytes || !REFERENCE.kinds.includes(bytes[at + REFERENCE.kindAt] as 4 | 7)) return Number.NaN
    return i32(bytes, at + REFERENCE.uidAt)
  }

  /** Where the value of a number lies among the values of the block and how long it is; undefined = there is none. */
  place(uid: number): { readonly data: Uint8Array; readonly at: number; readonly size: number } | undefined {
    const { block, itemOf } = this.#read
    const k = itemOf.get(uid)
    const { values } = block
    return k === undefined ? undefined : { data: values.data, at: values.start(k), size: values.size(k) }
  }

  /** The text of a value behind those that it stands under, as Microsoft Project shows it: "A.1.x". '' = there is none. */
  text(uid: number): string {
    const known = this.#texts.get(uid)
    if (known !== undefined) return known
    const words: string[] = []
    let length = 0
    for (let at = uid; words.length < LEVELS_MAX && length <= CODE_VALUE_LENGTH_MAX; at = this.#above(at)) {
      const place = this.place(at)
      if (place === undefined) break
      const size = Math.min(place.size, 2 * (CODE_VALUE_LENGTH_MAX + 1))
      this.#meter.spend(size, TEXT_COST, ['TBkndOutlCode'], () => 'Texts of lists are said again and again')
      const word = utf16(place.data, place.at, place.at + size)
      words.unshift(word)
      length += word.length + 1
    }
    const text = words.join('.').slice(0, CODE_VALUE_LENGTH_MAX + 1)
    this.#texts.set(uid, text)
    return text
  }

  /** -1 = it stands at the top. */
  #above(uid: number): number {
    const { block, recordOf } = this.#read
    const i = recordOf.get(uid)
    if (i === undefined) return -1
    const { records } = block
    const above = i32(records.data, records.start(i) + this.#aboveAt)
    return above > 0 && above !== uid ? above : -1
  }
}
