/** The worst case of a check in words: the task or link, its figure, and the date or limit. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { CONSTRAINT_TYPES, RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import { bestFinish, scheduledFinish, scheduledStart } from '../calendar/best-dates.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { compareIds, worstFirst } from '../ids/id-order.ts'
import type { Durations } from '../population/durations.ts'
import type { LinkPopulation, LiveLinks } from '../population/live-links.ts'
import { isActualInFuture, isFinishOverdue, isStartOverdue, latestActual } from '../population/overdue.ts'
import { isComplete, type TaskStates } from '../population/task-states.ts'
import type { TotalFloats } from '../population/total-floats.ts'
import { type DayBasis, dateText, dayBasis, inDays } from '../wording/days.ts'
import { type FinishMovement, finishMovement, movementText } from '../wording/finish-movement.ts'
import { taskText } from '../wording/tasks.ts'
import type { WorstRule } from './check.ts'
import { reversedDays, reversedText } from './date-pairs.ts'
import { concerned } from './findings.ts'
import { WORDS } from './words.ts'

export interface HasColumns {
  readonly columns: ScheduleColumns
}

/** "Worst: A100 Excavate, 60 working days." of the hit with the largest size; of equal ones the first by id. */
export const worstTask = <Context extends HasColumns>(
  size: (context: Context, task: number) => number,
  text: (context: Context, task: number) => string,
  label: string = WORDS.worst.worst,
): WorstRule<Context> => ({
  describe: (context, { hits }) => {
    const [worst] = worstFirst(context.columns.id, concerned(hits).from, i => size(context, i), 1)
    return worst === undefined
      ? undefined
      : WORDS.worst.task(label, taskText(context.columns, worst), text(context, worst))
  },
  size,
})

/** One of the hits, where one is as bad as another. */
export const firstTask = <Context extends HasColumns>(
  text: (context: Context, task: number) => string,
): WorstRule<Context> => worstTask<Context>(() => 0, text, WORDS.worst.example)

/** The same of a rule without a figure. */
export const namedTask: WorstRule<HasColumns> = {
  describe: ({ columns }, { hits }) => {
    const [first] = worstFirst(columns.id, concerned(hits).from, undefined, 1)
    return first === undefined ? undefined : WORDS.worst.exampleTask(taskText(columns, first))
  },
}

/** "Largest: A100 Excavate to A110 Pour (FS), lag of 20 working days" of the links of a population with a size above 0. */
export const worstLag = <Context extends HasColumns>(
  population: (context: Context) => LinkPopulation,
  size: (lagDays: number) => number,
  basis: (context: Context) => DayBasis,
): WorstRule<Context> => ({
  describe: context => {
    const { columns } = context
    const { start, task, type, lagDays } = columns.links
    const { marks } = population(context)
    let [worst, successor] = [-1, -1]
    for (let s = 0; s < columns.taskCount; s++) {
      for (let k = start[s]; k < start[s + 1]; k++) {
        if (marks[k] === 0 || !(size(lagDays[k]) > 0)) continue
        const isWorse =
          worst < 0 ||
          size(lagDays[k]) > size(lagDays[worst]) ||
          (size(lagDays[k]) === size(lagDays[worst]) &&
            (compareIds(columns.id, s, successor) ||
              compareIds(columns.id, task[k], task[worst]) ||
              type[k] - type[worst]) < 0)
        if (isWorse) [worst, successor] = [k, s]
      }
    }
    if (worst < 0) return undefined
    return WORDS.worst.lag(
      taskText(columns, task[worst]),
      taskText(columns, successor),
      RELATION_TYPES[type[worst]],
      lagDays[worst] < 0,
      inDays(Math.abs(lagDays[worst]), basis(context)),
    )
  },
  size: (context, task) => {
    const { start, lagDays } = context.columns.links
    const { marks } = population(context)
    let largest = 0
    for (let k = start[task]; k < start[task + 1]; k++) {
      if (marks[k] === 1) largest = Math.max(largest, size(lagDays[k]))
    }
    return largest
  },
})

export const isLag = (days: number): number => days
export const isLead = (days: number): number => -days

/** "FNLT 2025-06-30", "FNLT without a date" */
export const constraintText = ({ constraintType, constraintDate }: ScheduleColumns, i: number): string => {
  const type = CONSTRAINT_TYPES[constraintType[i] - 1]
  return constraintDate[i] === DAY_ABSENT
    ? WORDS.worst.undatedConstraint(type)
    : `${type} ${dateText(constraintDate[i])}`
}

export const firstConstraint = firstTask<HasColumns>(({ columns }, i) => constraintText(columns, i))

export interface Dated {
  readonly tasks: TaskStates
  readonly columns: ScheduleColumns
  readonly statusDay: number
}

/** Days by which an overdue start or finish lies before the status date, a future actual date after it, or else a finish before its start. */
function daysOff({ tasks, columns, statusDay }: Dated, i: number): number {
  if (isStartOverdue(tasks, i, statusDay)) return statusDay - scheduledStart(columns, i)
  if (isFinishOverdue(tasks, i, statusDay)) return statusDay - scheduledFinish(columns, i)
  return isActualInFuture(columns, i, statusDay) ? latestActual(columns, i) - statusDay : reversedDays(columns, i)
}

function offText(context: Dated, i: number): string {
  const { tasks, columns, statusDay } = context
  const off = inDays(daysOff(context, i), 'calendar')
  if (isStartOverdue(tasks, i, statusDay)) {
    return WORDS.worst.startOverdue(dateText(scheduledStart(columns, i)), off, dateText(statusDay))
  }
  if (isFinishOverdue(tasks, i, statusDay)) {
    return WORDS.worst.finishOverdue(dateText(scheduledFinish(columns, i)), off, dateText(statusDay))
  }
  return isActualInFuture(columns, i, statusDay)
    ? WORDS.worst.futureActual(dateText(latestActual(columns, i)), off, dateText(statusDay))
    : reversedText(columns, i)
}

/** The date that lies furthest on the wrong side of the status date. */
export const furthestDate = worstTask<Dated>(daysOff, offText)

/** Context of a family that knows its calendar. */
export interface Chosen extends HasColumns {
  readonly choice: Pick<CalendarChoice, 'mode'>
}

export const basisOf = ({ choice }: Chosen): DayBasis => dayBasis(choice.mode)

/** "no predecessor", "no successor" or both. */
export function openText({ hasPredecessor, hasSuccessor }: LiveLinks, i: number): string {
  if (hasPredecessor[i] === 1) return WORDS.worst.noSuccessor
  return hasSuccessor[i] === 1 ? WORDS.worst.noPredecessor : WORDS.worst.neither
}

const floatText = (context: Chosen & { readonly floats: TotalFloats }, i: number): string =>
  WORDS.worst.totalFloat(inDays(context.floats.days[i], basisOf(context)))

/** The task of the most, and of the least, total float. */
export const mostFloat = worstTask<Chosen & { readonly floats: TotalFloats }>(
  ({ floats }, i) => floats.days[i],
  floatText,
  WORDS.worst.most,
)
export const leastFloat = worstTask<Chosen & { readonly floats: TotalFloats }>(
  ({ floats }, i) => -floats.days[i],
  floatText,
  WORDS.worst.least,
)

export interface Sized extends Chosen {
  readonly durations: Durations
}

/** The longest of the tasks, by baseline duration where the family counts that. */
export const longestTask = worstTask<Sized & { readonly baselineDurations?: Float64Array }>(
  (context, i) => lengthOf(context, i),
  (context, i) => WORDS.worst.duration(inDays(lengthOf(context, i), basisOf(context)), hasBaselineLength(context, i)),
  WORDS.worst.longest,
)

type Lengths = Sized & { readonly baselineDurations?: Float64Array }

const hasBaselineLength = ({ baselineDurations }: Lengths, i: number): boolean =>
  baselineDurations !== undefined && !Number.isNaN(baselineDurations[i])

const lengthOf = (context: Lengths, i: number): number =>
  hasBaselineLength(context, i) ? context.baselineDurations![i] : context.durations.days[i]

interface Due extends HasColumns {
  readonly tasks: TaskStates
  readonly statusDay: number
  readonly choice: Pick<CalendarChoice, 'mode' | 'calendar'>
}

/** Of a due task: from its baseline finish to its actual one, or to the later of its finish and the status date. */
function slipOf({ columns, tasks, statusDay, choice }: Due, i: number): FinishMovement {
  const finish = bestFinish(columns, i)
  const toDay = isComplete(tasks, i) ? finish : Math.max(finish, statusDay)
  return finishMovement(choice.calendar, dayBasis(choice.mode), columns.baselineFinish[i], toDay)
}

export const latestTask = worstTask<Due>(
  (context, i) => slipOf(context, i).days,
  (context, i) => WORDS.worst.slip(isComplete(context.tasks, i), movementText(slipOf(context, i))),
  WORDS.worst.latest,
)
