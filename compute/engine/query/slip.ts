/** The effect of a slip of one task: the passes run again with it, so that calendars, constraints and other paths count. */
import { formatMoment } from '../../../shared/schedule/moment.ts'
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../calendar/snap.ts'
import { calendarOf, momentAt, offsetAt } from '../clock/input.ts'
import { type CpmInput, withRemaining } from '../cpm/input.ts'
import { FINISH_MILESTONE } from '../kind/participation.ts'
import { COMPLETE } from '../population/progress.ts'
import type { PlainMap } from '../summary/plain.ts'
import { roundHalfAway } from '../wording/round.ts'
import { type ComputedSchedule, finishText, type Recomputed, recompute } from './computed-schedule.ts'
import { factsOf } from './task-facts.ts'

/** Tasks that a slip reaches and that are listed. */
const MOVED_SHOWN_MAX = 5

const isLast = ({ successors }: ComputedSchedule, task: number): boolean =>
  successors.start[task + 1] === successors.start[task]

/**
 * The network with the work of a task longer by so many days of its calendar; of a point in time, with what follows it later by those days. A point that
 * nothing follows is work of those days itself, so that it ends in its own calendar, too.
 */
function slipped(schedule: ComputedSchedule, task: number, days: number): CpmInput {
  const { successors, prepared } = schedule
  const { input, durationDays } = prepared
  if (durationDays[task] > 0 || isLast(schedule, task))
    return withRemaining(asWork(input, task), [[task, input.remainingDays[task] + days]])
  const later = (lags: Float64Array): Float64Array => {
    const lagDays = lags.slice()
    for (let at = successors.start[task]; at < successors.start[task + 1]; at++) lagDays[successors.link[at]] += days
    return lagDays
  }
  const network = { ...input.network, lagDays: later(input.network.lagDays) }
  return { ...input, network, lagDays: later(input.lagDays) }
}

/** The task is no milestone of the rules by the clock. */
function asWork(input: CpmInput, task: number): CpmInput {
  const { clock } = input
  if (clock === undefined || clock.tasks.point[task] === 0) return input
  const point = clock.tasks.point.slice()
  point[task] = 0
  return { ...input, clock: { ...clock, tasks: { ...clock.tasks, point } } }
}

/** Only work that is left can slip. */
export const canSlip = ({ prepared, network }: ComputedSchedule, task: number): boolean =>
  network.takesPart[task] === 1 && prepared.input.state[task] !== COMPLETE

/** A point that stood where work begins stands there again: at the next working time, not at the end of the one before. */
function finishAfter(
  { prepared: { input, durationDays } }: ComputedSchedule,
  { result, finish }: Recomputed,
  task: number,
): { finish: number; text: string | null } {
  const { clock } = input
  const own = result.earlyFinish[task]
  const isPoint = durationDays[task] === 0 && clock?.tasks.point[task] !== FINISH_MILESTONE
  if (clock === undefined || !isPoint || own < result.projectFinish)
    return { finish: result.projectFinish, text: finish }
  const moment = calendarOf(clock, task).nextWork(momentAt(clock, own))
  return { finish: offsetAt(clock, moment), text: finish === null ? null : formatMoment(moment) }
}

/** finish_moves_days: days that the finish of the project moves, in the days of offsets. */
export function slipOf(schedule: ComputedSchedule, task: number, days: number): PlainMap {
  const { result, days: dates, offsetBasis } = schedule
  const again = recompute(schedule, slipped(schedule, task, days))
  const moved = (i: number): number => again.result.earlyFinish[i] - result.earlyFinish[i]
  const tasks: number[] = []
  for (const i of schedule.network.order) if (i !== task && moved(i) > EPSILON_DAYS) tasks.push(i)
  const { finish, text } = finishAfter(schedule, again, task)
  const shown = tasks.toSorted((a, b) => again.result.totalFloat[a] - again.result.totalFloat[b] || a - b)
  const facts = factsOf(schedule, ['id', 'name', 'finish'])
  return {
    slip_days: days,
    finish_moves_days: roundHalfAway(finish - result.projectFinish, OFFSET_DECIMALS),
    finish_moves_unit: `${offsetBasis} days`,
    finish_before: finishText(dates),
    finish_after: text,
    tasks_moved: tasks.length,
    first_moved: shown.slice(0, MOVED_SHOWN_MAX).map(i => ({
      ...facts(i),
      moves_days: roundHalfAway(moved(i), OFFSET_DECIMALS),
    })),
  }
}

/** The same as one number, for many tasks. */
export function finishMovesDays(schedule: ComputedSchedule, task: number, days: number): number {
  return slipOf(schedule, task, days).finish_moves_days as number
}
