/** Riding the status date: work whose forecast always stays just ahead of it (06A506c, PA13, CT08). */
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { scheduledFinish, scheduledStart } from '../calendar/best-dates.ts'
import { COMPLETE, NOT_STARTED } from './progress.ts'
import type { TaskStates } from './task-states.ts'

/** A date this many calendar days after the status day, or on it, rides. */
const RIDING_DAYS_MAX = 1

const isClose = (day: number, statusDay: number): boolean =>
  day !== DAY_ABSENT && day >= statusDay && day <= statusDay + RIDING_DAYS_MAX

/** Not started, and fs is the status day or the day after. */
const isStartRiding = ({ columns, state }: TaskStates, i: number, statusDay: number): boolean =>
  state[i] === NOT_STARTED && isClose(scheduledStart(columns, i), statusDay)

/** Not finished, and ff is the status day or the day after. */
const isFinishRiding = ({ columns, state }: TaskStates, i: number, statusDay: number): boolean =>
  state[i] !== COMPLETE && isClose(scheduledFinish(columns, i), statusDay)

export const isRiding = (states: TaskStates, i: number, statusDay: number): boolean =>
  isStartRiding(states, i, statusDay) || isFinishRiding(states, i, statusDay)

const isPast = (day: number, statusDay: number): boolean => day !== DAY_ABSENT && day < statusDay

/** It rides though its baseline date lies before the status day: what one status alone can show. */
export const isRidingPastBaseline = (states: TaskStates, i: number, statusDay: number): boolean =>
  (isStartRiding(states, i, statusDay) && isPast(states.columns.baselineStart[i], statusDay)) ||
  (isFinishRiding(states, i, statusDay) && isPast(states.columns.baselineFinish[i], statusDay))
