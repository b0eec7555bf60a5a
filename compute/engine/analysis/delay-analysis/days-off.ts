/**
 * Ends that are told to lie on days off of the one calendar for all tasks. They are no day of it later than the end of the working day before, but they
 * are later by the wall: so many calendar days, which belong to the tasks that ended there.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { COMPLETE } from '../../population/progress.ts'
import type { Status } from './status.ts'

export interface DaysOff {
  /** Calendar days from the end of the last working day to the end of the finish. */
  readonly days: number
  /** The day of the finish; DAY_ABSENT where it is no day off. */
  readonly day: number
  /** Tasks that end on it. */
  readonly tasks: readonly number[]
}

const NONE: DaysOff = { days: 0, day: DAY_ABSENT, tasks: [] }

/** Of a schedule whose followed finish is a reported one. */
export function daysOffOf({ columns, prepared, followed, finish }: Omit<Status, 'daysOff'>): DaysOff {
  const { input, timeline } = prepared
  const { network, state, reportedFinish } = input
  const ends = followed.length > 0 ? followed : network.order
  if (timeline === undefined || input.clock !== undefined) return NONE
  const last = timeline.finishDay(finish)
  if (last === DAY_ABSENT || ends.some(i => state[i] !== COMPLETE)) return NONE
  let day = last
  for (const i of ends)
    if (Math.abs(reportedFinish[i] - finish) <= EPSILON_DAYS) day = Math.max(day, columns.actualFinish[i])
  if (day === last) return NONE
  return { days: day - last, day, tasks: [...ends].filter(i => columns.actualFinish[i] === day) }
}
