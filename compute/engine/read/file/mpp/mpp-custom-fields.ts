/** Custom fields of tasks under the names that the planner gave them: each value as the XML of Microsoft Project writes it, or the one of a list that it names. */
import { CODE_VALUE_LENGTH_MAX } from '../../../../../shared/contract/schedule/codes.ts'
import { formatMoment } from '../../../../../shared/contract/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import type { CustomFields } from '../ms-project/custom-fields.ts'
import type { Records } from './block.ts'
import { customNames } from './custom-names.ts'
import { f64, i32, utf16 } from './little-endian.ts'
import type { MppFile } from './mpp-file.ts'
import type { RowFields } from './row-fields.ts'
import { textOfRtf } from './rtf.ts'
import { ValueLists } from './value-lists.ts'
import { known, momentAt } from './values.ts'

type Kind = 'text' | 'number' | 'date' | 'cost' | 'duration' | 'code' | 'notes'
interface Named {
  readonly name: string
  readonly kind: Kind
}

/** Numbers of the fields of a kind, from the first on, in runs: [number of the first, how many, how far apart]. */
type Runs = readonly (readonly [first: number, count: number, step: number])[]
const NUMBERS: readonly (readonly [name: string, kind: Kind, runs: Runs])[] = [
  [
    'Text',
    'text',
    [
      [51, 5, 3],
      [66, 5, 1],
      [317, 20, 1],
    ],
  ],
  [
    'Start',
    'date',
    [
      [52, 5, 3],
      [282, 5, 2],
    ],
  ],
  [
    'Finish',
    'date',
    [
      [53, 5, 3],
      [283, 5, 2],
    ],
  ],
  [
    'Number',
    'number',
    [
      [87, 5, 1],
      [302, 15, 1],
    ],
  ],
  [
    'Duration',
    'duration',
    [
      [103, 3, 1],
      [275, 7, 1],
    ],
  ],
  [
    'Cost',
    'cost',
    [
      [106, 3, 1],
      [258, 7, 1],
    ],
  ],
  ['Date', 'date', [[265, 10, 1]]],
]
const FIELDS = new Map<number, Named>()
for (const [name, kind, runs] of NUMBERS) {
  let n = 0
  for (const [first, count, step] of runs)
    for (let at = first; at < first + count * step; at += step) FIELDS.set(at, { name: `${name}${++n}`, kind })
}

/** What a row has of the ten outline codes lies behind the number of each. */
const OUTLINE_CODE_FIRST = 416
for (let n = 0; n < 10; n++) FIELDS.set(OUTLINE_CODE_FIRST + 2 * n + 1, { name: `Outline Code${n + 1}`, kind: 'code' })

/** Numbers of the start of the baselines that are kept beside the one that counts; the finish follows, the duration lies five behind. */
const BASELINES = [482, 493, 504, 515, 526, 544, 555, 566, 577, 588]
for (const [n, start] of BASELINES.entries()) {
  FIELDS.set(start, { name: `Baseline${n + 1} Start`, kind: 'date' })
  FIELDS.set(start + 1, { name: `Baseline${n + 1} Finish`, kind: 'date' })
  FIELDS.set(start + 5, { name: `Baseline${n + 1} Duration`, kind: 'duration' })
}
FIELDS.set(15, { name: 'Notes', kind: 'notes' })
const MORE_FIELDS = 481
/** Of notes that many bytes are looked at; what fonts and colours take is among them. */
const NOTES_BYTES_MAX = 16_384

export const NOTES_CUT = `Notes of tasks are kept as plain text up to ${CODE_VALUE_LENGTH_MAX} characters; longer ones were cut.`

interface FlagRun {
  readonly byte: number
  readonly bit: number
  readonly count: number
}
/** Switches of the planner: bits one after the other in the bytes about a record, from one on. */
const FLAGS: Readonly<Record<'old' | 'of2010' | 'rearranged', readonly FlagRun[]>> = {
  old: [{ byte: 37, bit: 5, count: 20 }],
  of2010: [{ byte: 35, bit: 6, count: 20 }],
  rearranged: [
    { byte: 24, bit: 1, count: 10 },
    { byte: 33, bit: 1, count: 10 },
  ],
}

const TEXT_COST = { steps: 1, memory: 4 }
/** RTF is looked at sign by sign. */
const NOTES_COST = { steps: 6, memory: 4 }
const MINUTES_PER_HOUR = 60
const COST_SCALE = 100

/** Numbers of the flags, as the file gives names to them. */
const FLAG_FIELDS = [72, 292].flatMap(first => Array.from({ length: 10 }, (_, n) => first + n))

export class CustomValues {
  readonly #fields: RowFields
  readonly #into: CustomFields
  readonly #meter: WorkMeter
  readonly #lists: ValueLists
  /** Values that name one of a list which the file does not have. */
  #leftOut = 0
  #longNotes = 0
  readonly #flags: readonly { readonly name: string; readonly byte: number; readonly bits: number }[]

  constructor(file: MppFile, fields: RowFields, into: CustomFields, meter: WorkMeter, layout: keyof typeof FLAGS) {
    this.#fields = fields
    this.#into = into
    this.#meter = meter
    this.#lists = new ValueLists(file, meter)
    let n = 0
    this.#flags = FLAGS[layout].flatMap(({ byte, bit, count }) =>
      Array.from({ length: count }, (_, k) => ({
        name: `Flag${++n}`,
        byte: byte + ((bit + k) >> 3),
        bits: 1 << ((bit + k) & 7),
      })),
    )
    const names = customNames(file)
    for (const [field, { name, kind }] of FIELDS)
      into.name(name, names.get(kind === 'code' ? field - 1 : field) ?? name)
    for (const [k, { name }] of this.#flags.entries()) into.name(name, names.get(FLAG_FIELDS[k]) ?? name)
  }

  /** Item k of the values, of a field of that number, to the task. */
  give(task: number, field: number, k: number): void {
    if (field === MORE_FIELDS) this.#giveMore(task, k)
    const named = FIELDS.get(field)
    if (named === undefined) return
    const text = this.#textOf(named.kind, k)
    if (text !== '') this.#into.give(task, named.name, text)
  }

  /** Fields of a row in one value, as until 2003: its size, a count, the number of each field and where its value lies, the values. */
  #giveMore(task: number, k: number): void {
    const { values } = this.#fields.block
    const [from, size] = [values.start(k), values.size(k)]
    if (size < 8) return
    const count = Math.min(i32(values.data, from + 4), (size >> 3) - 1)
    this.#meter.spend(size, TEXT_COST, ['TBkndTask'], () => 'Fields of tasks are said again and again')
    for (let n = 0, at = from + 8; n < count; n++, at += 8) {
      const named = FIELDS.get(i32(values.data, at) & 0xffff)
      const offset = i32(values.data, at + 4)
      if (named === undefined || offset < 8 || offset >= size) continue
      const text = this.#textAt(named.kind, values.data, from + offset, size - offset)
      if (text !== '') this.#into.give(task, named.name, text)
    }
  }

  giveFlags(task: number, records: Records, record: number): void {
    for (const { name, byte, bits } of this.#flags)
      if (records.has(record, byte, bits)) this.#into.give(task, name, '1')
  }

  warn(warnings: ImportWarnings): void {
    const text =
      'Values of custom fields and outline codes that name one of a list which is not in the file were left out.'
    warnings.add('custom_lists_left_out', text, this.#leftOut)
    warnings.add('notes_cut', NOTES_CUT, this.#longNotes)
  }

  #textOf(kind: Kind, k: number): string {
    const { values } = this.#fields.block
    const [from, size] = [values.start(k), values.size(k)]
    // it lies not in the data
    if (size === 0) return ''
    const uid = this.#lists.reference(values.data, from, size, kind === 'code')
    if (Number.isNaN(uid)) return kind === 'code' ? '' : this.#textAt(kind, values.data, from, size)
    const text = kind === 'code' || kind === 'text' ? this.#lists.text(uid) : this.#valueOf(kind, uid)
    if (text === '') this.#leftOut++
    return text
  }

  #valueOf(kind: Kind, uid: number): string {
    const place = this.#lists.place(uid)
    return place === undefined ? '' : this.#textAt(kind, place.data, place.at, place.size)
  }

  #textAt(kind: Kind, data: Uint8Array, from: number, size: number): string {
    if (kind === 'text') {
      const read = Math.min(size, 2 * (CODE_VALUE_LENGTH_MAX + 1))
      this.#meter.spend(read, TEXT_COST, ['TBkndTask'], () => 'Texts of custom fields are said again and again')
      return utf16(data, from, from + read)
    }
    if (kind === 'notes') return this.#notesAt(data, from, size)
    if (size < (kind === 'date' || kind === 'duration' ? 4 : 8)) return ''
    if (kind === 'date') {
      const moment = momentAt(data, from)
      return Number.isNaN(moment) ? '' : formatMoment(moment)
    }
    if (kind === 'duration') return durationText(i32(data, from))
    const number = known(f64(data, from))
    if (Number.isNaN(number) || number === 0) return ''
    return String(kind === 'cost' ? number / COST_SCALE : number)
  }

  #notesAt(data: Uint8Array, from: number, size: number): string {
    const read = Math.min(size, NOTES_BYTES_MAX)
    this.#meter.spend(read, NOTES_COST, ['TBkndTask'], () => 'Notes of tasks are said again and again')
    const source = Buffer.from(data.buffer, data.byteOffset + from, read).toString('latin1')
    const text = textOfRtf(source, CODE_VALUE_LENGTH_MAX + 1)
    if (text.length <= CODE_VALUE_LENGTH_MAX) return text
    this.#longNotes++
    return text.slice(0, CODE_VALUE_LENGTH_MAX)
  }
}

/** Tenths of minutes as the XML says them. */
function durationText(tenths: number): string {
  if (!(tenths > 0)) return ''
  const minutes = Math.round(tenths / 10)
  return `PT${Math.floor(minutes / MINUTES_PER_HOUR)}H${minutes % MINUTES_PER_HOUR}M0S`
}
