/** What becomes of the elements of a Task: by the number of its name its kind, and the slot that its value waits in until the task is read. */
import type { DayColumn } from '../../../../../shared/schedule/fields.ts'
import { E, type ElementName } from './element-names.ts'

export const SKIPPED = 0
export const DATE = 1
export const NUMBER = 2
export const DURATION = 3
export const FLAG = 4
export const TEXT = 5
export const LINK = 6
export const BASELINE = 7

/** Dates by slot, with the column that each goes to; those without are looked at when the task is whole. */
const DATES: readonly (readonly [ElementName, DayColumn?])[] = [
  ['Start', 'forecastStart'],
  ['Finish', 'forecastFinish'],
  ['ManualStart'],
  ['ManualFinish'],
  ['ActualStart', 'actualStart'],
  ['ActualFinish', 'actualFinish'],
  ['ConstraintDate'],
  ['Deadline', 'deadline'],
  ['Stop', 'suspendDate'],
  ['Resume', 'resumeDate'],
  ['EarlyStart', 'earlyStart'],
  ['EarlyFinish', 'earlyFinish'],
  ['LateStart', 'lateStart'],
  ['LateFinish', 'lateFinish'],
]
export const START_SLOT = 0
export const FINISH_SLOT = 1
export const MANUAL_START_SLOT = 2
export const MANUAL_FINISH_SLOT = 3
export const CONSTRAINT_DATE_SLOT = 6
export const BASELINE_START_SLOT = DATES.length
export const BASELINE_FINISH_SLOT = DATES.length + 1
export const DATE_SLOTS = DATES.length + 2

/** Column of a slot of dates. */
export const DATE_COLUMNS: readonly (DayColumn | undefined)[] = [
  ...DATES.map(([, column]) => column),
  'baselineStart',
  'baselineFinish',
]

const NUMBERS = [
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
] as const
const FLAGS = ['IsNull', 'Milestone', 'Summary', 'Active', 'Manual', 'ExternalTask', 'IgnoreResourceCalendar'] as const
const DURATIONS = ['Duration', 'ManualDuration', 'RemainingDuration'] as const
const TEXTS = ['Name', 'WBS'] as const

const VALUES = [...NUMBERS, ...FLAGS, ...DURATIONS]
/** Slot of a number, flag or duration, by its name; two more are of the baseline. */
export const V = {
  ...(Object.fromEntries(VALUES.map((name, slot) => [name, slot])) as Readonly<
    Record<(typeof VALUES)[number], number>
  >),
  baselineDuration: VALUES.length,
  baselineCost: VALUES.length + 1,
}
export const VALUE_SLOTS = VALUES.length + 2
export const NAME_SLOT = 0
export const WBS_SLOT = 1

const COUNT = 1 + Math.max(...Object.values(E))
/** Entry e: kind of the element of number e, and its slot. */
export const KIND_OF = new Uint8Array(COUNT)
export const SLOT_OF = new Uint8Array(COUNT)
export const NAME_OF: readonly string[] = ['', ...Object.keys(E)]

const place = (names: readonly ElementName[], kind: number, slotOf: (name: ElementName, n: number) => number): void => {
  for (const [n, name] of names.entries()) {
    KIND_OF[E[name]] = kind
    SLOT_OF[E[name]] = slotOf(name, n)
  }
}
const valueSlot = (name: ElementName): number => V[name as keyof typeof V]
place(
  DATES.map(([name]) => name),
  DATE,
  (_, n) => n,
)
place(NUMBERS, NUMBER, valueSlot)
place(FLAGS, FLAG, valueSlot)
place(DURATIONS, DURATION, valueSlot)
place(TEXTS, TEXT, (_, n) => n)
place(['PredecessorLink'], LINK, () => 0)
place(['Baseline'], BASELINE, () => 0)
