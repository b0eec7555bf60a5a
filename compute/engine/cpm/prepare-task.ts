/**
 * What the passes are given of single tasks after an edit of durations, constraints or calendars, in the frame of the schedule that was prepared: its data
 * date, timeline and calendars. By the same functions as prepare.ts.
 */
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { taskCalendars } from '../clock/calendars.ts'
import { momentAt } from '../clock/input.ts'
import { NO_CONSTRAINT } from '../kind/constraint-types.ts'
import { COMPLETE, NOT_STARTED } from '../kind/states.ts'
import { durationsBy } from '../population/durations.ts'
import { type Preparation, placeConstraint, reportTask } from './prepare.ts'
import { reportTaskByClock, secondaryConstraint, secondaryMoment } from './prepare-clock.ts'

/** Columns of tasks whose edits change what is prepared of that task alone. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set([
  'durationDays',
  'remainingDurationDays',
  'percentComplete',
  'constraintType',
  'constraintDate',
  'constraintDateTime',
  'secondaryConstraintType',
  'secondaryConstraintDate',
  'secondaryConstraintDateTime',
  'calendarId',
])

/** Room for the entry of one task in the columns of a schedule: made once for all of its edits. */
export interface PreparedEntries {
  /** D. */
  readonly durationDays: Float64Array
  readonly state: Uint8Array
  readonly remainingDays: Float64Array
  readonly reportedStart: Float64Array
  readonly reportedFinish: Float64Array
  readonly missing: Uint8Array
  readonly acting: Uint8Array
  readonly offset: Float64Array
}

export function preparedEntries(count: number): PreparedEntries {
  const [numbers, codes] = [() => new Float64Array(count), () => new Uint8Array(count)]
  return {
    durationDays: numbers(),
    state: codes(),
    remainingDays: numbers(),
    reportedStart: numbers(),
    reportedFinish: numbers(),
    missing: codes(),
    acting: codes(),
    offset: numbers(),
  }
}

/** Names of columns of CpmInput and ClockTasks, and their new entries; undefined: the task is complete, or would be. */
type PreparedTask = Readonly<Record<string, number>>

/** Prepares one task after another of the edited columns. */
export function taskPreparer(
  columns: ScheduleColumns,
  { input, timeline, dataDate }: Preparation,
  calendar: Calendar,
  entries: PreparedEntries,
): (i: number) => PreparedTask | undefined {
  const { network, clock } = input
  const { state, remainingDays, reportedStart, reportedFinish, missing, acting, offset } = entries
  const durationOf = durationsBy(columns, calendar)
  const durations = { days: remainingDays, missing }
  const isReported = dataDate.source !== 'none'
  const ofTask = clock === undefined ? undefined : taskCalendars(columns, columns.setting!)
  const now = clock === undefined ? 0 : momentAt(clock, dataDate.offset)
  return i => {
    const duration = durationOf(i)
    missing[i] = Number.isNaN(duration) ? 1 : 0
    state[i] = NOT_STARTED
    entries.durationDays[i] = duration || 0
    remainingDays[i] = duration || 0
    reportedStart[i] = reportedFinish[i] = offset[i] = Number.NaN
    acting[i] = NO_CONSTRAINT
    if (isReported && clock !== undefined) reportTaskByClock(columns, network, clock, remainingDays[i], now, entries, i)
    else if (isReported && timeline !== undefined)
      reportTask(columns, network, timeline, durations, dataDate.offset, entries, i)
    if (state[i] === COMPLETE || input.state[i] === COMPLETE) return undefined
    placeConstraint(columns, network, timeline, state[i], { acting, offset, fate: missing }, i)
    const values = {
      state: state[i],
      remainingDays: remainingDays[i],
      reportedStart: reportedStart[i],
      reportedFinish: reportedFinish[i],
      constraint: acting[i],
      constraintOffset: offset[i],
    }
    if (ofTask === undefined) return values
    const { secondaryConstraintType, secondaryConstraintDate } = columns
    const hasSecond = secondaryConstraintType.length > 0
    return {
      ...values,
      calendar: ofTask[i],
      secondaryConstraint: hasSecond
        ? secondaryConstraint(secondaryConstraintType[i], secondaryConstraintDate[i], state[i])
        : NO_CONSTRAINT,
      secondaryConstraintMoment: hasSecond ? secondaryMoment(columns, i) : Number.NaN,
    }
  }
}
