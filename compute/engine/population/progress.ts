/** State of a task by its actual dates and percent (/docs/methods#states-and-durations). */
import { ColumnNote } from '../../../shared/contract/schedule/column-notes.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { PERCENT_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { hasColumn } from '../../../shared/contract/schedule/present-columns.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED } from '../kind/states.ts'
import { FF, FS, SS } from '../passes/relation.ts'

export * from '../kind/states.ts'

export const PERCENT_MAX = 100

/** Percent complete of a task: absent = 0, held to 0 .. 100 for the rows that take what they are given. */
export function percentOf(columns: ScheduleColumns, i: number): number {
  const percent = columns.percentComplete[i]
  return percent > 0 ? Math.min(percent, PERCENT_MAX) : 0
}

const BY_PHYSICAL = 1 + PERCENT_TYPES.indexOf('physical')
const measured = new ColumnNote<Float64Array>()

/**
 * Physical percent of the tasks whose progress it measures, NaN of others: P6 and Microsoft Project keep one for every task, which says nothing
 * where the type of percent complete is another.
 */
export function measuredPhysical(columns: ScheduleColumns): Float64Array {
  const { percentCompleteType: types, physicalPercentComplete: all } = columns
  if (!hasColumn(columns, 'percentCompleteType')) return all
  return (
    measured.of(columns) ??
    measured.set(
      columns,
      all.map((percent, i) => (types[i] === 0 || types[i] === BY_PHYSICAL ? percent : Number.NaN)),
    )
  )
}

/**
 * The one reading of 100 % without an actual finish: complete, unless the task has an actual start and says what remains of it. Where tasks have
 * calendars that is so for a remaining duration of 0, too: the tools that keep calendars write an actual finish when work is complete.
 */
export function stateOf(columns: ScheduleColumns, i: number): number {
  const { actualStart, actualFinish, remainingDurationDays, setting } = columns
  if (actualFinish[i] !== DAY_ABSENT) return COMPLETE
  const percent = percentOf(columns, i)
  const isStarted = actualStart[i] !== DAY_ABSENT
  const remaining = remainingDurationDays[i]
  const isLeft = isStarted && (setting === undefined ? remaining > 0 : !Number.isNaN(remaining))
  if (percent >= PERCENT_MAX && !isLeft) return COMPLETE
  return isStarted || percent > 0 ? IN_PROGRESS : NOT_STARTED
}

/** Whether a successor of that state has gone ahead of a predecessor that is not complete, by a link of that type; lags and dates aside. */
export function isOutOfState(type: number, successor: number, predecessor: number): boolean {
  if (predecessor === COMPLETE) return false
  if (type === FS) return successor !== NOT_STARTED
  if (type === SS) return successor !== NOT_STARTED && predecessor === NOT_STARTED
  if (type === FF) return successor === COMPLETE
  return successor === COMPLETE && predecessor === NOT_STARTED
}
