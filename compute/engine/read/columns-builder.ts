/**
 * One schedule while it is read: a growing column per column of columns.ts, addressed by the index of a field in
 * TASK_FIELDS and made when the field first has a value. Links come last, from link-reader.ts, because they need all ids.
 */
import { absentColumns } from '../../../shared/contract/schedule/absent-columns.ts'
import type { LinkColumns, ScheduleColumns, TextColumn } from '../../../shared/contract/schedule/columns.ts'
import {
  DAY_COLUMNS,
  type DayColumn,
  type FieldKind,
  TASK_FIELDS,
  timeColumnOf,
} from '../../../shared/contract/schedule/fields.ts'
import { settleFinishDays } from './finish-days.ts'
import { GrowingAssignments, withAssigned } from './growing-assignments.ts'
import {
  AbsentArrays,
  type Expected,
  GrowingBytes,
  GrowingDays,
  GrowingNumbers,
  GrowingTimes,
  NO_BYTES,
} from './growing-columns.ts'
import { GrowingCodeSets, GrowingCodes, GrowingText } from './growing-texts.ts'
import { ReadFaults } from './read-faults.ts'

/** Index of a field in TASK_FIELDS. */
export const fieldIndex = (name: string): number => TASK_FIELDS.findIndex(field => field.name === name)

const ID = fieldIndex('id')

/** Entry n: index of the field that feeds DAY_COLUMNS[n]. */
const DAY_FIELDS = DAY_COLUMNS.map((name: DayColumn) => TASK_FIELDS.findIndex(({ column }) => column === name))

/** Rows that are provided for before anything is known of a list. */
const ROWS_EXPECTED_AT_FIRST = 16

type Growing = GrowingNumbers | GrowingDays | GrowingBytes | GrowingText | GrowingCodes | GrowingCodeSets

const CLASSES: Readonly<Record<FieldKind, (new (expected: Expected) => Growing) | undefined>> = {
  id: GrowingText,
  number: GrowingNumbers,
  day: GrowingDays,
  enum: GrowingBytes,
  boolean: GrowingBytes,
  text: GrowingText,
  code: GrowingCodes,
  resource: GrowingCodeSets,
  resources: GrowingCodeSets,
  codes: GrowingCodeSets,
  object: GrowingBytes,
  links: undefined,
  assignments: undefined,
}

/** Entry f: the first field that feeds the column of field f. */
export const FIRST_OF_COLUMN = TASK_FIELDS.map(({ column }) => TASK_FIELDS.findIndex(field => field.column === column))

const NO_COLUMNS = TASK_FIELDS.map((): Growing | undefined => undefined)

/** Entry f: the column of field f. */
const COLUMN_OF = TASK_FIELDS.map(({ column }) => column)

const TIME_COLUMNS = DAY_COLUMNS.map(timeColumnOf)

export class ColumnsBuilder {
  readonly expected: Expected
  readonly faults = new ReadFaults()
  /** Entry f: the column that field f is the first to feed; undefined while no row has it. */
  readonly #columns = NO_COLUMNS.slice()
  /** The fields of those that are there. */
  readonly #made: number[] = []
  /** Entry f: times of day of a field of dates, where one had any. */
  readonly #times: (GrowingTimes | undefined)[] = []
  #assignments: GrowingAssignments | undefined
  #absent: AbsentArrays | undefined
  #id: TextColumn | undefined

  /** `rowsBefore`: of a list of the same body, which others resemble. */
  constructor(textBytesMax: number, rowsBefore = 0) {
    this.expected = { rowCount: Math.max(ROWS_EXPECTED_AT_FIRST, rowsBefore), textBytesMax }
  }

  // the column of a field, by the kind that the caller knows it to be of
  numbers(f: number): GrowingNumbers {
    return (this.#columns[f] ?? this.#make(f)) as GrowingNumbers
  }
  days(f: number): GrowingDays {
    return (this.#columns[f] ?? this.#make(f)) as GrowingDays
  }
  bytes(f: number): GrowingBytes {
    return (this.#columns[f] ?? this.#make(f)) as GrowingBytes
  }
  texts(f: number): GrowingText {
    return (this.#columns[f] ?? this.#make(f)) as GrowingText
  }
  codes(f: number): GrowingCodes {
    return (this.#columns[f] ?? this.#make(f)) as GrowingCodes
  }
  /** Times of day beside the dates of field f. */
  times(f: number): GrowingTimes {
    return (this.#times[f] ??= new GrowingTimes(this.expected))
  }
  codeSets(f: number): GrowingCodeSets {
    const first = FIRST_OF_COLUMN[f]
    return (this.#columns[first] ?? this.#make(first)) as GrowingCodeSets
  }

  /** Their resources are codes of the column of resources. */
  get assignments(): GrowingAssignments {
    return (this.#assignments ??= new GrowingAssignments())
  }

  /** The ids, when no more rows will come: the links are read by them. */
  finishIds(rowCount: number): TextColumn {
    this.#absent = new AbsentArrays(rowCount)
    this.#id = this.texts(ID).finish(rowCount, this.#absent)
    return this.#id
  }

  finish(rowCount: number, links: LinkColumns, elapsedLags: Uint8Array = NO_BYTES): ScheduleColumns {
    const id = this.#id ?? this.finishIds(rowCount)
    const absent = this.#absent!
    const columns = absentColumns(absent, links)
    columns.id = id
    columns.elapsedLags = elapsedLags
    columns.faults = this.faults.finish(id)
    // by their names: the few columns that have a value
    const filled = columns as unknown as Record<string, unknown>
    for (const f of this.#made) if (f !== ID) filled[COLUMN_OF[f]] = this.#columns[f]!.finish(rowCount, absent)
    for (let n = 0; n < TIME_COLUMNS.length; n++) {
      const times = this.#times[DAY_FIELDS[n]]
      if (times !== undefined) filled[TIME_COLUMNS[n]] = times.finish(rowCount, absent)
    }
    settleFinishDays(columns)
    const assignments = this.#assignments?.finish(rowCount)
    if (assignments !== undefined) {
      const named = withAssigned(columns.resources, assignments, rowCount)
      columns.assignments = named.assignments
      columns.resources = named.resources
    }
    return columns
  }

  /** What was lent to the columns is about to be overwritten. */
  keep(): void {
    for (const f of this.#made) {
      const column = this.#columns[f]!
      if ('keep' in column) column.keep()
    }
  }

  #make(f: number): Growing {
    const { kind, name } = TASK_FIELDS[f]
    const Column = CLASSES[kind]
    if (Column === undefined) throw new Error(`the field ${name} has no column of its own`)
    const made = new Column(this.expected)
    this.#columns[f] = made
    this.#made.push(f)
    return made
  }
}
