/** What is read of a task of Microsoft Project, by the names that its XML has for it, and the columns that dates go to. */
import type { DayColumn } from '../../../../../shared/contract/schedule/fields.ts'
import type { RecordSize } from '../row-record.ts'

/** Dates by slot, with the column that each goes to; those without are looked at when the task is whole. */
const DATES = [
  ['Start', 'forecastStart'],
  ['Finish', 'forecastFinish'],
  ['ManualStart'],
  ['ManualFinish'],
  ['ConstraintDate'],
  ['ActualStart', 'actualStart'],
  ['ActualFinish', 'actualFinish'],
  ['Deadline', 'deadline'],
  ['Stop', 'suspendDate'],
  ['Resume', 'resumeDate'],
  ['EarlyStart', 'earlyStart'],
  ['EarlyFinish', 'earlyFinish'],
  ['LateStart', 'lateStart'],
  ['LateFinish', 'lateFinish'],
] as const satisfies readonly (readonly [name: string, column?: DayColumn])[]
export const [START, FINISH, MANUAL_START, MANUAL_FINISH, CONSTRAINT_DATE, ACTUAL_START] = DATES.map((_, slot) => slot)
/** Column of a slot of dates. */
export const DATE_COLUMNS: readonly (DayColumn | undefined)[] = DATES.map(each => each[1])

export const NUMBERS = [
  'UID',
  'ID',
  'OutlineLevel',
  'CalendarUID',
  'DurationFormat',
  'PercentComplete',
  'PhysicalPercentComplete',
  'EarnedValueMethod',
  'Cost',
  'BCWP',
  'ConstraintType',
  'TotalSlack',
  'FreeSlack',
  'StartSlack',
  'FinishSlack',
  'LevelingDelay',
  'LevelingDelayFormat',
  'Priority',
] as const
const FLAGS = [
  'IsNull',
  'Milestone',
  'Summary',
  'Active',
  'Manual',
  'ExternalTask',
  'IsSubproject',
  'IgnoreResourceCalendar',
  'LevelingCanSplit',
] as const
const DURATIONS = ['Duration', 'ManualDuration', 'RemainingDuration'] as const
const TEXTS = ['Name', 'WBS'] as const
export const [NAME, WBS] = TEXTS.keys()

/** Slot of a number, switch or duration, by its name. */
const VALUES = [...NUMBERS, ...FLAGS, ...DURATIONS]
export const V = Object.fromEntries(VALUES.map((name, slot) => [name, slot])) as Readonly<
  Record<(typeof VALUES)[number], number>
>

export const TASK_SLOTS = {
  dates: DATES.map(each => each[0]),
  numbers: NUMBERS,
  flags: FLAGS,
  durations: DURATIONS,
  texts: TEXTS,
}
export const TASK_SIZE: RecordSize = {
  dateCount: DATES.length,
  valueCount: VALUES.length,
  textCount: TEXTS.length,
}
/** Slot of a date, by its name. */
export const D = Object.fromEntries(DATES.map((each, slot) => [each[0], slot])) as Readonly<
  Record<(typeof DATES)[number][0], number>
>

/** Slots of a baseline of a task. */
export const BASELINE_SLOTS = {
  dates: ['Start', 'Finish'],
  numbers: ['Number', 'Cost'],
  durations: ['Duration'],
  texts: [],
} as const
export const BASELINE_SIZE: RecordSize = { dateCount: 2, valueCount: 3, textCount: 0 }
export const [BASELINE_START, BASELINE_FINISH] = [0, 1]
export const [BASELINE_NUMBER, BASELINE_COST, BASELINE_DURATION] = [0, 1, 2]
