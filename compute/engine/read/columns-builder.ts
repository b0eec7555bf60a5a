/**
 * One schedule while it is read: a growing column per column of columns.ts, addressed by the index of a field in
 * TASK_FIELDS and made when the field first has a value. Links come last, from link-reader.ts, because they need all ids.
 */
import { unfilledColumns } from '../../../shared/schedule/column-rows.ts'
import type { LinkColumns, ScheduleColumns, TextColumn } from '../../../shared/schedule/columns.ts'
import {
  DAY_COLUMNS,
  type DayColumn,
  type FieldKind,
  TASK_FIELDS,
  timeColumnOf,
} from '../../../shared/schedule/fields.ts'
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
  object: GrowingBytes,
  links: undefined,
}

/** Entry f: the first field that feeds the column of field f. */
export const FIRST_OF_COLUMN = TASK_FIELDS.map(({ column }) => TASK_FIELDS.findIndex(field => field.column === column))

const TIME_COLUMNS = DAY_COLUMNS.map(timeColumnOf)

export class ColumnsBuilder {
  readonly expected: Expected
  readonly faults = new ReadFaults()
  /** Entry f: the column that field f is the first to feed; undefined while no row has it. */
  readonly #columns = new Array<Growing | undefined>(TASK_FIELDS.length).fill(undefined)
  /** Entry f: times of day of a field of dates, where one had any. */
  readonly #times: (GrowingTimes | undefined)[] = []
  #absent: AbsentArrays | undefined
  #id: TextColumn | undefined

  constructor(textBytesMax: number) {
    this.expected = { rowCount: ROWS_EXPECTED_AT_FIRST, textBytesMax }
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

  /** The ids, when no more rows will come: the links are read by them. */
  finishIds(rowCount: number): TextColumn {
    this.#absent = new AbsentArrays(rowCount)
    this.#id = this.texts(ID).finish(rowCount, this.#absent)
    return this.#id
  }

  finish(rowCount: number, links: LinkColumns, elapsedLags: Uint8Array = NO_BYTES): ScheduleColumns {
    const id = this.#id ?? this.finishIds(rowCount)
    const absent = this.#absent!
    const columns = unfilledColumns()
    columns.taskCount = rowCount
    columns.elapsedLags = elapsedLags
    for (const [n, name] of TIME_COLUMNS.entries())
      columns[name] = this.#times[DAY_FIELDS[n]!]?.finish(rowCount, absent) ?? absent.times
    for (let f = 0; f < TASK_FIELDS.length; f++) {
      const { column, kind } = TASK_FIELDS[f]
      if (kind !== 'links' && FIRST_OF_COLUMN[f] === f)
        columns[column] = this.#columns[f]?.finish(rowCount, absent) ?? absent.columnOf(kind)
    }
    columns.id = id
    columns.links = links
    columns.faults = this.faults.finish(id)
    return columns as unknown as ScheduleColumns
  }

  #make(f: number): Growing {
    const { kind, name } = TASK_FIELDS[f]
    const Column = CLASSES[kind]
    if (Column === undefined) throw new Error(`the field ${name} has no column of its own`)
    const made = new Column(this.expected)
    this.#columns[f] = made
    return made
  }
}
