/** Tasks and links of an .mpp, each to the slots of the keeper as its XML has them. */

import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import type { TaskKeeper } from '../ms-project/task-keeper.ts'
import {
  BASELINE_COST,
  BASELINE_DURATION,
  BASELINE_FINISH,
  BASELINE_START,
  D,
  NAME,
  V,
  WBS,
} from '../ms-project/task-slots.ts'
import type { RowRecord } from '../row-record.ts'
import { BadFile } from './bad-file.ts'
import { utf16 } from './little-endian.ts'
import { CustomValues } from './mpp-custom-fields.ts'
import type { MppFile } from './mpp-file.ts'
import { type Links, linksOf } from './mpp-links.ts'
import { type FieldKind, type Get, type NumberField, RowFields } from './row-fields.ts'
import { FIRST_RECORD, taskRecords, UID, WITH_MANUAL } from './task-records.ts'

const LAYOUT = { metaSize: 47, second: { least: 8, most: 110 } }
const [MAP, OLD_MAP] = [131_092, 50_331_668]
const DURATIONS_PER_MINUTE = 10

type Target = (slots: RowRecord, baseline: RowRecord, value: number) => void

const date =
  (name: keyof typeof D): Target =>
  (slots, _, moment) =>
    setMoment(slots, D[name], moment)
const number = (name: keyof typeof V, scale = 1): Target => {
  const slot = V[name]
  return (slots, _, value) => {
    slots.values[slot] = value * scale
  }
}
const isSet = (name: keyof typeof V): Target => {
  const slot = V[name]
  return (slots, _, value) => {
    slots.values[slot] = value === 0 ? 0 : 1
  }
}
const duration = (name: keyof typeof V): Target => {
  const slot = V[name]
  return (slots, _, tenths) => {
    slots.values[slot] = tenths === -1 ? Number.NaN : tenths / DURATIONS_PER_MINUTE
  }
}
const slack = (name: keyof typeof V): Target => {
  const slot = V[name]
  return (slots, _, tenths) => {
    slots.values[slot] = tenths === -1 ? Number.NaN : tenths
  }
}

/** Number of a field, as in the XML without the first half of it; how it lies; where it goes. */
const FIELDS: readonly (readonly [field: number, kind: FieldKind, target: Target])[] = [
  [86, 'whole', number('UID')],
  [23, 'whole', number('ID')],
  [249, 'short', number('OutlineLevel')],
  [35, 'moment', date('Start')],
  [36, 'moment', date('Finish')],
  [1283, 'moment', date('ManualStart')],
  [1284, 'moment', date('ManualFinish')],
  [18, 'moment', date('ConstraintDate')],
  [41, 'moment', date('ActualStart')],
  [42, 'moment', date('ActualFinish')],
  [437, 'moment', date('Deadline')],
  [100, 'moment', date('Stop')],
  [99, 'moment', date('Resume')],
  [37, 'moment', date('EarlyStart')],
  [38, 'moment', date('EarlyFinish')],
  [39, 'moment', date('LateStart')],
  [40, 'moment', date('LateFinish')],
  [29, 'whole', duration('Duration')],
  [1288, 'whole', duration('ManualDuration')],
  [31, 'whole', duration('RemainingDuration')],
  [181, 'short', number('DurationFormat')],
  [401, 'whole', number('CalendarUID')],
  [32, 'short', number('PercentComplete')],
  [1120, 'short', number('PhysicalPercentComplete')],
  [5, 'double', number('Cost')],
  [11, 'double', number('BCWP')],
  [17, 'short', number('ConstraintType')],
  [21, 'whole', slack('FreeSlack')],
  [438, 'whole', slack('StartSlack')],
  [439, 'whole', slack('FinishSlack')],
  [20, 'whole', number('LevelingDelay')],
  [182, 'short', number('LevelingDelayFormat')],
  [25, 'short', number('Priority')],
  // the number of the task in another project; that of a project in this one
  [255, 'whole', isSet('ExternalTask')],
  [458, 'whole', isSet('IsSubproject')],
  [43, 'moment', (_, baseline, moment) => setMoment(baseline, BASELINE_START, moment)],
  [44, 'moment', (_, baseline, moment) => setMoment(baseline, BASELINE_FINISH, moment)],
  [
    27,
    'whole',
    (_, baseline, tenths) => {
      baseline.values[BASELINE_DURATION] = tenths === -1 ? Number.NaN : tenths / DURATIONS_PER_MINUTE
    },
  ],
  [
    6,
    'double',
    (_, baseline, cost) => {
      if (cost !== 0) baseline.values[BASELINE_COST] = cost
    },
  ],
]
const NUMBER_FIELDS: readonly NumberField[] = FIELDS.map(([field, kind]) => ({ field, kind }))

const TEXTS = new Map([
  [14, NAME],
  [16, WBS],
])
/** The longest text that a column may have; longer ones are cut. */
const TEXT_BYTES_MAX = 4096
const TEXT_COST = { steps: 1, memory: 2 }

export function setMoment({ days, times }: RowRecord, slot: number, moment: number): void {
  if (Number.isNaN(moment)) {
    days[slot] = DAY_ABSENT
    times[slot] = 0
    return
  }
  const day = Math.floor(moment / MINUTES_PER_DAY)
  days[slot] = day
  times[slot] = moment - day * MINUTES_PER_DAY + 1
}

/** A duration of 0 is written for tasks that have no baseline. */
export const isSaid = ({ days, values }: RowRecord): boolean =>
  days[BASELINE_START] !== DAY_ABSENT || values[BASELINE_DURATION] > 0 || values[BASELINE_COST] > 0

interface Switch {
  /** Set where the bytes are those of the second part of a record. */
  readonly isSecond?: true
  readonly byte: number
  readonly bits: number
}
/** Until 2010, and since 2013 in its own format. */
const SWITCHES: Readonly<Record<'Milestone' | 'IgnoreResourceCalendar' | 'Active' | 'Manual', readonly Switch[]>> = {
  Milestone: [
    { byte: 8, bits: 0x20 },
    { byte: 10, bits: 0x02 },
  ],
  IgnoreResourceCalendar: [
    { byte: 10, bits: 0x02 },
    { byte: 17, bits: 0x20 },
  ],
  Active: [
    { isSecond: true, byte: 8, bits: 0x04 },
    { isSecond: true, byte: 8, bits: 0x40 },
  ],
  Manual: [
    { isSecond: true, byte: 8, bits: 0x08 },
    { isSecond: true, byte: 8, bits: 0x80 },
  ],
}

export function readTasks(file: MppFile, tasks: TaskKeeper, warnings: ImportWarnings, meter: WorkMeter): void {
  const { props, isOld } = file
  const newMap = props.bytes(MAP)
  const fields = new RowFields(
    file.block('TBkndTask', LAYOUT),
    newMap.length > 0 ? newMap : props.bytes(OLD_MAP),
    isOld,
  )
  const { records } = fields.block
  if (records.count > FIRST_RECORD && records.data.length > 0 && !fields.map.fixed.has(UID.field))
    throw new BadFile('The file does not say where the fields of its tasks lie, so that they cannot be read.')
  const table = new TaskTable(file, fields, tasks, meter)
  table.read(linksOf(file))
  table.custom.warn(warnings)
}

class TaskTable {
  readonly #file: MppFile
  readonly #fields: RowFields
  readonly #tasks: TaskKeeper
  readonly #meter: WorkMeter
  readonly #gets: readonly (readonly [get: Get, target: Target])[]
  readonly #places: Int16Array
  readonly #outline = new OutlineNumbers()
  readonly custom: CustomValues

  constructor(file: MppFile, fields: RowFields, tasks: TaskKeeper, meter: WorkMeter) {
    this.#file = file
    this.#fields = fields
    this.#tasks = tasks
    this.#meter = meter
    const layout = file.isRearranged ? 'rearranged' : file.version >= WITH_MANUAL ? 'of2010' : 'old'
    this.custom = new CustomValues(file, fields, tasks.customFields, meter, layout)
    const { fixed } = fields.map
    this.#gets = FIELDS.filter(([field]) => fixed.has(field)).map(([field, kind, target]) => [
      fields.fixed({ field, kind }),
      target,
    ])
    this.#places = fields.amongValues(NUMBER_FIELDS)
  }

  read(links: Links): void {
    const { block } = this.#fields
    const order = taskRecords(this.#fields, this.#file.version)
    const rowOf = new Map<number, number>()
    for (const [row, { uid }] of order.entries()) rowOf.set(uid, row)
    block.values.group(rowOf, order.length)
    links.group(rowOf, order.length)
    for (const [row, { record }] of order.entries()) this.#read(row, record, links)
  }

  #read(row: number, record: number, links: Links): void {
    const tasks = this.#tasks
    tasks.begin()
    const { slots, baseline } = tasks
    baseline.clear()
    for (const [get, target] of this.#gets) {
      const value = get(record)
      if (!Number.isNaN(value)) target(slots, baseline, value)
    }
    this.#readValues(row, slots, baseline)
    this.#readSwitches(record, slots)
    this.#outline.next(slots)
    tasks.hasBaseline = isSaid(baseline)
    const { values, days } = slots
    if (values[V.DurationFormat] === 0) values[V.DurationFormat] = Number.NaN
    // it is the smaller one that is shown, and of what has begun that of the finish
    const [start, finish] = [values[V.StartSlack], values[V.FinishSlack]]
    values[V.TotalSlack] = days[D.ActualStart] === DAY_ABSENT ? Math.min(start, finish) : finish
    // it is in another project, whatever was inserted there
    if (values[V.ExternalTask] === 1) values[V.IsSubproject] = 0
    links.give(row, tasks)
    this.custom.giveFlags(tasks.rows.count, this.#fields.block.records, record)
    tasks.end()
  }

  #readValues(row: number, slots: RowRecord, baseline: RowRecord): void {
    const { values } = this.#fields.block
    const { fieldOfKey } = this.#fields.map
    for (let n = values.first(row); n < values.first(row + 1); n++) {
      const k = values.item(n)
      const field = fieldOfKey[values.key(k)]
      if (field < 0) continue
      const text = TEXTS.get(field)
      if (text !== undefined) {
        this.#setText(slots, text, k)
        continue
      }
      const place = this.#places[field]
      if (place === 0) {
        this.custom.give(this.#tasks.rows.count, field, k)
        continue
      }
      const [, kind, target] = FIELDS[place - 1]
      const value = this.#fields.value(k, kind)
      if (!Number.isNaN(value)) target(slots, baseline, value)
    }
  }

  #setText(slots: RowRecord, slot: number, k: number): void {
    const { values } = this.#fields.block
    const [from, size] = [values.start(k), Math.min(values.size(k), TEXT_BYTES_MAX)]
    this.#meter.spend(size, TEXT_COST, ['TBkndTask'], () => 'Texts of tasks are said again and again')
    const bytes = Buffer.from(utf16(values.data, from, from + size))
    slots.setText(slot, bytes, 0, bytes.length)
  }

  #readSwitches(record: number, slots: RowRecord): void {
    const { records, second } = this.#fields.block
    const { isRearranged, version } = this.#file
    for (const [name, places] of Object.entries(SWITCHES)) {
      const { isSecond, byte, bits } = places[isRearranged ? 1 : 0]
      // without the bytes nothing is said, and a task is active
      if (isSecond === true && (version < WITH_MANUAL || record >= second.count)) continue
      slots.values[V[name as keyof typeof SWITCHES]] = (isSecond === true ? second : records).has(record, byte, bits)
        ? 1
        : 0
    }
  }
}

/** "1.2.3": the code of a task that none was given, as Microsoft Project shows it: that of the task above, and which one under it it is. */
export class OutlineNumbers {
  /** Entry l: of level l + 1, how many there are under the one above, and the code of the last. */
  readonly #open: { count: number; code: string }[] = []

  next(slots: RowRecord): void {
    const level = slots.values[V.OutlineLevel]
    if (!(level >= 1 && level <= LEVEL_MAX)) return
    const open = this.#open
    open.length = Math.min(open.length, level)
    while (open.length < level)
      open.push({
        count: 0,
        code: (open.length > 0 && open.at(-1)!.code !== '' ? `${open.at(-1)!.code}.1` : '').slice(0, CODE_MAX),
      })
    const last = open[level - 1]
    last.count++
    if (slots.has(WBS)) {
      last.code = slots.text(WBS)
      return
    }
    const above = level === 1 ? '' : open[level - 2].code
    last.code = `${above}${above === '' ? '' : '.'}${last.count}`.slice(0, CODE_MAX)
    const bytes = Buffer.from(last.code)
    slots.setText(WBS, bytes, 0, bytes.length)
  }
}
const CODE_MAX = 300
const LEVEL_MAX = 100
