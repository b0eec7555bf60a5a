/** Activity codes and custom fields of a file: gathered in its order, which is not that of the tasks, and set when all tasks are known. */
import { type CodeValues, CODES_LEFT_OUT } from '../code-values.ts'
import type { ImportWarnings } from './import-warnings.ts'
import { NumberList } from './number-list.ts'
import { sortedBy } from './file-schedule.ts'

export class FileCodes {
  readonly values: CodeValues
  readonly #task = new NumberList()
  readonly #code = new NumberList()

  constructor(values: CodeValues) {
    this.values = values
  }

  add(task: number, name: string, value: string): void {
    this.addCode(task, this.values.codeOf(name, value))
  }

  addCode(task: number, code: number | undefined): void {
    if (code === undefined || task < 0) return
    this.#task.push(task)
    this.#code.push(code)
  }

  finish(taskCount: number, warnings: ImportWarnings): void {
    const tasks = Int32Array.from(this.#task.values.subarray(0, this.#task.count))
    for (const k of sortedBy(tasks, tasks.length, taskCount)) this.values.addCode(tasks[k], this.#code.at(k))
    warnings.add(
      'codes_left_out',
      `${CODES_LEFT_OUT}, the first of ${JSON.stringify(this.values.firstLeftOut)}.`,
      this.values.leftOutCount,
    )
  }
}
