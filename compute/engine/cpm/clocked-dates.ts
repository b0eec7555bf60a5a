/** The printed moments of a task in a schedule by the clock, and their days. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { printableDay } from '../calendar/bounds.ts'
import { endOfWork, mayEndBefore } from '../clock/calendars.ts'
import { type ClockInput, momentAt } from '../clock/input.ts'
import { previousWorkOf } from '../clock/resource-work.ts'
import { IN_PROGRESS, NOT_STARTED } from '../kind/states.ts'
import type { CpmResult } from './cpm.ts'
import type { CpmDates, CpmMoments } from './dates.ts'
import type { CpmInput } from './input.ts'
import type { Preparation } from './prepare.ts'

export function datesByClock(
  columns: ScheduleColumns,
  { timeline, input }: Preparation,
  clock: ClockInput,
  result: CpmResult,
): CpmDates {
  const { taskCount } = columns
  const absent = () => new Int32Array(taskCount).fill(DAY_ABSENT)
  if (timeline === undefined) {
    const none = { earlyStart: absent(), earlyFinish: absent(), lateStart: absent(), lateFinish: absent() }
    return { ...none, projectStart: DAY_ABSENT, projectFinish: DAY_ABSENT }
  }
  const moments = (offsets: Float64Array): Float64Array => offsets.map(offset => printable(momentAt(clock, offset)))
  const earlyStart = moments(result.earlyStart)
  const clocked = { ...input, clock }
  // work before is looked for where a finish is printed earlier than it is
  const end = (moment: number, i: number): number =>
    moment === earlyStart[i] || !mayEndBefore(moment)
      ? moment
      : endOfWork(moment, previousWorkOf(clocked, i, moment), earlyStart[i])
  const projectFinish = printable(momentAt(clock, result.projectFinish))
  const shown: CpmMoments = {
    earlyStart,
    earlyFinish: moments(result.earlyFinish).map(end),
    lateStart: moments(result.lateStart),
    lateFinish: moments(result.lateFinish).map(end),
    remainingEarlyStart:
      clock.rules.rules === 'p6' ? remainingStarts(earlyStart, input, moments(result.early.start)) : undefined,
    projectStart: earlyStart.reduce(
      (first, moment) => (Number.isNaN(moment) || first <= moment ? first : moment),
      projectFinish,
    ),
    projectFinish,
  }
  return {
    earlyStart: shown.earlyStart.reduce(startDays, absent()),
    earlyFinish: finishDays(shown.earlyFinish, shown.earlyStart),
    lateStart: shown.lateStart.reduce(startDays, absent()),
    lateFinish: finishDays(shown.lateFinish, shown.lateStart),
    projectStart: startDay(shown.projectStart),
    projectFinish: finishDay(shown.projectFinish),
    moments: shown,
  }
}

/** Early starts of what has not started, starts of what is left of work in progress. */
const remainingStarts = (earlyStart: Float64Array, { state }: CpmInput, left: Float64Array): Float64Array =>
  earlyStart.map((moment, i) => (state[i] === NOT_STARTED ? moment : state[i] === IN_PROGRESS ? left[i] : Number.NaN))

/** NaN where no date can be printed. */
export const printable = (moment: number): number => (startDay(moment) === DAY_ABSENT ? Number.NaN : moment)

export const startDay = (moment: number): number =>
  Number.isNaN(moment) ? DAY_ABSENT : printableDay(Math.floor(moment / MINUTES_PER_DAY))

/** The last day of work: a finish at midnight belongs to the day before. */
export const finishDay = (moment: number): number =>
  Number.isNaN(moment) ? DAY_ABSENT : printableDay(Math.ceil(moment / MINUTES_PER_DAY) - 1)

/** The last day of work between two moments: a point stays on the day that it opens. */
export const lastDayOfWork = (from: number, to: number): number => (from === to ? startDay(to) : finishDay(to))

function startDays(days: Int32Array, moment: number, i: number): Int32Array {
  days[i] = startDay(moment)
  return days
}

/** A point at midnight lies on the day that it opens. */
function finishDays(finish: Float64Array, start: Float64Array): Int32Array {
  const days = new Int32Array(finish.length)
  for (let i = 0; i < finish.length; i++) days[i] = finish[i] === start[i] ? startDay(finish[i]) : finishDay(finish[i])
  return days
}
