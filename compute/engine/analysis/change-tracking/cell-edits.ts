/**
 * Cells of a task beside durations, constraints and links that can move dates (/docs/methods/change-tracking#changes): which of them are one edit, how
 * they differ, and the later status with those of the earlier one put back.
 */
import type { ChangeField } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { type DayColumn, TASK_TYPES, timeColumnOf } from '../../../../shared/contract/schedule/fields.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { momentIn } from '../../clock/calendars.ts'
import { calendarOf } from '../../clock/input.ts'
import { dataDateHoldsNothing } from '../../clock/rules.ts'
import { type ComputedStatus, withCells } from '../../compare/computed-status.ts'
import type { Edit } from './edits.ts'
import type { Pair } from './pair.ts'

type CodeColumn = 'secondaryConstraintType' | 'taskType' | 'resourceDependent' | 'manuallyScheduled'
interface DayCell {
  readonly field: ChangeField
  readonly day: DayColumn
}
export interface CodeCell {
  readonly field: ChangeField
  readonly code: CodeColumn
  /** What an absent value means. */
  readonly absent: number
}
/** A number; absent is 0. */
interface NumberCell {
  readonly field: ChangeField
  readonly number: 'levelingDelayDays'
}
export type Cell = DayCell | CodeCell | NumberCell

interface CellGroup {
  /** The field that stands for the edit. */
  readonly field: ChangeField
  readonly cells: readonly Cell[]
}

const NO_CODE = 0
const FALSE = 1
export const TRUE = 2
const TASK = TASK_TYPES.indexOf('task') + 1

const date = (field: ChangeField, day: DayColumn): CellGroup => ({ field, cells: [{ field, day }] })
const mark = (field: ChangeField, code: CodeColumn, absent: number): CellGroup => ({
  field,
  cells: [{ field, code, absent }],
})

/** Each is one edit. */
export const CELL_GROUPS: readonly CellGroup[] = [
  {
    field: 'secondary_constraint_type',
    cells: [
      { field: 'secondary_constraint_type', code: 'secondaryConstraintType', absent: NO_CODE },
      { field: 'secondary_constraint_date', day: 'secondaryConstraintDate' },
    ],
  },
  date('external_early_start', 'externalEarlyStart'),
  date('external_late_finish', 'externalLateFinish'),
  date('deadline', 'deadline'),
  date('expected_finish', 'expectedFinish'),
  {
    field: 'suspend_date',
    cells: [
      { field: 'suspend_date', day: 'suspendDate' },
      { field: 'resume_date', day: 'resumeDate' },
    ],
  },
  mark('task_type', 'taskType', TASK),
  mark('resource_dependent', 'resourceDependent', FALSE),
  mark('manually_scheduled', 'manuallyScheduled', FALSE),
  { field: 'leveling_delay_days', cells: [{ field: 'leveling_delay_days', number: 'levelingDelayDays' }] },
]

const GROUP_OF: ReadonlyMap<ChangeField, CellGroup> = new Map(CELL_GROUPS.map(group => [group.field, group]))

/** Where work that is scheduled by hand stands (clock/ms-project/plan.ts): they go with the mark. */
const DATES_BY_HAND = ['forecastStart', 'forecastFinish'] as const

/** NaN = a date was added or taken away, or it is none; 0 = the same. A time that one side does not give is no difference. */
export function cellDifference(cell: Cell, was: ScheduleColumns, j: number, is: ScheduleColumns, i: number): number {
  if ('code' in cell) {
    const value = (columns: ScheduleColumns, task: number): number => columns[cell.code][task] || cell.absent
    return value(was, j) === value(is, i) ? 0 : Number.NaN
  }
  if ('number' in cell) return (is[cell.number][i] || 0) - (was[cell.number][j] || 0)
  const [then, now] = [toldAs(cell.day, was, j), toldAs(cell.day, is, i)]
  if (then.day === DAY_ABSENT || now.day === DAY_ABSENT) return then.day === now.day ? 0 : Number.NaN
  const isTimed = then.time !== NO_TIME && now.time !== NO_TIME
  return now.day - then.day + (isTimed ? (now.time - then.time) / MINUTES_PER_DAY : 0)
}

/** Where work ends: a time of 00:00 is the end of the day before, as a day without a time is. */
const ENDS: ReadonlySet<string> = new Set([
  'plannedFinish',
  'forecastFinish',
  'externalLateFinish',
  'expectedFinish',
  'deadline',
])
const NO_TIME = 0
/** What the columns of times have for 00:00. */
const MIDNIGHT = 1

/** The day on which a date lies, and its time, 0 = it has none. */
export function toldAs(
  name: DayColumn,
  columns: ScheduleColumns,
  i: number,
): { readonly day: number; readonly time: number } {
  const [day, time] = [columns[name][i], columns[timeColumnOf(name)][i]]
  const endsBefore = time === MIDNIGHT && ENDS.has(name) && columns.durationDays[i] > 0
  return endsBefore && day !== DAY_ABSENT ? { day: day - 1, time: NO_TIME } : { day, time }
}

/** Whether dates of work that stands by hand, before or now, were moved. */
export function movesByHand(was: ScheduleColumns, j: number, is: ScheduleColumns, i: number): boolean {
  if (was.manuallyScheduled[j] !== TRUE && is.manuallyScheduled[i] !== TRUE) return false
  return DATES_BY_HAND.some(day => cellDifference({ field: 'manually_scheduled', day }, was, j, is, i) !== 0)
}

/**
 * Whether nobody suspended task i: Microsoft Project computes from the percent complete where work stopped and goes on, for all work that has begun; only a gap between the
 * two is somebody's.
 */
export function isStopOfProgress({ columns, prepared: { input } }: ComputedStatus, i: number): boolean {
  if (!dataDateHoldsNothing(input)) return false
  const stop = momentIn(columns, 'suspendDate', i, 'finish')
  const resume = momentIn(columns, 'resumeDate', i, 'start')
  return !(calendarOf(input.clock, i).workBetween(stop, resume) > 0)
}

/** The pair with those cells of the later status as they were, and all that follows from them but passes. */
export function withOldCells(pair: Pair, edits: readonly Edit[], fieldOf: (edit: Edit) => ChangeField): Pair {
  if (edits.length === 0) return pair
  const [was, is] = [pair.before.columns, pair.after.columns]
  const columns: Record<string, unknown> = { ...is, notes: undefined }
  const put = (name: keyof ScheduleColumns, { before, after }: Edit): void => {
    type Cells = Uint8Array | Uint16Array | Int32Array | Float64Array
    if (columns[name] === is[name]) columns[name] = (is[name] as Cells).slice()
    const cells = columns[name] as Cells
    cells[after] = (was[name] as Cells)[before]
  }
  for (const edit of edits) {
    const field = fieldOf(edit)
    for (const cell of GROUP_OF.get(field)!.cells) {
      const names = 'code' in cell ? [cell.code] : 'number' in cell ? [cell.number] : [cell.day, timeColumnOf(cell.day)]
      for (const name of names) put(name, edit)
    }
    if (field !== 'manually_scheduled') continue
    for (const day of DATES_BY_HAND) for (const name of [day, timeColumnOf(day)]) put(name, edit)
  }
  return { ...pair, after: withCells(pair.after, columns as unknown as ScheduleColumns) }
}
