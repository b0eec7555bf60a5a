/** What an analysis of a report would have refused in a call of its own, at the place where the report has it. */
import type { AnalysisRow } from '../../../shared/contract/analysis/analyses.ts'
import type { ValidationFault } from '../../../shared/contract/errors.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import type { ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'
import { NO_DATA_DATE } from '../read/file/containers.ts'
import { type Schema, schemaAt } from '../read/file/schema-at.ts'
import { WORDS as TASK_WORDS } from '../read/task-words.ts'
import { WORDS } from './words.ts'

const STATUS_DATE = 'status_date'
const OPTIONS = 'options'

/**
 * A report without the status date that an analysis needs: says so, and how the request of the report sends it, whatever the analysis calls it. scheduleAt: member of the report with the schedule; '': it stands beside the status date. isFile: it was read from a project file.
 */
export function sayMissingDate(
  faults: readonly ValidationFault[],
  { request }: AnalysisRow,
  scheduleAt: string,
  isFile: boolean,
): ValidationFault[] {
  const loc = ['body', ...(scheduleAt === '' ? [] : [scheduleAt]), STATUS_DATE]
  const member = loc.slice(1).join('.')
  const msg = isFile ? NO_DATA_DATE(member) : WORDS.noStatusDate(member)
  const isOption = schemaAt(request as Schema, [OPTIONS])?.required?.includes(STATUS_DATE) === true
  const isOfDate = ({ loc: place, type }: ValidationFault): boolean =>
    type === 'missing' && (place.at(-1) === STATUS_DATE || (isOption && place.length === 2 && place[1] === OPTIONS))
  return faults.map(fault => (isOfDate(fault) ? { loc, msg, type: fault.type } : fault))
}

type Place = readonly (string | number)[]

const BOUNDED = TASK_FIELDS.filter(
  ({ kind, minimum, maximum }) => kind === 'number' && (minimum !== undefined || maximum !== undefined),
)

const numbersOf = (columns: ScheduleColumns, column: string): Float64Array =>
  (columns as unknown as Readonly<Record<string, Float64Array>>)[column]

/** Numbers and dates of tasks beyond their bounds, in columns that a tolerant reading has kept: what a strict reading refuses, in its words (compute/engine/read/task-reader.ts). */
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
    const words = TASK_WORDS[TASK_FIELDS.findIndex(({ name }) => name === field)]
    for (const [n, task] of tasks.entries())
      faults.add([...place, task, field], 'format', `${field} ${words}, not ${JSON.stringify(texts[n])}.`)
  }
}
