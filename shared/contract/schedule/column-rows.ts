/**
 * The columns of a schedule as rows, made from the field rows: in which arrays each lies, what is absent in it, and what
 * must hold before a kernel may trust it. The frame and the hash of an input are written from this table.
 */
import { isUtf8 } from 'node:buffer'
import { ASSIGNMENT_MOMENTS, ASSIGNMENT_NUMBERS, type AssignmentColumns } from './assignments.ts'
import {
  type CodedColumn,
  type CodedSetColumn,
  DAY_ABSENT,
  ENUM_UNKNOWN,
  LINK_UNKNOWN,
  type LinkColumns,
  type ScheduleColumns,
  type TextColumn,
} from './columns.ts'
import { DAY_MAX, DAY_MIN } from './day.ts'
import { DAY_COLUMNS, type FieldKind, RELATION_TYPES, TASK_FIELDS, type TaskField, timeColumnOf } from './fields.ts'

export type ColumnName = Exclude<keyof ScheduleColumns, 'taskCount' | 'faults' | 'setting' | 'resourceSpecs' | 'notes'>
export type ColumnArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array
type ColumnArrayType =
  | typeof Uint8Array
  | typeof Uint16Array
  | typeof Int32Array
  | typeof Uint32Array
  | typeof Float64Array

/** How one kind of column lies in arrays. */
interface Layout {
  /** Type of each array, in the order of arraysOf. */
  readonly types: readonly ColumnArrayType[]
  readonly arraysOf: (column: never) => readonly ColumnArray[]
  readonly columnOf: (arrays: readonly never[]) => unknown
  /** What is wrong with arrays of unknown origin, or undefined. largest: greatest value of an entry of small numbers. */
  readonly faultIn: (arrays: readonly never[], taskCount: number, largest: number) => string | undefined
  /** Whether no task has a value. */
  readonly isAbsent: (column: never) => boolean
}

const layout = <Column, Arrays extends readonly ColumnArray[]>(rules: {
  types: readonly ColumnArrayType[]
  arraysOf: (column: Column) => Arrays
  columnOf: (arrays: Arrays) => Column
  faultIn: (arrays: Arrays, taskCount: number, largest: number) => string | undefined
  isAbsent: (column: Column) => boolean
}): Layout => rules as unknown as Layout

// a loop for each type of array: one over all of them, and a call for each element, would cost several times as much

/** The first entry at `i` that breaks a rule, as words; undefined: none does. */
const faultAt = (values: ColumnArray, i: number, what: string): string | undefined =>
  i === values.length ? undefined : `${what} ${values[i]} at ${i}`

/** An entry above `largest` that is not `other` either. */
function bytesFault(values: Uint8Array, largest: number, other: number, what: string): string | undefined {
  let i = 0
  while (i < values.length && (values[i]! <= largest || values[i] === other)) i++
  return faultAt(values, i, what)
}

function shortsFault(values: Uint16Array, largest: number, what: string): string | undefined {
  let i = 0
  while (i < values.length && values[i]! <= largest) i++
  return faultAt(values, i, what)
}

/** An entry of `end` or more. */
function wordsFault(values: Uint32Array, end: number, what: string): string | undefined {
  let i = 0
  while (i < values.length && values[i]! < end) i++
  return faultAt(values, i, what)
}

/** An entry that is neither `other` nor from least to largest. */
function integersFault(
  values: Int32Array,
  least: number,
  largest: number,
  other: number,
  what: string,
): string | undefined {
  let i = 0
  while (i < values.length && ((values[i]! >= least && values[i]! <= largest) || values[i] === other)) i++
  return faultAt(values, i, what)
}

/** An infinite one. */
function numbersFault(values: Float64Array, what: string): string | undefined {
  let i = 0
  while (i < values.length && Math.abs(values[i]!) !== Number.POSITIVE_INFINITY) i++
  return faultAt(values, i, what)
}

function lagsFault(values: Float64Array): string | undefined {
  let i = 0
  while (i < values.length && Number.isFinite(values[i])) i++
  return faultAt(values, i, 'lag')
}

const lengthFault = (values: ColumnArray, length: number): string | undefined =>
  values.length === length ? undefined : `${values.length} entries instead of ${length}`

/** Starts of ranges: one more than there are ranges, from 0 upwards to the number of entries they divide. */
function startsFault(starts: Uint32Array, rangeCount: number, entryCount: number): string | undefined {
  const fault = lengthFault(starts, rangeCount + 1)
  if (fault !== undefined) return fault
  if (starts[0] !== 0) return `ranges begin at ${starts[0]}`
  for (let i = 0; i < rangeCount; i++) if (starts[i]! > starts[i + 1]!) return `range ${i} ends before it begins`
  return starts[rangeCount] === entryCount ? undefined : `ranges end at ${starts[rangeCount]} of ${entryCount}`
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

function textsFault(bytes: Uint8Array, offsets: Uint32Array, count: number): string | undefined {
  const fault = startsFault(offsets, count, bytes.length)
  if (fault !== undefined) return fault
  if (!isUtf8(bytes)) return 'text that is not UTF-8'
  for (let i = 0; i < count; i++) if (isContinuation(bytes[offsets[i]!])) return `text ${i} begins inside a character`
  return undefined
}

function isZeroBytes(values: Uint8Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) return false
  return true
}

function isZeroShorts(values: Uint16Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) return false
  return true
}

function isZeroWords(values: Uint32Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== 0) return false
  return true
}

function isNoDay(values: Int32Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] !== DAY_ABSENT) return false
  return true
}

function isNoNumber(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) return false
  return true
}

/** other: what an entry may be beyond the largest. */
const smallNumbers = (other: number): Layout =>
  layout<Uint8Array, [Uint8Array]>({
    types: [Uint8Array],
    arraysOf: column => [column],
    columnOf: ([values]) => values,
    faultIn: ([values], taskCount, largest) =>
      lengthFault(values, taskCount) ?? bytesFault(values, largest, other, 'value'),
    isAbsent: isZeroBytes,
  })

const TEXT = layout<TextColumn, [Uint8Array, Uint32Array]>({
  types: [Uint8Array, Uint32Array],
  arraysOf: ({ bytes, offsets }) => [bytes, offsets],
  columnOf: ([bytes, offsets]) => ({ bytes, offsets }),
  faultIn: ([bytes, offsets], taskCount) => textsFault(bytes, offsets, taskCount),
  isAbsent: ({ bytes }) => bytes.length === 0,
})

const NUMBER = layout<Float64Array, [Float64Array]>({
  types: [Float64Array],
  arraysOf: column => [column],
  columnOf: ([values]) => values,
  faultIn: ([values], taskCount) => lengthFault(values, taskCount) ?? numbersFault(values, 'number'),
  isAbsent: isNoNumber,
})

const DAY = layout<Int32Array, [Int32Array]>({
  types: [Int32Array],
  arraysOf: column => [column],
  columnOf: ([values]) => values,
  faultIn: ([values], taskCount) =>
    lengthFault(values, taskCount) ?? integersFault(values, DAY_MIN, DAY_MAX, DAY_ABSENT, 'day'),
  isAbsent: isNoDay,
})

const MINUTES_PER_DAY = 24 * 60

/** Minutes after midnight + 1, 0 = no time. */
const TIME = layout<Uint16Array, [Uint16Array]>({
  types: [Uint16Array],
  arraysOf: column => [column],
  columnOf: ([values]) => values,
  faultIn: ([values], taskCount) => lengthFault(values, taskCount) ?? shortsFault(values, MINUTES_PER_DAY, 'time'),
  isAbsent: isZeroShorts,
})

/** One mark per link, or none at all. */
const LINK_MARKS = layout<Uint8Array, [Uint8Array]>({
  types: [Uint8Array],
  arraysOf: column => [column],
  columnOf: ([values]) => values,
  faultIn: ([values]) => bytesFault(values, 1, 1, 'mark'),
  isAbsent: isZeroBytes,
})

const CODED = layout<CodedColumn, [Uint32Array, Uint8Array, Uint32Array]>({
  types: [Uint32Array, Uint8Array, Uint32Array],
  arraysOf: ({ codes, values }) => [codes, values.bytes, values.offsets],
  columnOf: ([codes, bytes, offsets]) => ({ codes, values: { bytes, offsets } }),
  faultIn: ([codes, bytes, offsets], taskCount) =>
    lengthFault(codes, taskCount) ??
    textsFault(bytes, offsets, offsets.length - 1) ??
    wordsFault(codes, offsets.length, 'code'),
  isAbsent: ({ codes }) => isZeroWords(codes),
})

const CODED_SET = layout<CodedSetColumn, [Uint32Array, Uint32Array, Uint8Array, Uint32Array]>({
  types: [Uint32Array, Uint32Array, Uint8Array, Uint32Array],
  arraysOf: ({ start, codes, values }) => [start, codes, values.bytes, values.offsets],
  columnOf: ([start, codes, bytes, offsets]) => ({ start, codes, values: { bytes, offsets } }),
  faultIn: ([start, codes, bytes, offsets], taskCount) =>
    startsFault(start, taskCount, codes.length) ??
    textsFault(bytes, offsets, offsets.length - 1) ??
    wordsFault(codes, offsets.length - 1, 'code'),
  isAbsent: ({ codes }) => codes.length === 0,
})

const LINKS = layout<LinkColumns, [Uint32Array, Int32Array, Uint8Array, Float64Array]>({
  types: [Uint32Array, Int32Array, Uint8Array, Float64Array],
  arraysOf: ({ start, task, type, lagDays }) => [start, task, type, lagDays],
  columnOf: ([start, task, type, lagDays]) => ({ start, task, type, lagDays }),
  faultIn: ([start, task, type, lagDays], taskCount) =>
    startsFault(start, taskCount, task.length) ??
    lengthFault(type, task.length) ??
    lengthFault(lagDays, task.length) ??
    integersFault(task, LINK_UNKNOWN, taskCount - 1, LINK_UNKNOWN, 'predecessor') ??
    bytesFault(type, RELATION_TYPES.length - 1, 0, 'relation') ??
    lagsFault(lagDays),
  isAbsent: ({ task }) => task.length === 0,
})

/** Length of an array that holds a value for every entry, or for none at all. */
const allOrNone = (values: ColumnArray, count: number): string | undefined =>
  values.length === 0 ? undefined : lengthFault(values, count)

/** As frames have them: what came later stands behind all others. */
const ASSIGNMENT_FLOATS = [
  ...ASSIGNMENT_NUMBERS.filter(name => name !== 'pricePerUnit'),
  ...ASSIGNMENT_MOMENTS,
  'pricePerUnit',
] as const
/** Frames before this version have no prices of assignments. */
const PRICES_FROM = 15

const NO_ASSIGNMENTS: AssignmentColumns = {
  start: new Uint32Array(1),
  resource: new Uint32Array(0),
  drives: new Uint8Array(0),
  ...(Object.fromEntries(ASSIGNMENT_FLOATS.map(name => [name, new Float64Array(0)])) as Record<
    (typeof ASSIGNMENT_FLOATS)[number],
    Float64Array
  >),
}

const ASSIGNMENTS = layout<AssignmentColumns | undefined, [Uint32Array, Uint32Array, Uint8Array, ...Float64Array[]]>({
  types: [Uint32Array, Uint32Array, Uint8Array, ...ASSIGNMENT_FLOATS.map(() => Float64Array)],
  arraysOf: column => {
    const { start, resource, drives } = column ?? NO_ASSIGNMENTS
    return [start, resource, drives, ...ASSIGNMENT_FLOATS.map(name => (column ?? NO_ASSIGNMENTS)[name])]
  },
  columnOf: ([start, resource, drives, ...floats]) => ({
    start,
    resource,
    drives,
    ...(Object.fromEntries(ASSIGNMENT_FLOATS.map((name, n) => [name, floats[n] ?? NO_ASSIGNMENTS[name]])) as Record<
      (typeof ASSIGNMENT_FLOATS)[number],
      Float64Array
    >),
  }),
  // that the codes are some of the column of resources is checked where both are read (frame.ts)
  faultIn: ([start, resource, drives, ...floats], taskCount) => {
    let fault = startsFault(start, taskCount, resource.length) ?? allOrNone(drives, resource.length)
    fault ??= bytesFault(drives, 2, 2, 'mark')
    for (const values of floats) fault ??= allOrNone(values, resource.length) ?? numbersFault(values, 'number')
    return fault
  },
  isAbsent: column => column === undefined,
})

const ENUM = smallNumbers(ENUM_UNKNOWN)
const SMALL = smallNumbers(0)

const LAYOUTS: Readonly<Record<FieldKind, Layout>> = {
  id: TEXT,
  text: TEXT,
  number: NUMBER,
  day: DAY,
  enum: ENUM,
  boolean: SMALL,
  object: SMALL,
  code: CODED,
  resource: CODED_SET,
  resources: CODED_SET,
  codes: CODED_SET,
  links: LINKS,
  assignments: ASSIGNMENTS,
}

/** Greatest value of a column of small numbers, ENUM_UNKNOWN apart. */
const largestOf = (field: TaskField): number =>
  field.kind === 'enum' ? field.values!.length : field.kind === 'boolean' ? 2 : 1

export interface ColumnRow extends Layout {
  readonly name: ColumnName
  readonly largest: number
}

const FIELD_ROWS: readonly ColumnRow[] = [
  ...new Map(
    TASK_FIELDS.toReversed().map(field => [
      field.column,
      { name: field.column as ColumnName, largest: largestOf(field), ...LAYOUTS[field.kind] },
    ]),
  ).values(),
].toReversed()

/** One row per column: first those of fields, in the order of the fields, then the others. */
export const COLUMN_ROWS: readonly ColumnRow[] = [
  ...FIELD_ROWS,
  ...DAY_COLUMNS.map(column => ({ name: timeColumnOf(column), largest: MINUTES_PER_DAY, ...TIME })),
  { name: 'elapsedLags', largest: 1, ...LINK_MARKS },
]

export const COLUMN_ROW_BY_NAME: ReadonlyMap<string, ColumnRow> = new Map(COLUMN_ROWS.map(row => [row.name, row]))

/** Types of the arrays that a column has in a frame of a version. */
export const typesIn = ({ name, types }: ColumnRow, version: number): readonly ColumnArrayType[] =>
  name === 'assignments' && version < PRICES_FROM ? types.slice(0, -1) : types

export const arraysOf = (row: ColumnRow, columns: ScheduleColumns): readonly ColumnArray[] =>
  row.arraysOf(columns[row.name] as never)

/**
 * The rows of the columns that any task has a value in. Absent columns of one kind share their arrays (absent-columns.ts), so each of
 * those is looked at once.
 */
export function presentRows(columns: ScheduleColumns): ColumnRow[] {
  const present: ColumnRow[] = []
  const absent: unknown[] = []
  let last: unknown
  for (let n = 0; n < COLUMN_ROWS.length; n++) {
    const row = COLUMN_ROWS[n]!
    const column = columns[row.name]
    // columns of one kind stand side by side
    if (column === last || absent.includes(column)) continue
    if (!row.isAbsent(column as never)) present.push(row)
    else {
      absent.push(column)
      last = column
    }
  }
  return present
}
