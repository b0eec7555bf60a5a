/** Custom fields and outline codes of a file of Microsoft Project: of the project their names and values, of each task what it has of them. */
import { CodeValues } from '../../code-values.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import { FileCodes } from '../file-codes.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import type { TaskRows } from './task-rows.ts'

/** The field in which convert, and planners who come from P6, keep the ids of activities. */
const ID_ALIAS = /^\s*activity[\s_-]*id\s*$/i

/** Fields of the XML, by their numbers, that hold a cost: Cost1 to Cost10 of tasks, in hundredths as all its costs. */
const COSTS = new Set(
  [
    [188_743_786, 3],
    [188_743_938, 7],
  ].flatMap(([first, count]) => Array.from({ length: count }, (_, n) => String(first + n))),
)
const COST_SCALE = 100
/** More is no id of an activity. */
const ID_LENGTH_MAX = 100

interface Given {
  readonly row: number
  readonly field: string
  readonly value: string
}

export class CustomFields {
  /** By the number of the field: 188743731 is Text1 of tasks. */
  readonly #names = new Map<string, string>()
  /** Values of outline codes by their ids. */
  readonly #values = new Map<string, string>()
  readonly #given: Given[] = []
  /** The field whose values are the ids of the tasks. */
  #idField: string | undefined

  get givenCount(): number {
    return this.#given.length
  }

  /** Only the first `count` stay. */
  cut(count: number): void {
    this.#given.length = count
  }

  name(field: string, name: string): void {
    this.#names.set(field, name)
  }

  value(id: string, text: string): void {
    this.#values.set(id, text)
  }

  /** What a row has of a field: a text, or the id of a value. */
  give(row: number, field: string, value: string, valueId = ''): void {
    if (field === '' || (value === '' && valueId === '')) return
    const hundredths = COSTS.has(field) && value !== '' ? Number(value) : Number.NaN
    const text = Number.isNaN(hundredths) ? value : String(hundredths / COST_SCALE)
    this.#given.push({ row, field, value: text === '' ? `#${valueId}` : text })
  }

  /** Entry row: the id of the task, that of its activity where one field has an id of its own for every task that is no summary, else its UID. */
  ids({ count, uid, isSummary }: TaskRows, warnings: ImportWarnings): readonly string[] {
    const uids = Array.from({ length: count }, (_, row) => String(uid.at(row)))
    const fields = [...this.#names].flatMap(([field, name]) => (ID_ALIAS.test(name) ? [field] : []))
    for (const field of fields) {
      const ids: (string | undefined)[] = new Array(count).fill(undefined)
      for (const given of this.#given) if (given.field === field) ids[given.row] ??= this.#textOf(given.value).trim()
      const isWhole = ids.every((id = '', row) => id.length <= ID_LENGTH_MAX && (id !== '' || isSummary.at(row) === 1))
      const all = ids.map((id, row) => id || uids[row]!)
      if (!isWhole || new Set(all).size < count) continue
      this.#idField = field
      return all
    }
    if (fields.length > 0)
      warnings.add(
        'activity_ids_left_out',
        'The field of activity ids has not an id of its own for every task: tasks are known by their UIDs, and the field is read as a code.',
      )
    return uids
  }

  #textOf(value: string): string {
    return value.startsWith('#') ? (this.#values.get(value.slice(1)) ?? value) : value
  }

  finish(taskCount: number, builder: ColumnsBuilder, warnings: ImportWarnings): void {
    const codes = new FileCodes(new CodeValues(builder))
    for (const { row, field, value } of this.#given) {
      const name = this.#names.get(field)
      if (name !== undefined && field !== this.#idField) codes.add(row, name, this.#textOf(value))
    }
    codes.finish(taskCount, warnings)
  }
}
