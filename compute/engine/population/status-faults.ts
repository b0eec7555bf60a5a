/** Work whose status cannot be: overdue, riding the data date, or with progress that contradicts itself. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { scheduledFinish, scheduledStart } from '../calendar/best-dates.ts'
import { COMPLETE, NOT_STARTED, PERCENT_MAX, percentOf } from './progress.ts'
import { isMilestoneTask, type TaskStates } from './task-states.ts'

// Overdue work: it should have happened by the status day (DCMA point 9a, 06A506b, PA11 and PA12, the health score).

const isBefore = (day: number, statusDay: number): boolean => day !== DAY_ABSENT && day < statusDay

/** Not started, though fs lies before the status day. */
export const isStartOverdue = ({ columns, state }: TaskStates, i: number, statusDay: number): boolean =>
  state[i] === NOT_STARTED && isBefore(scheduledStart(columns, i), statusDay)

/** Not finished, though ff lies before the status day. */
export const isFinishOverdue = ({ columns, state }: TaskStates, i: number, statusDay: number): boolean =>
  state[i] !== COMPLETE && isBefore(scheduledFinish(columns, i), statusDay)

export const isOverdue = (states: TaskStates, i: number, statusDay: number): boolean =>
  isStartOverdue(states, i, statusDay) || isFinishOverdue(states, i, statusDay)

/** DAY_ABSENT = neither has happened; it is before every day. */
export const latestActual = ({ actualStart, actualFinish }: ScheduleColumns, i: number): number =>
  Math.max(actualStart[i], actualFinish[i])

/** An actual date lies after the status day; without one nothing does. */
export const isActualInFuture = (columns: ScheduleColumns, i: number, statusDay: number): boolean =>
  statusDay !== DAY_ABSENT && latestActual(columns, i) > statusDay

// Riding the status date: work whose forecast always stays just ahead of it (06A506c, PA13, CT08).

/** Whether a date is so near to the status day that it rides. */
export type Near = (day: number, statusDay: number) => boolean

/** On the status day, or so many calendar days after it. */
export const withinDays =
  (days: number): Near =>
  (day, statusDay) =>
    day !== DAY_ABSENT && day >= statusDay && day <= statusDay + days

/** The status day, or the day after it (PA13, CT08). */
const BY_NEXT_DAY = withinDays(1)

/** Not started, and fs is near the status day. */
export const isStartRiding = ({ columns, state }: TaskStates, i: number, statusDay: number, isNear: Near): boolean =>
  state[i] === NOT_STARTED && isNear(scheduledStart(columns, i), statusDay)

/** Not finished, and ff is near the status day. */
const isFinishRiding = ({ columns, state }: TaskStates, i: number, statusDay: number, isNear: Near): boolean =>
  state[i] !== COMPLETE && isNear(scheduledFinish(columns, i), statusDay)

export const isRiding = (states: TaskStates, i: number, statusDay: number): boolean =>
  isStartRiding(states, i, statusDay, BY_NEXT_DAY) || isFinishRiding(states, i, statusDay, BY_NEXT_DAY)

const isPast = (day: number, statusDay: number): boolean => day !== DAY_ABSENT && day < statusDay

/** It rides though its baseline date lies before the status day: what one status alone can show. */
export const isRidingPastBaseline = (states: TaskStates, i: number, statusDay: number, isNear = BY_NEXT_DAY): boolean =>
  (isStartRiding(states, i, statusDay, isNear) && isPast(states.columns.baselineStart[i], statusDay)) ||
  (isFinishRiding(states, i, statusDay, isNear) && isPast(states.columns.baselineFinish[i], statusDay))

/** Percents and actual dates that contradict each other (PA04 to PA07, PA10; HS08), and invalid percents (PA09). */
type Test = (tasks: TaskStates, i: number) => boolean

const isPartial: Test = ({ columns }, i) => percentOf(columns, i) > 0 && percentOf(columns, i) < PERCENT_MAX

/** Test by the code of the progress audit. An absent percent is 0; where no task has one, only PA04 means anything. */
export const PROGRESS_FAULTS = {
  PA04: ({ columns: { actualStart, actualFinish } }, i) =>
    actualFinish[i] !== DAY_ABSENT && actualStart[i] === DAY_ABSENT,
  PA05: ({ columns }, i) => columns.percentComplete[i] >= PERCENT_MAX && columns.actualFinish[i] === DAY_ABSENT,
  PA06: ({ columns }, i) => columns.actualFinish[i] !== DAY_ABSENT && percentOf(columns, i) < PERCENT_MAX,
  PA07: (tasks, i) => isPartial(tasks, i) && tasks.columns.actualStart[i] === DAY_ABSENT,
  PA09: ({ columns }, i) => columns.percentComplete[i] < 0 || columns.percentComplete[i] > PERCENT_MAX,
  PA10: (tasks, i) => isMilestoneTask(tasks, i) && isPartial(tasks, i),
} as const satisfies Readonly<Record<string, Test>>
