/** Dates on the wrong side of the status date, and finishes before their starts. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { scheduledFinish, scheduledStart } from '../calendar/best-dates.ts'
import type { CausedAdvice } from '../check/check.ts'
import { reversedDays, reversedText } from '../check/date-pairs.ts'
import { allHitsWhere } from '../check/findings.ts'
import { worstTask } from '../check/worst.ts'
import { isActualInFuture, isFinishOverdue, isStartOverdue, latestActual } from '../population/status-faults.ts'
import type { TaskStates } from '../population/task-states.ts'
import { dateText, inDays } from '../wording/days.ts'

export interface Dated {
  readonly tasks: TaskStates
  readonly columns: ScheduleColumns
  readonly statusDay: number
}

/** Past starts, past finishes, actual dates ahead and reversed dates are four mistakes, not one. */
export const DATES_ADVICE: CausedAdvice<Dated> = {
  title: 'Correct the dates',
  causes: [
    {
      found: ['has not started and its start has passed', 'have not started and their start has passed'],
      action: 'report the actual start, or move the start to the status date or later',
      holds: ({ tasks, statusDay }, i) => isStartOverdue(tasks, i, statusDay),
    },
    {
      found: ['is unfinished and its finish has passed', 'are unfinished and their finish has passed'],
      action: 'report the actual finish, or forecast when the work will end',
      holds: ({ tasks, statusDay }, i) => isFinishOverdue(tasks, i, statusDay),
    },
    {
      found: ['has an actual date after the status date', 'have an actual date after the status date'],
      action: 'correct the date, or send the later status date of the report',
      holds: ({ columns, statusDay }, i) => statusDay !== DAY_ABSENT && isActualInFuture(columns, i, statusDay),
    },
    {
      found: ['has a finish before its start', 'have a finish before their start'],
      action: 'exchange the two dates, or correct the one that is wrong',
    },
  ],
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
    return `not started, its start ${dateText(scheduledStart(columns, i))} lies ${off} before the status date ${dateText(statusDay)}`
  }
  if (isFinishOverdue(tasks, i, statusDay)) {
    return `unfinished, its finish ${dateText(scheduledFinish(columns, i))} lies ${off} before the status date ${dateText(statusDay)}`
  }
  return isActualInFuture(columns, i, statusDay)
    ? `its actual date ${dateText(latestActual(columns, i))} lies ${off} after the status date ${dateText(statusDay)}`
    : reversedText(columns, i)
}

/** The date that lies furthest on the wrong side of the status date. */
export const furthestDate = worstTask<Dated>(daysOff, offText)

/** Members of `open` that should have started or finished, and those of `reported` with an actual date ahead; each task once in `hits`. */
export function datesBesideStatus({ tasks, columns, statusDay }: Dated, open: Uint8Array, reported?: Uint8Array) {
  const isStart = (i: number): boolean => open[i] === 1 && isStartOverdue(tasks, i, statusDay)
  const isFinish = (i: number): boolean => open[i] === 1 && isFinishOverdue(tasks, i, statusDay)
  const isAhead = (i: number): boolean => reported?.[i] === 1 && isActualInFuture(columns, i, statusDay)
  const count = (test: (i: number) => boolean): number => allHitsWhere(columns.taskCount, test).count
  return {
    hits: allHitsWhere(columns.taskCount, i => isStart(i) || isFinish(i) || isAhead(i)),
    pastStarts: count(isStart),
    pastFinishes: count(isFinish),
    futureActuals: count(isAhead),
  }
}
