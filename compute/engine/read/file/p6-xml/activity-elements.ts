/** The children of an Activity that are read, and the fields that dates go to. */
import { fieldIndex } from '../../columns-builder.ts'
import { SlotPlan } from '../xml/element-slots.ts'
import { E, type ElementName } from './element-names.ts'

/** Dates by slot; those without a field are looked at when the activity is whole. */
const DATES: readonly (readonly [ElementName, string?])[] = [
  ['StartDate'],
  ['FinishDate'],
  ['EarlyStartDate'],
  ['EarlyFinishDate'],
  ['LateStartDate'],
  ['LateFinishDate'],
  ['RemainingEarlyStartDate'],
  ['RemainingEarlyFinishDate'],
  ['RemainingLateStartDate'],
  ['RemainingLateFinishDate'],
  ['PrimaryConstraintDate', 'constraint_date'],
  ['SecondaryConstraintDate', 'secondary_constraint_date'],
  ['ActualStartDate', 'actual_start'],
  ['ActualFinishDate', 'actual_finish'],
  ['PlannedStartDate', 'planned_start'],
  ['PlannedFinishDate', 'planned_finish'],
  ['ExpectedFinishDate', 'expected_finish'],
  ['SuspendDate', 'suspend_date'],
  ['ResumeDate', 'resume_date'],
  ['ExternalEarlyStartDate', 'external_early_start'],
  ['ExternalLateFinishDate', 'external_late_finish'],
]
const slotOf = (name: ElementName): number => DATES.findIndex(([element]) => element === name)
export const D = {
  start: slotOf('StartDate'),
  finish: slotOf('FinishDate'),
  actualStart: slotOf('ActualStartDate'),
  actualFinish: slotOf('ActualFinishDate'),
  constraint: slotOf('PrimaryConstraintDate'),
  constraint2: slotOf('SecondaryConstraintDate'),
}
/** Field of a slot of dates, -1 = none of its own. */
export const DATE_FIELDS: readonly number[] = DATES.map(([, field]) => (field === undefined ? -1 : fieldIndex(field)))
/** What P6 computed, with the slots that say it: of the remaining work first. */
export const COMPUTED_DATES = (
  [
    ['early_start', 'RemainingEarlyStartDate', 'EarlyStartDate'],
    ['early_finish', 'RemainingEarlyFinishDate', 'EarlyFinishDate'],
    ['late_start', 'RemainingLateStartDate', 'LateStartDate'],
    ['late_finish', 'RemainingLateFinishDate', 'LateFinishDate'],
  ] as const
).map(([field, first, second]) => ({ field: fieldIndex(field), first: slotOf(first), second: slotOf(second) }))

const NUMBERS = [
  'ObjectId',
  'ProjectObjectId',
  'WBSObjectId',
  'CalendarObjectId',
  'PlannedDuration',
  'RemainingDuration',
  'TotalFloat',
  'FreeFloat',
  'PhysicalPercentComplete',
  'UnitsPercentComplete',
] as const
export const V = Object.fromEntries(NUMBERS.map((name, slot) => [name, slot])) as Readonly<
  Record<(typeof NUMBERS)[number], number>
>

const TEXTS = [
  'Id',
  'Name',
  'Type',
  'Status',
  'PercentCompleteType',
  'PrimaryConstraintType',
  'SecondaryConstraintType',
] as const
export const T = Object.fromEntries(TEXTS.map((name, slot) => [name, slot])) as Readonly<
  Record<(typeof TEXTS)[number], number>
>

export const ACTIVITY_PLAN = new SlotPlan(E, { dates: DATES.map(([name]) => name), numbers: NUMBERS, texts: TEXTS })
