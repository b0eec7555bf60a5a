/** Activity codes and custom fields of a file: gathered in its order, which is not that of the tasks, and set when all tasks are known. */
import { CODE_NAME_LENGTH_MAX, CODE_VALUE_LENGTH_MAX, codeEntry } from '../../../../shared/contract/schedule/codes.ts'
import { CODES_LEFT_OUT, type CodeValues } from '../code-values.ts'
import { sortedBy } from './file-schedule.ts'
import type { ImportWarnings } from './import-warnings.ts'
import { NumberList } from './number-list.ts'

/** More is cut anyway (code-values.ts), and blanks at its beginning with it: a name or a value stands once in a file and may be given to all tasks, and each time it would be hashed whole. */
const LENGTH_MAX = 10 * Math.max(CODE_NAME_LENGTH_MAX, CODE_VALUE_LENGTH_MAX)
const bounded = (text: string): string => (text.length > LENGTH_MAX ? text.slice(0, LENGTH_MAX) : text)

export class FileCodes {
  readonly values: CodeValues
  /** Name and value of each different entry. */
  readonly #entries: (readonly [name: string, value: string])[] = []
  readonly #numbers = new Map<string, number>()
  readonly #task = new NumberList()
  readonly #entry = new NumberList()

  constructor(values: CodeValues) {
    this.values = values
  }

  add(task: number, wholeName: string, wholeValue: string): void {
    const [name, value] = [bounded(wholeName), bounded(wholeValue)]
    const key = codeEntry(name, value)
    let entry = this.#numbers.get(key)
    if (entry === undefined) {
      entry = this.#entries.push([name, value]) - 1
      this.#numbers.set(key, entry)
    }
    this.#task.push(task)
    this.#entry.push(entry)
  }

  /** As in JSON: tasks in their order, and of several values of one name the first. */
  finish(taskCount: number, warnings: ImportWarnings): void {
    const tasks = Int32Array.from(this.#task.values.subarray(0, this.#task.count))
    const seen = new Set<string>()
    let task = -1
    for (const k of sortedBy(tasks, tasks.length, taskCount)) {
      const [name, value] = this.#entries[this.#entry.at(k)]
      if (tasks[k] !== task) seen.clear()
      task = tasks[k]
      if (seen.has(name)) continue
      seen.add(name)
      this.values.addCode(task, this.values.codeOf(name, value))
    }
    warnings.add(
      'codes_left_out',
      `${CODES_LEFT_OUT}, the first of ${JSON.stringify(this.values.firstLeftOut)}.`,
      this.values.leftOutCount,
    )
  }
}
