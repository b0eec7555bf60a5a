/** Warnings of a conversion while they are found: each kind is counted, and its first tasks are named. */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import {
  CONVERSION_CODES,
  CONVERSION_EXAMPLES_MAX,
  type ConversionCode,
  type ConversionExample,
  type ConversionWarning,
} from '../../../../shared/contract/schedule/conversion-report.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { WARNING_WORDS } from './warning-words.ts'

/** What differs of a task. `member`: of the task, as a request has it. */
interface Change {
  readonly member: string | null
  readonly before: string | null
  readonly after: string | null
}

interface Found {
  count: number
  of: number
  value?: string | undefined
  readonly examples: ConversionExample[]
}

export class ConversionWarnings {
  readonly #columns: ScheduleColumns
  readonly #found = new Map<ConversionCode, Found>()

  /** columns: of the schedule that was sent. */
  constructor(columns: ScheduleColumns) {
    this.#columns = columns
  }

  /** Of task i; `change` is asked for of the first few only. `of`: how many tasks or links there are of the kind. */
  add(code: ConversionCode, of: number, i: number, change: () => Change): void {
    const found = this.#entry(code, of)
    found.count++
    if (found.examples.length === CONVERSION_EXAMPLES_MAX) return
    const { member, before, after } = change()
    found.examples.push({
      task_id: textAt(this.#columns.id, i),
      task_name: textAt(this.#columns.name, i) || null,
      place: member === null ? null : `tasks[${i}].${member}`,
      before,
      after,
    })
  }

  /** Of the project. `value`: what it is about, behind the text. */
  addOfProject(code: ConversionCode, value?: string): void {
    const found = this.#entry(code, 1)
    found.count++
    found.value = value
  }

  /** All that another found of the same schedule. */
  take(other: ConversionWarnings): void {
    for (const [code, found] of other.#found) this.#found.set(code, found)
  }

  list(): ConversionWarning[] {
    return CONVERSION_CODES.flatMap(code => {
      const found = this.#found.get(code)
      if (found === undefined) return []
      const { value, ...counts } = found
      const words = WARNING_WORDS[code]
      return [{ code, text: value === undefined ? words : `${words.replace(/\.$/, '')}: ${value}.`, ...counts }]
    })
  }

  #entry(code: ConversionCode, of: number): Found {
    const known = this.#found.get(code)
    if (known !== undefined) return known
    const made: Found = { count: 0, of, examples: [] }
    this.#found.set(code, made)
    return made
  }
}
