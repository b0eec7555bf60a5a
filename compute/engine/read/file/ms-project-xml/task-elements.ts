/** The children of a Task that are read, and the columns that dates go to. */
import type { DayColumn } from '../../../../../shared/contract/schedule/fields.ts'
import { SlotPlan } from '../xml/element-slots.ts'
import { E, type ElementName } from './element-names.ts'

/** Dates by slot, with the column that each goes to; those without are looked at when the task is whole. */
const DATES: readonly (readonly [ElementName, DayColumn?])[] = [
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
]
export const [START, FINISH, MANUAL_START, MANUAL_FINISH, CONSTRAINT_DATE, ACTUAL_START] = DATES.map((_, slot) => slot)
/** Column of a slot of dates. */
export const DATE_COLUMNS: readonly (DayColumn | undefined)[] = DATES.map(([, column]) => column)

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
] as const
const DURATIONS = ['Duration', 'ManualDuration', 'RemainingDuration'] as const
const TEXTS = ['Name', 'WBS'] as const
export const [NAME, WBS] = TEXTS.keys()

/** Slot of a number, switch or duration, by its name. */
const VALUES = [...NUMBERS, ...FLAGS, ...DURATIONS]
export const V = Object.fromEntries(VALUES.map((name, slot) => [name, slot])) as Readonly<
  Record<(typeof VALUES)[number], number>
>

export const TASK_PLAN = new SlotPlan(E, {
  dates: DATES.map(([name]) => name),
  numbers: NUMBERS,
  flags: FLAGS,
  durations: DURATIONS,
  texts: TEXTS,
})

/** Of a Baseline of a task. */
export const BASELINE_PLAN = new SlotPlan(E, {
  dates: ['Start', 'Finish'],
  numbers: ['Number', 'Cost'],
  durations: ['Duration'],
  texts: [],
})
export const [BASELINE_NUMBER, BASELINE_COST, BASELINE_DURATION] = [0, 1, 2]
