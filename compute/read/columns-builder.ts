/**
 * One schedule while it is read: a growing column per column of columns.ts, addressed by the index of a field in
 * TASK_FIELDS. Links come last, from link-reader.ts, because they need all ids.
 */
import type { LinkColumns, ScheduleColumns, TextColumn } from '../../shared/schedule/columns.ts'
import { type FieldKind, TASK_FIELDS } from '../../shared/schedule/fields.ts'
import {
  AbsentArrays,
  type Expected,
  GrowingBytes,
  GrowingCodeSets,
  GrowingCodes,
  GrowingDays,
  GrowingNumbers,
  GrowingText,
} from './growing-columns.ts'
import { ReadFaults } from './read-faults.ts'

/** Index of a field in TASK_FIELDS. */
export const fieldIndex = (name: string): number => TASK_FIELDS.findIndex(field => field.name === name)

const ID = fieldIndex('id')

/** Rows that are provided for before anything is known of a list. */
export const ROWS_EXPECTED_AT_FIRST = 16

type Growing = GrowingNumbers | GrowingDays | GrowingBytes | GrowingText | GrowingCodes | GrowingCodeSets

const RESOURCES = 'resources'

export class ColumnsBuilder {
  readonly expected: Expected
  readonly faults = new ReadFaults()
  // entry f: the column of field f, where it is of that kind; the others are holes that nobody reads
  readonly numbers: GrowingNumbers[] = []
  readonly days: GrowingDays[] = []
  readonly bytes: GrowingBytes[] = []
  readonly texts: GrowingText[] = []
  readonly codes: GrowingCodes[] = []
  readonly resources: GrowingCodeSets
  readonly #byColumn = new Map<string, Growing>()
  #absent: AbsentArrays | undefined
  #id: TextColumn | undefined

  constructor(textBytesMax: number) {
    this.expected = { rowCount: ROWS_EXPECTED_AT_FIRST, textBytesMax }
    this.resources = new GrowingCodeSets(this.expected)
    this.#byColumn.set(RESOURCES, this.resources)
    for (const [f, field] of TASK_FIELDS.entries()) {
      const made = this.#columnFor(field.kind, f)
      if (made !== undefined) this.#byColumn.set(field.column, made)
    }
  }

  /** The ids, when no more rows will come: the links are read by them. */
  finishIds(rowCount: number): TextColumn {
    this.#absent = new AbsentArrays(rowCount)
    this.#id = this.texts[ID]!.finish(rowCount, this.#absent)
    return this.#id
  }

  finish(rowCount: number, links: LinkColumns): ScheduleColumns {
    const id = this.#id ?? this.finishIds(rowCount)
    const columns: Record<string, unknown> = { taskCount: rowCount }
    for (const [name, column] of this.#byColumn) columns[name] = column.finish(rowCount, this.#absent!)
    return { ...columns, id, links, faults: this.faults.finish() } as unknown as ScheduleColumns
  }

  #columnFor(kind: FieldKind, f: number): Growing | undefined {
    switch (kind) {
      case 'number':
        return (this.numbers[f] = new GrowingNumbers(this.expected))
      case 'day':
        return (this.days[f] = new GrowingDays(this.expected))
      case 'enum':
      case 'boolean':
      case 'object':
        return (this.bytes[f] = new GrowingBytes(this.expected))
      case 'id':
      case 'text':
        return (this.texts[f] = new GrowingText(this.expected))
      case 'code':
        return (this.codes[f] = new GrowingCodes(this.expected))
      case 'resource':
      case 'resources':
      case 'links':
        return undefined
    }
  }
}
