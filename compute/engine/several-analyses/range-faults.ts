/**
 * Numbers and dates of tasks beyond their bounds, in columns that a tolerant reading has kept: what a strict reading refuses, in its words
 * (compute/engine/read/task-reader.ts).
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import type { ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'
import { WORDS } from '../read/task-words.ts'

type Place = readonly (string | number)[]

const BOUNDED = TASK_FIELDS.filter(
  ({ kind, minimum, maximum }) => kind === 'number' && (minimum !== undefined || maximum !== undefined),
)

const numbersOf = (columns: ScheduleColumns, column: string): Float64Array =>
  (columns as unknown as Readonly<Record<string, Float64Array>>)[column]

export function addRangeFaults(path: string, columns: ScheduleColumns, faults: ValidationFaults): void {
  const place: Place = path.split('.').map(step => (/^\d+$/.test(step) ? Number(step) : step))
  for (const { name, column, minimum = -Infinity, maximum = Infinity } of BOUNDED) {
    const values = numbersOf(columns, column)
    for (let task = 0; task < values.length; task++) {
      const value = values[task]
      if (value < minimum)
        faults.add([...place, task, name], 'minimum', `${name} must be at least ${minimum}, not ${value}.`)
      else if (value > maximum)
        faults.add([...place, task, name], 'maximum', `${name} must be at most ${maximum}, not ${value}.`)
    }
  }
  for (const { kind, field, tasks, texts } of columns.faults) {
    if (kind !== 'date_out_of_range') continue
    const words = WORDS[TASK_FIELDS.findIndex(({ name }) => name === field)]
    for (const [n, task] of tasks.entries())
      faults.add([...place, task, field], 'format', `${field} ${words}, not ${JSON.stringify(texts[n])}.`)
  }
}
