/** The effect of a slip of one task: the passes run again with it, so that calendars, constraints and other paths count. */
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../calendar/snap.ts'
import { type CpmInput, withRemaining } from '../cpm/input.ts'
import { COMPLETE } from '../population/progress.ts'
import type { PlainMap } from '../summary/plain.ts'
import { roundHalfAway } from '../wording/round.ts'
import { type ComputedSchedule, finishText, recompute } from './computed-schedule.ts'
import { factsOf } from './task-facts.ts'

/** Tasks that a slip reaches and that are listed. */
const MOVED_SHOWN_MAX = 5

/** The network with the work of a task longer by so many days of its calendar; of a point in time, with what follows it later. */
function slipped({ successors, prepared }: ComputedSchedule, task: number, days: number): CpmInput {
  const { input, durationDays } = prepared
  if (durationDays[task] > 0) return withRemaining(input, [[task, input.remainingDays[task] + days]])
  const later = (lags: Float64Array): Float64Array => {
    const lagDays = lags.slice()
    for (let at = successors.start[task]; at < successors.start[task + 1]; at++) lagDays[successors.link[at]] += days
    return lagDays
  }
  const network = { ...input.network, lagDays: later(input.network.lagDays) }
  return { ...input, network, lagDays: later(input.lagDays) }
}

/** Only work that is left can slip. */
export const canSlip = ({ prepared, network }: ComputedSchedule, task: number): boolean =>
  network.takesPart[task] === 1 && prepared.input.state[task] !== COMPLETE

/** finish_moves_days: days that the finish of the project moves, in the days of offsets. */
export function slipOf(schedule: ComputedSchedule, task: number, days: number): PlainMap {
  const { result, days: dates, offsetBasis } = schedule
  const again = recompute(schedule, slipped(schedule, task, days))
  const moved = (i: number): number => again.result.earlyFinish[i] - result.earlyFinish[i]
  const tasks: number[] = []
  for (const i of schedule.network.order) if (i !== task && moved(i) > EPSILON_DAYS) tasks.push(i)
  // a point without successors is later itself
  const isLast =
    schedule.prepared.durationDays[task] === 0 &&
    schedule.successors.start[task + 1] === schedule.successors.start[task]
  const own = isLast ? Math.max(0, result.earlyFinish[task] + days - result.projectFinish) : 0
  const moves = Math.max(own, again.result.projectFinish - result.projectFinish)
  const shown = tasks.toSorted((a, b) => again.result.totalFloat[a] - again.result.totalFloat[b] || a - b)
  const facts = factsOf(schedule, ['id', 'name', 'finish'])
  return {
    slip_days: days,
    finish_moves_days: roundHalfAway(moves, OFFSET_DECIMALS),
    finish_moves_unit: `${offsetBasis} days`,
    finish_before: finishText(dates),
    finish_after: own > 0 ? null : again.finish,
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
