/** Custom fields of tasks: each value as the XML of Microsoft Project writes it. Names that the planner gave them stay with the file; the fields have their own. */
import { CODE_VALUE_LENGTH_MAX } from '../../../../../shared/contract/schedule/codes.ts'
import { formatMoment } from '../../../../../shared/contract/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { CustomFields } from '../ms-project/custom-fields.ts'
import type { Records } from './block.ts'
import { i32, utf16 } from './little-endian.ts'
import type { RowFields } from './row-fields.ts'

type Kind = 'text' | 'number' | 'date' | 'cost' | 'duration'
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
const MINUTES_PER_HOUR = 60
const COST_SCALE = 100

export class CustomValues {
  readonly #fields: RowFields
  readonly #into: CustomFields
  readonly #meter: WorkMeter
  readonly #flags: readonly { readonly name: string; readonly byte: number; readonly bits: number }[]

  constructor(fields: RowFields, into: CustomFields, meter: WorkMeter, layout: keyof typeof FLAGS) {
    this.#fields = fields
    this.#into = into
    this.#meter = meter
    let n = 0
    this.#flags = FLAGS[layout].flatMap(({ byte, bit, count }) =>
      Array.from({ length: count }, (_, k) => ({
        name: `Flag${++n}`,
        byte: byte + ((bit + k) >> 3),
        bits: 1 << ((bit + k) & 7),
      })),
    )
    for (const { name } of [...FIELDS.values(), ...this.#flags]) into.name(name, name)
  }

  /** Item k of the values, of a field of that number, to the task. */
  give(task: number, field: number, k: number): void {
    const named = FIELDS.get(field)
    if (named === undefined) return
    const text = this.#textOf(named.kind, k)
    if (text !== '') this.#into.give(task, named.name, text)
  }

  giveFlags(task: number, records: Records, record: number): void {
    for (const { name, byte, bits } of this.#flags)
      if (records.has(record, byte, bits)) this.#into.give(task, name, '1')
  }

  #textOf(kind: Kind, k: number): string {
    const { values } = this.#fields.block
    if (kind === 'text') {
      const size = Math.min(values.size(k), 2 * (CODE_VALUE_LENGTH_MAX + 1))
      this.#meter.spend(size, TEXT_COST, ['TBkndTask'], () => 'Texts of custom fields are said again and again')
      const text = utf16(values.data, values.start(k), values.start(k) + size)
      // a value of a list of the planner is a reference to it, which is shorter than its bytes
      return 2 * text.length + 2 < size ? '' : text
    }
    if (kind === 'date') {
      const moment = this.#fields.value(k, 'moment')
      return Number.isNaN(moment) ? '' : formatMoment(moment)
    }
    if (kind === 'duration') return values.size(k) < 4 ? '' : durationText(i32(values.data, values.start(k)))
    const number = this.#fields.value(k, 'double')
    if (Number.isNaN(number) || number === 0) return ''
    return String(kind === 'cost' ? number / COST_SCALE : number)
  }
}

/** Tenths of minutes as the XML says them. */
function durationText(tenths: number): string {
  if (!(tenths > 0)) return ''
  const minutes = Math.round(tenths / 10)
  return `PT${Math.floor(minutes / MINUTES_PER_HOUR)}H${minutes % MINUTES_PER_HOUR}M0S`
}
