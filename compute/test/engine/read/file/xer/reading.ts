/** Shorthands of the tests: a file read, or its refusal, and cells of a task by its id. */
import assert from 'node:assert'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../../../shared/contract/schedule/day.ts'
import {
  CONSTRAINT_TYPES,
  type DayColumn,
  RELATION_TYPES,
  TASK_TYPES,
} from '../../../../../../shared/contract/schedule/fields.ts'
import type { ScheduleSetting } from '../../../../../../shared/contract/schedule/setting.ts'
import { withSettings } from '../../../../../../shared/contract/schedule/settings-of-input.ts'
import { textAt } from '../../../../../../shared/contract/schedule/text.ts'
import { formatTime } from '../../../../../../shared/contract/schedule/time-of-day.ts'
import { type FileOptions, type FileSchedule, isRefusal } from '../../../../../engine/read/file/file-schedule.ts'
import { readXer } from '../../../../../engine/read/file/xer/read-xer.ts'
import { type XerForm, type XerTables, xerText } from '../../../../helpers/xer-text.ts'

export function read(file: XerTables | Uint8Array, options: FileOptions = {}, form: XerForm = {}): FileSchedule {
  const answer = readXer(file instanceof Uint8Array ? file : Buffer.from(xerText(file, form)), options)
  if (isRefusal(answer)) assert.fail(JSON.stringify(answer.faults))
  return answer
}

/** The one fault of the refusal: where, and in which words. */
export function refusal(file: XerTables | Uint8Array, options: FileOptions = {}): { loc: string; msg: string } {
  const answer = readXer(file instanceof Uint8Array ? file : Buffer.from(xerText(file)), options)
  if (!isRefusal(answer)) assert.fail('it was read')
  const [fault] = answer.faults!
  return { loc: fault!.loc.join('.'), msg: fault!.msg }
}

/** The schedule with the setting that its members make, and what the service would say of them. */
export function settled({ members, columns }: FileSchedule): {
  columns: ScheduleColumns
  setting: ScheduleSetting
  faults: string[]
} {
  const faults: string[] = []
  const schedules = withSettings(members, new Map([['tasks', columns]]), (_, words) => faults.push(words))
  const made = schedules.get('tasks')!
  return { columns: made, setting: made.setting!, faults }
}

export const warningsOf = ({ report }: FileSchedule): Record<string, number> =>
  Object.fromEntries(report.warnings.map(({ code, count }) => [code, count]))

export function momentText(columns: ScheduleColumns, column: DayColumn, i: number): string | null {
  const day = columns[column][i]!
  if (day === DAY_ABSENT) return null
  const time = columns[`${column}Time`][i]!
  return time === 0 ? formatDay(day) : `${formatDay(day)}T${formatTime(time - 1)}`
}

const numberOf = (value: number): number | null => (Number.isNaN(value) ? null : Math.round(1e6 * value) / 1e6)

/** All that is given of the task of that id. */
export function cellsOf({ columns }: FileSchedule, id: string): Record<string, unknown> {
  const i = Array.from({ length: columns.taskCount }, (_, n) => n).find(n => textAt(columns.id, n) === id)
  if (i === undefined) assert.fail(`no task ${id}`)
  const cells: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columns)) {
    if (
      name.endsWith('Time') ||
      [
        'id',
        'links',
        'faults',
        'setting',
        'resourceSpecs',
        'assignments',
        'notes',
        'elapsedLags',
        'taskCount',
      ].includes(name)
    )
      continue
    if (column instanceof Float64Array) cells[name] = numberOf(column[i]!)
    else if (column instanceof Int32Array) cells[name] = momentText(columns, name as DayColumn, i)
    else if (column instanceof Uint8Array) cells[name] = column[i]! === 0 ? null : column[i]
    else if ('start' in column) {
      const codes = Array.from((column.codes as Uint32Array).subarray(column.start[i], column.start[i + 1]))
      cells[name] = codes.length === 0 ? null : codes.map(code => textAt(column.values, code))
    } else if ('codes' in column)
      cells[name] = column.codes[i]! === 0 ? null : textAt(column.values, column.codes[i]! - 1)
    else cells[name] = textAt(column, i) || null
  }
  const constraint = (code: unknown): unknown => (typeof code === 'number' ? CONSTRAINT_TYPES[code - 1] : null)
  cells.constraintType = constraint(cells.constraintType)
  cells.secondaryConstraintType = constraint(cells.secondaryConstraintType)
  cells.taskType = TASK_TYPES[Number(cells.taskType) - 1]
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null))
}

/** "A20 < A10 FS 0.5" */
export function linksOf({ columns }: FileSchedule): string[] {
  const { start, task, type, lagDays } = columns.links
  return Array.from({ length: columns.taskCount }, (_, i) => i).flatMap(i =>
    Array.from(task.subarray(start[i], start[i + 1]), (from, n) => {
      const k = start[i]! + n
      return `${textAt(columns.id, i)} < ${textAt(columns.id, from)} ${RELATION_TYPES[type[k]!]} ${lagDays[k]}`
    }),
  )
}
