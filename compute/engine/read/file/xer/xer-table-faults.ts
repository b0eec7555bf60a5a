/** What does not fit in the rows of one table: counted while they are read, and told once at their end, with the first value of each column. */
import { cut } from '../../../../../shared/contract/schedule/text.ts'
import { BadValues } from '../bad-values.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { FORM_WARNINGS } from '../loose-dates.ts'
import { Notes } from '../notes.ts'
import type { XerTable } from './xer-tables.ts'

const VALUE_LENGTH_MAX = 40

/** The row that is read, as far as a fault tells of it. */
interface FaultyRow {
  readonly count: number
  readonly task: number
  placeOf(i?: number): string
  rawText(i: number): string
}

/** Values of a column that do not fit, and the first of them in words. */
interface BadColumn {
  readonly notes: Notes
  first: string
}

const columnsOf = (wanted: readonly string[]): BadColumn[] => wanted.map(() => ({ notes: new Notes(), first: '' }))

function note(column: BadColumn, row: FaultyRow, i: number): void {
  column.notes.add(
    row.task,
    () => row.placeOf(i),
    () => row.rawText(i),
  )
  if (column.notes.count === 1)
    column.first = `, the first of them ${JSON.stringify(cut(row.rawText(i), VALUE_LENGTH_MAX))} in row ${row.count}`
}

export class XerTableFaults {
  readonly #table: XerTable
  readonly #wanted: readonly string[]
  readonly #numbers: readonly BadColumn[]
  readonly #dates: readonly BadColumn[]
  /** Dates that were read with a doubt, or in another form. */
  readonly #odd = new BadValues()
  /** Rows with more fields than columns. */
  readonly left = new Notes()
  short = 0
  continued = 0
  beforeFields = 0
  /** Rows below columns of TASKPRED in another table. */
  strayLinks = 0

  constructor(table: XerTable, wanted: readonly string[]) {
    this.#table = table
    this.#wanted = wanted
    this.#numbers = columnsOf(wanted)
    this.#dates = columnsOf(wanted)
  }

  badNumber(row: FaultyRow, i: number): void {
    note(this.#numbers[i], row, i)
  }

  badDate(row: FaultyRow, i: number): void {
    note(this.#dates[i], row, i)
  }

  oddDate(row: FaultyRow, i: number, form: number): void {
    const { code, text } = FORM_WARNINGS[form]!
    const column = `${this.#table}.${this.#wanted[i]}`
    this.#odd.add(
      code,
      text,
      column,
      () => row.placeOf(i),
      () => row.rawText(i),
      row.task,
    )
  }

  report(warnings: ImportWarnings): void {
    const table = this.#table
    warnings.add(
      'fields_missing',
      `Rows of ${table} have fewer fields than columns; the missing ones were read as empty.`,
      this.short,
    )
    warnings.addNotes(
      'fields_left_over',
      `Rows of ${table} have more fields than columns; those beyond were left out. A tab in a text shifts what follows it.`,
      this.left,
    )
    warnings.add(
      'lines_continued',
      `Lines of ${table} begin with no mark; each was taken to the row before it.`,
      this.continued,
    )
    warnings.add(
      table === 'TASKPRED' ? 'links_without_columns' : 'rows_without_columns',
      `Rows of ${table} stand before its columns (%F) and were left out.`,
      this.beforeFields,
    )
    warnings.add(
      'links_without_table',
      `Rows of links stand in ${table}, since the line of their table (%T TASKPRED) is missing, and were left out.`,
      this.strayLinks,
    )
    for (const [i, name] of this.#wanted.entries()) {
      const column = `${table}.${name}`
      const [numbers, dates] = [this.#numbers[i], this.#dates[i]]
      warnings.addNotes(
        'number_unreadable',
        `Values of ${column} are no numbers${numbers.first}; they were read as empty.`,
        numbers.notes,
        column,
      )
      warnings.addNotes(
        'date_unreadable',
        `Values of ${column} are no dates between 1900 and 2500${dates.first}; they were read as empty.`,
        dates.notes,
        column,
      )
    }
    this.#odd.warn(warnings)
  }
}
