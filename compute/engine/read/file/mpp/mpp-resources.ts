/** Resources and assignments of an .mpp. */
import type { ResourceType } from '../../../../../shared/contract/schedule/resources.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import {
  ASSIGNMENT_VALUES,
  AssignmentRows,
  type Limits,
  type MsResource,
  msResource,
  periodOf,
} from '../ms-project/project-resources.ts'
import { f64, i32, u16, utf16 } from './little-endian.ts'
import type { MppFile } from './mpp-file.ts'
import { type FieldKind, type NumberField, RowFields } from './row-fields.ts'
import { known, momentOfTenths } from './values.ts'

const LAYOUT = { metaSize: 37, second: { least: 8, most: 60 } }
const ASSIGNMENT_LAYOUT = { metaSize: 34, second: { least: 8, most: 60 } }
const [MAP, OLD_MAP] = [131_093, 50_331_669]
const [ASSIGNMENT_MAP, OLD_ASSIGNMENT_MAP] = [131_095, 50_331_671]
const DELETED = 2
/** Bits about an assignment that is no longer one. */
const GONE = 0xff
const NAME = 1
const AVAILABILITY = 276
/** Standard rate and overtime rate, of an hour or a unit of a material, and cost per use, which is in hundredths. */
const RATES: readonly NumberField[] = [6, 7, 18].map(field => ({ field, kind: 'double' }))
const COST_SCALE = 100
/** Less is what the bytes of a record without a rate happen to say. */
const RATE_LEAST = 0.1
/** What no column takes: the group, custom fields and outline codes, in runs from a number to a number. */
const OTHERS = [[3], [8, 9], [30, 32], [97, 119], [123, 125], [166, 194], [205, 244], [279, 297]]
const isOther = (field: number): boolean => OTHERS.some(([first, last = first]) => field >= first && field <= last)
const NAME_BYTES_MAX = 1000
const TEXT_COST = { steps: 1, memory: 2 }
/** A whole resource. */
const UNITS_SCALE = 10_000

// bits about a resource: it works; about its second part: it is a cost
const [WORK, WORK_REARRANGED] = [
  { byte: 9, bits: 0x02 },
  { byte: 12, bits: 0x10 },
]
const COST = { byte: 8, bits: 0x10 }

export function readResources(
  file: MppFile,
  calendarOf: ReadonlyMap<number, number>,
  warnings: ImportWarnings,
  meter: WorkMeter,
): ReadonlyMap<number, MsResource> {
  const { props, isOld, isRearranged } = file
  const map = props.bytes(MAP)
  const block = file.block('TBkndRsc', LAYOUT)
  const fields = new RowFields(block, map.length > 0 ? map : props.bytes(OLD_MAP), isOld)
  const uidOf = fields.fixed({ field: 27, kind: 'whole' })
  const unitsOf = fields.fixed({ field: 4, kind: 'double' })
  const recordOf = new Map<number, number>()
  const { records, second, values } = block
  for (let i = 0; i < records.count; i++) {
    const uid = records.has(i, 0, DELETED) ? Number.NaN : uidOf(i)
    // of two records the first counts
    if (!Number.isNaN(uid) && !recordOf.has(uid)) recordOf.set(uid, i)
  }
  const rowOf = new Map([...recordOf.keys()].map((uid, row) => [uid, row]))
  values.group(rowOf, rowOf.size)
  const resources = new Map<number, MsResource>()
  const works = isRearranged ? WORK_REARRANGED : WORK
  const rates = RATES.map(field => fields.fixed(field))
  let withMore = 0
  for (const [uid, i] of recordOf) {
    let hasMore = false
    const row = rowOf.get(uid)!
    let title = ''
    let periods: Limits = []
    for (let n = values.first(row); n < values.first(row + 1); n++) {
      const k = values.item(n)
      const field = fields.map.fieldOfKey[values.key(k)]
      // a text has more than its end
      hasMore ||= isOther(field) && values.size(k) > 2
      if (field === AVAILABILITY) periods = periodsOf(values.data, values.start(k), values.size(k), meter)
      if (field !== NAME) continue
      const size = Math.min(values.size(k), NAME_BYTES_MAX)
      meter.spend(size, TEXT_COST, ['TBkndRsc'], () => 'Names of resources are said again and again')
      title = utf16(values.data, values.start(k), values.start(k) + size)
    }
    if (hasMore) withMore++
    const isWork = uid === 0 || records.has(i, works.byte, works.bits)
    const type: ResourceType = isWork ? 'labour' : second.has(i, COST.byte, COST.bits) ? 'cost' : 'material'
    const calendarUid = calendarOf.get(uid) ?? Number.NaN
    const [standard, overtime, use] = rates.map(get => (get(i) >= RATE_LEAST ? get(i) : Number.NaN))
    const price = { price_per_unit: standard!, overtime_price_per_hour: overtime!, cost_per_use: use! / COST_SCALE }
    const own = [{ table: 0, from: Number.NEGATIVE_INFINITY, price }]
    const most = unitsOf(i) / UNITS_SCALE
    resources.set(uid, msResource({ uid, title, type, calendarUid, most, periods, rates: own }))
  }
  warnings.add(
    'resource_fields_left_out',
    'Resources have groups or custom fields, which were left out: no figure here is made of them.',
    withMore,
  )
  return resources
}

/** A count, then steps: the moment from which on there is so much of the resource, until that of the next one. */
const STEP = { first: 12, bytes: 20, units: 4 } as const
/** Longer tables are cut. */
const STEPS_MAX = 900
const STEP_COST = { steps: 1, memory: 100 }

function periodsOf(data: Uint8Array, at: number, size: number, meter: WorkMeter): Limits {
  const periods: Limits = []
  const end = at + size
  if (size < STEP.first) return periods
  const count = Math.min(u16(data, at), STEPS_MAX, Math.floor((size - STEP.first) / STEP.bytes))
  meter.spend(count, STEP_COST, ['TBkndRsc'], () => 'Availability of resources')
  for (let n = 0; n < count; n++) {
    const from = at + STEP.first + n * STEP.bytes
    const units = f64(data, from + STEP.units) / UNITS_SCALE
    // where the table says nothing, as before its first and behind its last line, there is none
    if (!(units > 0)) continue
    const next = from + STEP.bytes
    const until = n + 1 < count && next + 4 <= end ? momentOfTenths(i32(data, next)) - 1 : Number.NaN
    const period = periodOf(n === 0 ? Number.NaN : momentOfTenths(i32(data, from)), until, known(units))
    if (period !== undefined) periods.push(period)
  }
  return periods
}

const WORK_PER_HOUR = 60_000
/** In the order of ASSIGNMENT_VALUES: the field, how it lies and what it is divided by. */
const FIELDS: readonly (readonly [field: number, kind: FieldKind, scale: number])[] = [
  [8, 'double', WORK_PER_HOUR],
  [10, 'double', WORK_PER_HOUR],
  [12, 'double', WORK_PER_HOUR],
  [26, 'double', COST_SCALE],
  [28, 'double', COST_SCALE],
  [29, 'double', COST_SCALE],
  [20, 'moment', 1],
  [21, 'moment', 1],
]
const TASK: NumberField = { field: 1, kind: 'whole' }
const RESOURCE: NumberField = { field: 2, kind: 'whole' }
const UNITS: NumberField = { field: 7, kind: 'double' }
const DELAY: NumberField = { field: 25, kind: 'whole' }

export function readAssignments(file: MppFile): AssignmentRows {
  const { props, isOld } = file
  const map = props.bytes(ASSIGNMENT_MAP)
  const block = file.block('TBkndAssn', ASSIGNMENT_LAYOUT)
  const fields = new RowFields(block, map.length > 0 ? map : props.bytes(OLD_ASSIGNMENT_MAP), isOld)
  const rows = new AssignmentRows()
  const [taskOf, resourceOf, unitsOf, delayOf] = [TASK, RESOURCE, UNITS, DELAY].map(field => fields.fixed(field))
  const gets = FIELDS.map(([field, kind]) => fields.fixed({ field, kind }))
  const values = ASSIGNMENT_VALUES.map(() => Number.NaN)
  const { records } = block
  const seen = new Map<number, Set<number>>()
  for (let i = 0; i < records.count; i++) {
    if (records.has(i, 0, GONE)) continue
    const [task, resource] = [taskOf(i), resourceOf(i)]
    if (Number.isNaN(task)) continue
    // a task has a resource once
    let ofTask = seen.get(task)
    if (ofTask === undefined) seen.set(task, (ofTask = new Set()))
    else if (ofTask.has(resource)) continue
    ofTask.add(resource)
    for (const [n, get] of gets.entries()) values[n] = get(i) / FIELDS[n][2]
    rows.push(task, resource, unitsOf(i) / UNITS_SCALE, Math.max(0, delayOf(i) || 0), values)
  }
  return rows
}
