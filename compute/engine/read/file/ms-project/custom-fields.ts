/** Custom fields and outline codes of a file of Microsoft Project: of the project their names and values, of each task what it has of them. */
import { CodeValues } from '../../code-values.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import { FileCodes } from '../file-codes.ts'
import type { ImportWarnings } from '../import-warnings.ts'

/** The field in which convert keeps the ids of activities: no custom field of the planner. */
const ID_ALIAS = 'Activity ID'

/** Fields of the XML, by their numbers, that hold a cost: Cost1 to Cost10 of tasks, in hundredths as all its costs. */
const COSTS = new Set(
  [
    [188_743_786, 3],
    [188_743_938, 7],
  ].flatMap(([first, count]) => Array.from({ length: count }, (_, n) => String(first + n))),
)
const COST_SCALE = 100

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

  finish(taskCount: number, builder: ColumnsBuilder, warnings: ImportWarnings): void {
    const codes = new FileCodes(new CodeValues(builder))
    for (const { row, field, value } of this.#given) {
      const name = this.#names.get(field)
      const text = value.startsWith('#') ? (this.#values.get(value.slice(1)) ?? value) : value
      if (name !== undefined && name !== ID_ALIAS) codes.add(row, name, text)
    }
    codes.finish(taskCount, warnings)
  }
}
