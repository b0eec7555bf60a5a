/** Overdue work: it should have happened by the status day (DCMA point 9a, 06A506b, PA11 and PA12, the health score). */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { scheduledFinish, scheduledStart } from '../calendar/best-dates.ts'
import { COMPLETE, NOT_STARTED } from './progress.ts'
import type { TaskStates } from './task-states.ts'

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
