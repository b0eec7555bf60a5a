/** The values of a change as text: dates, numbers, relations ("FS+2 d"), names of resources; null = there is none. */
import { CHANGE_FIELDS, type ChangeField } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import {
  CONSTRAINT_TYPES,
  RELATION_TYPES,
  TASK_TYPES,
  timeColumnOf,
} from '../../../../shared/contract/schedule/fields.ts'
import type { ScheduleSetting } from '../../../../shared/contract/schedule/setting.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { formatMoment, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { taskCalendars } from '../../clock/calendars.ts'
import { NO_LINK } from '../../compare/link-changes.ts'
import { calendarName } from '../../compare/setting-words.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { dateOrNull } from '../../result/options.ts'
import { roundRatio } from '../../wording/numbers.ts'
import { CELL_GROUPS, type Cell, type CodeCell } from './cell-edits.ts'
import { COMPARED_DAYS, COMPARED_NUMBERS, COMPARED_PROGRESS } from './fields.ts'

/** Value of a field of task i, or of link k of it. */
type Reader = (columns: ScheduleColumns, i: number, k: number) => string | null

const numberText = (value: number): string | null => (Number.isNaN(value) ? null : String(value))

const MARKS = ['false', 'true'] as const
const LABELS: Readonly<Record<CodeCell['code'], readonly string[]>> = {
  secondaryConstraintType: CONSTRAINT_TYPES,
  taskType: TASK_TYPES,
  resourceDependent: MARKS,
  manuallyScheduled: MARKS,
}

const READERS: Partial<Record<ChangeField, Reader>> = {
  constraint_type: ({ constraintType }, i) => CONSTRAINT_TYPES[constraintType[i] - 1] ?? null,
  constraint_date: ({ constraintDate }, i) => dateOrNull(constraintDate[i]),
  resources: ({ resources }, i) => {
    const names: string[] = []
    for (let n = resources.start[i]; n < resources.start[i + 1]; n++)
      names.push(textAt(resources.values, resources.codes[n]))
    return names.length === 0 ? null : names.sort().join(', ')
  },
  assignment_units: ({ resources, assignments }, i) => {
    if (assignments === undefined) return null
    const units = new Map<string, number>()
    for (let n = assignments.start[i]; n < assignments.start[i + 1]; n++) {
      const name = textAt(resources.values, assignments.resource[n])
      const each = assignments.unitsPerDay[n]
      units.set(name, (units.get(name) ?? 0) + (Number.isNaN(each) ? 1 : each))
    }
    return [...units]
      .map(([name, each]) => `${name} ${roundRatio(each)} a day`)
      .sort()
      .join(', ')
  },
  duration_days: ({ durationDays }, i) => numberText(durationDays[i]),
  remaining_duration_days: ({ remainingDurationDays }, i) => numberText(remainingDurationDays[i]),
  calendar: (columns, i) => {
    const { setting } = columns
    return setting === undefined ? null : calendarName(setting, calendarsOfTasks(columns, setting)[i])
  },
  name: ({ name }, i) => textAt(name, i) || null,
  task_added: () => null,
  task_deleted: () => null,
}
for (const { cells } of CELL_GROUPS) for (const cell of cells) READERS[cell.field] = cellReader(cell)
for (const { field, column } of COMPARED_DAYS) READERS[field] = (columns, i) => dateOrNull(columns[column][i])
for (const { field, column } of [...COMPARED_NUMBERS, ...COMPARED_PROGRESS]) {
  READERS[field] = (columns, i) => numberText(columns[column][i])
}

/** A date with its time where it has one; a number; a type by its name, a mark as true or false. */
function cellReader(cell: Cell): Reader {
  if ('day' in cell) {
    const time = timeColumnOf(cell.day)
    return (columns, i) => {
      const [day, minute] = [columns[cell.day][i], columns[time][i]]
      return day === DAY_ABSENT || minute === 0 ? dateOrNull(day) : formatMoment(day * MINUTES_PER_DAY + minute - 1)
    }
  }
  if ('number' in cell) return (columns, i) => numberText(columns[cell.number][i])
  const labels = LABELS[cell.code]
  return (columns, i) => labels[(columns[cell.code][i] || cell.absent) - 1] ?? null
}

const ofColumns = new WeakMap<ScheduleColumns, Uint16Array>()

function calendarsOfTasks(columns: ScheduleColumns, setting: ScheduleSetting): Uint16Array {
  const known = ofColumns.get(columns) ?? taskCalendars(columns, setting)
  ofColumns.set(columns, known)
  return known
}

export const relationText = ({ links }: ScheduleColumns, k: number): string => {
  const lag = links.lagDays[k]
  return `${RELATION_TYPES[links.type[k]]}${lag === 0 ? '' : `${lag < 0 ? '-' : '+'}${Math.abs(lag)} d`}`
}

/** `task` and `link` as the change log has them: NO_MATCH and NO_LINK where the status does not have it. */
export function valueText(field: number, columns: ScheduleColumns, task: number, link: number): string | null {
  const read = READERS[CHANGE_FIELDS[field]]
  if (read === undefined) return link === NO_LINK ? null : relationText(columns, link)
  return task === NO_MATCH ? null : read(columns, task, link)
}
